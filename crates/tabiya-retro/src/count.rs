//! Paths backwards, counted: perft in the other direction.

use tabiya::Position;

use crate::predecessors::plainest;
use crate::{Castles, Retro, Unmove};

impl Retro<'_> {
    /// The number of ways to take back `depth` moves. Before every unmove the position with the fewest rights is taken:
    /// no castling right and no en passant capture but those that the unmove itself needs.
    pub fn perft(&self, depth: u32) -> u128 {
        count(self.position, self.castles, depth)
    }

    /// The same, for each first unmove by itself; none for depth 0.
    pub fn divide(&self, depth: u32) -> Vec<(Unmove, u128)> {
        let Some(rest) = depth.checked_sub(1) else {
            return Vec::new();
        };
        let below = |unmove| plainest(self.position, unmove).map_or(0, |before| count(&before, self.castles, rest));
        self.unmoves().iter().map(|&unmove| (unmove, below(unmove))).collect()
    }
}

/// The castles that there may have been are chosen once: rights that an unmove brings back must not change the choice.
fn count(position: &Position, castles: Castles, depth: u32) -> u128 {
    let retro = Retro { position, castles };
    match depth {
        0 => 1,
        1 => retro.count().into(),
        _ => {
            let unmoves = retro.unmoves();
            let before = unmoves.iter().filter_map(|&unmove| plainest(position, unmove));
            before.map(|before| count(&before, castles, depth - 1)).sum()
        }
    }
}
