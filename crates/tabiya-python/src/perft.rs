//! Counting the leaves of the move tree.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tabiya_perft::{Perft, Progress};

use crate::board::PyBoard;
use crate::cluster;
use crate::code::Code;
use crate::errors;
use crate::long::interruptible;
use crate::moves;

/// What one call of perft was asked for.
struct Wish<'py> {
    depth: u32,
    threads: usize,
    hash: Option<usize>,
    level: Option<String>,
    progress: Option<Bound<'py, PyAny>>,
}

impl Wish<'_> {
    /// Runs a count that can be watched and interrupted.
    fn run<T: Send>(
        self,
        py: Python<'_>,
        board: &Bound<'_, PyBoard>,
        count: impl FnOnce(Perft<'_>) -> Result<T, tabiya_perft::Error> + Send,
    ) -> PyResult<T> {
        let (position, _) = board.get().position(py)?;
        let cancel = AtomicBool::new(false);
        let raised: Mutex<Option<PyErr>> = Mutex::new(None);
        let callback = self.progress.map(Bound::unbind);
        let tell = |progress: Progress| {
            let Some(callback) = &callback else { return };
            Python::attach(|py| {
                let seen = (progress.fraction, progress.nodes, progress.elapsed.as_secs_f64());
                if let Err(error) = callback.call1(py, seen) {
                    cancel.store(true, Ordering::Relaxed);
                    if let Ok(mut raised) = raised.lock() {
                        raised.get_or_insert(error);
                    }
                }
            });
        };
        let mut perft = match self.hash {
            None => Perft::fastest(&position, self.depth),
            Some(bytes) => Perft::new(&position).depth(self.depth).hash(bytes),
        };
        if let Some(name) = &self.level {
            perft = perft.level(cluster::level(name)?);
        }
        perft = perft.threads(self.threads).cancel(&cancel);
        if callback.is_some() {
            perft = perft.progress(&tell);
        }
        let result = interruptible(py, &cancel, move || count(perft))?;
        if let Some(error) = raised.into_inner().ok().flatten() {
            return Err(error);
        }
        result.map_err(|error| errors::value(error.to_string()))
    }
}

/// The number of leaves `depth` plies below a position.
///
/// `threads` is how many cores to use, 0 for all; `hash` the most bytes for a table of positions, 0 for none and `None`
/// for a sensible share of the free memory; `level` the instructions to use, a name of `cpu_levels()`. `progress` is
/// called now and then with the fraction done, the leaves so far and the seconds so far. Other Python threads run
/// meanwhile, and Ctrl-C ends the count.
///
/// >>> import tabiya
/// >>> tabiya.perft(tabiya.Board(), 5)
/// 4865609
#[pyfunction]
#[pyo3(signature = (board, depth, *, threads=0, hash=None, level=None, progress=None))]
pub fn perft(
    py: Python<'_>,
    board: &Bound<'_, PyBoard>,
    depth: u32,
    threads: usize,
    hash: Option<usize>,
    level: Option<String>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<u128> {
    Wish { depth, threads, hash, level, progress }.run(py, board, |perft| perft.run().map(|report| report.nodes))
}

/// The leaves below each legal move, by move.
///
/// >>> import tabiya
/// >>> counts = tabiya.divide(tabiya.Board(), 3)
/// >>> len(counts), sum(counts.values()), counts[tabiya.Move.from_uci("e2e4")]
/// (20, 8902, 600)
#[pyfunction]
#[pyo3(signature = (board, depth, *, threads=0, hash=None, progress=None))]
pub fn divide<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyBoard>,
    depth: u32,
    threads: usize,
    hash: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (_, chess960) = board.get().position(py)?;
    let division = Wish { depth, threads, hash, level: None, progress }.run(py, board, |perft| perft.divide())?;
    let counts = PyDict::new(py);
    for branch in division.branches {
        counts.set_item(moves::object(py, Code::of(branch.mv, chess960))?, branch.nodes)?;
    }
    Ok(counts)
}

/// The leaves by the kind of their last move: captures, en passant, castles, promotions, checks of three kinds
/// and mates.
///
/// >>> import tabiya
/// >>> counts = tabiya.perft_statistics(tabiya.Board(), 4)
/// >>> counts["nodes"], counts["captures"], counts["checkmates"]
/// (197281, 1576, 8)
#[pyfunction]
#[pyo3(signature = (board, depth, *, threads=0, progress=None))]
pub fn perft_statistics<'py>(
    py: Python<'py>,
    board: &Bound<'py, PyBoard>,
    depth: u32,
    threads: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let wish = Wish { depth, threads, hash: Some(0), level: None, progress };
    let counted = wish.run(py, board, |perft| perft.statistics())?.statistics;
    let counts = PyDict::new(py);
    counts.set_item("nodes", counted.nodes)?;
    counts.set_item("captures", counted.captures)?;
    counts.set_item("en_passant", counted.en_passant)?;
    counts.set_item("castles", counted.castles)?;
    counts.set_item("promotions", counted.promotions)?;
    counts.set_item("checks", counted.checks)?;
    counts.set_item("discovered_checks", counted.discovered_checks)?;
    counts.set_item("double_checks", counted.double_checks)?;
    counts.set_item("checkmates", counted.checkmates)?;
    Ok(counts)
}
