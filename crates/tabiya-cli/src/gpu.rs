//! Counting on a GPU as the commands need it.

use std::path::Path;

use tabiya::Position;
use tabiya_gpu::{Error, Gpu, GpuPerft};
use tabiya_perft::{Division, Progress};

use crate::count::rate;
use crate::failure::Failure;
use crate::interrupt;
use crate::progress::CountBar;

/// How to count on a GPU.
pub struct Means<'a> {
    pub gpu: &'a Gpu,
    /// Whether equal positions are merged.
    pub merge: bool,
    /// The file that says what is done already.
    pub checkpoint: Option<&'a Path>,
}

/// The GPUs of this machine, ready to count.
pub fn open(memory: Option<usize>) -> Result<Gpu, Failure> {
    Gpu::open(memory).map_err(failure)
}

/// Counts behind a progress bar, until it is done or Ctrl-C ends it.
pub fn count(means: &Means<'_>, position: &Position, depth: u32, divide: bool) -> Result<Division, Failure> {
    let bar = CountBar::new();
    let show = |progress: Progress| {
        bar.show(progress.fraction, rate(progress.nodes, progress.elapsed.as_secs_f64()));
    };
    let perft = GpuPerft::new(means.gpu, position).depth(depth).merge(means.merge);
    let perft = perft.progress(&show).cancel(interrupt::flag());
    let result = match means.checkpoint {
        _ if divide => perft.divide(),
        Some(file) => perft.checkpoint(file).run().map(undivided),
        None => perft.run().map(undivided),
    };
    bar.clear();
    result.map_err(failure)
}

fn undivided(report: tabiya_perft::Report) -> Division {
    Division { report, branches: Vec::new() }
}

fn failure(error: Error) -> Failure {
    let hint = match &error {
        Error::NoDriver | Error::NoGpu(_) | Error::NoCompiler => Some("omit --gpu to count on the CPU"),
        Error::OutOfMemory { .. } => Some("ask for less with --gpu-memory, or end other programs that use the GPU"),
        _ => None,
    };
    let place = if matches!(error, Error::Checkpoint(_)) { "--resume" } else { "--gpu" };
    let failure = Failure::new(error).at(place);
    match hint {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

/// The GPUs of this machine in a line of words, and why there is none.
pub fn words() -> Result<String, String> {
    let cards = Gpu::list().map_err(|error| error.to_string())?;
    let named = cards.iter().map(|card| format!("{} with {} GiB", card.name, card.memory >> 30));
    Ok(named.collect::<Vec<_>>().join(", "))
}
