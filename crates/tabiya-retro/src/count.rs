//! Paths backwards, counted: perft in the other direction.

use tabiya::Position;

use crate::predecessors::plainest;
use crate::{Castles, Retro, Unmove};

/// The number of ways to take back `depth` moves. Before every unmove the position with the fewest rights is taken: no
/// castling right and no en passant capture but those that the unmove itself needs.
pub fn perft(position: &Position, depth: u32) -> u128 {
    count(position, Castles::of(position), depth)
}

/// The same, for each first unmove by itself.
pub fn divide(position: &Position, depth: u32) -> Vec<(Unmove, u128)> {
    if depth == 0 {
        return Vec::new();
    }
    let castles = Castles::of(position);
    let below = |unmove| plainest(position, unmove).map_or(0, |before| count(&before, castles, depth - 1));
    Retro::new(position).unmoves().into_iter().map(|unmove| (unmove, below(unmove))).collect()
}

/// What castles there may have been is decided once: rights that an unmove brings back must not change it.
fn count(position: &Position, castles: Castles, depth: u32) -> u128 {
    let retro = Retro { position, castles };
    match depth {
        0 => 1,
        1 => retro.count().into(),
        _ => {
            let before = retro.unmoves().into_iter().filter_map(|unmove| plainest(position, unmove));
            before.map(|before| count(&before, castles, depth - 1)).sum()
        }
    }
}
