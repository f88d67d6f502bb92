//! The rules, asked one after the other.

use super::attempt::Attempt;
use super::castle;
use super::reason::{EnPassantFault, Reason};
use super::words::{Stand, Stands};
use crate::{Bitboard, Move, MoveKind, Piece, Position, Rank, Role, Square, attacks};

/// The legal move that the attempt means, or why there is none.
pub(super) fn judge(position: &Position, attempt: Attempt) -> Result<Move, Reason> {
    let Attempt { from, to, promotion } = attempt;
    let turn = position.turn();
    let piece = Stand::on(position, from).ok_or(Reason::NoPiece { square: from })?;
    if piece.piece.color() != turn {
        return Err(Reason::NotYourPiece { piece, turn });
    }
    if from == to {
        return Err(Reason::NoMovement { piece });
    }
    if let Some(wing) = castle::meant(position, attempt) {
        if promotion.is_some() {
            return Err(Reason::PromotionNotAllowed { piece });
        }
        return castle::judge(position, wing);
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

fn piece_movement(position: &Position, piece: Stand, to: Square) -> Result<MoveKind, Reason> {
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
    if let Some(by) = nearest.and_then(|square| Stand::on(position, square)) {
        return Err(Reason::Blocked { piece, by });
    }
    match Stand::on(position, to) {
        None => Ok(MoveKind::Quiet),
        Some(target) if target.piece.color() == piece.piece.color() => Err(Reason::OwnPieceOnTarget { piece, target }),
        Some(_) => Ok(MoveKind::Capture),
    }
}

fn pawn_movement(position: &Position, piece: Stand, to: Square) -> Result<MoveKind, Reason> {
    let color = piece.piece.color();
    let from = piece.square;
    let up = color.pick(1, -1);
    let free = |square: Square| match Stand::on(position, square) {
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
    match Stand::on(position, to) {
        Some(target) if target.piece.color() == color => Err(Reason::OwnPieceOnTarget { piece, target }),
        Some(_) => Ok(MoveKind::Capture),
        None if position.en_passant() == Some(to) => Ok(MoveKind::EnPassant),
        None => Err(no_capture(position, piece, to)),
    }
}

/// Why a pawn may not go diagonally onto an empty square: a pawn beside it makes it an attempt at
/// en passant.
fn no_capture(position: &Position, piece: Stand, to: Square) -> Reason {
    let color = piece.piece.color();
    let beside = Square::new(to.file(), piece.square.rank());
    let victim = Stand::on(position, beside).filter(|stand| stand.piece == Piece::new(!color, Role::Pawn));
    match victim {
        Some(victim) if piece.square.relative_to(color).rank() == Rank::Fifth => {
            Reason::EnPassant(EnPassantFault::NotAvailable { piece, victim })
        }
        _ => Reason::PawnCapturesNothing { piece, to },
    }
}

fn promoted(piece: Stand, to: Square, kind: MoveKind, promotion: Option<Role>) -> Result<MoveKind, Reason> {
    let is_pawn = piece.piece.role() == Role::Pawn;
    let last = to.relative_to(piece.piece.color()).rank() == Rank::Eighth;
    let capture = kind == MoveKind::Capture;
    match promotion {
        None if is_pawn && last => Err(Reason::PromotionMissing { piece, to }),
        None => Ok(kind),
        Some(_) if !(is_pawn && last) => Err(Reason::PromotionNotAllowed { piece }),
        Some(role @ (Role::Pawn | Role::King)) => Err(Reason::PromotionPiece { role }),
        Some(Role::Knight) if capture => Ok(MoveKind::CapturePromoteKnight),
        Some(Role::Bishop) if capture => Ok(MoveKind::CapturePromoteBishop),
        Some(Role::Rook) if capture => Ok(MoveKind::CapturePromoteRook),
        Some(Role::Queen) if capture => Ok(MoveKind::CapturePromoteQueen),
        Some(Role::Knight) => Ok(MoveKind::PromoteKnight),
        Some(Role::Bishop) => Ok(MoveKind::PromoteBishop),
        Some(Role::Rook) => Ok(MoveKind::PromoteRook),
        Some(Role::Queen) => Ok(MoveKind::PromoteQueen),
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
        attackers: Stands::on(position, attackers),
        through_king: attackers - seen_anyway,
        pinned: attackers & position.blockers(!position.turn()),
        takes: Stand::on(position, to),
    })
}

fn leaves_king_safe(position: &Position, piece: Stand, to: Square, kind: MoveKind) -> Result<(), Reason> {
    let king = position.king_of(position.turn());
    let from = piece.square;
    let victim = match kind {
        MoveKind::EnPassant => Square::new(to.file(), from.rank()),
        _ => to,
    };
    let checkers = position.checkers();
    if checkers.has_many() {
        return Err(Reason::DoubleCheck { piece, checkers: Stands::on(position, checkers) });
    }
    if let Some(checker) = checkers.first() {
        let answers = victim == checker || attacks::between(king, checker).contains(to);
        if let (false, Some(checker)) = (answers, Stand::on(position, checker)) {
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
        attackers.into_iter().find_map(|square| Stand::on(position, square))
    };
    if let Some(pinner) = sees_king(opened) {
        return Err(Reason::Pinned { piece, king, pinner });
    }
    if kind == MoveKind::EnPassant
        && let (Some(attacker), Some(victim)) = (sees_king(opened.without(victim)), Stand::on(position, victim))
    {
        return Err(Reason::EnPassant(EnPassantFault::Uncovers { piece, victim, king, attacker }));
    }
    Ok(())
}
