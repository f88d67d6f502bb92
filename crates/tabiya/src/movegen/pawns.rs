//! Pawn pushes, captures and promotions, as sets that move together.

use super::{Context, Kind, Sink};
use crate::attacks::{Sliders, pawn_lines};
use crate::{MoveKind, Role, Side};

#[inline(always)]
pub(super) fn generate<S: Side, K: Kind, A: Sliders, T: Sink>(context: &Context<'_, A>, sink: &mut T) {
    let pawns = context.movers::<S>(Role::Pawn);
    let landing = context.check_mask & context.targets;
    let (mut pushing, mut to_east, mut to_west) = (pawns, pawns, pawns);
    if K::LEGAL {
        // A pinned pawn stays on its line with the king by the one step that goes along it.
        let lines = pawn_lines(context.king);
        pushing -= context.pinned - lines.file;
        to_east -= context.pinned - lines.along(S::UP_EAST);
        to_west -= context.pinned - lines.along(S::UP_WEST);
    }
    let empty = !context.occupied();
    let enemies = context.them & landing;

    if K::QUIETS {
        let single = (pushing - S::SEVENTH_RANK).shift(S::UP) & empty;
        let double = (single & S::THIRD_RANK).shift(S::UP) & empty;
        sink.pawns(MoveKind::Quiet, S::UP, single & landing);
        sink.pawns(MoveKind::DoublePush, S::UP, double & landing);
        if sink.is_done() {
            return;
        }
    }
    if K::CAPTURES {
        sink.pawns(MoveKind::Capture, S::UP_EAST, (to_east - S::SEVENTH_RANK).shift(S::UP_EAST) & enemies);
        sink.pawns(MoveKind::Capture, S::UP_WEST, (to_west - S::SEVENTH_RANK).shift(S::UP_WEST) & enemies);
    }
    if K::PROMOTIONS.count() > 0 && pawns.intersects(S::SEVENTH_RANK) {
        let last = S::EIGHTH_RANK;
        sink.promotions(true, S::UP_EAST, to_east.shift(S::UP_EAST) & enemies & last, K::PROMOTIONS);
        sink.promotions(true, S::UP_WEST, to_west.shift(S::UP_WEST) & enemies & last, K::PROMOTIONS);
        sink.promotions(false, S::UP, pushing.shift(S::UP) & empty & landing & last, K::PROMOTIONS);
    }
}
