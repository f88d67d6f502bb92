//! Scores: centipawns, and mates by their distance in plies.

use std::fmt;

/// A value to the side to move, in centipawns or, near [`MATE`], a mate.
pub type Value = i32;

/// More than any score.
pub(crate) const INFINITE: Value = 32_001;
/// The side to move has given mate already; a mate in `n` plies is worth `MATE - n`.
pub const MATE: Value = 32_000;
/// How deep in plies a line may become.
pub const MAX_PLY: usize = 128;
/// From here on a score means a forced mate.
pub(crate) const MATE_BOUND: Value = MATE - MAX_PLY as Value;
/// The side to move wins by what endgame tables say; at `ply` it is worth `TABLE_WIN - ply`. No mate is worth less, and
/// no evaluation comes near.
pub(crate) const TABLE_WIN: Value = MATE_BOUND - 1;
/// From here on a score is a win that is known, by a mate or by a table.
pub(crate) const DECIDED_BOUND: Value = TABLE_WIN - MAX_PLY as Value;
/// A draw.
pub const DRAW: Value = 0;

/// The side to move is mated `ply` moves from the root.
pub(crate) fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// Whether a score is a forced mate for either side.
pub fn is_mate(score: Value) -> bool {
    score.unsigned_abs() >= MATE_BOUND.unsigned_abs()
}

/// Whether a score is a win that is known, for either side: by a mate or by a table.
pub(crate) fn is_decided(score: Value) -> bool {
    score.unsigned_abs() >= DECIDED_BOUND.unsigned_abs()
}

/// A score whose wins count from the root, with them counted from a node `ply` moves further on.
pub(crate) fn mate_from_node(score: Value, ply: usize) -> Value {
    if is_decided(score) { score.saturating_add(score.signum() * plies(ply)) } else { score }
}

/// The opposite of [`mate_from_node`].
pub(crate) fn mate_from_root(score: Value, ply: usize) -> Value {
    if is_decided(score) { score.saturating_sub(score.signum() * plies(ply)) } else { score }
}

/// A number of plies as a difference of scores; callers of the table may give any.
fn plies(ply: usize) -> Value {
    Value::try_from(ply).unwrap_or(Value::MAX)
}

/// What a win by a table is shown as, less the plies to it: as other engines do, far above any evaluation.
const TABLE_CENTIPAWNS: Value = 20_000;

/// A score as UCI writes it: `cp 31`, `mate 3`, `mate -2`; a win by a table three plies away is `cp 19997`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct UciScore(pub Value);

impl fmt::Display for UciScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // No mate is nearer than the one on the board.
        let plies = MATE - self.0.saturating_abs().min(MATE);
        match self.0 {
            score if is_decided(score) && !is_mate(score) => {
                write!(f, "cp {}", score.signum() * (TABLE_CENTIPAWNS - (TABLE_WIN - score.abs())))
            }
            score if !is_mate(score) => write!(f, "cp {score}"),
            score if score > 0 => write!(f, "mate {}", (plies + 1) / 2),
            _ => write!(f, "mate {}", -(plies / 2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_written_in_moves() {
        assert_eq!(UciScore(MATE - 1).to_string(), "mate 1");
        assert_eq!(UciScore(MATE - 3).to_string(), "mate 2");
        assert_eq!(UciScore(mated_in(2)).to_string(), "mate -1");
        assert_eq!(UciScore(mated_in(0)).to_string(), "mate 0");
        assert_eq!(UciScore(-17).to_string(), "cp -17");
        assert_eq!(UciScore(TABLE_WIN - 3).to_string(), "cp 19997");
        assert_eq!(UciScore(4 - TABLE_WIN).to_string(), "cp -19996");
        assert_eq!(UciScore(DECIDED_BOUND - 1).to_string(), format!("cp {}", DECIDED_BOUND - 1));
    }

    #[test]
    fn every_number_can_be_asked_about() {
        for score in [Value::MIN, Value::MIN + 1, Value::MAX] {
            assert!(is_mate(score));
            assert_eq!(UciScore(score).to_string(), "mate 0");
            for ply in [0, 1, usize::MAX] {
                assert!(is_mate(mate_from_node(score, ply)));
            }
        }
        assert_eq!(mate_from_node(Value::MIN, 3), Value::MIN);
        assert_eq!(mate_from_root(Value::MIN, 3), Value::MIN + 3);
        assert_eq!(mate_from_root(MATE, usize::MAX), MATE - Value::MAX);
        assert!(is_mate(MATE_BOUND) && is_mate(-MATE_BOUND) && !is_mate(MATE_BOUND - 1) && !is_mate(1 - MATE_BOUND));
    }
}
