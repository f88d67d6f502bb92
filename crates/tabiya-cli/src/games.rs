//! Files of games: opened, unpacked if need be, read one game after the other.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;
use ruzstd::decoding::StreamingDecoder;
use tabiya::notation::pgn::{PgnErrorKind, Reader, Visitor};

use crate::failure::Failure;
use crate::progress;

/// What went through: good games and broken ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub games: u64,
    pub broken: u64,
    pub bytes: u64,
}

/// How often the progress bar is told of games.
const PROGRESS_STEP: u64 = 256;

/// Reads all games of all files into the visitor; `each` is called after every good one, with the file's name.
///
/// A broken game is reported on standard error and counted. A file that cannot be opened or unpacked is a failure.
pub fn read_all<V: Visitor>(
    files: &[PathBuf],
    visitor: &mut V,
    mut each: impl FnMut(&mut V) -> Result<(), Failure>,
) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    for file in files {
        let (input, bar) = open(file).map_err(|error| Failure::from(error).at(file.display()))?;
        let mut reader = Reader::from_read(input);
        loop {
            match reader.read_game(visitor) {
                Ok(true) => {
                    tally.games += 1;
                    each(visitor)?;
                }
                Ok(false) => break,
                Err(error) => {
                    if let PgnErrorKind::Source(_) = error.kind {
                        return Err(Failure::new(&error.kind).at(file.display()));
                    }
                    tally.broken += 1;
                    let place = format!("{}:{}:{}", file.display(), error.line, error.column);
                    // Printed above the bar, if there is one. Nobody is left to tell if standard error is closed.
                    bar.suspend(|| {
                        let _ = writeln!(io::stderr(), "{place}: {}", error.kind);
                    });
                }
            }
            if (tally.games + tally.broken).is_multiple_of(PROGRESS_STEP) {
                bar.set_message(format!("{} games", tally.games));
            }
        }
        tally.bytes += reader.offset();
        bar.finish_and_clear();
    }
    Ok(tally)
}

/// A file or, for `-`, standard input, with a bar that follows it. What is packed is unpacked: what a file is shows in
/// its first bytes, whatever its name.
fn open(path: &Path) -> io::Result<(Box<dyn Read>, ProgressBar)> {
    let (raw, bar): (Box<dyn Read>, ProgressBar) = if path.as_os_str() == "-" {
        (Box::new(io::stdin()), progress::spinner("bytes"))
    } else {
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "a directory, not a file of games"));
        }
        let length = file.metadata()?.len();
        (Box::new(file), progress::bytes(length))
    };
    let mut raw = BufReader::with_capacity(1 << 17, Counted { raw, bar: bar.clone() });
    let input: Box<dyn Read> = match raw.fill_buf()? {
        [0x1f, 0x8b, ..] => Box::new(flate2::bufread::MultiGzDecoder::new(raw)),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Box::new(Zstandard { state: Frames::Between(raw) }),
        _ => Box::new(raw),
    };
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

/// Zstandard files may be several frames in a row; the decoder knows one.
struct Zstandard<R: BufRead> {
    state: Frames<R>,
}

enum Frames<R: BufRead> {
    Between(R),
    Inside(Box<StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>),
    Over,
}

impl<R: BufRead> Read for Zstandard<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            match std::mem::replace(&mut self.state, Frames::Over) {
                Frames::Over => return Ok(0),
                Frames::Between(mut raw) => {
                    if !raw.fill_buf()?.is_empty() {
                        let decoder = StreamingDecoder::new(raw).map_err(io::Error::other)?;
                        self.state = Frames::Inside(Box::new(decoder));
                    }
                }
                Frames::Inside(mut decoder) => match decoder.read(into)? {
                    0 if !into.is_empty() => self.state = Frames::Between(decoder.into_inner()),
                    count => {
                        self.state = Frames::Inside(decoder);
                        return Ok(count);
                    }
                },
            }
        }
    }
}
