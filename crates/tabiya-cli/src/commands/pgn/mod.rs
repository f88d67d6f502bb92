//! `tabiya pgn`: files of games, checked, counted, sifted and turned into positions.

mod check;
mod filter;
mod positions;
mod stats;

use std::path::PathBuf;

use clap::Subcommand;
use serde::Serialize;
use tabiya::notation::pgn::Limits;

use crate::Verdict;
use crate::failure::Failure;
use crate::games::{Source, Tally};
use crate::output::Output;

/// Read files of games: check them, count, sift, or turn them into positions.
///
/// Files are plain, `.gz` or `.zst`; `-` is standard input. A broken game is reported on standard error with file, line
/// and column, and left out; the exit code is then 1. What is odd but can be read is a warning there.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    work: Work,
}

#[derive(Subcommand)]
enum Work {
    Check(check::Args),
    Stats(stats::Args),
    ToFen(positions::FenArgs),
    ToEpd(positions::EpdArgs),
    Filter(filter::Args),
}

impl Args {
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        match self.work {
            Work::Check(args) => args.run(output),
            Work::Stats(args) => args.run(output),
            Work::ToFen(args) => args.run(output),
            Work::ToEpd(args) => args.run(output),
            Work::Filter(args) => args.run(output),
        }
    }
}

/// The files a command reads.
#[derive(clap::Args)]
struct Files {
    /// The files of games; `-` is standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<PathBuf>,

    /// Refuse games that are not standard PGN: other spellings of moves, null moves, `±` for `$16`, a missing result.
    #[arg(long)]
    strict: bool,
}

impl Files {
    fn source(&self) -> Source<'_> {
        Source { files: &self.files, strict: self.strict, limits: Limits::default() }
    }
}

/// The answer of a command that writes something for each game.
#[derive(Serialize)]
struct Written {
    games: u64,
    broken: u64,
    written: u64,
    complete: bool,
}

impl Written {
    fn of(tally: Tally, written: u64) -> Self {
        Self { games: tally.games, broken: tally.broken, written, complete: !tally.interrupted }
    }
}

/// Broken games are a mismatch between what a file promises and what it holds.
fn verdict(tally: Tally) -> Verdict {
    match tally {
        Tally { interrupted: true, .. } => Verdict::Interrupted,
        Tally { broken: 1.., .. } => Verdict::Mismatch,
        _ => Verdict::Fine,
    }
}
