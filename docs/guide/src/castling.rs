//! Page 7: castling, as the king taking its own rook.

use crate::*;

// [may_castle]
/// All squares from one to another along a rank, both included.
pub fn span(a: Square, b: Square) -> Set {
    (a.min(b)..=a.max(b)).fold(0, |all, square| all | bit(square))
}

/// Whether the king may castle with this rook, which still has its right (condition 1).
pub fn may_castle(position: &Position, rook: Square) -> bool {
    let white = position.white_to_move;
    let king = position.king(white);
    let (king_to, rook_to) = castled(king, rook);
    // Condition 2: every square that the two pass or land on is empty, apart from the two themselves.
    let others = position.occupied() & !bit(king) & !bit(rook);
    if (span(king, king_to) | span(rook, rook_to)) & others != 0 {
        return false;
    }
    // Conditions 3 to 5: the king does not start, pass or land on an attacked square. The rook is taken away for this
    // question: in Chess960 it may be all that shields the square where the king lands.
    let without_rook = position.occupied() & !bit(rook);
    squares(span(king, king_to)).all(|square| attackers(position, square, !white, without_rook) == 0)
}

pub fn castles(position: &Position) -> Vec<Move> {
    let from = position.king(position.white_to_move);
    let rooks = squares(position.castling & position.ours()).filter(|&rook| may_castle(position, rook));
    rooks.map(|to| Move { from, to, kind: Kind::Castle }).collect()
}
// [/may_castle]
