//! Why there is no answer.

use core::fmt;
use std::error::Error;
use std::io;
use std::sync::Arc;

use crate::Material;

/// What a table stores.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Metric {
    /// Win, draw or loss: files that end with `.rtbw`.
    Wdl,
    /// Distance to the next zeroing move: files that end with `.rtbz`.
    Dtz,
}

impl Metric {
    /// Both.
    pub const ALL: [Metric; 2] = [Metric::Wdl, Metric::Dtz];

    /// The end of the name of such files, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Metric::Wdl => "rtbw",
            Metric::Dtz => "rtbz",
        }
    }

    /// `wdl` or `dtz`.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Wdl => "wdl",
            Metric::Dtz => "dtz",
        }
    }

    /// The first four bytes of such files.
    pub(crate) const fn magic(self) -> [u8; 4] {
        match self {
            Metric::Wdl => [0x71, 0xe8, 0x23, 0x5d],
            Metric::Dtz => [0xd7, 0x66, 0x0c, 0xa5],
        }
    }
}

/// Why tables do not answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SyzygyError {
    /// The position has castling rights, which tables do not know.
    Castling,
    /// The position has more men than any table here.
    TooManyMen {
        /// Men on the board, kings included.
        men: u32,
        /// Men of the largest table here.
        most: u32,
    },
    /// No file for these pieces.
    Missing {
        /// The pieces.
        material: Material,
        /// Which of the two files.
        metric: Metric,
    },
    /// A file is damaged, cut short, or no table.
    Damaged {
        /// The name of the file.
        file: Arc<str>,
        /// Where in the file, in bytes from its beginning.
        offset: u64,
        /// What is wrong there.
        what: &'static str,
    },
    /// A file or a folder cannot be read.
    Io {
        /// The name of the file or folder.
        file: Arc<str>,
        /// What the system says.
        error: Arc<io::Error>,
    },
    /// A file's name does not name a table.
    Name {
        /// The name.
        file: Arc<str>,
    },
}

impl fmt::Display for SyzygyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SyzygyError::Castling => {
                f.write_str("the position has castling rights, and Syzygy tables hold no such position")
            }
            SyzygyError::TooManyMen { men, most: 0 } => {
                write!(f, "the position has {men} men, and there are no tables")
            }
            SyzygyError::TooManyMen { men, most } => {
                write!(f, "the position has {men} men, the largest table has {most}")
            }
            SyzygyError::Missing { material, metric } => {
                write!(f, "the table {material}.{} is missing", metric.extension())
            }
            SyzygyError::Damaged { file, offset, what } => {
                write!(f, "{file} is damaged at byte {offset}: {what}")
            }
            SyzygyError::Io { file, error } => write!(f, "{file}: {error}"),
            SyzygyError::Name { file } => {
                write!(f, "{file}: not the name of a table; it should look like KQPvKR.rtbw or KQPvKR.rtbz")
            }
        }
    }
}

impl Error for SyzygyError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SyzygyError::Io { error, .. } => Some(error.as_ref()),
            _ => None,
        }
    }
}

/// What went wrong inside a table; the table adds its file.
#[derive(Debug)]
pub(crate) enum Fault {
    Damaged { offset: u64, what: &'static str },
    Io(io::Error),
}

impl Fault {
    pub(crate) fn damaged<T>(offset: u64, what: &'static str) -> Result<T, Fault> {
        Err(Fault::Damaged { offset, what })
    }

    pub(crate) fn in_file(self, file: &Arc<str>) -> SyzygyError {
        match self {
            Fault::Damaged { offset, what } => SyzygyError::Damaged { file: file.clone(), offset, what },
            Fault::Io(error) => SyzygyError::Io { file: file.clone(), error: Arc::new(error) },
        }
    }
}
