//! From a [`San`] to the legal move it means.
//!
//! The road goes backwards from the target: the pieces that could come from there are few, usually one, so no list of
//! moves is made. Only when that does not give exactly one move does [`explain`] take its time.

use alloc::vec::Vec;

use super::{San, SanError, SanText};
use crate::attacks::{self, between, line};
use crate::explain;
use crate::{Bitboard, Color, File, Move, MoveKind, Position, Rank, Role, Square, UciMove, Wing};

impl San {
    /// The two squares and the promotion, if that is all that was written: `e2e4`, `g1-f3`, `e7xd8=Q`.
    ///
    /// Such a text does not say what moves, so what stands on the first square does.
    #[must_use]
    pub(crate) fn as_uci(self) -> Option<UciMove> {
        match self {
            San::Normal { role: Role::Pawn, file: Some(file), rank: Some(rank), to, promotion, .. } => {
                Some(UciMove { from: Square::new(file, rank), to, promotion })
            }
            _ => None,
        }
    }

    /// The one legal move of the position that this describes.
    ///
    /// The `x` is not insisted on: a capture is a capture whether or not it was written.
    ///
    /// # Errors
    ///
    /// Which moves it could mean, or why none is legal.
    #[inline]
    pub fn resolve(self, position: &Position) -> Result<Move, SanError> {
        let found = match self {
            San::Normal { role: Role::Pawn, file, rank, capture, to, promotion } => {
                let sideways = capture || file.is_some_and(|file| file != to.file());
                pawn_move(position, origins(file, rank), sideways, to, promotion)
            }
            San::Normal { role, file, rank, to, promotion: None, .. } => {
                piece_move(position, role, origins(file, rank), to)
            }
            San::Castle(wing) => castling_move(position, wing),
            San::Normal { .. } | San::Null => None,
        };
        match found {
            Some(mv) => Ok(mv),
            None => resolve_unusual(self, position),
        }
    }
}

/// What the fast road does not know: origin and target without the letter of the piece, as in `g1f3`; and errors.
#[cold]
fn resolve_unusual(san: San, position: &Position) -> Result<Move, SanError> {
    if let Some(uci) = san.as_uci()
        && position.role_at(uci.from) != Some(Role::Pawn)
        && let Ok(mv) = uci.resolve(position)
    {
        return Ok(mv);
    }
    let candidates = fitting_moves(san, position);
    if candidates.len() > 1 {
        return Err(SanError::Ambiguous { san, candidates });
    }
    let (_, reason) = explain::why_not(position, san);
    Err(SanError::Illegal { san, reason })
}

/// All legal moves that fit the description, spelt out.
fn fitting_moves(san: San, position: &Position) -> Vec<SanText> {
    let San::Normal { role, file, rank, capture, to, promotion } = san else {
        return Vec::new();
    };
    let sideways = capture || file.is_some_and(|file| file != to.file());
    let fits = |mv: &Move| {
        !mv.is_castle()
            && mv.to() == to
            && mv.promotion() == promotion
            && position.role_at(mv.from()) == Some(role)
            && origins(file, rank).contains(mv.from())
            && (role != Role::Pawn || mv.is_capture() == sideways)
    };
    position.legal_moves().iter().filter(|mv| fits(mv)).map(|&mv| position.san(mv)).collect()
}

/// The squares that the description allows a piece to come from.
#[inline(always)]
pub(crate) fn origins(file: Option<File>, rank: Option<Rank>) -> Bitboard {
    let on_file = file.map_or(Bitboard::FULL, File::bitboard);
    let on_rank = rank.map_or(Bitboard::FULL, Rank::bitboard);
    on_file & on_rank
}

/// The one legal move of a piece other than a pawn from one of the origins.
#[inline(always)]
fn piece_move(position: &Position, role: Role, origins: Bitboard, to: Square) -> Option<Move> {
    if position.us().contains(to) {
        return None;
    }
    let mut candidates = within_reach(position, role, to) & origins;
    if candidates.has_many() {
        candidates = able(position, candidates, to);
    }
    let from = candidates.single()?;
    if between(from, to).intersects(position.occupied()) {
        return None;
    }
    let safe = match role {
        Role::King => !position.is_king_danger(to, from),
        _ => position.king_is_safe_after(from, to),
    };
    if !safe {
        return None;
    }
    let kind = if position.them().contains(to) { MoveKind::Capture } else { MoveKind::Quiet };
    Some(Move::new(from, to, kind))
}

/// Those of several candidates that nothing stands in the way of and that do not expose their king. Out of line,
/// because mostly there is one candidate, which then need not share its registers with this.
#[inline(never)]
fn able(position: &Position, candidates: Bitboard, to: Square) -> Bitboard {
    let is_able =
        |&from: &Square| !between(from, to).intersects(position.occupied()) && position.king_is_safe_after(from, to);
    candidates.into_iter().filter(is_able).collect()
}

/// By role: the squares from which such a piece could come to a square on an empty board. Pawns have none.
///
/// With what stands [between], this answers for all pieces alike; branching on the role would be guesswork for the
/// processor, and the tables of sliding attacks are large.
static REACH: [[Bitboard; 64]; 6] = {
    let mut reach = [[Bitboard::EMPTY; 64]; 6];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (to, from) = (Square::ALL[pair / 64], Square::ALL[pair % 64]);
        let files = (to.file() as i8 - from.file() as i8).unsigned_abs();
        let ranks = (to.rank() as i8 - from.rank() as i8).unsigned_abs();
        let straight = (files == 0) != (ranks == 0);
        let diagonal = files == ranks && files != 0;
        let fits = [
            false,
            files * ranks == 2,
            diagonal,
            straight,
            straight || diagonal,
            (straight || diagonal) && files < 2 && ranks < 2,
        ];
        let mut role = 0;
        while role < 6 {
            if fits[role] {
                reach[role][pair / 64] = reach[role][pair / 64].with(from);
            }
            role += 1;
        }
        pair += 1;
    }
    reach
};

/// The pieces of the side to move that would attack a square if nothing stood in between.
#[inline(always)]
fn within_reach(position: &Position, role: Role, to: Square) -> Bitboard {
    REACH[role.index()][to.index()] & position.board().pieces(position.turn(), role)
}

/// The pieces of the side to move that attack a square, by role.
#[inline(always)]
pub(super) fn reaching(position: &Position, role: Role, to: Square) -> Bitboard {
    let mut pieces = within_reach(position, role, to);
    for from in pieces {
        if between(from, to).intersects(position.occupied()) {
            pieces = pieces.without(from);
        }
    }
    pieces
}

/// Whether the piece on `from` may not go to `to` because it is pinned to its king.
#[inline(always)]
pub(super) fn is_pinned_against(position: &Position, from: Square, to: Square) -> bool {
    !line(position.king_of(position.turn()), from).contains(to) && position.is_pinned(from)
}

/// The one legal move of a pawn from one of the origins.
#[inline(always)]
fn pawn_move(
    position: &Position,
    origins: Bitboard,
    sideways: bool,
    to: Square,
    promotion: Option<Role>,
) -> Option<Move> {
    let turn = position.turn();
    let pawns = position.board().pieces(turn, Role::Pawn) & origins;
    if promotion.is_some() != (to.rank() == Rank::Eighth.relative_to(turn)) {
        return None;
    }
    if !sideways {
        let (from, kind) = push(position, pawns, to)?;
        let kind = match promotion {
            None => kind,
            Some(role) => MoveKind::promotion_to(role, false)?,
        };
        return safe_pawn_move(position, from, to, kind);
    }
    let mut candidates = attacks::pawn(!turn, to) & pawns;
    let kind = match promotion {
        Some(role) => MoveKind::promotion_to(role, true)?,
        None if position.en_passant() == Some(to) => MoveKind::EnPassant,
        None => MoveKind::Capture,
    };
    if kind != MoveKind::EnPassant && !position.them().contains(to) {
        return None;
    }
    if candidates.has_many() {
        candidates =
            candidates.into_iter().filter(|&from| safe_pawn_move(position, from, to, kind).is_some()).collect();
    }
    safe_pawn_move(position, candidates.single()?, to, kind)
}

/// The pawn that could step straight to a square, one or two squares, if both are empty.
#[inline(always)]
fn push(position: &Position, pawns: Bitboard, to: Square) -> Option<(Square, MoveKind)> {
    let turn = position.turn();
    let occupied = position.occupied();
    // No pawn arrives on its own first rank, so the step back may wrap around without harm.
    let back = |square: Square| match turn {
        Color::White => Square::from_low_bits((square as u8).wrapping_sub(8)),
        Color::Black => Square::from_low_bits((square as u8).wrapping_add(8)),
    };
    let one = back(to);
    if occupied.contains(to) {
        return None;
    }
    if pawns.contains(one) {
        return Some((one, MoveKind::Quiet));
    }
    let two = back(one);
    let double = to.rank() == Rank::Fourth.relative_to(turn) && !occupied.contains(one) && pawns.contains(two);
    double.then_some((two, MoveKind::DoublePush))
}

#[inline(always)]
fn safe_pawn_move(position: &Position, from: Square, to: Square, kind: MoveKind) -> Option<Move> {
    let safe = if kind == MoveKind::EnPassant {
        position.en_passant_is_safe(from, to)
    } else {
        position.king_is_safe_after(from, to)
    };
    safe.then(|| Move::new(from, to, kind))
}

#[inline]
fn castling_move(position: &Position, wing: Wing) -> Option<Move> {
    let turn = position.turn();
    let rook = position.castling_rook(turn, wing)?;
    let castle = Move::castle(position.king_of(turn), rook, wing);
    position.is_legal(castle).then_some(castle)
}
