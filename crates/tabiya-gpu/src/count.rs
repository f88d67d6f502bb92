//! Counting on one card: level by level, in slices that fit its memory.
//!
//! A level is an array of positions on the card. Two plies above the leaves the pairs of a level are counted; above
//! that its children are made, either *unmerged* (expanded, in chunks of parents) or *merged*
//! (equal ones once, with the number of paths that lead to them: see `merge.rs` and `groups.rs`). Whatever does not fit
//! is cut smaller and tried again, so memory decides how long a count takes and never what it says.

use crate::device::{Address, Argument, Card};
use crate::error::Error;
use crate::packed::Packed;
use crate::share::Share;

use Argument::Word;

/// Bytes of a position, and of the number of paths to it.
pub(crate) const POSITION: u64 = 32;
pub(crate) const PATHS: u64 = 8;
/// Positions in one launch: some ten milliseconds of work, so that cancelling is quick.
const PAIRS_AT_ONCE: u64 = 1 << 25;
/// What the pair counter leaves for other kernels: an index of a position, or a move; and how many to have room for.
const SLOW_BYTES: u64 = 4;
const MADE_BYTES: u64 = 8;
const MADE_EACH: u64 = 2;
const SLOW_ONE_IN: u64 = 8;
/// The most children that are made at once to be counted.
pub(crate) const CHILDREN_AT_ONCE: u64 = 1 << 26;
/// Moves of a position, before anything is known about this tree.
pub(crate) const MOVES: f64 = 48.0;

/// Positions on the card.
#[derive(Clone, Copy)]
pub(crate) struct Level {
    pub(crate) boards: Address,
    /// How many paths lead to each; null means one.
    pub(crate) paths: Address,
    pub(crate) len: u64,
}

/// Why a count ends before its end.
pub(crate) enum Stop {
    Cancelled,
    Failed(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Stop::Failed(error)
    }
}

/// A count on one card.
pub(crate) struct Counter<'a> {
    pub(crate) card: &'a Card,
    pub(crate) share: &'a Share<'a>,
    /// Whether equal positions are merged.
    merge: bool,
    /// Whether the level at hand is below one of the parts that cards share, so that this one counts all of it.
    pub(crate) in_part: bool,
    /// A few words for what kernels tell: two sums and two lengths.
    notes: Address,
    /// What the pair counter leaves, and for how many positions that is room enough as a rule.
    slow: Address,
    made: Address,
    room: u64,
    /// Positions for which that room has been enough.
    pairs_at_once: u64,
    /// Children of a position, and distinct ones among merged children, as far as known.
    pub(crate) moves: f64,
    pub(crate) distinct: f64,
}

/// Words of [`Counter::notes`].
pub(crate) const TOTAL: u64 = 0;
pub(crate) const OTHER: u64 = 3;
pub(crate) const ORDER: u64 = 5;
pub(crate) const LENGTH: u64 = 6;
const SLOW: u64 = 6;
const MADE: u64 = 7;
const NOTES: usize = 8;

impl<'a> Counter<'a> {
    pub fn new(card: &'a Card, share: &'a Share<'a>, merge: bool) -> Result<Self, Error> {
        card.begin()?;
        let notes = card.take(8 * NOTES as u64)?;
        // No more than a sixteenth of the memory.
        let each = MADE_EACH * MADE_BYTES + 1;
        let room = (card.size() as u64 / 16 / each).min(PAIRS_AT_ONCE);
        let slow = card.take(room / SLOW_ONE_IN * SLOW_BYTES)?;
        let made = card.take(room * MADE_EACH * MADE_BYTES)?;
        let (moves, distinct) = (MOVES, 1.0);
        Ok(Self { card, share, merge, in_part: false, notes, slow, made, room, pairs_at_once: room, moves, distinct })
    }

    /// Puts positions on the card, each reached by one path.
    pub fn upload(&self, positions: &[Packed]) -> Result<Level, Error> {
        let words: Vec<u64> = positions.iter().flat_map(|position| position.0).collect();
        let boards = self.card.take(8 * words.len() as u64)?;
        self.card.write(boards, &words)?;
        Ok(Level { boards, paths: 0, len: positions.len() as u64 })
    }

    /// Counts the leaves `plies` plies below a level, and notes them. `part` is the share of the whole count.
    pub fn count(&mut self, level: Level, plies: u32, part: f64) -> Result<(), Stop> {
        match plies {
            0 => unreachable!("the caller knows its own position"),
            1 | 2 => self.sum(level, plies, part),
            _ if level.len == 0 => Ok(()),
            _ if !self.merge || plies == 3 && !self.fits_merged(level) => self.expand(level, plies, part),
            _ => self.merge(level, plies, part),
        }
    }

    pub(crate) fn note(&self, word: u64) -> Argument {
        Word(self.notes + 8 * word)
    }

    pub(crate) fn clear_notes(&self) -> Result<(), Error> {
        self.card.clear(self.notes, 8 * NOTES as u64)
    }

    pub(crate) fn read_notes(&self) -> Result<[u64; NOTES], Error> {
        let mut notes = [0; NOTES];
        self.card.read(self.notes, &mut notes)?;
        Ok(notes)
    }

    /// One or two plies.
    fn sum(&mut self, level: Level, plies: u32, part: f64) -> Result<(), Stop> {
        let mut start = 0;
        while start < level.len {
            self.share.check()?;
            let chunk = level.range(start, self.pairs_at_once.max(1));
            let nodes = if plies == 1 { Some(self.moves_of(chunk)?) } else { self.pairs_of(chunk)? };
            if let Some(nodes) = nodes {
                start += chunk.len;
                self.share.add(nodes, part * chunk.len as f64 / level.len as f64);
            }
        }
        Ok(())
    }

    fn moves_of(&self, chunk: Level) -> Result<u128, Error> {
        self.clear_notes()?;
        let arguments = [Word(chunk.boards), Word(chunk.paths), Word(chunk.len), self.note(TOTAL)];
        // SAFETY: level, paths or null, length and total of `moves_kernel`; a level has `len` positions, and the notes
        // room for a sum.
        unsafe { self.card.launch(&self.card.kernels.moves, chunk.len, &arguments) }?;
        Ok(from_limbs(&self.read_notes()?, TOTAL))
    }

    /// The pairs of a chunk; nothing if there was no room for what is left to other kernels, and then fewer positions
    /// are for the next one.
    fn pairs_of(&mut self, chunk: Level) -> Result<Option<u128>, Error> {
        self.clear_notes()?;
        let (boards, paths, total) = (Word(chunk.boards), Word(chunk.paths), self.note(TOTAL));
        let (slow_room, made_room) = (self.room / SLOW_ONE_IN, self.room * MADE_EACH);
        let slow = [Word(self.slow), Word(slow_room), self.note(SLOW)];
        let made = [Word(self.made), Word(made_room), self.note(MADE)];
        let kernels = &self.card.kernels;
        let all = [&[boards, paths, Word(chunk.len), total], &slow[..], &made[..]].concat();
        // SAFETY: level, paths or null, length and total of `pairs_kernel`, and twice an array, its room and its
        // length, which is a note; `new` took arrays of just that room. A chunk is short enough for an index of 32
        // bits.
        unsafe { self.card.launch(&kernels.pairs, chunk.len, &all) }?;
        // They read on the card how much there is.
        let slow = [&[boards, paths, total], &slow[..]].concat();
        // SAFETY: level, paths or null and total of `slow_kernel`, and the array with its room and length that the pair
        // counter has just written.
        unsafe { self.card.launch(&kernels.slow, chunk.len, &slow) }?;
        let made = [&[boards, paths, total], &made[..]].concat();
        // SAFETY: the same of `made_kernel`, with the other array.
        unsafe { self.card.launch(&kernels.made, chunk.len, &made) }?;
        let notes = self.read_notes()?;
        let full = |word: u64, room: u64| notes[word as usize] as f64 / room as f64;
        let full = full(SLOW, slow_room).max(full(MADE, made_room));
        self.pairs_at_once = (0.8 * chunk.len as f64 / full.max(1e-9)) as u64;
        self.pairs_at_once = self.pairs_at_once.clamp(1, self.room);
        Ok((full <= 1.0).then(|| from_limbs(&notes, TOTAL)))
    }

    /// Children of a few parents at a time, every one of them.
    fn expand(&mut self, level: Level, plies: u32, part: f64) -> Result<(), Stop> {
        let mark = self.card.mark();
        let each = if level.paths == 0 { POSITION } else { POSITION + PATHS };
        // Deeper levels want their share too.
        let room = self.card.free() as u64 / if plies > 3 { 4 } else { 1 };
        let capacity = ((room.saturating_sub(1024)) / each).min(CHILDREN_AT_ONCE);
        if capacity < 1024 {
            return Err(Error::OutOfMemory { bytes: (1024 * each) as usize, free: self.card.free() }.into());
        }
        let boards = self.card.take(capacity * POSITION)?;
        let paths = if level.paths == 0 { 0 } else { self.card.take(capacity * PATHS)? };
        let mut start = 0;
        let mut parents = (capacity as f64 / self.moves) as u64;
        while start < level.len {
            self.share.check()?;
            let chunk = level.range(start, parents.max(1));
            self.clear_notes()?;
            let arguments = [
                Word(chunk.boards),
                Word(chunk.paths),
                Word(chunk.len),
                Word(boards),
                Word(paths),
                Word(capacity),
                self.note(LENGTH),
            ];
            // SAFETY: level, paths or null and length of `expand_kernel`, then room for children, for their paths if
            // there are any, how much that is, and the note of how many there are; both were taken above for as many as
            // `capacity` says.
            unsafe { self.card.launch(&self.card.kernels.expand, chunk.len, &arguments) }?;
            let len = self.read_notes()?[LENGTH as usize];
            if len > capacity {
                if chunk.len == 1 {
                    return Err(Error::OutOfMemory { bytes: (len * each) as usize, free: self.card.free() }.into());
                }
                parents = chunk.len / 2;
                continue;
            }
            start += chunk.len;
            parents = (0.97 * capacity as f64 * chunk.len as f64 / len.max(1) as f64) as u64;
            let children = Level { boards, paths, len };
            self.count(children, plies - 1, part * chunk.len as f64 / level.len as f64)?;
        }
        self.card.release(mark);
        Ok(())
    }
}

impl Level {
    /// One of `ranges` ranges of about the same length.
    pub fn range_of(self, range: u32, ranges: u32) -> Level {
        let at = |range: u32| (u128::from(self.len) * u128::from(range) / u128::from(ranges)) as u64;
        self.range(at(range), at(range + 1) - at(range))
    }

    pub(crate) fn range(self, start: u64, len: u64) -> Level {
        Level {
            boards: self.boards + start * POSITION,
            paths: if self.paths == 0 { 0 } else { self.paths + start * PATHS },
            len: len.min(self.len - start),
        }
    }
}

/// A level in parts of at most `most` positions.
pub(crate) fn chunks(level: Level, most: u64) -> impl Iterator<Item = Level> {
    (0..level.len.div_ceil(most)).map(move |i| level.range(i * most, most))
}

/// A sum as kernels keep it.
pub(crate) fn from_limbs(notes: &[u64; NOTES], at: u64) -> u128 {
    let at = at as usize;
    u128::from(notes[at]) + (u128::from(notes[at + 1]) << 32) + (u128::from(notes[at + 2]) << 64)
}
