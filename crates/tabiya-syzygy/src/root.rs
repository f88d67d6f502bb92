//! The moves of a position, ranked.

use core::cmp::Reverse;

use tabiya::{Move, Position};

use crate::error::SyzygyError;
use crate::probe::is_zeroing;
use crate::tablebase::Tablebase;
use crate::value::{Dtz, Outcome};

/// A move and what comes of it, for the side that makes it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The distance from the position before the move: 1 for a move that mates or zeroes the clock and wins.
    pub dtz: Dtz,
    /// The result, with the fifty-move clock where it stands.
    pub outcome: Outcome,
    /// Whether it sets the clock to 0.
    pub is_zeroing: bool,
    /// Whether it mates.
    pub is_mate: bool,
}

impl RankedMove {
    /// What sorts moves, the best first: the result; then mate; then, for the winner, the shortest way to the next
    /// zeroing move, and for the loser the longest.
    fn order(&self) -> impl Ord + use<> {
        (Reverse(self.outcome), Reverse(self.is_mate), self.dtz.plies())
    }
}

impl Tablebase {
    /// Every legal move, the best first.
    ///
    /// Who plays the first move each time wins what is won, and draws what is drawn, with the fifty-move rule and from
    /// any clock: the distance falls with each move, and no win is given up for one that comes too late.
    ///
    /// # Errors
    ///
    /// As [`probe_dtz`](Tablebase::probe_dtz), for the positions after each move.
    pub fn rank_root_moves(&self, position: &Position) -> Result<Vec<RankedMove>, SyzygyError> {
        let mut ranked = Vec::new();
        for &mv in position.legal_moves().iter() {
            let after = position.after_unchecked(mv);
            let (is_zeroing, is_mate) = (is_zeroing(position, mv), after.is_checkmate());
            let dtz = if is_mate {
                Dtz::exact(1)
            } else if is_zeroing {
                Dtz::of_zeroing(-self.probe_wdl(&after)?)
            } else {
                (-self.probe_dtz(&after)?).further(1, true)
            };
            let outcome = dtz.outcome(position.halfmove_clock());
            ranked.push(RankedMove { mv, dtz, outcome, is_zeroing, is_mate });
        }
        ranked.sort_by_key(RankedMove::order);
        Ok(ranked)
    }

    /// The first of the [ranked moves](Tablebase::rank_root_moves); `None` if there is no legal move.
    ///
    /// # Errors
    ///
    /// As [`probe_dtz`](Tablebase::probe_dtz), for the positions after each move.
    pub fn best_move(&self, position: &Position) -> Result<Option<RankedMove>, SyzygyError> {
        Ok(self.rank_root_moves(position)?.first().copied())
    }
}
