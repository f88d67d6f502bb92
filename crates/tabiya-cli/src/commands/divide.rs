//! `tabiya divide`: the leaves below each first move, in the format that tools for Stockfish read.

use serde::Serialize;
use tabiya_perft::Division;

use crate::Verdict;
use crate::count::{self, BranchLine};
use crate::failure::{Failure, warn};
use crate::means::Means;
use crate::output::Output;
use crate::position::PositionArgs;

/// Count the leaves below each move, in Stockfish's `go perft` format.
#[derive(clap::Args)]
pub struct Args {
    /// How many plies deep, 1 to 20.
    #[arg(value_name = "DEPTH", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=count::MAX_DEPTH))]
    depth: u32,

    #[command(flatten)]
    position: PositionArgs,

    #[command(flatten)]
    means: Means,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    depth: u32,
    nodes: String,
    complete: bool,
    moves: usize,
}

impl Args {
    /// Counts below every move and writes the lines in the order of the moves' text.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let position = self.position.position()?;
        let Division { report, branches } =
            count::watched(self.means.perft(&position, self.depth)?, |perft| perft.divide())?;
        if let Some(warning) = &report.warning {
            warn(warning);
        }
        BranchLine::write(&branches, self.position.castling(&position), output)?;
        let note = if report.complete { "" } else { "  (interrupted)" };
        output.line(format_args!("\nNodes searched: {}{note}\n", report.nodes))?;
        output.answer(&Answer {
            fen: position.fen(),
            depth: self.depth,
            nodes: report.nodes.to_string(),
            complete: report.complete,
            moves: branches.len(),
        })?;
        Ok(if report.complete { Verdict::Fine } else { Verdict::Interrupted })
    }
}
