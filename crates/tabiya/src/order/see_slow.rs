//! The slow twin of [`see`](super::see): the definition of an exchange, played out on copies of the board with the
//! [`oracle`](crate::oracle)'s way of moving and attacking.

use super::see::Values;
use crate::oracle::{board_after, is_attacked, reaches};
use crate::{Board, Color, Move, Piece, Position, Rank, Role, Square};

/// What a pseudo-legal move wins or loses in the exchange it begins.
pub fn see(position: &Position, mv: Move, values: &Values) -> i32 {
    if mv.is_castle() {
        return 0;
    }
    let victim = if mv.is_en_passant() { Some(Role::Pawn) } else { position.role_at(mv.to()) };
    let promotion = mv.promotion().map_or(0, |role| values.of(role) - values.of(Role::Pawn));
    let gain = victim.map_or(0, |role| values.of(role)) + promotion;
    gain - best_recapture(&board_after(position, mv), mv.to(), !position.turn(), values)
}

/// What a side wins on a square by capturing there or by leaving it be, whichever is better.
fn best_recapture(board: &Board, to: Square, side: Color, values: &Values) -> i32 {
    let victim = board.role_at(to).map_or(0, |role| values.of(role));
    let Some((from, becomes)) = least_valuable_capturer(board, to, side) else {
        return 0;
    };
    let left = board.role_at(from).map_or(0, |role| values.of(role));
    let gain = victim + values.of(becomes) - left;
    let after = board_after_capture(board, from, to, Piece::new(side, becomes));
    (gain - best_recapture(&after, to, !side, values)).max(0)
}

/// The least valuable piece of a side that may legally capture on a square, and what it is when it has: of equal ones
/// the first by rank from its own side, then by file.
fn least_valuable_capturer(board: &Board, to: Square, side: Color) -> Option<(Square, Role)> {
    for role in Role::ALL {
        for relative in Square::ALL {
            let (from, piece) = (relative.relative_to(side), Piece::new(side, role));
            if board.piece_at(from) != Some(piece) || !reaches(board, piece, from, to) {
                continue;
            }
            let promotes = role == Role::Pawn && to.rank() == Rank::Eighth.relative_to(side);
            let becomes = if promotes { Role::Queen } else { role };
            let after = board_after_capture(board, from, to, Piece::new(side, becomes));
            if after.king(side).is_none_or(|king| !is_attacked(&after, king, !side)) {
                return Some((from, becomes));
            }
        }
    }
    None
}

fn board_after_capture(board: &Board, from: Square, to: Square, piece: Piece) -> Board {
    let mut after = *board;
    after.remove(from);
    after.set(to, piece);
    after
}
