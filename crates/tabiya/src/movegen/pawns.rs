//! Pawn pushes, captures and promotions, as sets that move together.

use super::{Context, Kind, Sink};
use crate::attacks::line;
use crate::{Bitboard, MoveKind, Role, Side};

#[inline(always)]
pub(super) fn generate<S: Side, K: Kind, T: Sink>(context: &Context<'_>, sink: &mut T) {
    let pawns = context.position.board().pieces(S::COLOR, Role::Pawn);
    advance::<S, K, T>(context, sink, pawns - context.pinned, context.answers);
    if K::LEGAL {
        // Each pinned pawn has a line of its own to stay on.
        for pawn in pawns & context.pinned {
            let on_line = context.answers & line(context.king, pawn);
            advance::<S, K, T>(context, sink, pawn.bitboard(), on_line);
        }
    }
}

/// The moves of these pawns that end on an allowed square.
#[inline(always)]
fn advance<S: Side, K: Kind, T: Sink>(context: &Context<'_>, sink: &mut T, pawns: Bitboard, allowed: Bitboard) {
    let empty = !context.occupied();
    let enemies = context.them & allowed;
    let promoting = pawns & S::SEVENTH_RANK;
    let others = pawns - S::SEVENTH_RANK;

    if K::QUIETS {
        let single = others.shift(S::UP) & empty;
        let double = (single & S::THIRD_RANK).shift(S::UP) & empty;
        sink.pawns(MoveKind::Quiet, S::UP, single & allowed);
        sink.pawns(MoveKind::DoublePush, S::UP, double & allowed);
    }
    if K::CAPTURES {
        sink.pawns(MoveKind::Capture, S::UP_EAST, others.shift(S::UP_EAST) & enemies);
        sink.pawns(MoveKind::Capture, S::UP_WEST, others.shift(S::UP_WEST) & enemies);
    }
    if promoting.any() {
        sink.promotions(true, S::UP_EAST, promoting.shift(S::UP_EAST) & enemies, K::PROMOTIONS);
        sink.promotions(true, S::UP_WEST, promoting.shift(S::UP_WEST) & enemies, K::PROMOTIONS);
        sink.promotions(false, S::UP, promoting.shift(S::UP) & empty & allowed, K::PROMOTIONS);
    }
}
