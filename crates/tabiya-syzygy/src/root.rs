//! The moves of a position, ranked.

use core::cmp::Reverse;

use tabiya::{Move, Position};

use crate::error::SyzygyError;
use crate::probe::is_zeroing;
use crate::tablebase::Tablebase;
use crate::value::{ClockedWdl, Dtz, Wdl};

/// A move and what comes of it, for the side that makes it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The distance from the position before the move: 1 for a move that mates or zeroes the clock and wins.
    pub dtz: Dtz,
    /// The result, with the fifty-move clock where it stands.
    pub outcome: ClockedWdl,
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
            let clock = position.halfmove_clock();
            let (dtz, outcome) = if is_mate || is_zeroing {
                let dtz = if is_mate { Dtz::exact(1) } else { Dtz::of_zeroing(-self.probe_wdl(&after)?) };
                (dtz, dtz.outcome(clock))
            } else {
                // Judged after the move, when the clock runs: a rounded distance may be one ply too short then.
                let after_move = self.probe_dtz(&after)?;
                ((-after_move).further(1, true), -after_move.outcome(clock.saturating_add(1)))
            };
            ranked.push(RankedMove { mv, dtz, outcome, is_zeroing, is_mate });
        }
        ranked.sort_by_key(RankedMove::order);
        Ok(ranked)
    }

    /// Every legal move with its result if the clock stood at 0, the best first: for folders that have only `.rtbw`
    /// files. Playing the first move each time keeps the result but need not come nearer to the win.
    ///
    /// # Errors
    ///
    /// As [`probe_wdl`](Tablebase::probe_wdl), for the positions after each move.
    pub fn rank_root_moves_by_wdl(&self, position: &Position) -> Result<Vec<(Move, Wdl)>, SyzygyError> {
        let mut ranked = Vec::new();
        for &mv in position.legal_moves().iter() {
            let after = position.after_unchecked(mv);
            ranked.push((mv, -self.probe_wdl(&after)?, after.is_checkmate()));
        }
        ranked.sort_by_key(|&(_, wdl, is_mate)| (Reverse(wdl), Reverse(is_mate)));
        Ok(ranked.into_iter().map(|(mv, wdl, _)| (mv, wdl)).collect())
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
