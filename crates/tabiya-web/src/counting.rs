//! Perft, divide and statistics, in the plain forms that typed arrays hold.

use tabiya::Position;
use tabiya_perft::{Statistics, leaves};

use crate::failure::Failure;

/// The most plies: deeper trees take days, and their counts do not fit 64 bits.
pub const MOST_DEPTH: u32 = 12;

/// The depth, if that many plies are counted here.
pub fn checked(depth: u32) -> Result<u32, Failure> {
    if depth <= MOST_DEPTH {
        return Ok(depth);
    }
    Err(Failure::new("argument", format!("{depth} plies are too deep; the most here is {MOST_DEPTH}")))
}

fn narrow(nodes: u128) -> Result<u64, Failure> {
    u64::try_from(nodes).map_err(|_| Failure::new("argument", "the count does not fit into 64 bits"))
}

/// The leaves `depth` plies below.
pub fn perft(position: &Position, depth: u32) -> Result<u64, Failure> {
    narrow(leaves(position, checked(depth)?))
}

/// The leaves below each move: the bits of a move and its count, alternating.
pub fn divide(position: &Position, depth: u32) -> Result<Vec<u64>, Failure> {
    let mut flat = Vec::new();
    for mv in &position.legal_moves() {
        let below = leaves(&position.after(mv), checked(depth)?.saturating_sub(1));
        flat.extend([u64::from(mv.bits()), narrow(below)?]);
    }
    // Nothing is played at depth zero.
    Ok(if depth == 0 { Vec::new() } else { flat })
}

/// Leaves by what their last move was: nodes, captures, en passant, castles, promotions, checks, discovered and double
/// checks, mates.
pub fn statistics(position: &Position, depth: u32) -> Result<Vec<u64>, Failure> {
    let all = Statistics::of(position, checked(depth)?);
    [
        all.nodes,
        all.captures,
        all.en_passant,
        all.castles,
        all.promotions,
        all.checks,
        all.discovered_checks,
        all.double_checks,
        all.checkmates,
    ]
    .into_iter()
    .map(narrow)
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        let start = Position::startpos();
        assert_eq!(perft(&start, 4), Ok(197_281));
        let divided = divide(&start, 3).unwrap();
        assert_eq!(divided.len(), 40);
        assert_eq!(divided.iter().skip(1).step_by(2).sum::<u64>(), 8902);
        assert_eq!(statistics(&start, 4).unwrap(), [197_281, 1576, 0, 0, 0, 469, 0, 0, 8]);
        assert_eq!(perft(&start, 13).unwrap_err().kind, "argument");
    }
}
