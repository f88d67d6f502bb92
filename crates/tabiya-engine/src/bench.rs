//! `bench`: the same positions to the same depth, so that one number tells whether the search has changed.

use std::time::Duration;

use tabiya::{Game, Position};

use crate::control::Control;
use crate::engine::Engine;
use crate::time::Limits;

/// The positions searched.
pub fn positions() -> impl Iterator<Item = Position> {
    let lines = include_str!("bench.fen").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|fen| Position::from_fen(fen).ok())
}

/// What a run of the bench came to.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Bench {
    /// The signature: nodes searched in all.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Bench {
    /// Nodes searched in a second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as u128 * 1_000_000 / self.time.as_micros().max(1)) as u64
    }
}

/// Searches every bench position to a depth, each with an empty memory and one thread. `clock` says what time it is, by
/// whatever clock the caller goes by; forgetting the last position does not count.
pub fn bench(engine: &mut Engine, depth: i32, clock: impl Fn() -> Duration) -> Bench {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut total = Bench::default();
    for position in positions() {
        engine.forget();
        let control = Control::new(&limits, Duration::ZERO);
        let began = clock();
        engine.search(&Game::new(position), &limits, &control, &mut |_| {});
        total.time += clock().saturating_sub(began);
        total.nodes += control.nodes();
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    fn no_clock() -> Duration {
        Duration::ZERO
    }

    #[test]
    fn every_line_is_a_position() {
        assert_eq!(positions().count(), 36);
    }

    #[test]
    fn the_signature_does_not_depend_on_the_run() {
        let mut engine = Engine::new(1);
        let first = bench(&mut engine, 5, no_clock);
        assert_eq!(bench(&mut engine, 5, no_clock), first);
        assert!(first.nodes > 36);
    }
}
