//! Moves looked at one by one: those that differences do not tell of, or not wholly.

use tabiya::attacks::{self, Sliders, between, diagonals, knight, line, orthogonals};
use tabiya::movegen::origin;
use tabiya::{Bitboard, Direction, MoveKind, Role, Side, Square};

use super::classify::Classified;
use super::movers::Movers;
use crate::arch::Arch;
use crate::arch::Lanes;
use crate::count::board::{CountBoard, only};
use crate::count::generate::attackers;
use crate::count::moves::moves;

/// What is left to say of eight movers: what the king may take back, what pins take away and give
/// back, and the replies to awkward moves. The sum wraps, because a part of it may be negative.
#[inline(always)]
pub(super) fn one_by_one<S: Side, A: Arch>(movers: &Movers<'_, S, A>, classified: &Classified<A::Lanes>) -> u64 {
    let mut sum = 0_u64;
    if classified.slow | classified.beside | classified.pinning | classified.unpinning == 0 {
        return sum;
    }
    let (arch, b, zone) = (movers.arch, movers.board, movers.zone);
    let (plain, awkward) = (classified.plain.store(), classified.awkward.store());
    let (origins, roles) = (classified.origins.store(), classified.roles.store());
    let lane_of = |lanes: &[u64; 8], i: usize| Bitboard(lanes[i & 7]);
    for i in bits(classified.beside) {
        for to in lane_of(&plain, i) & zone.beside {
            sum = sum.wrapping_add(u64::from(king_retakes::<S, A>(arch, b, lane_of(&origins, i), to)));
        }
    }
    let king = b.their_king();
    for i in bits(classified.pinning) {
        let pins = Bitboard(zone.pins_to.lane(roles[i & 7] as usize));
        for to in lane_of(&plain, i) & pins {
            // What was pinned already is pinned by the same piece, from another square of its line.
            let pinned = between(king, to) & b.them & !zone.pinned;
            if pinned.is_empty() {
                continue;
            }
            sum = sum.wrapping_sub(off_the_line::<S, A>(arch, b, pinned, lane_of(&origins, i), to.bitboard()));
        }
    }
    for i in bits(classified.unpinning) {
        let from = lane_of(&origins, i);
        let pinner = only(from);
        let pinned = between(king, pinner) & b.them;
        for to in lane_of(&plain, i) - line(king, pinner) {
            sum = sum.wrapping_add(off_the_line::<S, A>(arch, b, pinned, from, to.bitboard()));
        }
    }
    for i in bits(classified.slow) {
        sum = sum.wrapping_add(count_piece::<S, A>(arch, b, roles[i & 7], lane_of(&origins, i), lane_of(&awkward, i)));
    }
    sum
}

/// The lanes whose bit is set.
#[inline(always)]
pub(super) fn bits(set: u8) -> impl Iterator<Item = usize> {
    Bitboard(u64::from(set)).into_iter().map(|bit| bit as usize)
}

/// Replies of one piece that leave the line through it and its king, after a move. A pin takes them
/// away, and its end gives them back.
#[inline(always)]
fn off_the_line<S: Side, A: Arch>(arch: A, b: &CountBoard, piece: Bitboard, from: Bitboard, to: Bitboard) -> u64 {
    let square = only(piece);
    let movers = (b.us - from) | to;
    let own = b.them - to;
    let occupied = movers | own;
    let off = !(line(b.their_king(), square) | own);
    if piece.intersects(b.pawns) {
        let up = <S::Opponent as Side>::UP;
        let pushed = piece.shift(up) - occupied;
        let twice = (pushed & <S::Opponent as Side>::THIRD_RANK).shift(up) - occupied;
        let captures = attacks::pawns(<S::Opponent as Side>::COLOR, piece) & movers;
        let targets = (pushed | twice | captures) & off;
        return u64::from(targets.len() + 3 * (targets & <S::Opponent as Side>::EIGHTH_RANK).len());
    }
    if piece.intersects(b.knights) {
        return u64::from((knight(square) & off).len());
    }
    let none = Bitboard::EMPTY;
    let orthogonal = if piece.intersects(b.orthogonal) { arch.sliders().rook(square, occupied) } else { none };
    let diagonal = if piece.intersects(b.diagonal) { arch.sliders().bishop(square, occupied) } else { none };
    u64::from(((orthogonal | diagonal) & off).len())
}

/// Whether the king may take back what arrived on `to`, because no other piece protects it.
#[inline(always)]
pub(super) fn king_retakes<S: Side, A: Arch>(arch: A, b: &CountBoard, from: Bitboard, to: Square) -> bool {
    attackers::<S::Opponent, _>(arch.sliders(), b, to, b.us - from, b.occupied() - from).is_empty()
}

/// En passant captures that a double push allows. The push itself gives no check.
#[inline(always)]
pub(super) fn count_en_passant_replies<S: Side, A: Arch>(arch: A, b: &CountBoard, from: Bitboard, to: Bitboard) -> u64 {
    let king = b.their_king();
    let jumped = from.shift(S::UP);
    let mut legal = 0;
    for taker in attacks::pawns(S::COLOR, jumped) & b.pawns & b.them {
        // The squares that both pawns leave matter only on a line with the king.
        if !(orthogonals(king) | diagonals(king)).intersects(to.with(taker)) {
            legal += 1;
            continue;
        }
        let occupied = (b.occupied() - from.with(taker)) | jumped;
        let sliders = arch.sliders();
        let attackers = sliders.rook(king, occupied) & b.orthogonal | sliders.bishop(king, occupied) & b.diagonal;
        legal += u64::from(!attackers.intersects(b.us));
    }
    legal
}

/// Makes the moves of one piece and counts the replies to each.
#[inline(never)]
fn count_piece<S: Side, A: Arch>(arch: A, b: &CountBoard, role: u64, from: Bitboard, targets: Bitboard) -> u64 {
    const KNIGHT: u64 = Role::Knight as u64;
    const BISHOP: u64 = Role::Bishop as u64;
    const ROOK: u64 = Role::Rook as u64;
    const QUEEN: u64 = Role::Queen as u64;
    match role {
        KNIGHT => count_after::<S, A>(arch, b, Role::Knight, from, targets),
        BISHOP => count_after::<S, A>(arch, b, Role::Bishop, from, targets),
        ROOK => count_after::<S, A>(arch, b, Role::Rook, from, targets),
        QUEEN => count_after::<S, A>(arch, b, Role::Queen, from, targets),
        _ => count_after::<S, A>(arch, b, Role::King, from, targets),
    }
}

#[inline(always)]
fn count_after<S: Side, A: Arch>(arch: A, b: &CountBoard, role: Role, from: Bitboard, targets: Bitboard) -> u64 {
    let mut total = 0;
    for to in targets {
        total += u64::from(moves::<S::Opponent, _>(arch, &b.after_piece::<S>(role, from, to.bitboard())));
    }
    total
}

/// The same for pawns that do not promote.
#[inline(never)]
pub(super) fn count_pawns<S: Side, A: Arch>(
    arch: A,
    b: &CountBoard,
    kind: MoveKind,
    step: Direction,
    targets: Bitboard,
) -> u64 {
    let mut total = 0;
    for to in targets {
        let (from, to) = (origin(kind, step, to).bitboard(), to.bitboard());
        let child = match kind {
            MoveKind::DoublePush => b.after_double_push::<S>(from, to),
            _ => b.after_pawn(from, to),
        };
        total += u64::from(moves::<S::Opponent, _>(arch, &child));
    }
    total
}
