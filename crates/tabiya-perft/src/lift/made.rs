//! Moves looked at one by one: those that differences do not tell of, or not wholly.

use super::movers::Movers;
use super::sorted::Sorted;
use crate::board::{Board, role};
use crate::generate::{PawnMove, attackers, pin_line};
use crate::geometry::{BETWEEN, EMPTY_BISHOP, EMPTY_ROOK, KNIGHT, squares};
use crate::isa::Isa;
use crate::lanes::Lanes;
use crate::side::Side;

/// What is left to say of eight movers: what the king may take back, what pins take away and give
/// back, and the replies to awkward moves. The sum wraps, because a part of it may be negative.
#[inline(always)]
pub(super) fn one_by_one<S: Side, I: Isa>(movers: &Movers<'_, S, I>, sorted: &Sorted<I::Lanes>) -> u64 {
    let mut sum = 0_u64;
    if sorted.slow | sorted.beside | sorted.pinning | sorted.unpinning == 0 {
        return sum;
    }
    let (b, zone) = (movers.board, movers.zone);
    let (plain, awkward) = (sorted.plain.store(), sorted.awkward.store());
    let (origins, roles) = (sorted.origins.store(), sorted.roles.store());
    for i in squares(u64::from(sorted.beside)) {
        for to in squares(plain[i & 7] & zone.beside) {
            sum = sum.wrapping_add(u64::from(king_retakes::<S, I>(b, origins[i & 7], to)));
        }
    }
    let king = b.their_king();
    for i in squares(u64::from(sorted.pinning)) {
        let pins = zone.pins_to.lane(roles[i & 7] as usize);
        for to in squares(plain[i & 7] & pins) {
            // What was pinned already is pinned by the same piece, from another square of its line.
            let pinned = BETWEEN[king][to] & b.them & !zone.pinned;
            if pinned == 0 {
                continue;
            }
            sum = sum.wrapping_sub(off_the_line::<S, I>(b, pinned, origins[i & 7], 1 << to));
        }
    }
    for i in squares(u64::from(sorted.unpinning)) {
        let from = origins[i & 7];
        let pinner = from.trailing_zeros() as usize & 63;
        let pinned = BETWEEN[king][pinner] & b.them;
        for to in squares(plain[i & 7] & !pin_line(king, pinner)) {
            sum = sum.wrapping_add(off_the_line::<S, I>(b, pinned, from, 1 << to));
        }
    }
    for i in squares(u64::from(sorted.slow)) {
        sum = sum.wrapping_add(count_piece::<S, I>(b, roles[i & 7], origins[i & 7], awkward[i & 7]));
    }
    sum
}

/// Replies of one piece that leave the line through it and its king, after a move. A pin takes them
/// away, and its end gives them back.
#[inline(always)]
fn off_the_line<S: Side, I: Isa>(b: &Board, piece: u64, from: u64, to: u64) -> u64 {
    let square = piece.trailing_zeros() as usize & 63;
    let movers = b.us & !from | to;
    let own = b.them & !to;
    let occupied = movers | own;
    let off = !(pin_line(b.their_king(), square) | own);
    if piece & b.pawns != 0 {
        let pushed = S::Foe::up(piece) & !occupied;
        let twice = S::Foe::up(pushed & S::Foe::DOUBLE_PUSH_MIDDLE) & !occupied;
        let targets = (pushed | twice | S::Foe::pawn_attacks(piece) & movers) & off;
        return u64::from(targets.count_ones() + 3 * (targets & S::Foe::LAST_RANK).count_ones());
    }
    if piece & b.knights != 0 {
        return u64::from((KNIGHT[square] & off).count_ones());
    }
    let straight = if piece & b.straight != 0 { I::rook(square, occupied) } else { 0 };
    let diagonal = if piece & b.diagonal != 0 { I::bishop(square, occupied) } else { 0 };
    u64::from(((straight | diagonal) & off).count_ones())
}

/// Whether the king may take back what arrived on `to`, because nobody else protects it.
#[inline(always)]
pub(super) fn king_retakes<S: Side, I: Isa>(b: &Board, from: u64, to: usize) -> bool {
    attackers::<I, S::Foe>(b, to, b.us & !from, b.occupied() & !from) == 0
}

/// En passant captures that a double push allows. The push itself gives no check.
#[inline(always)]
pub(super) fn count_en_passant_replies<S: Side, I: Isa>(b: &Board, from: u64, to: u64) -> u64 {
    let king = b.their_king();
    let jumped = S::up(from);
    let mut legal = 0;
    for taker in squares(S::pawn_attacks(jumped) & b.pawns & b.them) {
        // The squares that both pawns leave matter only on a line with the king.
        if (EMPTY_ROOK[king] | EMPTY_BISHOP[king]) & (1 << taker | to) == 0 {
            legal += 1;
            continue;
        }
        let occupied = b.occupied() & !(from | 1 << taker) | jumped;
        let sliders = I::rook(king, occupied) & b.straight | I::bishop(king, occupied) & b.diagonal;
        legal += u64::from(sliders & b.us == 0);
    }
    legal
}

/// Makes the moves of one piece and counts the replies to each.
#[inline(never)]
fn count_piece<S: Side, I: Isa>(b: &Board, role: u64, from: u64, targets: u64) -> u64 {
    match role as u8 {
        role::KNIGHT => count_after::<S, I, { role::KNIGHT }>(b, from, targets),
        role::BISHOP => count_after::<S, I, { role::BISHOP }>(b, from, targets),
        role::ROOK => count_after::<S, I, { role::ROOK }>(b, from, targets),
        role::QUEEN => count_after::<S, I, { role::QUEEN }>(b, from, targets),
        _ => count_after::<S, I, { role::KING }>(b, from, targets),
    }
}

#[inline(always)]
fn count_after<S: Side, I: Isa, const ROLE: u8>(b: &Board, from: u64, targets: u64) -> u64 {
    let mut total = 0;
    for to in squares(targets) {
        total += u64::from(I::moves::<S::Foe>(&b.after_piece::<S, ROLE>(from, 1 << to)));
    }
    total
}

/// The same for pawns; one that arrives on the last rank becomes each of four pieces.
#[inline(never)]
pub(super) fn count_pawns<S: Side, I: Isa>(b: &Board, kind: PawnMove, targets: u64) -> u64 {
    let mut total = 0;
    for to in squares(targets) {
        let from = 1_u64 << ((to as i32 - kind.delta::<S>()) & 63);
        let to = 1_u64 << to;
        let mut count = |child: Board| total += u64::from(I::moves::<S::Foe>(&child));
        if to & S::LAST_RANK != 0 {
            count(b.after_promotion::<{ role::QUEEN }>(from, to));
            count(b.after_promotion::<{ role::ROOK }>(from, to));
            count(b.after_promotion::<{ role::BISHOP }>(from, to));
            count(b.after_promotion::<{ role::KNIGHT }>(from, to));
        } else if kind == PawnMove::DoublePush {
            count(b.after_double_push::<S>(from, to));
        } else {
            count(b.after_pawn(from, to));
        }
    }
    total
}
