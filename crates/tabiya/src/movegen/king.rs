//! King steps and castling.

use super::{Context, Kind, Sink};
use crate::attacks::{self, Sliders, between, line};
use crate::castling::CastlingPath;
use crate::{Bitboard, Role, Side, Square};

#[inline(always)]
pub(super) fn steps<S: Side, K: Kind, A: Sliders, T: Sink>(context: &Context<'_, A>, sink: &mut T) {
    let king = context.king;
    let mut targets = attacks::king(king) & context.wanted::<K>();
    if K::LEGAL {
        targets = safe::<S, A>(context, targets);
    } else if K::ANSWERS_CHECK {
        targets -= checked_lines(context.position.checkers() - leapers(context), king);
    }
    sink.piece(Role::King, king, targets - context.them, targets & context.them);
}

#[inline(always)]
pub(super) fn castles<S: Side, K: Kind, A: Sliders, T: Sink>(context: &Context<'_, A>, sink: &mut T) {
    for rook in context.position.castling_rights().rooks_of(S::COLOR) {
        // What lies between king and rook is always part of what must be empty, and usually answers the question.
        if between(context.king, rook).intersects(context.occupied()) {
            continue;
        }
        let path = CastlingPath::new(context.king, rook);
        if path.must_be_empty.intersects(context.occupied()) {
            continue;
        }
        if K::LEGAL {
            // A rook pinned along the back rank would leave the king to its pinner.
            let crossed = path.must_be_safe.without(context.king);
            if context.pinned.contains(rook) || safe::<S, A>(context, crossed) != crossed {
                continue;
            }
        }
        sink.castle(path.wing(), context.king, rook);
    }
}

/// Those of the squares that the enemy does not attack, the king being no shelter for the squares behind it.
#[inline(always)]
fn safe<S: Side, A: Sliders>(context: &Context<'_, A>, squares: Bitboard) -> Bitboard {
    if squares.is_empty() {
        return squares;
    }
    let board = context.position.board();
    let them = context.them;
    let mut safe = squares
        - attacks::pawns(!S::COLOR, them & board.by_role(Role::Pawn))
        - attacks::knights(them & board.by_role(Role::Knight))
        - attacks::king(context.position.king_of(!S::COLOR));
    let occupied = context.occupied().without(context.king);
    let (diagonal, straight) = (board.diagonal_sliders() & them, board.straight_sliders() & them);
    for square in safe {
        if context.sliders.bishop(square, occupied).intersects(diagonal)
            || context.sliders.rook(square, occupied).intersects(straight)
        {
            safe = safe.without(square);
        }
    }
    safe
}

#[inline(always)]
fn leapers<A: Sliders>(context: &Context<'_, A>) -> Bitboard {
    let board = context.position.board();
    board.by_role(Role::Knight) | board.by_role(Role::Pawn)
}

/// The lines of these sliders through the king, but for the sliders' own squares: stepping along one stays in check.
#[inline(always)]
pub(super) fn checked_lines(sliders: Bitboard, king: Square) -> Bitboard {
    let mut lines = Bitboard::EMPTY;
    for slider in sliders {
        lines |= line(king, slider).without(slider);
    }
    lines
}
