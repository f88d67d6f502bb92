//! One ply, counted: the number of legal moves, without expanding a single set.

use tabiya::attacks::Sliders;
use tabiya::movegen::{Promotions, Sink};
use tabiya::{Bitboard, Direction, MoveKind, Role, Side, Square, Wing};

use crate::board::CountBoard;
use crate::generate::generate;

/// Not the counter of the rules: a piece's quiet moves and captures are one set here, and one popcount.
struct Counter(u32);

impl Sink for Counter {
    #[inline(always)]
    fn piece(&mut self, _: Role, _: Square, quiets: Bitboard, captures: Bitboard) {
        self.0 += (quiets | captures).len();
    }

    #[inline(always)]
    fn pawns(&mut self, _: MoveKind, _: Direction, targets: Bitboard) {
        self.0 += targets.len();
    }

    #[inline(always)]
    fn promotions(&mut self, _: bool, _: Direction, targets: Bitboard, promotions: Promotions) {
        self.0 += targets.len() * promotions.count() as u32;
    }

    #[inline(always)]
    fn en_passant(&mut self, _: Square, _: Square) {
        self.0 += 1;
    }

    #[inline(always)]
    fn castle(&mut self, _: Wing, _: Square, _: Square) {
        self.0 += 1;
    }
}

/// The number of legal moves of the side to move.
#[inline(always)]
pub(crate) fn count_moves<S: Side, A: Sliders>(sliders: A, b: &CountBoard) -> u32 {
    let mut counter = Counter(0);
    generate::<S, A, _>(sliders, b, &mut counter);
    counter.0
}
