//! The counts that an engine is compared with: Tabiya's own perft.

use tabiya::{Move, Position};
use tabiya_perft::{Error, Perft};

/// The most moves deep that can be counted.
pub const MOST_DEPTH: u32 = Perft::MOST_DEPTH;

/// Counts each move's subtree. A count beyond 64 bits is as good as infinite: no engine under test
/// gets there. More than [`MOST_DEPTH`] is an error.
pub fn divide(position: &Position, depth: u32) -> Result<Vec<(Move, u64)>, Error> {
    let branches = Perft::new(position).depth(depth).divide()?.branches.into_iter();
    Ok(branches.map(|branch| (branch.mv, u64::try_from(branch.nodes).unwrap_or(u64::MAX))).collect())
}

/// Counts the paths of that many moves. More than [`MOST_DEPTH`] is an error.
pub fn count(position: &Position, depth: u32) -> Result<u64, Error> {
    match depth {
        0 => Ok(1),
        1 => Ok(position.count_legal() as u64),
        _ => Ok(total(&divide(position, depth)?)),
    }
}

/// All subtrees together.
pub(crate) fn total(divided: &[(Move, u64)]) -> u64 {
    divided.iter().fold(0, |sum, &(_, nodes)| sum.saturating_add(nodes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_deep_is_an_error() {
        // Stalemate: there is nothing to count, so only the depth itself can be wrong.
        let position = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        assert_eq!(count(&position, MOST_DEPTH), Ok(0));
        assert_eq!(divide(&position, MOST_DEPTH), Ok(Vec::new()));
        for depth in [MOST_DEPTH + 1, u32::MAX] {
            assert_eq!(count(&position, depth), Err(Error::TooDeep(depth)));
            assert_eq!(divide(&position, depth), Err(Error::TooDeep(depth)));
        }
    }
}
