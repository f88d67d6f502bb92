//! How fast the reference engine searches: `cargo run --release -p tabiya-bench --bin search`.
//!
//! It searches its bench positions to a depth, in every round; the best CPU time counts. The number of nodes is the
//! signature of the search: where it differs between two builds, they do not search the same.

#![deny(unsafe_code)]

#[allow(unsafe_code)]
mod cpu_clock;

use std::process::ExitCode;

use clap::Parser;
use serde_json::json;
use tabiya_engine::Engine;
use tabiya_engine::bench::{Bench, bench};

#[derive(Parser)]
#[command(name = "search", about = "Time and signature of the reference engine's search")]
struct Arguments {
    /// How deep every position is searched
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(i32).range(1..=30))]
    depth: i32,
    /// Timed rounds; the best of them is reported
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// One JSON object instead of a line
    #[arg(long)]
    json: bool,
}

fn main() -> ExitCode {
    let Arguments { depth, rounds, json } = Arguments::parse();
    let runs = (0..rounds).map(|_| bench(&mut Engine::new(4), depth, cpu_clock::cpu_time));
    let Some(Bench { nodes, time }) = runs.min_by_key(|run| run.time) else { return ExitCode::FAILURE };
    let seconds = time.as_secs_f64();
    let per_node = seconds * 1e9 / nodes as f64;
    if json {
        let object = json!({
            "suite": "search",
            "depth": depth,
            "rounds": rounds,
            "seconds": seconds,
            "nodes": nodes,
            "nanoseconds_per_node": per_node,
        });
        println!("{object}");
    } else {
        println!("search to depth {depth}, best CPU time of {rounds}");
        println!("  search       {seconds:>8.3} s  {nodes:>9} nodes  {per_node:>6.0} ns per node");
    }
    ExitCode::SUCCESS
}
