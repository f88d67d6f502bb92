//! Chapter 11: proof by counting.

use crate::position::{Move, Position};

// [perft]
/// The number of paths of this length: what a generator gets wrong anywhere, shows here.
pub fn perft(position: &Position, depth: u32, moves: fn(&Position) -> Vec<Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    moves(position).into_iter().map(|mv| perft(&position.after(mv), depth - 1, moves)).sum()
}

/// The same, one number per first move: compare two of these, follow the move that differs, and repeat one ply deeper.
pub fn divide(position: &Position, depth: u32, moves: fn(&Position) -> Vec<Move>) -> Vec<(Move, u64)> {
    let below = |mv| (mv, perft(&position.after(mv), depth - 1, moves));
    moves(position).into_iter().map(below).collect()
}
// [/perft]
