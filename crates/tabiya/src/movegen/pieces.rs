//! Knights, bishops, rooks and queens.

use super::{Context, Kind, Sink};
use crate::attacks::{self, Sliders, line};
use crate::{Bitboard, Role, Side};

#[inline(always)]
pub(super) fn generate<S: Side, K: Kind, A: Sliders, T: Sink>(context: &Context<'_, A>, sink: &mut T) {
    let targets = context.wanted::<K>() & context.check_mask;
    // A pinned knight has no square on its line.
    for from in context.movers::<S>(Role::Knight) - context.pinned {
        let reached = attacks::knight(from) & targets;
        sink.piece(Role::Knight, from, reached - context.them, reached & context.them);
        if sink.is_done() {
            return;
        }
    }
    sliders::<S, K, A, T>(context, sink, Role::Bishop, targets);
    sliders::<S, K, A, T>(context, sink, Role::Rook, targets);
    sliders::<S, K, A, T>(context, sink, Role::Queen, targets);
}

#[inline(always)]
fn sliders<S: Side, K: Kind, A: Sliders, T: Sink>(
    context: &Context<'_, A>,
    sink: &mut T,
    role: Role,
    targets: Bitboard,
) {
    for from in context.movers::<S>(role) {
        let mut reached = context.sliders.of(role, S::COLOR, from, context.occupied()) & targets;
        if K::LEGAL && context.pinned.contains(from) {
            reached &= line(context.king, from);
        }
        sink.piece(role, from, reached - context.them, reached & context.them);
        if sink.is_done() {
            return;
        }
    }
}
