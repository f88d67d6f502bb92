//! Knights, bishops, rooks and queens.

use super::{Context, Kind, Sink};
use crate::attacks::{self, line};
use crate::{Role, Side};

#[inline(always)]
pub(super) fn generate<S: Side, K: Kind, T: Sink>(context: &Context<'_>, sink: &mut T) {
    let board = context.position.board();
    let occupied = context.occupied();
    let targets = context.wanted::<K>() & context.answers;

    // A pinned knight has no square on its line.
    for from in board.pieces(S::COLOR, Role::Knight) - context.pinned {
        let reached = attacks::knight(from) & targets;
        sink.piece(Role::Knight, from, reached - context.them, reached & context.them);
    }
    for role in [Role::Bishop, Role::Rook, Role::Queen] {
        for from in board.pieces(S::COLOR, role) {
            let mut reached = attacks::of(role, S::COLOR, from, occupied) & targets;
            if K::LEGAL && context.pinned.contains(from) {
                reached &= line(context.king, from);
            }
            sink.piece(role, from, reached - context.them, reached & context.them);
        }
    }
}
