//! A sliding window over the input: the only place that reads bytes and the only one that counts lines.
//!
//! The window keeps one byte of the past so that "at the beginning of a line" is a look at the byte before. Lines are
//! not counted while lexing: bytes that leave the window are counted in bulk, and an error counts the rest.

use alloc::vec;
use alloc::vec::Vec;

use super::error::SourceError;

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
    /// How many bytes, and how many line feeds, came before `data[1]`; and how many bytes since the last line feed.
    offset_before: u64,
    lines_before: u64,
    column_before: u64,
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
        Buffer { source, data, position: 1, end: 1, ended: false, offset_before: 0, lines_before: 0, column_before: 0 }
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
        matches!(self.data[self.position - 1], b'\n' | b'\r')
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
        self.data.copy_within(self.position - 1..self.end, 0);
        self.end -= self.position - 1;
        self.position = 1;
    }

    /// Where the next byte is.
    pub(super) fn place(&self) -> Place {
        let passed = &self.data[1..self.position];
        let line_feeds = count_line_feeds(passed);
        let column = match last_line_feed(passed) {
            Some(index) => (passed.len() - index - 1) as u64,
            None => self.column_before + passed.len() as u64,
        };
        Place {
            offset: self.offset_before + passed.len() as u64,
            line: self.lines_before + line_feeds + 1,
            column: column + 1,
        }
    }
}

/// The number of line feeds. Counting in bytes lets the compiler use wide registers to the full.
fn count_line_feeds(bytes: &[u8]) -> u64 {
    let in_chunk = |chunk: &[u8]| chunk.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    bytes.chunks(255).map(|chunk| u64::from(in_chunk(chunk))).sum()
}

/// The index of the last line feed.
fn last_line_feed(bytes: &[u8]) -> Option<usize> {
    let mut end = bytes.len();
    // A whole chunk is asked at once before one is searched byte by byte.
    for chunk in bytes.rchunks(64) {
        if chunk.iter().fold(false, |found, &byte| found | (byte == b'\n')) {
            break;
        }
        end -= chunk.len();
    }
    bytes[..end].iter().rposition(|&byte| byte == b'\n')
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

    #[test]
    fn the_last_line_feed_is_found_however_far_away() {
        for length in 0..400 {
            for at in (0..=length).step_by(7) {
                let mut bytes = vec![b'x'; length];
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = b'\n';
                }
                bytes.extend([b'y'; 3]);
                assert_eq!(last_line_feed(&bytes), bytes.iter().rposition(|&byte| byte == b'\n'), "{at} of {length}");
                assert_eq!(count_line_feeds(&bytes), u64::from(at < length));
            }
        }
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
        let text: Vec<u8> = (0..200_000u32).map(|i| if i % 37 == 0 { b'\n' } else { b'x' }).collect();
        let mut dribble = Buffer::new(Dribble(&text));
        let mut whole = Buffer::new(&text[..]);
        let (mut line, mut column) = (1, 1);
        for &byte in &text {
            dribble.ensure(1).unwrap();
            whole.ensure(1).unwrap();
            assert_eq!(dribble.peek(), Some(byte));
            assert_eq!(whole.peek(), Some(byte));
            if column == 1 || byte == b'\n' {
                let place = whole.place();
                assert_eq!((place.line, place.column), (line, column));
                assert_eq!(dribble.place(), place);
            }
            (line, column) = if byte == b'\n' { (line + 1, 1) } else { (line, column + 1) };
            dribble.advance(1);
            whole.advance(1);
        }
        whole.ensure(1).unwrap();
        assert_eq!(whole.peek(), None);
        assert_eq!(whole.offset(), text.len() as u64);
    }
}
