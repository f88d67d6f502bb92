//! Probes of endgame tables per second: `cargo run --release -p tabiya-bench --bin probes -- KQKR KPKP`.
//!
//! Random positions of each table, so that nearly every probe misses the caches; one core, CPU time, the best of some
//! rounds.

#![deny(unsafe_code)]

#[allow(unsafe_code)]
mod cpu_clock;

use std::hint::black_box;
use std::time::Duration;

use tabiya::Position;
use tabiya_check::Random;
use tabiya_check::setups::with_men;
use tabiya_retro::endgame::{Endgames, Material};

const POSITIONS: usize = 1 << 20;
const ROUNDS: usize = 5;
/// 10⁸ probes a minute.
const BAR: f64 = 1e8 / 60.0;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        names = ["KQKR", "KBNK", "KPKP"].map(str::to_owned).to_vec();
    }
    for name in names {
        let material: Material = name.parse()?;
        let endgames = Endgames::solve(material)?;
        let mut random = Random::new(1);
        let positions: Vec<Position> = (0..POSITIONS)
            .map(|_| with_men(|color, role| material.count(color, role), &mut |end| random.below(end)))
            .collect();
        let mut best = Duration::MAX;
        for _ in 0..ROUNDS {
            let before = cpu_clock::cpu_time();
            for position in &positions {
                black_box(endgames.probe(black_box(position)))?;
            }
            best = best.min(cpu_clock::cpu_time() - before);
        }
        let rate = POSITIONS as f64 / best.as_secs_f64();
        println!("{material:8} {:6.2} million probes/s, {:5.2} times the bar of 10^8 a minute", rate / 1e6, rate / BAR);
    }
    Ok(())
}
