//! Lists backwards against lists forwards: `cargo run --release -p tabiya-bench --bin backwards`.
//!
//! The same positions of random games, in rounds that alternate; the best CPU time of each direction counts. Every
//! round checks its number of moves.

#![deny(unsafe_code)]

#[allow(unsafe_code)]
mod cpu_clock;

use std::hint::black_box;
use std::time::Duration;

use tabiya::movegen::Legal;
use tabiya::{MoveList, Position};
use tabiya_check::games;
use tabiya_retro::{Retro, UnmoveCounter, UnmoveList};

const POSITIONS: usize = 2_000;
const PASSES: usize = 20;
const ROUNDS: usize = 7;

/// The best time of a direction, and what it made in each round.
struct Direction {
    name: &'static str,
    best: Duration,
    made: u64,
}

impl Direction {
    fn new(name: &'static str) -> Direction {
        Direction { name, best: Duration::MAX, made: 0 }
    }

    /// Times a pass over all positions, `PASSES` times.
    fn time(&mut self, positions: &[Position], mut make: impl FnMut(&Position) -> u64) {
        let before = cpu_clock::cpu_time();
        let made = (0..PASSES).map(|_| positions.iter().map(&mut make).sum::<u64>()).sum();
        self.best = self.best.min(cpu_clock::cpu_time() - before);
        assert!(self.made == 0 || self.made == made, "{}: {made} moves, {} before", self.name, self.made);
        self.made = made;
    }

    fn rate(&self) -> f64 {
        self.made as f64 / self.best.as_secs_f64() / 1e6
    }
}

fn main() {
    let mut positions = Vec::new();
    games::walk(1, POSITIONS, |position| positions.push(*position));
    let [mut forwards, mut backwards, mut counted] =
        ["forward lists", "backward lists", "backward counts"].map(Direction::new);
    let mut list = UnmoveList::new();
    for _ in 0..ROUNDS {
        forwards.time(&positions, |position| {
            let moves: MoveList = black_box(position).generate::<Legal>();
            black_box(&moves).len() as u64
        });
        backwards.time(&positions, |position| {
            list.clear();
            Retro::new(black_box(position)).generate_into(&mut list);
            black_box(&list).len() as u64
        });
        counted.time(&positions, |position| {
            let mut counter = UnmoveCounter::default();
            Retro::new(black_box(position)).generate_into(&mut counter);
            black_box(counter).count
        });
    }
    assert_eq!(backwards.made, counted.made);
    for direction in [&forwards, &backwards, &counted] {
        let per_position = direction.made as f64 / (PASSES * POSITIONS) as f64;
        println!(
            "{:16} {:7.1} million moves/s  {:5.1} moves each  {:4.2} of forward lists",
            direction.name,
            direction.rate(),
            per_position,
            direction.rate() / forwards.rate()
        );
    }
}
