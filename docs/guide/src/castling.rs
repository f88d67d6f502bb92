//! Chapter 7: castling, as the king taking his own rook.

use crate::attacks::attackers;
use crate::position::Position;
use crate::sets::{Set, Square, bit, squares};

// [castled]
/// Where king and rook land: on the g- and f-file, or on the c- and d-file, wherever they came from.
pub fn castled(king: Square, rook: Square) -> (Square, Square) {
    let home = king & !7;
    if rook > king { (home + 6, home + 5) } else { (home + 2, home + 3) }
}

/// All squares from one to another along a rank, both included.
pub fn span(a: Square, b: Square) -> Set {
    (a.min(b)..=a.max(b)).map(bit).fold(0, |all, square| all | square)
}
// [/castled]

// [may_castle]
/// Whether the king may castle with this rook, which still has its right (the first condition).
pub fn may_castle(position: &Position, rook: Square) -> bool {
    let white = position.white_to_move;
    let king = position.king(white);
    let (king_to, rook_to) = castled(king, rook);
    // The second: nobody else stands where the two pass or land.
    let others = position.occupied() & !bit(king) & !bit(rook);
    if (span(king, king_to) | span(rook, rook_to)) & others != 0 {
        return false;
    }
    // Three in one: not out of check, not through check, not into check. The rook is taken away for the question, because
    // in Chess960 it may be all that shields the square where the king will stand.
    let without_rook = position.occupied() & !bit(rook);
    squares(span(king, king_to)).all(|square| attackers(position, square, !white, without_rook) == 0)
}
// [/may_castle]
