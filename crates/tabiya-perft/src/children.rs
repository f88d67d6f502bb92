//! From sets of moves to boards: every legal move played, one after another.

use crate::board::{Board, role};
use crate::generate::{PawnMove, Sink, generate};
use crate::geometry::squares;
use crate::side::Side;
use crate::sliders::Sliders;

/// What a move did, for those who care: keys, divided counts, statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// A piece moved, or a pawn without promotion; the role is one of [`role`].
    Plain {
        role: u8,
        from: u8,
        to: u8,
    },
    DoublePush {
        from: u8,
        to: u8,
    },
    Promotion {
        role: u8,
        from: u8,
        to: u8,
    },
    EnPassant {
        from: u8,
        to: u8,
    },
    Castle {
        king: u8,
        rook: u8,
    },
}

struct Expand<'a, F> {
    board: &'a Board,
    visit: F,
}

impl<F: FnMut(&Board, Step)> Expand<'_, F> {
    #[inline(always)]
    fn promote<const ROLE: u8>(&mut self, from: usize, to: usize) {
        let child = self.board.after_promotion::<ROLE>(1 << from, 1 << to);
        (self.visit)(&child, Step::Promotion { role: ROLE, from: from as u8, to: to as u8 });
    }
}

impl<S: Side, F: FnMut(&Board, Step)> Sink<S> for Expand<'_, F> {
    #[inline(always)]
    fn piece<const ROLE: u8>(&mut self, from: usize, targets: u64) {
        for to in squares(targets) {
            let child = self.board.after_piece::<S, ROLE>(1 << from, 1 << to);
            (self.visit)(&child, Step::Plain { role: ROLE, from: from as u8, to: to as u8 });
        }
    }

    #[inline(always)]
    fn pawns(&mut self, kind: PawnMove, targets: u64) {
        let origin = |to: usize| (to as i32 - kind.delta::<S>()) as usize & 63;
        if kind == PawnMove::DoublePush {
            for to in squares(targets) {
                let from = origin(to);
                let child = self.board.after_double_push::<S>(1 << from, 1 << to);
                (self.visit)(&child, Step::DoublePush { from: from as u8, to: to as u8 });
            }
            return;
        }
        for to in squares(targets & !S::LAST_RANK) {
            let from = origin(to);
            let child = self.board.after_pawn(1 << from, 1 << to);
            (self.visit)(&child, Step::Plain { role: role::PAWN, from: from as u8, to: to as u8 });
        }
        for to in squares(targets & S::LAST_RANK) {
            let from = origin(to);
            self.promote::<{ role::QUEEN }>(from, to);
            self.promote::<{ role::ROOK }>(from, to);
            self.promote::<{ role::BISHOP }>(from, to);
            self.promote::<{ role::KNIGHT }>(from, to);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: usize) {
        let to = self.board.en_passant.trailing_zeros() as u8;
        let child = self.board.after_en_passant::<S>(1 << from);
        (self.visit)(&child, Step::EnPassant { from: from as u8, to });
    }

    #[inline(always)]
    fn castle(&mut self, rook: usize) {
        let king = self.board.king() as u8;
        let child = self.board.after_castling::<S>(rook);
        (self.visit)(&child, Step::Castle { king, rook: rook as u8 });
    }
}

/// Plays every legal move and hands over the boards that result.
#[inline(always)]
pub(crate) fn for_each_child<S: Side, A: Sliders>(b: &Board, visit: impl FnMut(&Board, Step)) {
    generate::<S, A, _>(b, &mut Expand { board: b, visit });
}
