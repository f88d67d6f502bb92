//! The picker's list: moves with scores, on the stack, picked best first.

use core::mem::MaybeUninit;

use crate::{Move, MoveList, ScoredMove};

/// Scored moves in a fixed array. Never more than a position has moves, so it has the capacity of a [`MoveList`].
#[derive(Clone)]
pub(super) struct ScoredList {
    moves: [MaybeUninit<ScoredMove>; MoveList::CAPACITY],
    len: usize,
}

impl ScoredList {
    #[inline(always)]
    pub(super) const fn new() -> ScoredList {
        ScoredList { moves: [const { MaybeUninit::uninit() }; MoveList::CAPACITY], len: 0 }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, mv: Move, score: i32) {
        self.moves[self.len] = MaybeUninit::new(ScoredMove { mv, score });
        self.len += 1;
    }

    #[inline(always)]
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    #[inline(always)]
    pub(super) fn as_mut_slice(&mut self) -> &mut [ScoredMove] {
        // SAFETY: the first `len` elements are always initialised: only `push` raises `len`, and it writes the element
        // it adds. Initialising the array instead would cost 5 KB of stores at every node of a search.
        unsafe { core::slice::from_raw_parts_mut(self.moves.as_mut_ptr().cast::<ScoredMove>(), self.len) }
    }

    /// Brings the best of the moves from `start` on to `start`, the first of equal ones, and returns it.
    #[inline(always)]
    pub(super) fn best_from(&mut self, start: usize) -> Option<Move> {
        let rest = self.as_mut_slice().get_mut(start..)?;
        let mut best = 0;
        let mut best_score = rest.first()?.score;
        for (i, scored) in rest.iter().enumerate() {
            if scored.score > best_score {
                (best, best_score) = (i, scored.score);
            }
        }
        rest.swap(0, best);
        Some(rest[0].mv)
    }
}
