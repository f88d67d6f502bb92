//! The picker's list: moves with scores, on the stack, picked best first.

use core::mem::MaybeUninit;

use crate::{Move, MoveList};

/// A scored move as one number that sorts as the picker wants it:
///
/// | bits | 63–32 | 31–16 | 15–0 |
/// |---|---|---|---|
/// | | score | 65535 − place in the list | move |
///
/// The place makes every number different, and of equal scores the move generated first the greater one: the order
/// depends on the scores alone, not on how it is found.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Entry(i64);

impl Entry {
    #[inline(always)]
    fn new(mv: Move, score: i32, place: usize) -> Entry {
        Entry(i64::from(score) << 32 | (0xffff - place as i64) << 16 | i64::from(mv.bits()))
    }

    #[inline(always)]
    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u16)
    }
}

/// Scored moves in a fixed array. Never more than a position has moves, so it has the capacity of a [`MoveList`].
#[derive(Clone)]
pub(super) struct ScoredList {
    entries: [MaybeUninit<Entry>; MoveList::CAPACITY],
    len: usize,
}

impl ScoredList {
    #[inline(always)]
    pub(super) const fn new() -> ScoredList {
        ScoredList { entries: [const { MaybeUninit::uninit() }; MoveList::CAPACITY], len: 0 }
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    pub(super) fn push(&mut self, mv: Move, score: i32) {
        self.entries[self.len] = MaybeUninit::new(Entry::new(mv, score, self.len));
        self.len += 1;
    }

    #[inline(always)]
    fn as_slice(&self) -> &[Entry] {
        // SAFETY: the first `len` elements are always initialised: only `push` raises `len`, and it writes the element
        // it adds. Initialising the array instead would cost 5 KB of stores at every node of a search.
        unsafe { core::slice::from_raw_parts(self.entries.as_ptr().cast::<Entry>(), self.len) }
    }

    #[inline(always)]
    fn as_mut_slice(&mut self) -> &mut [Entry] {
        // SAFETY: as in `as_slice`.
        unsafe { core::slice::from_raw_parts_mut(self.entries.as_mut_ptr().cast::<Entry>(), self.len) }
    }

    #[inline(always)]
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        self.as_mut_slice().swap(a, b);
    }

    /// The move at a place.
    #[inline(always)]
    pub(super) fn get(&self, place: usize) -> Option<Move> {
        self.as_slice().get(place)?.mv()
    }
}

/// The part of a list that is being picked from, best first. What remains lies at its beginning; what was picked makes
/// room at its end.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Pile {
    start: usize,
    end: usize,
    picked: usize,
}

impl Pile {
    /// Picking the best of what remains pays for a node that is cut off soon. After this many moves it probably will
    /// not be, and sorting the rest is cheaper: `docs/ordering.md` has the figures.
    const SORT_AFTER: usize = 4;

    /// Everything in the list from `start` on.
    #[inline(always)]
    pub(super) fn from(list: &ScoredList, start: usize) -> Pile {
        Pile { start, end: list.len(), picked: 0 }
    }

    /// Takes the best move off the pile.
    #[inline(always)]
    pub(super) fn pop(&mut self, list: &mut ScoredList) -> Option<Move> {
        let rest = list.as_mut_slice().get_mut(self.start..self.end)?;
        let last = rest.len().checked_sub(1)?;
        match self.picked {
            ..Pile::SORT_AFTER => {
                let mut best = last;
                let mut greatest = rest[last];
                for (place, &entry) in rest.iter().enumerate() {
                    best = if entry > greatest { place } else { best };
                    greatest = entry.max(greatest);
                }
                rest.swap(best, last);
            }
            Pile::SORT_AFTER => rest.sort_unstable(),
            _ => {}
        }
        self.picked += 1;
        self.end -= 1;
        rest[last].mv()
    }

    /// Where the move taken off last lies.
    #[inline(always)]
    pub(super) fn last_taken(&self) -> usize {
        self.end
    }
}
