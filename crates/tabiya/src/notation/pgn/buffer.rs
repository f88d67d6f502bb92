//! A sliding window over the input: the only place that reads bytes and the only one that counts lines.
//!
//! The window keeps one byte of the past so that "at the beginning of a line" is a look at the byte before. Lines are
//! not counted while lexing: bytes that leave the window are counted in bulk, and an error counts the rest.
//!
//! A line ends with a line feed, with a carriage return, or with both in this order, which is one line end.

use alloc::vec;
use alloc::vec::Vec;

use super::error::SourceError;
use crate::arch::Arch;
use crate::cpu::{Compiled, Detected, copies};

/// Where PGN bytes come from.
///
/// Byte slices are sources; with the `std` feature [`IoSource`] makes one of anything that implements `Read`.
pub trait Source {
    /// Reads some bytes into the front of `into`, and returns how many. Zero means the end of the input.
    ///
    /// # Errors
    ///
    /// Why the bytes cannot be had. The reader reports it and treats the input as ended.
    fn read(&mut self, into: &mut [u8]) -> Result<usize, SourceError>;
}

impl Source for &[u8] {
    fn read(&mut self, into: &mut [u8]) -> Result<usize, SourceError> {
        let count = self.len().min(into.len());
        let (now, later) = self.split_at(count);
        into[..count].copy_from_slice(now);
        *self = later;
        Ok(count)
    }
}

/// Anything that implements [`std::io::Read`], as a source of PGN bytes.
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct IoSource<R>(pub R);

#[cfg(feature = "std")]
impl<R: std::io::Read> Source for IoSource<R> {
    fn read(&mut self, into: &mut [u8]) -> Result<usize, SourceError> {
        loop {
            match self.0.read(into) {
                // A reader that claims more than it was given room for must not push the window past its end.
                Ok(count) => return Ok(count.min(into.len())),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// How much is asked of the source at a time.
const CHUNK: usize = 1 << 16;

#[derive(Debug)]
pub(super) struct Buffer<S> {
    source: S,
    data: Vec<u8>,
    /// Index of the next byte to be lexed; at least 1, the byte before it is always kept.
    position: usize,
    /// End of the bytes that were read.
    end: usize,
    ended: bool,
    /// How many bytes, and how many line ends, came before `data[1]`; and how many bytes since the last line end.
    offset_before: u64,
    lines_before: u64,
    column_before: u64,
    /// Whether `data[0]` ends a line, or the bytes of its line up to it are all blanks.
    indent_before: bool,
    /// How many line ends there are in the white space that ends with `data[0]`; 2 stands for more.
    line_ends_before: u8,
}

/// A place in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub offset: u64,
    pub line: u64,
    pub column: u64,
}

impl<S: Source> Buffer<S> {
    pub(super) fn new(source: S) -> Buffer<S> {
        let mut data = vec![0; CHUNK];
        // The beginning of the input is the beginning of a line.
        data[0] = b'\n';
        Buffer {
            source,
            data,
            position: 1,
            end: 1,
            ended: false,
            offset_before: 0,
            lines_before: 0,
            column_before: 0,
            indent_before: true,
            line_ends_before: 0,
        }
    }

    /// The bytes that are in memory and not yet consumed.
    #[inline(always)]
    pub(super) fn window(&self) -> &[u8] {
        &self.data[self.position..self.end]
    }

    #[inline(always)]
    pub(super) fn peek(&self) -> Option<u8> {
        self.window().first().copied()
    }

    /// Whether the next byte begins a line.
    #[inline(always)]
    pub(super) fn at_line_start(&self) -> bool {
        is_line_end(self.data[self.position - 1])
    }

    /// Whether the next byte is the first of its line that is not a blank.
    pub(super) fn at_indented_line_start(&self) -> bool {
        let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
        match self.data[1..self.position].iter().rev().find(|byte| !is_blank(byte)) {
            Some(&byte) => is_line_end(byte),
            None => self.indent_before,
        }
    }

    /// Whether an empty line, or one of blanks, comes before the line of the next byte, which only blanks precede
    /// there.
    pub(super) fn behind_empty_line(&self) -> bool {
        self.line_ends_behind() >= 2
    }

    /// How many line ends there are in the white space before the next byte; 2 stands for more.
    fn line_ends_behind(&self) -> u8 {
        let mut line_ends = 0;
        for index in (1..self.position).rev() {
            match self.data[index] {
                // The line end is counted at its carriage return.
                b'\n' if self.data[index - 1] == b'\r' => {}
                b'\n' | b'\r' => line_ends += 1,
                b' ' | b'\t' => {}
                _ => return line_ends,
            }
            if line_ends >= 2 {
                return 2;
            }
        }
        (line_ends + self.line_ends_before).min(2)
    }

    /// Whether the next byte is the line feed of a CRLF whose carriage return was consumed.
    #[inline(always)]
    pub(super) fn within_line_end(&self) -> bool {
        self.data[self.position - 1] == b'\r' && self.peek() == Some(b'\n')
    }

    #[inline(always)]
    pub(super) fn advance(&mut self, count: usize) {
        debug_assert!(self.position + count <= self.end);
        self.position = (self.position + count).min(self.end);
    }

    /// Gives up on the input: nothing more will be read.
    pub(super) fn abandon(&mut self) {
        self.position = self.end;
        self.ended = true;
    }

    /// The number of bytes consumed so far.
    pub(super) fn offset(&self) -> u64 {
        self.offset_before + (self.position - 1) as u64
    }

    /// Makes sure that `wanted` bytes are in the window, unless the input ends before.
    #[inline(always)]
    pub(super) fn ensure(&mut self, wanted: usize) -> Result<(), SourceError> {
        if self.end - self.position < wanted && !self.ended { self.refill(wanted) } else { Ok(()) }
    }

    /// Reads on although the window is not empty; says whether anything came.
    pub(super) fn grow(&mut self) -> Result<bool, SourceError> {
        let length = self.end - self.position;
        self.refill(length + 1)?;
        Ok(self.end - self.position > length)
    }

    #[cold]
    fn refill(&mut self, wanted: usize) -> Result<(), SourceError> {
        self.forget_consumed();
        while self.end - self.position < wanted && !self.ended {
            if self.data.len() < self.end + CHUNK / 2 {
                self.data.resize((2 * self.data.len()).max(self.end + CHUNK), 0);
            }
            match self.source.read(&mut self.data[self.end..]) {
                Ok(0) => self.ended = true,
                Ok(count) => self.end = (self.end + count).min(self.data.len()),
                Err(error) => {
                    self.ended = true;
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Moves the window to the front of the memory.
    fn forget_consumed(&mut self) {
        let place = self.place();
        self.offset_before = place.offset;
        self.lines_before = place.line - 1;
        self.column_before = place.column - 1;
        self.indent_before = self.at_indented_line_start();
        self.line_ends_before = self.line_ends_behind();
        self.data.copy_within(self.position - 1..self.end, 0);
        self.end -= self.position - 1;
        self.position = 1;
    }

    /// Where the next byte is.
    pub(super) fn place(&self) -> Place {
        let passed = &self.data[1..self.position];
        let line_ends = Detected::best().run(CountLineEnds { bytes: &self.data[..self.position] });
        let column = match last_line_end(passed) {
            Some(index) => (passed.len() - index - 1) as u64,
            None => self.column_before + passed.len() as u64,
        };
        Place {
            offset: self.offset_before + passed.len() as u64,
            line: self.lines_before + line_ends + 1,
            column: column + 1,
        }
    }
}

const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// [`count_line_ends`] with the vectors that this CPU has. Every byte of the input is counted once.
struct CountLineEnds<'a> {
    bytes: &'a [u8],
}

impl<A: Arch> Compiled<A> for CountLineEnds<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, _: A) -> u64 {
        count_line_ends(self.bytes)
    }

    copies!(A);
}

/// The number of line ends behind the first byte, which is only looked at to see whether a line feed comes second in a
/// CRLF. Plain sums over bytes let the compiler use wide registers to the full: one loop that also looked at the byte
/// before each took sixteen times as many instructions.
#[inline(always)]
fn count_line_ends(bytes: &[u8]) -> u64 {
    let Some((first, passed)) = bytes.split_first() else { return 0 };
    let (mut line_feeds, mut returns) = (0, 0);
    let mut add = |chunk: &[u8]| {
        let (mut feeds_here, mut returns_here) = (0_u8, 0_u8);
        for &byte in chunk {
            feeds_here += u8::from(byte == b'\n');
            returns_here += u8::from(byte == b'\r');
        }
        line_feeds += u64::from(feeds_here);
        returns += u64::from(returns_here);
    };
    // Below 256, and whole registers of every width.
    let (chunks, rest) = passed.as_chunks::<192>();
    chunks.iter().for_each(|chunk| add(chunk));
    add(rest);
    if returns == 0 && *first != b'\r' {
        return line_feeds;
    }
    let in_chunk = |(before, chunk): (&[u8], &[u8])| {
        let pairs = before.iter().zip(chunk);
        pairs.map(|(&before, &byte)| u8::from(before == b'\r') & u8::from(byte == b'\n')).sum::<u8>()
    };
    let both: u64 = bytes.chunks(255).zip(passed.chunks(255)).map(|pair| u64::from(in_chunk(pair))).sum();
    line_feeds + returns - both
}

/// The index of the last byte that ends a line.
fn last_line_end(bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len();
    // A whole chunk is asked at once before one is searched byte by byte.
    for chunk in bytes.rchunks(64) {
        if chunk.iter().fold(false, |found, &byte| found | is_line_end(byte)) {
            break;
        }
        end -= chunk.len();
    }
    bytes[..end].iter().rposition(|&byte| is_line_end(byte))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A source that hands out one byte at a time, the hardest case for a window.
    pub(in super::super) struct Dribble<'a>(pub &'a [u8]);

    impl Source for Dribble<'_> {
        fn read(&mut self, into: &mut [u8]) -> Result<usize, SourceError> {
            self.0.read(&mut into[..1])
        }
    }

    /// The slow twin: one line end after the other.
    fn slow_count(bytes: &[u8]) -> u64 {
        let text: Vec<u8> = bytes[1..].to_vec();
        let mut count = 0;
        let mut previous = bytes[0];
        for byte in text {
            count += u64::from(byte == b'\r');
            count += u64::from(byte == b'\n' && previous != b'\r');
            previous = byte;
        }
        count
    }

    #[test]
    fn the_last_line_end_is_found_however_far_away() {
        for line_end in [&b"\n"[..], b"\r", b"\r\n", b"\n\r", b"\r\r\n\n"] {
            for length in 0..400 {
                for at in (0..=length).step_by(7) {
                    let mut bytes = vec![b'x'; length];
                    bytes.splice(at..(at + line_end.len()).min(length), line_end.iter().copied());
                    bytes.extend([b'y'; 3]);
                    let last = bytes.iter().rposition(|&byte| matches!(byte, b'\n' | b'\r'));
                    assert_eq!(last_line_end(&bytes), last, "{at} of {length}");
                    assert_eq!(count_line_ends(&bytes), slow_count(&bytes), "{at} of {length}");
                }
            }
        }
        assert_eq!(count_line_ends(b"\r\n\n\r\r\nx"), 3, "the first byte is the half of a line end");
    }

    #[test]
    fn no_more_is_read_than_was_asked_for() {
        let mut buffer = Buffer::new(Dribble(b"123456789"));
        for (wanted, there) in [(5, "12345"), (5, "12345"), (3, "12345"), (6, "123456")] {
            buffer.ensure(wanted).unwrap();
            assert_eq!(buffer.window(), there.as_bytes());
        }
        assert!(buffer.grow().unwrap());
        assert_eq!(buffer.window(), b"1234567");
    }

    #[test]
    fn places_do_not_depend_on_how_the_bytes_arrive() {
        let byte = |i: u32| match i % 37 {
            0 => b'\n',
            // A CRLF before the line feed above, and a carriage return of its own.
            36 if i.is_multiple_of(2) => b'\r',
            17 if i.is_multiple_of(5) => b'\r',
            _ => b'x',
        };
        let text: Vec<u8> = (0..200_000).map(byte).collect();
        let mut dribble = Buffer::new(Dribble(&text));
        let mut whole = Buffer::new(&text[..]);
        let (mut line, mut column, mut previous) = (1, 1, b'x');
        for &byte in &text {
            dribble.ensure(1).unwrap();
            whole.ensure(1).unwrap();
            assert_eq!(dribble.peek(), Some(byte));
            assert_eq!(whole.peek(), Some(byte));
            if column == 1 || matches!(byte, b'\n' | b'\r') {
                let place = whole.place();
                assert_eq!((place.line, place.column), (line, column));
                assert_eq!(dribble.place(), place);
            }
            (line, column) = match byte {
                b'\n' if previous == b'\r' => (line, 1),
                b'\n' | b'\r' => (line + 1, 1),
                _ => (line, column + 1),
            };
            previous = byte;
            dribble.advance(1);
            whole.advance(1);
        }
        whole.ensure(1).unwrap();
        assert_eq!(whole.peek(), None);
        assert_eq!(whole.offset(), text.len() as u64);
    }
}
