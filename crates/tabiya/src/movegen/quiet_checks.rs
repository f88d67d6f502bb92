//! Quiet moves that give check, for the first ply of a quiescence search.

use super::{Context, NonEvasions, Promotions, Sink};
use crate::attacks::{Sliders, line};
use crate::castling::CastlingPath;
use crate::position::Node;
use crate::{Bitboard, CheckInfo, Move, MoveKind, Role, Side};

#[inline(always)]
pub(super) fn generate<S: Side, N: Node, A: Sliders, T: Sink>(node: N, sliders: A, sink: &mut T) {
    let context = Context::new::<S, NonEvasions>(&node, sliders);
    let position = context.position;
    let info = position.check_info();
    pawns::<S, A, T>(&context, &info, sink);
    let empty = !context.occupied() & context.targets;
    let enemy_king = position.king_of(!S::COLOR);
    let discoverers = info.discoverers(position);
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
        for from in context.movers::<S>(role) {
            let mut checking = info.check_squares[role as usize];
            if discoverers.contains(from) {
                checking |= !line(enemy_king, from);
            }
            let reached = sliders.of(role, S::COLOR, from, context.occupied()) & empty & checking;
            sink.piece(role, from, reached, Bitboard::EMPTY);
        }
    }
    castles(&context, &info, sink);
}

#[inline(always)]
fn pawns<S: Side, A: Sliders, T: Sink>(context: &Context<'_, A>, info: &CheckInfo, sink: &mut T) {
    let position = context.position;
    let (pawns, wanted) = (context.movers::<S>(Role::Pawn), context.targets);
    let empty = !context.occupied();
    let direct = info.check_squares[Role::Pawn as usize];
    // A pawn on the enemy king's own file stays on it when it is pushed; on any other line a push uncovers the king.
    let discoverers = info.discoverers(position) - position.king_of(!S::COLOR).file().bitboard();

    let others = pawns - S::SEVENTH_RANK;
    let single = others.shift(S::UP) & empty;
    let double = (single & S::THIRD_RANK).shift(S::UP) & empty;
    let one_step = discoverers.shift(S::UP);
    sink.pawns(MoveKind::Quiet, S::UP, single & wanted & (direct | one_step));
    sink.pawns(MoveKind::DoublePush, S::UP, double & wanted & (direct | one_step.shift(S::UP)));

    let promoting = pawns & S::SEVENTH_RANK;
    if promoting.any() {
        let by_knight = info.check_squares[Role::Knight as usize] & wanted;
        let enemies = context.them & by_knight;
        sink.promotions(true, S::UP_EAST, promoting.shift(S::UP_EAST) & enemies, Promotions::Knight);
        sink.promotions(true, S::UP_WEST, promoting.shift(S::UP_WEST) & enemies, Promotions::Knight);
        sink.promotions(false, S::UP, promoting.shift(S::UP) & empty & by_knight, Promotions::Knight);
    }
}

#[inline(always)]
fn castles<A: Sliders, T: Sink>(context: &Context<'_, A>, info: &CheckInfo, sink: &mut T) {
    if !context.origins.contains(context.king) {
        return;
    }
    let rooks = context.position.castling_candidates(context.position.turn(), context.checkers);
    for rook in rooks & context.targets {
        let path = CastlingPath::new(context.king, rook);
        let castle = Move::castle(context.king, rook, path.wing());
        if path.is_free(context.occupied()) && context.position.gives_check_with(castle, info) {
            sink.castle(path.wing(), context.king, rook);
        }
    }
}
