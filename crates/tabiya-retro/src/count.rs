//! Paths backwards, counted: perft in the other direction.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

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
        let counted = self.divide_until(depth, &NEVER).into_iter();
        counted.map(|(unmove, nodes)| (unmove, nodes.unwrap_or_default())).collect()
    }

    /// The same, but from when `cancel` is set no unmove is counted to its end: those that are not have no number.
    pub fn divide_until(&self, depth: u32, cancel: &AtomicBool) -> Vec<(Unmove, Option<u128>)> {
        let Some(rest) = depth.checked_sub(1) else {
            return Vec::new();
        };
        let below = |unmove| match plainest(self.position, unmove) {
            Some(before) => count_until(&before, self.castles, rest, cancel),
            None => Some(0),
        };
        self.unmoves().iter().map(|&unmove| (unmove, below(unmove))).collect()
    }
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// [`count`], which looks at the flag where it takes long enough.
fn count_until(position: &Position, castles: Castles, depth: u32, cancel: &AtomicBool) -> Option<u128> {
    if cancel.load(Relaxed) {
        return None;
    }
    if depth <= 2 {
        return Some(count(position, castles, depth));
    }
    let unmoves = Retro { position, castles }.unmoves();
    let before = unmoves.iter().filter_map(|&unmove| plainest(position, unmove));
    before.map(|before| count_until(&before, castles, depth - 1, cancel)).sum()
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
