//! The legal move generator of the counters, in sets.
//!
//! [`generate`] finds checks and pins once and then hands whole sets of targets to a [`Sink`]. A
//! sink that counts never expands them; a sink that recurses does. Nothing illegal is ever
//! emitted, so no sink tests legality.

use crate::board::{Board, CastlingPath, role};
use crate::geometry::{BETWEEN, EMPTY_BISHOP, EMPTY_ROOK, FILE_LINE, KING, KNIGHT, LINES, squares};
use crate::side::Side;
use crate::sliders::Sliders;

/// How a pawn moves; with the target square it determines where it came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PawnMove {
    Push,
    DoublePush,
    CaptureWest,
    CaptureEast,
}

impl PawnMove {
    /// Target square minus origin.
    #[inline(always)]
    pub fn delta<S: Side>(self) -> i32 {
        match self {
            PawnMove::Push => S::UP,
            PawnMove::DoublePush => 2 * S::UP,
            PawnMove::CaptureWest => S::UP_WEST,
            PawnMove::CaptureEast => S::UP_EAST,
        }
    }
}

/// Receives the legal moves of a position, a set at a time.
pub(crate) trait Sink<S: Side> {
    /// One piece and all its targets. `ROLE` is a constant of [`role`], never a pawn.
    fn piece<const ROLE: u8>(&mut self, from: usize, targets: u64);
    /// Every pawn move of one kind, as the set of targets; promotions are those on the last rank.
    fn pawns(&mut self, kind: PawnMove, targets: u64);
    /// An en passant capture by the pawn on `from`.
    fn en_passant(&mut self, from: usize);
    /// Castling with the rook on `rook`.
    fn castle(&mut self, rook: usize);
}

/// Pieces of `by` that attack `square`, sliders seeing through nothing but empty squares.
#[inline(always)]
pub(crate) fn attackers<A: Sliders, Target: Side>(b: &Board, square: usize, by: u64, occupied: u64) -> u64 {
    let leapers = KNIGHT[square] & b.knights | KING[square] & b.kings | Target::pawn_attacks(1 << square) & b.pawns;
    let sliders = A::rook(square, occupied) & b.straight | A::bishop(square, occupied) & b.diagonal;
    (leapers | sliders) & by
}

/// Who gives check and which of our pieces must stay on their line.
#[derive(Clone, Copy)]
pub(crate) struct Danger {
    pub checkers: u64,
    pub pinned: u64,
}

#[inline(always)]
pub(crate) fn danger<S: Side>(b: &Board) -> Danger {
    let king = b.king();
    let occupied = b.occupied();
    let mut checkers = (KNIGHT[king] & b.knights | S::pawn_attacks(1 << king) & b.pawns) & b.them;
    let mut pinned = 0;
    let snipers = (EMPTY_ROOK[king] & b.straight | EMPTY_BISHOP[king] & b.diagonal) & b.them;
    for sniper in squares(snipers) {
        let blockers = BETWEEN[king][sniper] & occupied;
        if blockers == 0 {
            checkers |= 1 << sniper;
        } else if blockers & (blockers - 1) == 0 {
            pinned |= blockers & b.us;
        }
    }
    Danger { checkers, pinned }
}

/// Emits every legal move of the side to move.
#[inline(always)]
pub(crate) fn generate<S: Side, A: Sliders, K: Sink<S>>(b: &Board, sink: &mut K) {
    let danger = danger::<S>(b);
    all_but_the_king::<S, A, K>(b, &danger, sink);
    let steps = king_steps::<S, A>(b);
    king::<S, A, K>(b, &danger, steps, None, sink);
}

/// Emits the moves of everything but the king.
#[inline(always)]
pub(crate) fn all_but_the_king<S: Side, A: Sliders, K: Sink<S>>(b: &Board, danger: &Danger, sink: &mut K) {
    let Danger { checkers, pinned } = *danger;
    if checkers == 0 {
        pieces_and_pawns::<S, A, K>(b, pinned, !0, sink);
    } else if checkers & (checkers - 1) == 0 {
        let evasions = BETWEEN[b.king()][checkers.trailing_zeros() as usize & 63] | checkers;
        pieces_and_pawns::<S, A, K>(b, pinned, evasions, sink);
    }
}

/// Emits the king's safe steps, and castling. Whoever knows all squares that the other side attacks
/// saves looking at those the king would cross.
#[inline(always)]
pub(crate) fn king<S: Side, A: Sliders, K: Sink<S>>(
    b: &Board,
    danger: &Danger,
    steps: u64,
    attacked: Option<u64>,
    sink: &mut K,
) {
    if steps != 0 {
        sink.piece::<{ role::KING }>(b.king(), steps);
    }
    if danger.checkers == 0 && b.castling & b.us != 0 {
        castling::<S, A, K>(b, steps, attacked, sink);
    }
}

/// King steps onto squares nobody attacks once the king has left its own.
#[inline(always)]
pub(crate) fn king_steps<S: Side, A: Sliders>(b: &Board) -> u64 {
    let from = b.king();
    let occupied = b.occupied() ^ 1 << from;
    let mut targets = KING[from] & !b.us & !KING[b.their_king()] & !S::Foe::pawn_attacks(b.pawns & b.them);
    for to in squares(targets) {
        let attackers =
            KNIGHT[to] & b.knights | A::rook(to, occupied) & b.straight | A::bishop(to, occupied) & b.diagonal;
        targets ^= u64::from(attackers & b.them != 0) << to;
    }
    targets
}

#[inline(always)]
fn castling<S: Side, A: Sliders, K: Sink<S>>(b: &Board, steps: u64, attacked: Option<u64>, sink: &mut K) {
    let king = b.king();
    for rook in squares(b.castling & b.us) {
        let path = CastlingPath::new(king, rook);
        if path.empty & b.occupied() == 0 && king_may_walk::<S, A>(b, king, rook, &path, steps, attacked) {
            sink.castle(rook);
        }
    }
}

/// Whether no square of the king's walk is attacked, the last one also once the rook has moved:
/// in Chess960 a rook that is not in the corner may have been the king's only cover on the back
/// rank. `safe` are the king's steps; an empty neighbour that is not among them is attacked.
#[inline(always)]
fn king_may_walk<S: Side, A: Sliders>(
    b: &Board,
    king: usize,
    rook: usize,
    path: &CastlingPath,
    safe: u64,
    attacked: Option<u64>,
) -> bool {
    let walk = path.king_walk & !(1 << king);
    let standing = b.occupied() & !(1 << king);
    if let Some(attacked) = attacked {
        if walk & attacked != 0 {
            return false;
        }
    } else {
        let steps = walk & KING[king] & !b.us;
        if steps & !safe != 0 {
            return false;
        }
        for square in squares(walk & !steps) {
            if attackers::<A, S>(b, square, b.them, standing) != 0 {
                return false;
            }
        }
    }
    let cornered = rook & 7 == 0 || rook & 7 == 7;
    let landed = standing & !(1 << rook) | path.king_to | path.rook_to;
    cornered || A::rook(path.king_to.trailing_zeros() as usize & 63, landed) & b.straight & b.them == 0
}

#[inline(always)]
fn pieces_and_pawns<S: Side, A: Sliders, K: Sink<S>>(b: &Board, pinned: u64, allowed: u64, sink: &mut K) {
    let king = b.king();
    let occupied = b.occupied();
    let targets = allowed & !b.us;

    for from in squares(b.knights & b.us & !pinned) {
        sink.piece::<{ role::KNIGHT }>(from, KNIGHT[from] & targets);
    }
    let free = b.us & !pinned;
    for from in squares(b.diagonal & !b.straight & free) {
        sink.piece::<{ role::BISHOP }>(from, A::bishop(from, occupied) & targets);
    }
    for from in squares(b.straight & !b.diagonal & free) {
        sink.piece::<{ role::ROOK }>(from, A::rook(from, occupied) & targets);
    }
    for from in squares(b.straight & b.diagonal & free) {
        sink.piece::<{ role::QUEEN }>(from, (A::rook(from, occupied) | A::bishop(from, occupied)) & targets);
    }
    // A pinned slider keeps to the line it shares with its king.
    for from in squares((b.straight | b.diagonal) & pinned) {
        let (bit, targets) = (1_u64 << from, targets & pin_line(king, from));
        if bit & !b.straight != 0 {
            sink.piece::<{ role::BISHOP }>(from, A::bishop(from, occupied) & targets);
        } else if bit & !b.diagonal != 0 {
            sink.piece::<{ role::ROOK }>(from, A::rook(from, occupied) & targets);
        } else {
            sink.piece::<{ role::QUEEN }>(from, (A::rook(from, occupied) | A::bishop(from, occupied)) & targets);
        }
    }

    let pawns = b.pawns & b.us;
    let lines = &LINES[king];
    let pushed = S::up(pawns & (!pinned | lines[FILE_LINE])) & !occupied;
    sink.pawns(PawnMove::Push, pushed & allowed);
    sink.pawns(PawnMove::DoublePush, S::up(pushed & S::DOUBLE_PUSH_MIDDLE) & !occupied & allowed);
    let west = S::up_west(pawns & (!pinned | lines[S::WEST_LINE]));
    sink.pawns(PawnMove::CaptureWest, west & b.them & allowed);
    let east = S::up_east(pawns & (!pinned | lines[S::EAST_LINE]));
    sink.pawns(PawnMove::CaptureEast, east & b.them & allowed);

    if b.en_passant != 0 {
        for from in squares(S::Foe::pawn_attacks(b.en_passant) & pawns) {
            if en_passant_is_legal::<S, A>(b, 1 << from) {
                sink.en_passant(from);
            }
        }
    }
}

/// The line through the king and a pinned piece.
#[inline(always)]
pub(crate) fn pin_line(king: usize, pinned: usize) -> u64 {
    let lines = &LINES[king];
    let bit = 1_u64 << pinned;
    lines.iter().take(2).chain(&lines[4..6]).find(|&&line| line & bit != 0).copied().unwrap_or(!0)
}

/// En passant empties two squares at once, so it is judged on the board that results.
#[inline(always)]
pub(crate) fn en_passant_is_legal<S: Side, A: Sliders>(b: &Board, from: u64) -> bool {
    let king = b.king();
    let captured = S::Foe::up(b.en_passant);
    let occupied = b.occupied() & !(from | captured) | b.en_passant;
    attackers::<A, S>(b, king, b.them & !captured, occupied) == 0
}
