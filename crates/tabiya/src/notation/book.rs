//! Opening books in the Polyglot format: looking moves up, and writing books of one's own.
//!
//! A book is a sorted list of 16-byte entries, big-endian: the position's key, the move, its weight, and four bytes for
//! learning. Looking up is a binary search, so the bytes may as well be a memory map of a file of any size.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use super::polyglot;
use crate::{Move, Position};

/// The length of an entry.
pub const ENTRY_BYTES: usize = 16;

/// One entry as it stands in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookEntry {
    /// The position's [key](polyglot::key).
    pub key: u64,
    /// The move's [code](polyglot::encode).
    pub code: u16,
    /// How often the move should be chosen, in proportion to the others of the position.
    pub weight: u16,
    /// Whatever a learning program keeps here.
    pub learn: u32,
}

impl BookEntry {
    /// Reads an entry.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; ENTRY_BYTES]) -> BookEntry {
        let number = |range: core::ops::Range<usize>| {
            bytes[range].iter().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
        };
        BookEntry {
            key: number(0..8),
            code: number(8..10) as u16,
            weight: number(10..12) as u16,
            learn: number(12..16) as u32,
        }
    }

    /// Writes an entry.
    #[must_use]
    pub fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[0..8].copy_from_slice(&self.key.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.code.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes[12..16].copy_from_slice(&self.learn.to_be_bytes());
        bytes
    }
}

/// A legal move that a book knows in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its weight among the moves of the position.
    pub weight: u16,
    /// Its learning data.
    pub learn: u32,
}

/// Why bytes are not a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BookError {
    /// The length is not a multiple of the length of an entry.
    Length(usize),
    /// The entries are not in the order of their keys; the number of the first that is out of place, from 0.
    Unsorted(usize),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::Length(length) => {
                write!(f, "a Polyglot book is made of 16-byte entries, but this one has {length} bytes")
            }
            BookError::Unsorted(index) => {
                write!(f, "entry {index} of the book is out of order, so positions could not be found")
            }
        }
    }
}

impl core::error::Error for BookError {}

/// A book over bytes in any container: a vector, a slice, a memory map.
///
/// ```
/// use tabiya::Position;
/// use tabiya::notation::book::{Book, BookBuilder};
///
/// let start = Position::startpos();
/// let mut builder = BookBuilder::new();
/// builder.add(&start, start.parse_san("e4")?, 3);
/// builder.add(&start, start.parse_san("d4")?, 1);
/// let book = Book::new(builder.to_bytes(1))?;
/// let moves = book.probe(&start);
/// assert_eq!(start.san(moves[0].mv).as_str(), "e4");
/// assert!(book.choose(&start, 2026).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Book<B> {
    bytes: B,
}

impl<B: AsRef<[u8]>> Book<B> {
    /// Takes bytes for a book. Only their length is looked at: see [`Book::check_order`] for the rest.
    ///
    /// # Errors
    ///
    /// If they are not whole entries.
    pub fn new(bytes: B) -> Result<Book<B>, BookError> {
        let length = bytes.as_ref().len();
        if length % ENTRY_BYTES == 0 { Ok(Book { bytes }) } else { Err(BookError::Length(length)) }
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.as_ref().len() / ENTRY_BYTES
    }

    /// Whether the book knows nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All entries in their order.
    pub fn entries(&self) -> impl Iterator<Item = BookEntry> {
        (0..self.len()).map(|index| self.entry(index))
    }

    /// Reads the whole book to see whether it is sorted, as looking up needs it to be.
    ///
    /// # Errors
    ///
    /// Where the order is broken first.
    pub fn check_order(&self) -> Result<(), BookError> {
        match (1..self.len()).find(|&index| self.entry(index).key < self.entry(index - 1).key) {
            Some(index) => Err(BookError::Unsorted(index)),
            None => Ok(()),
        }
    }

    fn entry(&self, index: usize) -> BookEntry {
        let (entries, _) = self.bytes.as_ref().as_chunks::<ENTRY_BYTES>();
        BookEntry::from_bytes(&entries[index])
    }

    /// The entries of a key, in the order of the book.
    pub fn find(&self, key: u64) -> impl Iterator<Item = BookEntry> {
        let (entries, _) = self.bytes.as_ref().as_chunks::<ENTRY_BYTES>();
        let first = entries.partition_point(|entry| BookEntry::from_bytes(entry).key < key);
        entries[first..].iter().map(BookEntry::from_bytes).take_while(move |entry| entry.key == key)
    }

    /// The legal moves that the book knows in the position, the heaviest first.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Vec<BookMove> {
        let mut moves: Vec<BookMove> = self
            .find(polyglot::key(position))
            .filter_map(|entry| {
                let mv = polyglot::decode(position, entry.code)?;
                Some(BookMove { mv, weight: entry.weight, learn: entry.learn })
            })
            .collect();
        moves.sort_by_key(|book_move| core::cmp::Reverse(book_move.weight));
        moves
    }

    /// One of the book's moves, chosen in proportion to the weights; the same seed chooses the same move.
    #[must_use]
    pub fn choose(&self, position: &Position, seed: u64) -> Option<Move> {
        let moves = self.probe(position);
        let total: u64 = moves.iter().map(|book_move| u64::from(book_move.weight)).sum();
        let mut ticket = ((u128::from(mix(seed)) * u128::from(total)) >> 64) as u64;
        for book_move in moves {
            match ticket.checked_sub(u64::from(book_move.weight)) {
                Some(rest) => ticket = rest,
                None => return Some(book_move.mv),
            }
        }
        None
    }
}

/// Spreads a seed over all 64 bits, so that seeds 1, 2, 3… choose as differently as random ones.
fn mix(seed: u64) -> u64 {
    let mut word = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// Collects moves and their scores, and writes them as a book.
#[derive(Clone, Debug, Default)]
pub struct BookBuilder {
    moves: BTreeMap<(u64, u16), Tally>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    points: u64,
    games: u32,
}

impl BookBuilder {
    /// A builder that has seen nothing.
    #[must_use]
    pub fn new() -> BookBuilder {
        BookBuilder::default()
    }

    /// Counts a move that was played in a position, with the points it earned: by custom 2 for a win of the side that
    /// moved, 1 for a draw, 0 for a loss.
    pub fn add(&mut self, position: &Position, mv: Move, points: u32) {
        let tally = self.moves.entry((polyglot::key(position), polyglot::encode(mv))).or_default();
        tally.points += u64::from(points);
        tally.games = tally.games.saturating_add(1);
    }

    /// The number of different moves seen.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no move was seen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The book: moves played at least `min_games` times that earned any points, each position's heaviest first.
    ///
    /// Weights are the points; where a position's would pass 16 bits, all of that position are scaled down together.
    #[must_use]
    pub fn to_bytes(&self, min_games: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut of_position: Vec<(u16, u64)> = Vec::new();
        let mut last_key = None;
        let kept = self.moves.iter().filter(|(_, tally)| tally.games >= min_games && tally.points > 0);
        for (&(key, code), tally) in kept {
            if last_key != Some(key) {
                write_position(&mut bytes, last_key, &mut of_position);
                last_key = Some(key);
            }
            of_position.push((code, tally.points));
        }
        write_position(&mut bytes, last_key, &mut of_position);
        bytes
    }
}

fn write_position(bytes: &mut Vec<u8>, key: Option<u64>, moves: &mut Vec<(u16, u64)>) {
    let (Some(key), Some(most)) = (key, moves.iter().map(|&(_, points)| points).max()) else {
        return;
    };
    moves.sort_by_key(|&(code, points)| (core::cmp::Reverse(points), code));
    for (code, points) in moves.drain(..) {
        let scaled = match u16::try_from(most) {
            Ok(_) => points,
            // Nothing that earned points becomes impossible to choose.
            Err(_) => (u128::from(points) * u128::from(u16::MAX) / u128::from(most)).max(1) as u64,
        };
        let weight = u16::try_from(scaled).unwrap_or(u16::MAX);
        bytes.extend(BookEntry { key, code, weight, learn: 0 }.to_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of SplitMix64 from three seeds.
    #[test]
    fn seeds_are_mixed_as_published() {
        assert_eq!(
            [0, 1, 1_234_567].map(mix),
            [0xe220_a839_7b1d_cdaf, 0x910a_2dec_8902_5cc1, 6_457_827_717_110_365_317]
        );
    }
}
