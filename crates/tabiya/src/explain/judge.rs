//! The rules, asked one after the other: the deliberate twin of the generator, which it never asks.

use super::castle;
use super::reason::{EnPassantFault, Reason};
use super::words::{PlacedPiece, PlacedPieces};
use crate::{Bitboard, Move, MoveKind, Piece, Position, Rank, Role, Square, UciMove, attacks};

/// The legal move that the squares mean, or why there is none.
pub(crate) fn judge(position: &Position, uci: UciMove) -> Result<Move, Reason> {
    let piece = mover(position, uci.from)?;
    match castle::meant(position, uci) {
        Some(_) if uci.promotion.is_some() => Err(Reason::PromotionNotAllowed { piece }),
        Some(wing) => castle::judge(position, wing),
        None => judge_step(position, uci),
    }
}

/// The same for a move that is not castling, whatever it looks like.
pub(super) fn judge_step(position: &Position, UciMove { from, to, promotion }: UciMove) -> Result<Move, Reason> {
    let piece = mover(position, from)?;
    if from == to {
        return Err(Reason::NoMovement { piece });
    }
    let kind = match piece.piece.role() {
        Role::Pawn => pawn_movement(position, piece, to)?,
        _ => piece_movement(position, piece, to)?,
    };
    let kind = promoted(piece, to, kind, promotion)?;
    if piece.piece.role() == Role::King {
        king_safety(position, to)?;
    } else {
        leaves_king_safe(position, piece, to, kind)?;
    }
    Ok(Move::new(from, to, kind))
}

/// The piece that is to move.
fn mover(position: &Position, from: Square) -> Result<PlacedPiece, Reason> {
    let turn = position.turn();
    let piece = PlacedPiece::on(position, from).ok_or(Reason::NoPiece { square: from })?;
    if piece.piece.color() == turn { Ok(piece) } else { Err(Reason::NotYourPiece { piece, turn }) }
}

fn piece_movement(position: &Position, piece: PlacedPiece, to: Square) -> Result<MoveKind, Reason> {
    let role = piece.piece.role();
    if !attacks::of(role, piece.piece.color(), piece.square, Bitboard::EMPTY).contains(to) {
        return Err(Reason::WrongMovement { piece, to });
    }
    let in_the_way = match role {
        Role::Bishop | Role::Rook | Role::Queen => attacks::between(piece.square, to) & position.occupied(),
        _ => Bitboard::EMPTY,
    };
    // The nearest one blocks.
    let nearest = in_the_way.into_iter().min_by_key(|square| square.distance(piece.square));
    if let Some(by) = nearest.and_then(|square| PlacedPiece::on(position, square)) {
        return Err(Reason::Blocked { piece, by });
    }
    match PlacedPiece::on(position, to) {
        None => Ok(MoveKind::Quiet),
        Some(target) if target.piece.color() == piece.piece.color() => Err(Reason::OwnPieceOnTarget { piece, target }),
        Some(_) => Ok(MoveKind::Capture),
    }
}

fn pawn_movement(position: &Position, piece: PlacedPiece, to: Square) -> Result<MoveKind, Reason> {
    let color = piece.piece.color();
    let from = piece.square;
    let up = color.pick(1, -1);
    let free = |square: Square| match PlacedPiece::on(position, square) {
        Some(by) => Err(Reason::Blocked { piece, by }),
        None => Ok(()),
    };
    if from.offset(0, up) == Some(to) {
        free(to)?;
        return Ok(MoveKind::Quiet);
    }
    if from.offset(0, 2 * up) == Some(to) {
        if from.relative_to(color).rank() != Rank::Second {
            return Err(Reason::DoublePushFromElsewhere { piece });
        }
        from.offset(0, up).map_or(Ok(()), free)?;
        free(to)?;
        return Ok(MoveKind::DoublePush);
    }
    if !attacks::pawn(color, from).contains(to) {
        return Err(Reason::WrongMovement { piece, to });
    }
    match PlacedPiece::on(position, to) {
        Some(target) if target.piece.color() == color => Err(Reason::OwnPieceOnTarget { piece, target }),
        Some(_) => Ok(MoveKind::Capture),
        None if position.en_passant() == Some(to) => Ok(MoveKind::EnPassant),
        None => Err(no_capture(position, piece, to)),
    }
}

/// Why a pawn may not go diagonally onto an empty square: a pawn beside it makes it an attempt at
/// en passant.
fn no_capture(position: &Position, piece: PlacedPiece, to: Square) -> Reason {
    let color = piece.piece.color();
    let beside = Square::new(to.file(), piece.square.rank());
    let victim = PlacedPiece::on(position, beside).filter(|placed| placed.piece == Piece::new(!color, Role::Pawn));
    match victim {
        Some(victim) if piece.square.relative_to(color).rank() == Rank::Fifth => {
            Reason::EnPassant(EnPassantFault::NotAvailable { piece, victim })
        }
        _ => Reason::PawnCapturesNothing { piece, to },
    }
}

fn promoted(piece: PlacedPiece, to: Square, kind: MoveKind, promotion: Option<Role>) -> Result<MoveKind, Reason> {
    let is_pawn = piece.piece.role() == Role::Pawn;
    let last = to.relative_to(piece.piece.color()).rank() == Rank::Eighth;
    let capture = kind == MoveKind::Capture;
    match promotion {
        None if is_pawn && last => Err(Reason::PromotionMissing { piece, to }),
        None => Ok(kind),
        Some(_) if !(is_pawn && last) => Err(Reason::PromotionNotAllowed { piece }),
        Some(role) => MoveKind::promotion_to(role, capture).ok_or(Reason::PromotionPiece { role }),
    }
}

fn king_safety(position: &Position, to: Square) -> Result<(), Reason> {
    let king = position.king_of(position.turn());
    let without_king = position.occupied().without(king);
    let enemies = position.them().without(to);
    let attackers = position.attackers_to(to, without_king) & enemies;
    if attackers.is_empty() {
        return Ok(());
    }
    let seen_anyway = position.attackers_to(to, position.occupied());
    Err(Reason::KingIntoAttack {
        to,
        attackers: PlacedPieces::on(position, attackers),
        through_king: attackers - seen_anyway,
        pinned: attackers & position.blockers(!position.turn()),
        takes: PlacedPiece::on(position, to),
    })
}

fn leaves_king_safe(position: &Position, piece: PlacedPiece, to: Square, kind: MoveKind) -> Result<(), Reason> {
    let king = position.king_of(position.turn());
    let from = piece.square;
    let victim = match kind {
        MoveKind::EnPassant => Square::new(to.file(), from.rank()),
        _ => to,
    };
    let checkers = position.checkers();
    if checkers.has_many() {
        return Err(Reason::DoubleCheck { piece, checkers: PlacedPieces::on(position, checkers) });
    }
    if let Some(checker) = checkers.first() {
        let answers = victim == checker || attacks::between(king, checker).contains(to);
        if let (false, Some(checker)) = (answers, PlacedPiece::on(position, checker)) {
            return Err(Reason::DoesNotAnswerCheck { piece, king, checker });
        }
    }
    // Only a slider can be uncovered. The victim of en passant leaves a square that is not the
    // target, so that two squares open at once: first look at the mover alone.
    let enemies = position.them().without(victim);
    let opened = position.occupied().without(from).with(to);
    let sees_king = |occupied: Bitboard| {
        let attackers = position.attackers_to(king, occupied) & enemies;
        // The checker that this move blocks no longer sees the king; a leaper was answered above.
        attackers.into_iter().find_map(|square| PlacedPiece::on(position, square))
    };
    if let Some(pinner) = sees_king(opened) {
        return Err(Reason::Pinned { piece, king, pinner });
    }
    if kind == MoveKind::EnPassant
        && let (Some(attacker), Some(victim)) = (sees_king(opened.without(victim)), PlacedPiece::on(position, victim))
    {
        return Err(Reason::EnPassant(EnPassantFault::Uncovers { piece, victim, king, attacker }));
    }
    Ok(())
}
