//! Files of games: opened, unpacked if need be, read one game after the other.

use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use tabiya::notation::pgn::{BoardVisitor, Limits, PgnError, PgnErrorKind, Reader, Replay};
use tabiya_unpack::unpack;

use crate::failure::Failure;
use crate::input::{self, Ending};
use crate::interrupt;
use crate::output::digits;
use crate::progress;

/// What went through: good games and broken ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub games: u64,
    pub broken: u64,
    pub warnings: u64,
    pub bytes: u64,
    /// Whether Ctrl-C ended the reading before the files did.
    pub interrupted: bool,
}

/// What happens while games are read.
pub enum Event<'a, V> {
    /// A game was read to its end.
    Game(&'a mut V),
    /// A game was left out, or is odd.
    Trouble(Trouble<'a>),
}

/// What is wrong with a game and where.
pub struct Trouble<'a> {
    pub file: &'a Path,
    pub error: &'a PgnError,
    /// Whether the game was left out; otherwise it was read all the same.
    pub is_broken: bool,
    bar: &'a ProgressBar,
}

impl Trouble<'_> {
    /// Says so on standard error, above the bar if there is one.
    pub fn print(&self) {
        let PgnError { line, column, kind, .. } = self.error;
        let warning = if self.is_broken { "" } else { "warning: " };
        self.bar.suspend(|| {
            // If standard error is closed, the error cannot be reported anywhere.
            let _ = writeln!(io::stderr(), "{}:{line}:{column}: {warning}{kind}", self.file.display());
        });
    }
}

/// How often the progress bar is told of games.
const PROGRESS_STEP: u64 = 256;

/// The files to read, and how.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    pub files: &'a [PathBuf],
    /// Whether to refuse what is not standard PGN.
    pub strict: bool,
    /// What a game may take.
    pub limits: Limits,
}

impl Source<'_> {
    /// The same files with other limits.
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Reads all games of all files, plays their moves for the visitor, and tells of every game and every trouble,
    /// until the files or Ctrl-C end it.
    ///
    /// A file that cannot be opened or unpacked is a failure.
    pub fn read<V: BoardVisitor>(
        self,
        visitor: V,
        mut tell: impl FnMut(Event<'_, V>) -> Result<(), Failure>,
    ) -> Result<Tally, Failure> {
        let mut tally = Tally::default();
        let mut replay = Replay::new(visitor).strict(self.strict);
        for file in self.files {
            let (input, bar) = match open(file) {
                Ok(opened) => opened,
                Err(_) if interrupt::asked() => break,
                Err(error) => return Err(Failure::from(error).at(file.display())),
            };
            let mut reader = Reader::from_read(input).strict(self.strict).with_limits(self.limits);
            while !interrupt::asked() {
                let outcome = reader.read_game(&mut replay);
                for warning in reader.warnings() {
                    tally.warnings += 1;
                    tell(Event::Trouble(Trouble { file, error: warning, is_broken: false, bar: &bar }))?;
                }
                match outcome {
                    Ok(true) => {
                        tally.games += 1;
                        tell(Event::Game(replay.visitor_mut()))?;
                    }
                    Ok(false) => break,
                    Err(error) => {
                        if let PgnErrorKind::Source(_) = error.kind {
                            // Ctrl-C cut the reading short: neither the file nor its last game is at fault.
                            if interrupt::asked() {
                                break;
                            }
                            return Err(Failure::new(&error.kind).at(file.display()));
                        }
                        tally.broken += 1;
                        tell(Event::Trouble(Trouble { file, error: &error, is_broken: true, bar: &bar }))?;
                    }
                }
                if (tally.games + tally.broken).is_multiple_of(PROGRESS_STEP) {
                    bar.set_message(format!("{} games", digits(tally.games)));
                }
            }
            tally.bytes += reader.offset();
            bar.finish_and_clear();
        }
        tally.interrupted = interrupt::asked();
        Ok(tally)
    }

    /// As [`read`](Source::read), for those who care for good games only: troubles go to standard error.
    pub fn read_good<V: BoardVisitor>(
        self,
        visitor: V,
        mut each: impl FnMut(&mut V) -> Result<(), Failure>,
    ) -> Result<Tally, Failure> {
        self.read(visitor, |event| match event {
            Event::Game(visitor) => each(visitor),
            Event::Trouble(trouble) => {
                trouble.print();
                Ok(())
            }
        })
    }
}

/// A file or, for `-`, standard input, with a bar that follows it. What is packed is unpacked: what a file is shows in
/// its first bytes, whatever its name.
fn open(path: &Path) -> io::Result<(Box<dyn Read>, ProgressBar)> {
    // What is shown is listened to: from here on Ctrl-C ends the reading and not the program.
    let (raw, length) = input::open(path)?;
    let bar = length.map_or_else(|| progress::spinner("bytes"), progress::bytes);
    let raw = BufReader::with_capacity(1 << 17, Counted { raw, bar: bar.clone() });
    let input = unpack(raw)?;
    // A few packed bytes may be unpacked without end.
    let input: Box<dyn Read> = if input.is_packed() { Box::new(Ending(input)) } else { Box::new(input) };
    Ok((input, bar))
}

/// Tells the bar what was read.
struct Counted<R> {
    raw: R,
    bar: ProgressBar,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.raw.read(into)?;
        self.bar.inc(count as u64);
        Ok(count)
    }
}
