//! One ply, counted: the number of legal moves, without expanding a single set.

use crate::board::Board;
use crate::generate::{PawnMove, Sink, generate};
use crate::side::Side;
use crate::sliders::Sliders;

struct Counter(u32);

impl<S: Side> Sink<S> for Counter {
    #[inline(always)]
    fn piece<const ROLE: u8>(&mut self, _from: usize, targets: u64) {
        self.0 += targets.count_ones();
    }

    #[inline(always)]
    fn pawns(&mut self, kind: PawnMove, targets: u64) {
        self.0 += targets.count_ones();
        // A pawn on the last rank has four ways to be a piece.
        if kind != PawnMove::DoublePush {
            self.0 += 3 * (targets & S::LAST_RANK).count_ones();
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, _from: usize) {
        self.0 += 1;
    }

    #[inline(always)]
    fn castle(&mut self, _rook: usize) {
        self.0 += 1;
    }
}

/// The number of legal moves of the side to move.
#[inline(always)]
pub(crate) fn count_moves<S: Side, A: Sliders>(b: &Board) -> u32 {
    let mut counter = Counter(0);
    generate::<S, A, _>(b, &mut counter);
    counter.0
}
