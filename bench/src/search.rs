//! What the staged picker is worth to a search: `cargo run --release -p tabiya-bench --bin search`.
//!
//! The reference engine searches its bench positions to a depth twice, with the staged picker and with everything
//! generated, scored and sorted before the first move is tried. The rounds alternate, the best CPU time of each counts.
//! With `--only` a profiler sees one of the two alone.

#![deny(unsafe_code)]

#[allow(unsafe_code)]
mod cpu_clock;

use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use serde_json::json;
use tabiya_engine::Engine;
use tabiya_engine::bench::{Bench, bench};
use tabiya_engine::counters::Laziness;
use tabiya_engine::move_source::{AllAtOnce, Staged};

#[derive(Parser)]
#[command(name = "search", about = "The staged picker against generating and sorting everything, in the same search")]
struct Arguments {
    /// How deep every position is searched
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(i32).range(1..=30))]
    depth: i32,
    /// Timed rounds; the best of them is reported
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Only one of the two
    #[arg(long, value_enum)]
    only: Option<Kind>,
    /// One JSON object instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Stage by stage, as the engine plays
    Staged,
    /// Everything generated and sorted at every node
    AllAtOnce,
}

struct Result {
    kind: Kind,
    name: &'static str,
    time: Duration,
    bench: Bench,
}

impl Result {
    fn new(kind: Kind) -> Result {
        let name = match kind {
            Kind::Staged => "staged",
            Kind::AllAtOnce => "all at once",
        };
        Result { kind, name, time: Duration::MAX, bench: Bench::default() }
    }

    fn round(&mut self, depth: i32) {
        let mut engine = Engine::new(4);
        self.bench = match self.kind {
            Kind::Staged => bench::<Staged<false>>(&mut engine, depth, cpu_clock::cpu_time),
            Kind::AllAtOnce => bench::<AllAtOnce>(&mut engine, depth, cpu_clock::cpu_time),
        };
        self.time = self.time.min(self.bench.time);
    }

    fn nanoseconds_per_node(&self) -> f64 {
        self.time.as_secs_f64() * 1e9 / self.bench.nodes as f64
    }
}

fn share(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let kinds = match arguments.only {
        Some(kind) => vec![kind],
        None => vec![Kind::Staged, Kind::AllAtOnce],
    };
    let mut results: Vec<Result> = kinds.into_iter().map(Result::new).collect();
    for _ in 0..arguments.rounds {
        for result in &mut results {
            result.round(arguments.depth);
        }
    }
    // The shares come from a run of their own, so that counting does not slow the timed ones.
    let counted = arguments
        .only
        .is_none()
        .then(|| bench::<Staged<true>>(&mut Engine::new(4), arguments.depth, cpu_clock::cpu_time));
    if arguments.json {
        print_json(&arguments, &results, counted)
    } else {
        print(&arguments, &results, counted)
    }
    ExitCode::SUCCESS
}

fn print(arguments: &Arguments, results: &[Result], counted: Option<Bench>) {
    println!("search to depth {}, best CPU time of {}", arguments.depth, arguments.rounds);
    for result in results {
        println!(
            "  {:<12} {:>8.3} s  {:>9} nodes  {:>6.0} ns per node  {:>5.2} x",
            result.name,
            result.time.as_secs_f64(),
            result.bench.nodes,
            result.nanoseconds_per_node(),
            result.time.as_secs_f64() / results[0].time.as_secs_f64()
        );
    }
    if let Some(bench) = counted {
        println!("nodes at which the picker never generated quiet moves, and never anything:");
        let mut all = bench.counters.main;
        all += bench.counters.quiescence;
        for (name, Laziness { nodes, without_quiets, without_anything }) in
            [("main", bench.counters.main), ("quiescence", bench.counters.quiescence), ("all", all)]
        {
            let (quiets, anything) = (share(without_quiets, nodes), share(without_anything, nodes));
            println!("  {name:<12} {nodes:>9} nodes with a picker  {quiets:>5.1} %  {anything:>5.1} %");
        }
    }
}

fn print_json(arguments: &Arguments, results: &[Result], counted: Option<Bench>) {
    let laziness = |l: Laziness| {
        json!({
            "nodes": l.nodes,
            "percent_without_quiets": share(l.without_quiets, l.nodes),
            "percent_without_anything": share(l.without_anything, l.nodes),
        })
    };
    let object = json!({
        "suite": "search",
        "depth": arguments.depth,
        "rounds": arguments.rounds,
        "results": results.iter().map(|result| json!({
            "name": result.name,
            "seconds": result.time.as_secs_f64(),
            "nodes": result.bench.nodes,
            "nanoseconds_per_node": result.nanoseconds_per_node(),
        })).collect::<Vec<_>>(),
        "main": counted.map(|bench| laziness(bench.counters.main)),
        "quiescence": counted.map(|bench| laziness(bench.counters.quiescence)),
    });
    println!("{object}");
}
