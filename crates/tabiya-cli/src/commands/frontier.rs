//! `tabiya frontier`: the distinct positions some plies away, and how many paths lead to each.

use std::path::PathBuf;

use serde::Serialize;
use tabiya::Position;
use tabiya_perft::{Frontier, FrontierError, Positions};

use crate::Verdict;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;
use crate::position::PositionArgs;
use crate::size;

/// List the distinct positions PLIES plies away, each with the number of paths that lead to it.
///
/// The order is the same on every machine, and the paths add up to the perft of depth PLIES.
#[derive(clap::Args)]
pub struct Args {
    /// How many plies from the position, 0 to 20.
    #[arg(value_name = "PLIES", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(0..=20))]
    plies: u32,

    #[command(flatten)]
    position: PositionArgs,

    /// Threads; by default one for each core.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// Most memory to use, as 512M or 4G; what does not fit goes to a temporary file. By default 2G, or half of the
    /// free memory if that is less.
    #[arg(long, value_name = "SIZE", value_parser = size::parse)]
    memory: Option<usize>,

    /// The folder for that file; by default the system's folder for temporary files.
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// Only the numbers, not the positions.
    #[arg(long)]
    summary: bool,
}

#[derive(Serialize)]
struct Line {
    fen: String,
    paths: String,
}

#[derive(Serialize)]
struct Summary {
    fen: String,
    plies: u32,
    /// How many there are; nothing if Ctrl-C came before that was known.
    distinct: Option<u64>,
    /// The sum of all paths: the perft of that depth.
    paths: Option<String>,
    complete: bool,
}

impl Summary {
    fn of(position: &Position, plies: u32, found: &Positions, complete: bool) -> Self {
        let (distinct, paths) = (Some(found.distinct()), Some(found.paths().to_string()));
        Self { fen: position.fen(), plies, distinct, paths, complete }
    }
}

impl Args {
    /// Finds the positions and writes one per line, the numbers last.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let position = self.position.position()?;
        let mut frontier = Frontier::new(&position, self.plies).cancel(interrupt::flag());
        if let Some(memory) = self.memory {
            frontier = frontier.memory(memory);
        }
        if let Some(threads) = self.threads {
            frontier = frontier.threads(threads as usize);
        }
        if let Some(folder) = self.folder {
            frontier = frontier.folder(folder);
        }
        let found = match frontier.run() {
            Err(FrontierError::Cancelled) => {
                output.line("interrupted before all positions were found")?;
                output.answer(&Summary {
                    fen: position.fen(),
                    plies: self.plies,
                    distinct: None,
                    paths: None,
                    complete: false,
                })?;
                return Ok(Verdict::Interrupted);
            }
            found => found.map_err(Failure::new)?,
        };
        if !self.summary {
            for (listed, one) in found.iter().enumerate() {
                if interrupt::asked() {
                    output.line(format_args!("interrupted: only {listed} of {} positions", found.distinct()))?;
                    output.answer(&Summary::of(&position, self.plies, &found, false))?;
                    return Ok(Verdict::Interrupted);
                }
                let found = one.map_err(Failure::new)?;
                let line = Line { fen: found.position.fen(), paths: found.paths.to_string() };
                output.line(format_args!("{} ;paths {}", line.fen, line.paths))?;
                output.detail("position", &line)?;
            }
        }
        output.line(format_args!(
            "{} distinct positions after {} plies, {} paths",
            found.distinct(),
            self.plies,
            found.paths()
        ))?;
        output.answer(&Summary::of(&position, self.plies, &found, true))?;
        Ok(Verdict::Fine)
    }
}
