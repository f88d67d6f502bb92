//! The legal move generator of the counters, in sets.
//!
//! [`generate`] finds checks and pins once and then hands whole sets of targets to a [`Sink`], the same
//! that the rules' own generator has. A sink that counts never expands them; a sink that recurses does.
//! Nothing illegal is ever emitted, so no sink tests legality.

use tabiya::attacks::{self, Sliders, between, diagonals, king, knight, line, orthogonals, pawn_lines};
use tabiya::movegen::{Promotions, Sink};
use tabiya::{Bitboard, CastlingPath, Direction, File, MoveKind, Role, Side, Square};

use crate::count::board::{CountBoard, only};

/// Pieces of `by` that attack `square`, which belongs to `Target`; sliders see through nothing but empty
/// squares.
#[inline(always)]
pub(crate) fn attackers<Target: Side, A: Sliders>(
    sliders: A,
    b: &CountBoard,
    square: Square,
    by: Bitboard,
    occupied: Bitboard,
) -> Bitboard {
    let pawns = attacks::pawns(Target::COLOR, square.bitboard()) & b.pawns;
    let leapers = knight(square) & b.knights | king(square) & b.kings | pawns;
    let sliding = sliders.rook(square, occupied) & b.orthogonal | sliders.bishop(square, occupied) & b.diagonal;
    (leapers | sliding) & by
}

/// Who gives check and which of our pieces must stay on their line.
#[derive(Clone, Copy)]
pub(crate) struct Danger {
    pub checkers: Bitboard,
    pub pinned: Bitboard,
}

#[inline(always)]
pub(crate) fn danger<S: Side>(b: &CountBoard) -> Danger {
    let king = b.king();
    let occupied = b.occupied();
    let pawns = attacks::pawns(S::COLOR, king.bitboard()) & b.pawns;
    let mut checkers = (knight(king) & b.knights | pawns) & b.them;
    let mut pinned = Bitboard::EMPTY;
    let snipers = (orthogonals(king) & b.orthogonal | diagonals(king) & b.diagonal) & b.them;
    for sniper in snipers {
        let blockers = between(king, sniper) & occupied;
        if blockers.is_empty() {
            checkers = checkers.with(sniper);
        } else if !blockers.has_many() {
            pinned |= blockers & b.us;
        }
    }
    Danger { checkers, pinned }
}

/// Emits every legal move of the side to move.
#[inline(always)]
pub(crate) fn generate<S: Side, A: Sliders, K: Sink>(sliders: A, b: &CountBoard, sink: &mut K) {
    let danger = danger::<S>(b);
    all_but_the_king::<S, A, K>(sliders, b, &danger, sink);
    let steps = king_steps::<S, A>(sliders, b);
    king_moves::<S, A, K>(sliders, b, &danger, steps, None, sink);
}

/// Emits the moves of everything but the king.
#[inline(always)]
pub(crate) fn all_but_the_king<S: Side, A: Sliders, K: Sink>(
    sliders: A,
    b: &CountBoard,
    danger: &Danger,
    sink: &mut K,
) {
    let Danger { checkers, pinned } = *danger;
    if checkers.is_empty() {
        pieces_and_pawns::<S, A, K>(sliders, b, pinned, Bitboard::FULL, sink);
    } else if !checkers.has_many() {
        let evasions = between(b.king(), only(checkers)) | checkers;
        pieces_and_pawns::<S, A, K>(sliders, b, pinned, evasions, sink);
    }
}

/// One piece and all its targets.
#[inline(always)]
fn piece<K: Sink>(b: &CountBoard, sink: &mut K, role: Role, from: Square, targets: Bitboard) {
    sink.piece(role, from, targets - b.them, targets & b.them);
}

/// Emits the king's safe steps, and castling. A caller that knows all squares that the other side attacks
/// saves looking at those the king would cross.
#[inline(always)]
pub(crate) fn king_moves<S: Side, A: Sliders, K: Sink>(
    sliders: A,
    b: &CountBoard,
    danger: &Danger,
    steps: Bitboard,
    attacked: Option<Bitboard>,
    sink: &mut K,
) {
    if steps.any() {
        piece(b, sink, Role::King, b.king(), steps);
    }
    if danger.checkers.is_empty() && b.castling.intersects(b.us) {
        castling::<S, A, K>(sliders, b, steps, attacked, sink);
    }
}

/// King steps onto squares that no piece attacks once the king has left its own.
#[inline(always)]
pub(crate) fn king_steps<S: Side, A: Sliders>(sliders: A, b: &CountBoard) -> Bitboard {
    let from = b.king();
    let occupied = b.occupied() ^ from.bitboard();
    let pawns = attacks::pawns(<S::Opponent as Side>::COLOR, b.pawns & b.them);
    let mut targets = king(from) & !b.us & !king(b.their_king()) & !pawns;
    for to in targets {
        let attackers = knight(to) & b.knights
            | sliders.rook(to, occupied) & b.orthogonal
            | sliders.bishop(to, occupied) & b.diagonal;
        targets ^= Bitboard(u64::from(attackers.intersects(b.them)) << to as u32);
    }
    targets
}

#[inline(always)]
fn castling<S: Side, A: Sliders, K: Sink>(
    sliders: A,
    b: &CountBoard,
    steps: Bitboard,
    attacked: Option<Bitboard>,
    sink: &mut K,
) {
    let king = b.king();
    for rook in b.castling & b.us {
        let path = CastlingPath::new(king, rook);
        if path.is_free(b.occupied()) && king_may_walk::<S, A>(sliders, b, &path, steps, attacked) {
            sink.castle(path.wing(), king, rook);
        }
    }
}

/// Whether no square of the king's walk is attacked, the last one also once the rook has moved:
/// in Chess960 a rook that is not in the corner may have been the king's only cover on the back
/// rank. `safe` are the king's steps; an empty neighbour that is not among them is attacked.
#[inline(always)]
fn king_may_walk<S: Side, A: Sliders>(
    sliders: A,
    b: &CountBoard,
    path: &CastlingPath,
    safe: Bitboard,
    attacked: Option<Bitboard>,
) -> bool {
    let (from, rook, walk) = (path.king_from, path.rook_from, path.king_walk);
    let standing = b.occupied().without(from);
    if let Some(attacked) = attacked {
        if walk.intersects(attacked) {
            return false;
        }
    } else {
        let steps = walk & king(from) & !b.us;
        if (steps - safe).any() {
            return false;
        }
        for square in walk - steps {
            if attackers::<S, A>(sliders, b, square, b.them, standing).any() {
                return false;
            }
        }
    }
    let landed = standing.without(rook).with(path.king_to).with(path.rook_to);
    is_cornered(rook) || !sliders.rook(path.king_to, landed).intersects(b.orthogonal & b.them)
}

/// Whether a rook has no square behind it, seen from its king.
#[inline(always)]
pub(crate) fn is_cornered(rook: Square) -> bool {
    rook.file() == File::A || rook.file() == File::H
}

#[inline(always)]
fn pieces_and_pawns<S: Side, A: Sliders, K: Sink>(
    sliders: A,
    b: &CountBoard,
    pinned: Bitboard,
    allowed: Bitboard,
    sink: &mut K,
) {
    let king = b.king();
    let occupied = b.occupied();
    let targets = allowed - b.us;

    for from in b.knights & b.us & !pinned {
        piece(b, sink, Role::Knight, from, knight(from) & targets);
    }
    let free = b.us - pinned;
    for from in (b.diagonal - b.orthogonal) & free {
        piece(b, sink, Role::Bishop, from, sliders.bishop(from, occupied) & targets);
    }
    for from in (b.orthogonal - b.diagonal) & free {
        piece(b, sink, Role::Rook, from, sliders.rook(from, occupied) & targets);
    }
    for from in b.orthogonal & b.diagonal & free {
        piece(b, sink, Role::Queen, from, sliders.queen(from, occupied) & targets);
    }
    // A pinned slider keeps to the line it shares with its king.
    for from in (b.orthogonal | b.diagonal) & pinned {
        let targets = targets & line(king, from);
        if !b.orthogonal.contains(from) {
            piece(b, sink, Role::Bishop, from, sliders.bishop(from, occupied) & targets);
        } else if !b.diagonal.contains(from) {
            piece(b, sink, Role::Rook, from, sliders.rook(from, occupied) & targets);
        } else {
            piece(b, sink, Role::Queen, from, sliders.queen(from, occupied) & targets);
        }
    }

    let pawns = b.pawns & b.us;
    let lines = pawn_lines(king);
    let free = |step: Direction| pawns & (!pinned | lines.along(step));
    let pushed = free(S::UP).shift(S::UP) - occupied;
    pawn_moves::<S, K>(sink, MoveKind::Quiet, S::UP, pushed & allowed);
    let doubled = (pushed & S::THIRD_RANK).shift(S::UP) - occupied;
    sink.pawns(MoveKind::DoublePush, S::UP, doubled & allowed);
    let west = free(S::UP_WEST).shift(S::UP_WEST);
    pawn_moves::<S, K>(sink, MoveKind::Capture, S::UP_WEST, west & b.them & allowed);
    let east = free(S::UP_EAST).shift(S::UP_EAST);
    pawn_moves::<S, K>(sink, MoveKind::Capture, S::UP_EAST, east & b.them & allowed);

    if b.en_passant.any() {
        for from in en_passant_takers::<S, A>(sliders, b) {
            sink.en_passant(from, only(b.en_passant));
        }
    }
}

/// Pawn moves of one kind, those that promote apart.
#[inline(always)]
fn pawn_moves<S: Side, K: Sink>(sink: &mut K, kind: MoveKind, step: Direction, targets: Bitboard) {
    sink.pawns(kind, step, targets - S::EIGHTH_RANK);
    sink.promotions(kind.is_capture(), step, targets & S::EIGHTH_RANK, Promotions::All);
}

/// The pawns that may capture en passant, if there is a square for it.
#[inline(always)]
pub(crate) fn en_passant_takers<S: Side, A: Sliders>(sliders: A, b: &CountBoard) -> Bitboard {
    let mut takers = attacks::pawns(<S::Opponent as Side>::COLOR, b.en_passant) & b.pawns & b.us;
    for from in takers {
        if !en_passant_is_legal::<S, A>(sliders, b, from.bitboard()) {
            takers = takers.without(from);
        }
    }
    takers
}

/// En passant empties two squares at once, so it is judged on the board that results.
#[inline(always)]
fn en_passant_is_legal<S: Side, A: Sliders>(sliders: A, b: &CountBoard, from: Bitboard) -> bool {
    let captured = b.en_passant.shift(<S::Opponent as Side>::UP);
    let occupied = (b.occupied() - (from | captured)) | b.en_passant;
    attackers::<S, A>(sliders, b, b.king(), b.them - captured, occupied).is_empty()
}
