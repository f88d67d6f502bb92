//! From sets of moves to boards: every legal move played, one after another.

use core::marker::PhantomData;

use tabiya::attacks::Sliders;
use tabiya::movegen::{Promotions, Sink, origin};
use tabiya::{Bitboard, Direction, Move, MoveKind, Role, Side, Square, Wing};

use crate::count::board::CountBoard;
use crate::count::generate::generate;

/// What was played, for callers that need it: keys, divided counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// What moved.
    pub role: Role,
    pub from: Square,
    /// For a castle the rook's square, as in a [`Move`].
    pub to: Square,
    pub kind: MoveKind,
}

impl Step {
    /// The move as the rules write it.
    pub fn to_move(self) -> Move {
        Move::new(self.from, self.to, self.kind)
    }
}

struct Expand<'a, S, F> {
    board: &'a CountBoard,
    visit: F,
    side: PhantomData<S>,
}

impl<S: Side, F: FnMut(&CountBoard, Step)> Sink for Expand<'_, S, F> {
    #[inline(always)]
    fn piece(&mut self, role: Role, from: Square, quiets: Bitboard, captures: Bitboard) {
        for to in quiets | captures {
            let child = self.board.after_piece::<S>(role, from.bitboard(), to.bitboard());
            let kind = if captures.contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
            (self.visit)(&child, Step { role, from, to, kind });
        }
    }

    #[inline(always)]
    fn pawns(&mut self, kind: MoveKind, step: Direction, targets: Bitboard) {
        for to in targets {
            let from = origin(kind, step, to);
            let child = match kind {
                MoveKind::DoublePush => self.board.after_double_push::<S>(from.bitboard(), to.bitboard()),
                _ => self.board.after_pawn(from.bitboard(), to.bitboard()),
            };
            (self.visit)(&child, Step { role: Role::Pawn, from, to, kind });
        }
    }

    #[inline(always)]
    fn promotions(&mut self, capture: bool, step: Direction, targets: Bitboard, _: Promotions) {
        for to in targets {
            let from = origin(MoveKind::Quiet, step, to);
            let mut promote = |role: Role, kind: MoveKind| {
                let child = self.board.after_promotion(role, from.bitboard(), to.bitboard());
                (self.visit)(&child, Step { role: Role::Pawn, from, to, kind });
            };
            let kind = |quiet, taking| if capture { taking } else { quiet };
            promote(Role::Queen, kind(MoveKind::PromoteQueen, MoveKind::CapturePromoteQueen));
            promote(Role::Rook, kind(MoveKind::PromoteRook, MoveKind::CapturePromoteRook));
            promote(Role::Bishop, kind(MoveKind::PromoteBishop, MoveKind::CapturePromoteBishop));
            promote(Role::Knight, kind(MoveKind::PromoteKnight, MoveKind::CapturePromoteKnight));
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, from: Square, to: Square) {
        let child = self.board.after_en_passant::<S>(from.bitboard());
        (self.visit)(&child, Step { role: Role::Pawn, from, to, kind: MoveKind::EnPassant });
    }

    #[inline(always)]
    fn castle(&mut self, wing: Wing, king: Square, rook: Square) {
        let child = self.board.after_castling::<S>(rook);
        (self.visit)(&child, Step { role: Role::King, from: king, to: rook, kind: MoveKind::castle(wing) });
    }
}

/// Plays every legal move and hands over the boards that result.
#[inline(always)]
pub(crate) fn for_each_child<S: Side, A: Sliders>(sliders: A, b: &CountBoard, visit: impl FnMut(&CountBoard, Step)) {
    generate::<S, A, _>(sliders, b, &mut Expand::<S, _> { board: b, visit, side: PhantomData });
}

#[cfg(test)]
mod tests {
    use tabiya::Position;
    use tabiya::side::{Black, White};

    use super::*;
    use crate::arch::plain_sliders;
    use crate::testing::random_games;

    fn compare<S: Side>(b: &CountBoard, position: &Position) {
        let mut children = 0;
        for_each_child::<S, _>(plain_sliders(), b, |child, step| {
            let after = position.after(step.to_move());
            assert_eq!(*child, CountBoard::from(&after), "{step:?} in {position}");
            children += 1;
        });
        assert_eq!(children, position.count_legal(), "{position}");
    }

    /// Equal positions have equal boards, whichever way they were reached: else they would be counted, or found, twice.
    #[test]
    fn a_child_is_the_board_of_the_position_after_the_move() {
        random_games(24, 0xc41d, |b, white, peer| {
            let position = Position::from_fen(&format!("{peer:#}")).unwrap();
            if white { compare::<White>(b, &position) } else { compare::<Black>(b, &position) }
        });
    }
}
