//! Counting as the commands need it, on top of the counting crate.

use tabiya::{CastlingStyle, File, Position};

/// Deeper trees than this have never been counted; a larger number is a typing error.
pub const MAX_DEPTH: i64 = 20;

/// The number of leaves, counted on the calling thread.
pub fn perft(position: &Position, depth: u32) -> u128 {
    match depth {
        0 => 1,
        1 => position.count_legal() as u128,
        _ => position.legal_moves().iter().map(|&mv| perft(&position.after(mv), depth - 1)).sum(),
    }
}

/// The leaves below each legal move, in the order of the moves' text.
pub fn divide(position: &Position, depth: u32, style: CastlingStyle) -> Vec<(String, u128)> {
    let mut lines: Vec<_> = position
        .legal_moves()
        .iter()
        .map(|&mv| (mv.uci(style).to_string(), perft(&position.after(mv), depth - 1)))
        .collect();
    lines.sort();
    lines
}

/// Whether every castling right belongs to a king on the e-file and a rook in the corner.
pub fn is_standard_castling(position: &Position) -> bool {
    position.castling_rights().rooks().into_iter().all(|rook| {
        let king = position.board().color_at(rook).map(|color| position.king_of(color));
        matches!(rook.file(), File::A | File::H) && king.is_some_and(|king| king.file() == File::E)
    })
}
