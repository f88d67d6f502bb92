//! Why a description does not name one legal move. Runs only when something is wrong, so it may take its time.

use super::resolve::{answers_check, origins, pinner, push, reaching};
use super::{IllegalReason, San, SanError};
use crate::castling::CastlingPath;
use crate::{Bitboard, Position, Rank, Role, Square, Wing, attacks};

/// The error for a description that the fast road could not resolve.
pub(super) fn explain(san: San, position: &Position) -> SanError {
    let candidates = fitting_moves(san, position);
    if candidates.len() > 1 {
        return SanError::Ambiguous { san, candidates };
    }
    let reason = match san {
        San::Null => IllegalReason::NullMove,
        San::Castle(wing) => why_not_castle(position, wing),
        San::Normal { .. } => why_not_move(san, position),
    };
    SanError::Illegal { san, reason }
}

/// All legal moves that fit the description, spelt out.
fn fitting_moves(san: San, position: &Position) -> alloc::vec::Vec<super::SanText> {
    let San::Normal { role, file, rank, capture, to, promotion } = san else {
        return alloc::vec::Vec::new();
    };
    let sideways = capture || file.is_some_and(|file| file != to.file());
    position
        .legal_moves()
        .iter()
        .filter(|mv| {
            !mv.is_castle()
                && mv.to() == to
                && mv.promotion() == promotion
                && position.role_at(mv.from()) == Some(role)
                && origins(file, rank).contains(mv.from())
                && (role != Role::Pawn || mv.is_capture() == sideways)
        })
        .map(|&mv| position.san(mv))
        .collect()
}

fn why_not_move(san: San, position: &Position) -> IllegalReason {
    let San::Normal { role, file, rank, capture, to, promotion } = san else {
        return IllegalReason::NullMove;
    };
    let color = position.turn();
    let last_rank = role == Role::Pawn && to.rank() == Rank::Eighth.relative_to(color);
    if promotion.is_some() && !last_rank {
        return IllegalReason::PromotionOutOfPlace;
    }
    if position.us().contains(to) {
        return IllegalReason::OwnPiece { to };
    }
    let sideways = capture || file.is_some_and(|file| file != to.file());
    let from = match role {
        Role::Pawn => pawn_origins(position, sideways, to),
        _ => reaching(position, role, to),
    } & origins(file, rank);
    let Some(from) = from.first() else {
        return IllegalReason::OutOfReach { color, role, to };
    };
    if last_rank && promotion.is_none() {
        return IllegalReason::PromotionMissing;
    }
    why_unsafe(position, role, from, to)
}

/// The pawns that could go to a square if no king were to be minded.
fn pawn_origins(position: &Position, sideways: bool, to: Square) -> Bitboard {
    let pawns = position.board().pieces(position.turn(), Role::Pawn);
    if !sideways {
        return push(position, pawns, to).map_or(Bitboard::EMPTY, |(from, _)| from.bitboard());
    }
    if position.them().contains(to) || position.en_passant() == Some(to) {
        attacks::pawn(!position.turn(), to) & pawns
    } else {
        Bitboard::EMPTY
    }
}

fn why_unsafe(position: &Position, role: Role, from: Square, to: Square) -> IllegalReason {
    let king = position.king_of(position.turn());
    if role == Role::King {
        let occupied = position.occupied().without(king);
        let by = (position.attackers_to(to, occupied) & position.them()).first();
        return IllegalReason::IntoCheck { to, by: by.unwrap_or(to) };
    }
    if let Some(by) = pinner(position, king, from)
        && !attacks::aligned(king, from, to)
    {
        return IllegalReason::Pinned { from, by };
    }
    match position.checkers().first() {
        Some(by) if !answers_check(position, to) => IllegalReason::LeavesCheck { by },
        _ => {
            // What remains is en passant: two pawns leave at once.
            let occupied = position.occupied().without(from).with(to).without(crate::position::pushed_pawn(to));
            let by = (position.attackers_to(king, occupied) & position.them() & occupied).first();
            IllegalReason::EnPassantOpensLine { by: by.unwrap_or(to) }
        }
    }
}

fn why_not_castle(position: &Position, wing: Wing) -> IllegalReason {
    let turn = position.turn();
    let Some(rook) = position.castling_rook(turn, wing) else {
        return IllegalReason::NoCastlingRight;
    };
    if let Some(by) = position.checkers().first() {
        return IllegalReason::CastlingInCheck { by };
    }
    let king = position.king_of(turn);
    let path = CastlingPath::new(king, rook);
    if let Some(by) = (path.must_be_empty & position.occupied()).first() {
        return IllegalReason::CastlingBlocked { by };
    }
    let attacker =
        |square: Square, occupied: Bitboard| (position.attackers_to(square, occupied) & position.them()).first();
    let crossed = path.must_be_safe.into_iter();
    let attacked = crossed.filter_map(|over| Some((over, attacker(over, position.occupied().without(king))?))).next();
    let after = position.occupied().without(king).without(rook).with(path.rook_to);
    match attacked.or_else(|| Some((path.king_to, attacker(path.king_to, after)?))) {
        Some((over, by)) => IllegalReason::CastlingThroughCheck { over, by },
        None => IllegalReason::NoCastlingRight,
    }
}
