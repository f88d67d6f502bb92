//! Castling: one right, two pieces, three paths. Judged without asking `castling.rs`, whose twin this is.

use super::reason::{CastlingFault, Reason};
use super::words::{PlacedPiece, PlacedPieces};
use crate::{Bitboard, File, Move, Piece, Position, Rank, Role, Square, UciMove, Wing, attacks};

/// Where king and rook end.
pub(super) fn targets(wing: Wing, rank: Rank) -> (Square, Square) {
    match wing {
        Wing::King => (Square::new(File::G, rank), Square::new(File::F, rank)),
        Wing::Queen => (Square::new(File::C, rank), Square::new(File::D, rank)),
    }
}

/// The squares from one to the other, both included.
fn span(from: Square, to: Square) -> Bitboard {
    attacks::between(from, to).with(from).with(to)
}

/// Whether the squares mean castling, legal or not: the king goes to its own castling rook, or to where castling would
/// take it if that is not a step of one square. A Chess960 king may castle without leaving its square.
pub(super) fn meant(position: &Position, UciMove { from, to, .. }: UciMove) -> Option<Wing> {
    let turn = position.turn();
    let at_home = position.king_of(turn) == from && from.relative_to(turn).rank() == Rank::First;
    if !at_home || from.rank() != to.rank() {
        return None;
    }
    if from == to {
        let stands_still =
            |wing: &Wing| targets(*wing, from.rank()).0 == to && position.castling_rook(turn, *wing).is_some();
        return [Wing::King, Wing::Queen].into_iter().find(stands_still);
    }
    let wing = if to.file() > from.file() { Wing::King } else { Wing::Queen };
    let right = position.castling_rook(turn, wing);
    if right == Some(to) {
        return Some(wing);
    }
    let from_e = from.file() == File::E;
    let onto_rook = position.piece_at(to) == Some(Piece::new(turn, Role::Rook));
    let corner = matches!(to.file(), File::A | File::H);
    let is_target = to == targets(wing, from.rank()).0 && from.distance(to) >= 2;
    let lost_right = from_e && ((onto_rook && corner) || is_target);
    (lost_right || (is_target && right.is_some())).then_some(wing)
}

/// The castling move on that wing, or why it is not legal.
pub(super) fn judge(position: &Position, wing: Wing) -> Result<Move, Reason> {
    fault(position, wing).map_err(Reason::Castling)
}

fn fault(position: &Position, wing: Wing) -> Result<Move, CastlingFault> {
    let turn = position.turn();
    let king = position.king_of(turn);
    let Some(rook) = position.castling_rook(turn, wing) else {
        return Err(CastlingFault::NoRight { turn, wing });
    };
    let (king_to, rook_to) = targets(wing, king.rank());
    let (king_span, rook_span) = (span(king, king_to), span(rook, rook_to));
    let others = position.occupied().without(king).without(rook);
    let in_the_way =
        ((king_span | rook_span) & others).into_iter().find_map(|square| PlacedPiece::on(position, square));
    if let Some(by) = in_the_way {
        return Err(CastlingFault::Blocked {
            by,
            king_path: king_span.contains(by.square),
            rook_path: rook_span.contains(by.square),
        });
    }
    if position.in_check() {
        let checkers = PlacedPieces::on(position, position.checkers());
        return Err(CastlingFault::InCheck { king, checkers });
    }
    let attackers = |square: Square, occupied: Bitboard| {
        let found = position.attackers_to(square, occupied) & position.them();
        found.any().then(|| PlacedPieces::on(position, found))
    };
    let without_king = position.occupied().without(king);
    for square in attacks::between(king, king_to) {
        if let Some(attackers) = attackers(square, without_king) {
            return Err(CastlingFault::Crosses { square, attackers });
        }
    }
    if let Some(attackers) = attackers(king_to, without_king) {
        return Err(CastlingFault::Lands { square: king_to, attackers });
    }
    let afterwards = without_king.without(rook).with(rook_to);
    if let Some(attackers) = attackers(king_to, afterwards) {
        return Err(CastlingFault::RookShields { rook, square: king_to, attackers });
    }
    Ok(Move::castle(king, rook, wing))
}

/// Squares that only the rook crosses and that are attacked, which does not matter.
pub(super) fn rook_path_attacked(position: &Position, wing: Wing) -> Bitboard {
    let turn = position.turn();
    let king = position.king_of(turn);
    let Some(rook) = position.castling_rook(turn, wing) else {
        return Bitboard::EMPTY;
    };
    let (king_to, rook_to) = targets(wing, king.rank());
    (span(rook, rook_to) - span(king, king_to))
        .into_iter()
        .filter(|&square| (position.attackers_to(square, position.occupied()) & position.them()).any())
        .collect()
}
