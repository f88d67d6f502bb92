//! Suites in files: read as often as needed, a part of the file in memory at a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};

use tabiya::Tolerance;
use tabiya_perft::suite::{Entry, Item, Reader, SuiteError};

use crate::closed;
use crate::failure::Failure;
use crate::size;

/// The longest line of a suite: more than any published suite needs.
const LONGEST_LINE: usize = 1 << 20;

/// The most that is kept of a suite that is not an ordinary file: a stream without end must not fill the disk.
const MOST_STREAMED: u64 = 1 << 30;

/// How much of such a suite stays in memory; what is longer goes to a temporary file without a name.
const IN_MEMORY: usize = 1 << 20;

/// How much text is read before its positions are handed over. They take eleven times as much.
const PART: usize = 1 << 20;

/// A suite that can be read again.
pub struct SuiteFile {
    path: PathBuf,
    text: Box<dyn Text>,
    /// What is done with positions that could not arise in a game; without it they are refused.
    tolerance: Option<Tolerance>,
}

trait Text: Read + Seek {}

impl<T: Read + Seek> Text for T {}

impl SuiteFile {
    /// Opens a suite; `-` is standard input. What can be read only once is copied.
    pub fn open(path: &Path, tolerance: Option<Tolerance>) -> Result<Self, Failure> {
        let text = match path.as_os_str() == "-" {
            true => closed::stdin().map_err(Failure::from).and_then(|stdin| copied(stdin.lock())),
            false => opened(path),
        };
        let text = text.map_err(|failure| failure.at(path.display()))?;
        Ok(SuiteFile { path: path.to_owned(), text, tolerance })
    }

    /// Where it comes from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads all of it and hands its positions over, some thousands at a time, until it is told false. How many others
    /// were left out because they are not positions.
    pub fn read(&mut self, mut each: impl FnMut(&[Entry]) -> Result<bool, Failure>) -> Result<usize, Failure> {
        let place = self.path.display();
        let not_of_a_suite = |error: SuiteError| {
            Failure::new(error)
                .at(&place)
                .hint("expected `FEN ;D1 20 ;D2 400`, or lines `id NAME`, `epd FEN`, `perft DEPTH NODES`")
        };
        let mut reader = self.tolerance.map_or_else(Reader::strict, Reader::lenient);
        let (mut entries, mut held, mut left_out) = (Vec::new(), 0, 0);
        let mut keep = |entries: &mut Vec<Entry>, item: Option<Item>| match item {
            Some(Item::Entry(entry)) => entries.push(entry),
            Some(Item::LeftOut(_)) => left_out += 1,
            None => {}
        };
        self.text.rewind().map_err(|error| Failure::from(error).at(&place))?;
        let mut lines = Lines { text: BufReader::with_capacity(1 << 17, &mut self.text), number: 0, line: Vec::new() };
        while let Some(bytes) = lines.next().map_err(|failure| failure.at(&place))? {
            held += bytes.len();
            let line = match std::str::from_utf8(bytes) {
                Ok(line) => reader.line(line),
                // A name in an old encoding does not make the counts wrong.
                Err(_) if self.tolerance.is_some() => {
                    reader.line(&bytes.iter().copied().map(char::from).collect::<String>())
                }
                Err(_) => {
                    return Err(Failure::new(format_args!("line {}: not UTF-8 text", lines.number)).at(&place));
                }
            };
            keep(&mut entries, line.map_err(not_of_a_suite)?);
            if held >= PART && !entries.is_empty() {
                if !each(&entries)? {
                    return Ok(left_out);
                }
                entries.clear();
                held = 0;
            }
        }
        keep(&mut entries, reader.finish().map_err(not_of_a_suite)?);
        if !entries.is_empty() {
            each(&entries)?;
        }
        Ok(left_out)
    }
}

fn opened(path: &Path) -> Result<Box<dyn Text>, Failure> {
    let file = File::open(path)?;
    if file.metadata()?.is_file() { Ok(Box::new(file)) } else { copied(BufReader::new(file)) }
}

/// A copy that can be read twice.
fn copied(input: impl BufRead) -> Result<Box<dyn Text>, Failure> {
    let mut copy = BufWriter::new(tempfile::spooled_tempfile(IN_MEMORY));
    let mut lines = Lines { text: input, number: 0, line: Vec::new() };
    let mut bytes = 0;
    while let Some(line) = lines.next()? {
        bytes += line.len() as u64;
        if bytes > MOST_STREAMED {
            let most = size::words(MOST_STREAMED as usize);
            return Err(Failure::new(format_args!("no file, and more than {most}")).hint("save it as a file"));
        }
        copy.write_all(line)?;
    }
    Ok(Box::new(copy.into_inner().map_err(io::IntoInnerError::into_error)?))
}

/// The lines of a text, none of which may be without end.
struct Lines<R> {
    text: R,
    number: usize,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// The next line with its end, which the last one may lack.
    fn next(&mut self) -> Result<Option<&[u8]>, Failure> {
        self.line.clear();
        self.number += 1;
        let read = self.text.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut self.line)?;
        if read > LONGEST_LINE {
            return Err(Failure::new(format_args!("line {}: more than {}", self.number, size::words(LONGEST_LINE))));
        }
        Ok((read > 0).then_some(self.line.as_slice()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_is_the_same_in_parts_and_however_often_it_is_read() {
        let line = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n";
        let without_king = "epd 8/8/8/8/8/8/8/8 w - -\nperft 1 0\n";
        let copies = 3 * PART / line.len();
        let text = format!("{}{without_king}", line.repeat(copies));
        let mut suite =
            SuiteFile { path: "suite".into(), text: copied(text.as_bytes()).unwrap(), tolerance: Some(Tolerance::ALL) };
        for _ in 0..2 {
            let (mut parts, mut entries) = (0, 0);
            let left_out = suite.read(|part| {
                assert!(part.iter().zip(entries + 1..).all(|(entry, line)| entry.line == line), "in order");
                (parts, entries) = (parts + 1, entries + part.len());
                Ok(true)
            });
            assert_eq!((left_out.unwrap(), entries), (1, copies));
            assert!((3..=5).contains(&parts), "{parts} parts");
        }
        let mut parts = 0;
        let stopped = suite.read(|_| {
            parts += 1;
            Ok(false)
        });
        assert!(stopped.is_ok());
        assert_eq!(parts, 1, "told to stop");
    }
}
