//! The counts that an engine is compared with: Tabiya's own perft.

use tabiya::{Move, Position};

/// Counts each move's subtree. A count beyond 64 bits is as good as infinite: no engine under test
/// gets there.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let branches = tabiya_perft::divide(position, depth).into_iter();
    branches.map(|branch| (branch.mv, u64::try_from(branch.nodes).unwrap_or(u64::MAX))).collect()
}

/// Counts the paths of that many moves.
pub fn count(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal() as u64,
        _ => divide(position, depth).iter().fold(0, |sum, &(_, nodes)| sum.saturating_add(nodes)),
    }
}
