//! The true counts.

use tabiya::{Move, Position};

/// Counts each move's subtree.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let count_of = |mv: Move| (mv, count(&position.after(mv), depth.saturating_sub(1)));
    position.legal_moves().iter().copied().map(count_of).collect()
}

/// Counts the paths of that many moves.
pub fn count(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal() as u64,
        _ => position.legal_moves().iter().map(|&mv| count(&position.after(mv), depth - 1)).sum(),
    }
}
