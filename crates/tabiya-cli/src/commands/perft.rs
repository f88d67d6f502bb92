//! `tabiya perft`: how many paths of legal moves there are, as fast as this machine can tell.

use std::path::PathBuf;

use serde::Serialize;
use tabiya::Position;
use tabiya_perft::{Division, Perft, Report, StatisticsReport};

use crate::Verdict;
use crate::count::{self, BranchLine, per_second, rate};
use crate::failure::{Failure, warn};
use crate::gpu;
use crate::means::Means;
use crate::output::{Output, counted, digits};
use crate::position::PositionArgs;
use crate::size;

/// Count the leaves of the tree of legal moves, with all the machine has.
#[derive(clap::Args)]
pub struct Args {
    /// How many plies deep, 0 to 20.
    #[arg(value_name = "DEPTH", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=count::MAX_DEPTH))]
    depth: u32,

    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    means: Means,

    /// Count on the GPUs of this machine; `--hash 0` then merges no equal positions.
    #[arg(long, conflicts_with_all = ["threads", "isa", "no_simd", "stats"])]
    gpu: bool,

    /// Most memory to take on each GPU, as 100G; by default almost all of it.
    #[arg(long, value_name = "SIZE", requires = "gpu", value_parser = size::parse)]
    gpu_memory: Option<usize>,

    /// Note finished parts of a count on a GPU in this file, and go on from what it says.
    #[arg(long, value_name = "FILE", requires = "gpu", conflicts_with = "divide")]
    resume: Option<PathBuf>,

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
        if self.gpu {
            return self.on_gpu(&position, output);
        }
        // Each depth costs a fraction of the next; they show the tree growing, and whether to wait for the last.
        for depth in self.depth.min(1)..=self.depth {
            let Division { report, branches } = self.count(&position, depth)?;
            if let Some(warning) = &report.warning {
                warn(warning);
            }
            BranchLine::write(&branches, self.position.castling(&position), output)?;
            if !branches.is_empty() {
                output.line("")?;
            }
            self.print(&position, depth, &report, (report.level.name(), self.means.thread_count()), output)?;
            if depth == self.depth || !report.complete {
                let hash = if report.hash == 0 { "no".to_owned() } else { size::words(report.hash) };
                output.line(format_args!(
                    "{}, {}, {hash} hash",
                    report.level,
                    counted(self.means.thread_count(), "thread")
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
        let perft = self.means.perft(position, depth)?;
        if self.divide && is_last {
            count::watched(perft, |perft| perft.divide())
        } else {
            let report = count::watched(perft, |perft| perft.run())?;
            Ok(Division { report, branches: Vec::new() })
        }
    }

    /// Counts every depth up to the last on the GPUs of this machine.
    fn on_gpu(&self, position: &Position, output: &mut Output) -> Result<Verdict, Failure> {
        if self.means.hash().is_some_and(|bytes| bytes != 0) {
            let failure = Failure::new("--gpu accepts only 0 (no merging of equal positions) or no --hash");
            return Err(failure.at("--hash").hint("limit the memory of each GPU with --gpu-memory"));
        }
        let gpu = gpu::open(self.gpu_memory)?;
        let cards: Vec<&str> = gpu.names().collect();
        // Who goes on with a long count has seen the shallow ones.
        let first = if self.resume.is_some() { self.depth } else { self.depth.min(1) };
        for depth in first..=self.depth {
            let is_last = depth == self.depth;
            let checkpoint = self.resume.as_deref().filter(|_| is_last);
            let means = gpu::Means { gpu: &gpu, merge: self.means.hash().is_none(), checkpoint };
            let Division { report, branches } = gpu::count(&means, position, depth, self.divide && is_last)?;
            BranchLine::write(&branches, self.position.castling(position), output)?;
            if !branches.is_empty() {
                output.line("")?;
            }
            self.print(position, depth, &report, ("gpu", cards.len()), output)?;
            if is_last || !report.complete {
                let memory = size::words(gpu.memory());
                let how = if report.hash == 0 { "no merging" } else { "equal positions merged" };
                output.line(format_args!("{}, {memory}, {how}", cards.join(", ")))?;
            }
            output.flush()?;
            if !report.complete {
                return Ok(Verdict::Interrupted);
            }
        }
        Ok(Verdict::Fine)
    }

    fn print(
        &self,
        position: &Position,
        depth: u32,
        report: &Report,
        (isa, threads): (&'static str, usize),
        output: &mut Output,
    ) -> Result<(), Failure> {
        let seconds = report.elapsed.as_secs_f64();
        let (sign, note) = if report.complete { ('=', "") } else { ('>', "  (interrupted)") };
        let rate = rate(report.nodes, seconds);
        let nodes = digits(report.nodes);
        let width = self.depth.to_string().len();
        output.line(format_args!("perft {depth:>width$} {sign} {nodes:>18}  {seconds:>9.3} s  {rate:>18}{note}"))?;
        let answer = Answer {
            counted: Counted::new(position, depth, report.nodes, report.complete, seconds),
            isa,
            threads,
            hash_bytes: report.hash,
        };
        self.write(depth, report.complete, &answer, output)
    }

    /// Writes what was counted to one depth: the answer if it is the last.
    fn write(&self, depth: u32, complete: bool, count: &impl Serialize, output: &mut Output) -> Result<(), Failure> {
        let is_last = depth == self.depth || !complete;
        let kind = if is_last { "answer" } else { "depth" };
        output.detail(kind, count)?;
        Ok(())
    }

    /// A paragraph per depth, no wider than a narrow terminal.
    fn statistics(&self, position: &Position, output: &mut Output) -> Result<Verdict, Failure> {
        for depth in self.depth.min(1)..=self.depth {
            let perft = Perft::new(position).depth(depth).threads(self.means.thread_count());
            let StatisticsReport { statistics: s, complete, elapsed } =
                count::watched(perft, |perft| perft.statistics())?;
            let seconds = elapsed.as_secs_f64();
            let note = if complete { "" } else { "\n  (interrupted: a part of the tree)" };
            let time = format_args!("{seconds:.3} s, {}", rate(s.nodes, seconds));
            output.line(format_args!("depth {depth}: {} in {time}{note}", counted(s.nodes, "leaf")))?;
            let kinds = [
                ("captures", s.captures),
                ("en passant", s.en_passant),
                ("castles", s.castles),
                ("promotions", s.promotions),
                ("checks", s.checks),
                ("discovered checks", s.discovered_checks),
                ("double checks", s.double_checks),
                ("checkmates", s.checkmates),
            ];
            for (name, count) in kinds {
                output.line(format_args!("  {name:<18}{:>24}", digits(count)))?;
            }
            let answer = StatisticsAnswer {
                counted: Counted::new(position, depth, s.nodes, complete, seconds),
                captures: s.captures.to_string(),
                en_passant: s.en_passant.to_string(),
                castles: s.castles.to_string(),
                promotions: s.promotions.to_string(),
                checks: s.checks.to_string(),
                discovered_checks: s.discovered_checks.to_string(),
                double_checks: s.double_checks.to_string(),
                checkmates: s.checkmates.to_string(),
            };
            self.write(depth, complete, &answer, output)?;
            output.flush()?;
            if !complete {
                return Ok(Verdict::Interrupted);
            }
        }
        Ok(Verdict::Fine)
    }
}
