//! Pages 4 and 11: proof by counting.

use crate::*;

// [perft]
/// The number of paths of this length. A generator that is wrong anywhere gets a wrong number sooner or later.
pub fn perft(position: &Position, depth: u32, moves: fn(&Position) -> Vec<Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    moves(position).into_iter().map(|mv| perft(&position.after(mv), depth - 1, moves)).sum()
}
// [/perft]

// [divide]
/// The same, one number for each first move. Compare two of these, follow the move that differs, repeat one ply deeper.
pub fn divide(position: &Position, depth: u32, moves: fn(&Position) -> Vec<Move>) -> Vec<(Move, u64)> {
    let below = |mv| (mv, perft(&position.after(mv), depth.saturating_sub(1), moves));
    moves(position).into_iter().map(below).collect()
}
// [/divide]

// [uci]
/// A move as UCI writes it for Chess960: `e2e4`, `e7e8q`, and `e1h1` for the king that takes its rook.
pub fn uci(mv: Move) -> String {
    let promoted = if let Kind::Promotion(role) = mv.kind { &"pnbrqk"[role as usize..=role as usize] } else { "" };
    name(mv.from) + &name(mv.to) + promoted
}

/// The legal move that a text means. Castling may also be the two squares of the king: `e1g1`.
pub fn find_move(position: &Position, text: &str) -> Option<Move> {
    let king_step = |mv: Move| name(mv.from) + &name(castled(mv.from, mv.to).0);
    let mut moves = legal(position).into_iter();
    moves.find(|&mv| uci(mv) == text || mv.kind == Kind::Castle && king_step(mv) == text)
}
// [/uci]
