//! Tabiya and its peers, side by side: the same work in one run, interleaved, counts checked while timed.
//!
//! `cargo run --release -p tabiya-bench -- movegen` prints a table, `--json` one object per line. See `bench/README.md`
//! for the builds that give the opponents their best flags.

// Unsafe code lives in modules that are named where they are declared, and nowhere else.
#![deny(unsafe_code)]

mod clock;
mod contest;
#[allow(unsafe_code)]
mod cpu_clock;
mod movegen;
mod operations;
mod order;
mod perft;
mod positions;
mod report;
mod rival;
mod rules;

use clap::Parser;
use clock::Clock;
use contest::Suite;
use rival::Rival;
use std::process::ExitCode;

/// Every suite, in the order `all` runs them. A new suite is one module and one line here.
const SUITES: &[Suite] = &[
    Suite {
        name: "movegen",
        about: "perft with leaves in bulk, full lists, and every leaf played: all libraries",
        tasks: movegen::tasks,
    },
    Suite {
        name: "levels",
        about: "as movegen, but Tabiya once with each set of instructions that this CPU has",
        tasks: movegen::level_tasks,
    },
    Suite {
        name: "generate",
        about: "full legal lists for many positions, nothing played: all libraries",
        tasks: movegen::generate_tasks,
    },
    Suite {
        name: "operations",
        about: "single questions, moves and text over 2,000 positions: all libraries",
        tasks: operations::tasks,
    },
    Suite { name: "order", about: "the picker, exchanges and tests of foreign moves", tasks: order::tasks },
    Suite {
        name: "perft",
        about: "the counting engine on one thread without a table: every instruction set, and cozy-chess",
        tasks: perft::tasks,
    },
    Suite {
        name: "deep",
        about: "the counting engine on deep trees: one thread, every core, and a hash table",
        tasks: perft::deep_tasks,
    },
];

#[derive(Parser)]
#[command(name = "tabiya-bench", version, about = "Tabiya and its peers doing the same work side by side")]
struct Arguments {
    /// Suites to run, or `all`, or `list` to see them
    #[arg(required_unless_present_any = ["worker", "once"])]
    suites: Vec<String>,
    /// Timed rounds; the best of them is reported
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// What time is measured by; `cpu` for single-threaded suites on a busy machine
    #[arg(long, value_enum, default_value_t = Clock::Wall)]
    clock: Clock,
    /// One JSON object per line instead of tables
    #[arg(long)]
    json: bool,
    /// One table in Markdown for each suite, in nanoseconds
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Only tasks whose name contains this
    #[arg(long, value_name = "TEXT")]
    task: Option<String>,
    /// Only entrants whose name contains one of these (comma-separated)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// Another build of this program whose peers take part too (see bench/README.md)
    #[arg(long, value_name = "PROGRAM")]
    rival: Option<String>,
    /// What to call the rival's entrants
    #[arg(long, default_value = "native", value_name = "LABEL")]
    rival_label: String,
    /// Run one entrant of one task and nothing else, for profilers
    #[arg(long, num_args = 3, value_names = ["SUITE", "TASK", "ENTRANT"])]
    once: Option<Vec<String>>,
    /// How often `--once` repeats its work
    #[arg(long, default_value_t = 1)]
    repeat: u64,
    /// Answer requests of another build on standard input (what `--rival` starts)
    #[arg(long, hide = true)]
    worker: bool,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("tabiya-bench: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    if arguments.worker {
        return rival::serve(SUITES, arguments.clock);
    }
    if let Some([suite, task, entrant]) = arguments.once.as_deref() {
        return once(suite, task, entrant, arguments.repeat);
    }
    if arguments.suites.iter().any(|name| name == "list") {
        for suite in SUITES {
            println!("{:<10} {}", suite.name, suite.about);
            for task in (suite.tasks)() {
                let entrants: Vec<&str> = task.entrants.iter().map(|e| e.name.as_str()).collect();
                println!("  {:<24} {}", task.name, entrants.join(", "));
            }
        }
        return Ok(());
    }
    let mut rival = match &arguments.rival {
        Some(program) => Some(Rival::start(program, &arguments.rival_label, arguments.clock)?),
        None => None,
    };
    for suite in chosen_suites(&arguments.suites)? {
        let mut rows = Vec::new();
        for mut task in (suite.tasks)() {
            if arguments.task.as_ref().is_some_and(|text| !task.name.contains(text)) {
                continue;
            }
            if let Some(rival) = &mut rival {
                rival.join(suite.name, &mut task)?;
            }
            if !arguments.only.is_empty() {
                task.entrants.retain(|e| arguments.only.iter().any(|name| e.name.contains(name)));
            }
            if task.entrants.is_empty() {
                continue;
            }
            let results = contest::hold(&mut task, arguments.rounds, arguments.clock)?;
            if arguments.markdown {
                rows.push(report::Row::new(&task, &results));
            } else if arguments.json {
                report::json(suite.name, &task, &results, arguments.rounds);
            } else {
                report::table(suite.name, &task, &results, arguments.rounds);
            }
        }
        if arguments.markdown {
            report::markdown(&rows);
        }
    }
    Ok(())
}

fn chosen_suites(names: &[String]) -> Result<Vec<&'static Suite>, String> {
    if names.iter().any(|name| name == "all") {
        return Ok(SUITES.iter().collect());
    }
    names
        .iter()
        .map(|name| {
            SUITES.iter().find(|suite| suite.name == name).ok_or_else(|| {
                let known: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
                format!("no suite is called '{name}' (there are: {}, all, list)", known.join(", "))
            })
        })
        .collect()
}

/// Runs one entrant `repeat` times without timing it: a profiler that subtracts the figures for two values of
/// `repeat` has the cost of the work alone, without that of starting up.
fn once(suite: &str, task: &str, entrant: &str, repeat: u64) -> Result<(), String> {
    let (mut work, expected) = contest::find(SUITES, suite, task, entrant)?;
    for _ in 0..repeat {
        contest::check(entrant, expected, (work.run)())?;
    }
    println!("{expected}");
    Ok(())
}
