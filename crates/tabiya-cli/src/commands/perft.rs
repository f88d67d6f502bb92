//! `tabiya perft`: how many paths of legal moves there are, as fast as this machine can tell.

use clap::builder::PossibleValuesParser;
use serde::Serialize;
use tabiya::Position;
use tabiya::cpu::Level;
use tabiya_perft::{Division, Error, Perft, Report, StatisticsReport};

use crate::Verdict;
use crate::count::{self, BranchLine, per_second, rate};
use crate::failure::{Failure, warn};
use crate::output::{Output, counted};
use crate::position::PositionArgs;
use crate::size;

/// Count the leaves of the tree of legal moves, with all the machine has.
#[derive(clap::Args)]
pub struct Args {
    /// How many plies deep.
    #[arg(value_name = "DEPTH", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=count::MAX_DEPTH))]
    depth: u32,

    #[command(flatten)]
    position: PositionArgs,

    /// Threads; one for each core if not given.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// Most memory for the hash table, as 512M or 1G; 0 counts every leaf. A share of the free memory if not given.
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, value_parser = size::parse)]
    hash: Option<usize>,

    /// Instructions to use.
    #[arg(long, value_name = "ISA", default_value = "auto",
          value_parser = PossibleValuesParser::new(["auto", "avx512", "avx2", "bmi2", "neon", "simd128", "portable"]))]
    isa: String,

    /// Count move by move, without vector instructions.
    #[arg(long, conflicts_with = "isa")]
    no_simd: bool,

    /// Also count below each first move.
    #[arg(long)]
    divide: bool,

    /// Also tell captures, castles, promotions, checks and mates apart. Visits every leaf.
    #[arg(long, conflicts_with_all = ["divide", "hash", "isa", "no_simd"])]
    stats: bool,
}

/// What every count says of itself.
#[derive(Serialize)]
struct Counted {
    fen: String,
    depth: u32,
    nodes: String,
    complete: bool,
    seconds: f64,
    nps: f64,
}

impl Counted {
    fn new(position: &Position, depth: u32, nodes: u128, complete: bool, seconds: f64) -> Self {
        let nps = per_second(nodes, seconds);
        Self { fen: position.fen(), depth, nodes: nodes.to_string(), complete, seconds, nps }
    }
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    counted: Counted,
    isa: &'static str,
    threads: usize,
    hash_bytes: usize,
}

#[derive(Serialize)]
struct StatisticsAnswer {
    #[serde(flatten)]
    counted: Counted,
    captures: String,
    en_passant: String,
    castles: String,
    promotions: String,
    checks: String,
    discovered_checks: String,
    double_checks: String,
    checkmates: String,
}

impl Args {
    /// Counts and prints, or prints what is known when Ctrl-C ends the count.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let position = self.position.position()?;
        if self.stats {
            return self.statistics(&position, output);
        }
        // Each depth costs a fraction of the next; they show the tree growing, and whether to wait for the last.
        for depth in self.depth.min(1)..=self.depth {
            let Division { report, branches } = self.count(&position, depth)?;
            if let Some(warning) = &report.warning {
                warn(warning);
            }
            BranchLine::write(&branches, self.position.castling(), output)?;
            if !branches.is_empty() {
                output.line("")?;
            }
            self.print(&position, depth, &report, output)?;
            if depth == self.depth || !report.complete {
                let hash = if report.hash == 0 { "no".to_owned() } else { size::words(report.hash) };
                output.line(format_args!(
                    "{}, {}, {hash} hash",
                    report.level,
                    counted(self.thread_count(), "thread")
                ))?;
            }
            output.flush()?;
            if !report.complete {
                return Ok(Verdict::Interrupted);
            }
        }
        Ok(Verdict::Fine)
    }

    /// Counts one depth behind a progress bar; divided if it is the last and that was asked for.
    fn count(&self, position: &Position, depth: u32) -> Result<Division, Failure> {
        let is_last = depth == self.depth;
        let mut perft = Perft::fastest(position, depth).threads(self.thread_count()).level(self.instruction_set()?);
        // The limit that was asked for holds at every depth; no table is larger than its tree can fill.
        if let Some(bytes) = self.hash {
            perft = perft.hash(bytes);
        }
        if self.divide && is_last {
            count::watched(perft, |perft| perft.divide())
        } else {
            let report = count::watched(perft, |perft| perft.run())?;
            Ok(Division { report, branches: Vec::new() })
        }
    }

    fn print(&self, position: &Position, depth: u32, report: &Report, output: &mut Output) -> Result<(), Failure> {
        let seconds = report.elapsed.as_secs_f64();
        let (sign, note) = if report.complete { ('=', "") } else { ('>', "  (interrupted)") };
        let rate = rate(report.nodes, seconds);
        output.line(format_args!("perft {depth} {sign} {}  {seconds:.3} s  {rate}{note}", report.nodes))?;
        output.json(&Answer {
            counted: Counted::new(position, depth, report.nodes, report.complete, seconds),
            isa: report.level.name(),
            threads: self.thread_count(),
            hash_bytes: report.hash,
        })?;
        Ok(())
    }

    fn thread_count(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, |threads| threads as usize)
    }

    fn instruction_set(&self) -> Result<Level, Failure> {
        if self.no_simd {
            let plain = [Level::Bmi2, Level::Portable];
            return Ok(plain.into_iter().find(|level| level.is_available()).unwrap_or(Level::Portable));
        }
        let at_isa = |failure: Failure| failure.at("--isa");
        match self.isa.as_str() {
            "auto" => Ok(tabiya_perft::best_level()),
            name => match name.parse().map_err(|error| at_isa(Failure::new(error)))? {
                isa if Level::is_available(isa) => Ok(isa),
                isa => Err(at_isa(Failure::new(Error::Unavailable(isa)))),
            },
        }
    }

    /// A row a depth, in the columns of the public tables.
    fn statistics(&self, position: &Position, output: &mut Output) -> Result<Verdict, Failure> {
        output.line(format_args!(
            "depth {:>14} {:>12} {:>10} {:>10} {:>10} {:>12} {:>10} {:>10} {:>10}  time",
            "nodes", "captures", "e.p.", "castles", "promoted", "checks", "discovered", "double", "mates"
        ))?;
        for depth in self.depth.min(1)..=self.depth {
            let perft = Perft::new(position).depth(depth).threads(self.thread_count());
            let StatisticsReport { statistics: s, complete, elapsed } =
                count::watched(perft, |perft| perft.statistics())?;
            let seconds = elapsed.as_secs_f64();
            let note = if complete { "" } else { "  (interrupted: a part of the tree)" };
            output.line(format_args!(
                "{depth:>5} {:>14} {:>12} {:>10} {:>10} {:>10} {:>12} {:>10} {:>10} {:>10}  {seconds:.3} s  {}{note}",
                s.nodes,
                s.captures,
                s.en_passant,
                s.castles,
                s.promotions,
                s.checks,
                s.discovered_checks,
                s.double_checks,
                s.checkmates,
                rate(s.nodes, seconds),
            ))?;
            output.json(&StatisticsAnswer {
                counted: Counted::new(position, depth, s.nodes, complete, seconds),
                captures: s.captures.to_string(),
                en_passant: s.en_passant.to_string(),
                castles: s.castles.to_string(),
                promotions: s.promotions.to_string(),
                checks: s.checks.to_string(),
                discovered_checks: s.discovered_checks.to_string(),
                double_checks: s.double_checks.to_string(),
                checkmates: s.checkmates.to_string(),
            })?;
            output.flush()?;
            if !complete {
                return Ok(Verdict::Interrupted);
            }
        }
        Ok(Verdict::Fine)
    }
}
