//! `tabiya divide`: the leaves below each first move, in the format that tools for Stockfish read.

use serde::Serialize;

use crate::Verdict;
use crate::count;
use crate::failure::Failure;
use crate::output::Output;
use crate::position::PositionArgs;

/// Count the leaves below each move, in Stockfish's `go perft` format.
#[derive(clap::Args)]
pub struct Args {
    /// How many plies deep, at least 1.
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=count::MAX_DEPTH))]
    depth: u32,

    #[command(flatten)]
    position: PositionArgs,
}

#[derive(Serialize)]
struct MoveLine<'a> {
    #[serde(rename = "move")]
    text: &'a str,
    nodes: String,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    depth: u32,
    nodes: String,
    moves: usize,
}

impl Args {
    /// Counts below every move and writes the lines in the order of the moves' text.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let position = self.position.position()?;
        let lines = count::divide(&position, self.depth, self.position.castling())?;
        for (text, nodes) in &lines {
            output.line(format_args!("{text}: {nodes}"))?;
            output.json(&MoveLine { text, nodes: nodes.to_string() })?;
        }
        let total: u128 = lines.iter().map(|(_, nodes)| nodes).sum();
        output.line(format_args!("\nNodes searched: {total}\n"))?;
        output.json(&Answer {
            fen: position.fen(),
            depth: self.depth,
            nodes: total.to_string(),
            moves: lines.len(),
        })?;
        Ok(Verdict::Fine)
    }
}
