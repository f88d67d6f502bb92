//! What a large count is made of: the positions some plies away, and a counter of shares of them.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tabiya::cpu::Level;
use tabiya_gpu::{Gpu, GpuPerft};
use tabiya_perft::{Counter, Found, Frontier, FrontierError, Positions, Task};

use crate::batch::packed::{BYTES, fen, pack, unpack};
use crate::board::PyBoard;
use crate::errors;
use crate::long::interruptible;
use crate::shared_table::PySharedTable;

fn raise(error: FrontierError) -> PyErr {
    match error {
        FrontierError::Io(_) => PyOSError::new_err(error.to_string()),
        FrontierError::Cancelled => PyRuntimeError::new_err("cancelled"),
        other => errors::value(other.to_string()),
    }
}

/// The distinct positions some plies away from one, and how many paths lead to each; made by `tabiya.frontier`.
///
/// They are numbered from 0 in an order that depends on nothing but them. `batch.from_frontier` makes arrays of them.
///
/// >>> import tabiya
/// >>> found = tabiya.frontier(tabiya.Board(), 3)
/// >>> len(found), found.paths
/// (5362, 8902)
/// >>> sum(paths for fen, paths in found[:10])
/// 16
#[pyclass(name = "Frontier", module = "tabiya", frozen)]
pub struct PyFrontier {
    // What does not fit into memory is read from a file, by one at a time.
    found: Mutex<Positions>,
    plies: u32,
    chess960: bool,
}

impl PyFrontier {
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Positions) -> Result<T, FrontierError> + Send,
    ) -> PyResult<T> {
        py.detach(|| {
            let found = self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            work(&found)
        })
        .map_err(raise)
    }

    fn slice(&self, py: Python<'_>, start: u64, stop: u64) -> PyResult<Vec<Found>> {
        self.with(py, |found| found.range(start..stop))
    }
}

#[pymethods]
impl PyFrontier {
    /// How many plies away.
    #[getter]
    fn plies(&self) -> u32 {
        self.plies
    }

    /// How many paths lead to all of them: the perft of as many plies.
    #[getter]
    fn paths(&self, py: Python<'_>) -> PyResult<u128> {
        self.with(py, |found| Ok(found.paths()))
    }

    /// Whether some are in a file for want of memory.
    #[getter]
    fn is_spilled(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |found| Ok(found.is_spilled()))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.with(py, |found| Ok(found.distinct() as usize))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |found| {
            let (distinct, paths) = (found.distinct(), found.paths());
            Ok(format!("<Frontier: {distinct} positions after {} plies, {paths} paths>", self.plies))
        })
    }

    /// One position as `(fen, paths)`, or a list of them for a slice.
    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let len = self.__len__(py)? as isize;
        let pair = |found: &Found| (fen(&found.position), found.paths);
        if let Ok(slice) = index.cast::<pyo3::types::PySlice>() {
            let range = slice.indices(len)?;
            if range.step != 1 {
                return Err(errors::value("a frontier is sliced in steps of 1 only"));
            }
            let found = self.slice(py, range.start as u64, range.stop.max(range.start) as u64)?;
            return found.iter().map(pair).collect::<Vec<_>>().into_bound_py_any(py);
        }
        let index: isize = index.extract()?;
        let place = if index < 0 { index + len } else { index };
        let found = if place < 0 { Vec::new() } else { self.slice(py, place as u64, place as u64 + 1)? };
        match found.first() {
            Some(found) => pair(found).into_bound_py_any(py),
            None => Err(PyIndexError::new_err(format!("there is no position {index} among {len}"))),
        }
    }

    /// Cuts the positions into `tasks` ranges of about the same work, in order, and says where each ends. Work is
    /// judged by the legal moves.
    ///
    /// >>> import tabiya
    /// >>> tabiya.frontier(tabiya.Board(), 1).cut(4)
    /// [5, 10, 15, 20]
    fn cut(&self, py: Python<'_>, tasks: usize) -> PyResult<Vec<u64>> {
        if tasks == 0 {
            return Err(errors::value("at least one range is needed"));
        }
        self.with(py, |found| found.cut(tasks))
    }

    /// A checksum of all positions and paths in their order, sixteen hexadecimal digits.
    fn digest(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |found| found.digest().map(|digest| format!("{digest:016x}")))
    }

    /// The positions from `start` to `stop` as packed records of 64 bytes, and their paths as words of 8.
    fn _packed<'py>(
        &self,
        py: Python<'py>,
        start: u64,
        stop: u64,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let found = self.slice(py, start, stop)?;
        let positions: Vec<u8> = found.iter().flat_map(|found| pack(&found.position, self.chess960)).collect();
        let paths: Vec<u8> = found.iter().flat_map(|found| found.paths.to_le_bytes()).collect();
        Ok((PyBytes::new(py, &positions), PyBytes::new(py, &paths)))
    }
}

/// The distinct positions some plies away, each with the number of paths that lead to it.
///
/// It runs on `threads` cores, 0 for all, and takes about `memory` bytes, half of what there is room for and 2 GiB at
/// most unless told; what is beyond goes to a file in `folder`, the system's folder for temporary files unless told.
/// Ctrl-C ends it.
///
/// >>> import tabiya
/// >>> tabiya.frontier(tabiya.Board(), 2)
/// <Frontier: 400 positions after 2 plies, 400 paths>
#[pyfunction]
#[pyo3(signature = (board, plies, *, threads=0, memory=None, folder=None))]
pub fn frontier(
    py: Python<'_>,
    board: &Bound<'_, PyBoard>,
    plies: u32,
    threads: usize,
    memory: Option<usize>,
    folder: Option<PathBuf>,
) -> PyResult<PyFrontier> {
    let (position, chess960) = board.get().position(py)?;
    let cancel = AtomicBool::new(false);
    let mut frontier = Frontier::new(&position, plies).cancel(&cancel);
    if let Some(bytes) = memory {
        frontier = frontier.memory(bytes);
    }
    if threads > 0 {
        frontier = frontier.threads(threads);
    }
    if let Some(folder) = folder {
        frontier = frontier.folder(folder);
    }
    let found = interruptible(py, &cancel, move || frontier.run())?.map_err(raise)?;
    Ok(PyFrontier { found: Mutex::new(found), plies, chess960 })
}

/// The sets of instructions that counting can use on this machine, the best first.
///
/// >>> import tabiya
/// >>> tabiya.cpu_levels()[-1]
/// 'portable'
#[pyfunction]
pub fn cpu_levels() -> Vec<&'static str> {
    Level::ALL.into_iter().rev().filter(|level| level.is_available()).map(Level::name).collect()
}

/// The GPUs of this machine that counting can use, by name; none where there is no driver.
#[pyfunction]
pub fn gpus() -> Vec<String> {
    Gpu::list().map_or_else(|_| Vec::new(), |cards| cards.into_iter().map(|card| card.name).collect())
}

/// The instructions with this name.
pub fn level(name: &str) -> PyResult<Level> {
    name.parse().map_err(|error: tabiya::cpu::UnknownLevel| errors::value(error.to_string()))
}

enum Means {
    Cpu(Counter),
    Gpu(Gpu),
}

/// Counts shares of a frontier one after the other, and keeps its table between them.
#[pyclass(name = "_Counter", module = "tabiya._tabiya", frozen)]
pub struct PyCounter {
    means: Mutex<Means>,
}

#[pymethods]
impl PyCounter {
    /// A counter on `threads` threads, 0 for all, with a table of `hash` bytes, and by these instructions: a name of
    /// `cpu_levels`, or `gpu` for all cards. A shared table takes the place of its own.
    #[new]
    #[pyo3(signature = (threads, hash, level, table=None))]
    fn new(threads: usize, hash: usize, level: &str, table: Option<&PySharedTable>) -> PyResult<PyCounter> {
        let means = if level == "gpu" {
            Means::Gpu(Gpu::open(None).map_err(|error| PyRuntimeError::new_err(error.to_string()))?)
        } else {
            let level = self::level(level)?;
            if !level.is_available() {
                return Err(errors::value(tabiya_perft::Error::Unavailable(level).to_string()));
            }
            let counter = Counter::new().threads(threads).level(level);
            Means::Cpu(match table {
                Some(table) => table.given_to(counter),
                None => counter.hash(hash).map_err(|error| PyMemoryError::new_err(error.to_string()))?,
            })
        };
        Ok(PyCounter { means: Mutex::new(means) })
    }

    /// The leaves `depth` plies below packed positions, each as often as paths lead to it, and the checksum of the
    /// share.
    fn count(&self, py: Python<'_>, positions: &[u8], paths: &[u8], depth: u32) -> PyResult<(u128, String)> {
        let task = task(positions, paths, depth)?;
        let digest = format!("{:016x}", task.digest());
        let cancel = AtomicBool::new(false);
        let nodes = interruptible(py, &cancel, || {
            let means = self.means.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            match &*means {
                Means::Cpu(counter) => counter
                    .count_watched(&task, &cancel, None)
                    .map(|report| report.nodes)
                    .map_err(|error| error.to_string()),
                Means::Gpu(gpu) => on_gpu(gpu, &task, &cancel),
            }
        })?;
        Ok((nodes.map_err(errors::value)?, digest))
    }
}

/// Bytes beyond which a larger table is of no use: for `depth` plies below a position with `moves` legal moves.
#[pyfunction]
pub fn _useful_table(depth: u32, moves: usize) -> usize {
    tabiya_perft::useful_table(depth, moves)
}

/// The checksum of a share, as `_Counter.count` says it.
#[pyfunction]
pub fn _task_digest(positions: &[u8], paths: &[u8], depth: u32) -> PyResult<String> {
    Ok(format!("{:016x}", task(positions, paths, depth)?.digest()))
}

/// A task from packed positions and words of paths.
fn task(positions: &[u8], paths: &[u8], depth: u32) -> PyResult<Task> {
    let (records, rest) = positions.as_chunks::<BYTES>();
    let (words, odd) = paths.as_chunks::<8>();
    if !rest.is_empty() || !odd.is_empty() || records.len() != words.len() {
        return Err(errors::value(format!("{} bytes of positions and {} of paths", positions.len(), paths.len())));
    }
    let mut found = Vec::with_capacity(records.len());
    for (index, (record, word)) in records.iter().zip(words).enumerate() {
        let (position, _) = unpack(record).map_err(|error| errors::value(format!("position {index}: {error}")))?;
        found.push(Found { position, paths: u64::from_le_bytes(*word) });
    }
    Ok(Task::new(depth, found))
}

/// Position by position: each is deep enough to keep the cards busy, or the share is done at once.
fn on_gpu(gpu: &Gpu, task: &Task, cancel: &AtomicBool) -> Result<u128, String> {
    let mut total: u128 = 0;
    for Found { position, paths } in task.positions() {
        let perft = GpuPerft::new(gpu, position).depth(task.depth()).cancel(cancel);
        let report = perft.run().map_err(|error| error.to_string())?;
        let leaves = report.nodes.checked_mul(u128::from(*paths)).and_then(|leaves| total.checked_add(leaves));
        total = leaves.ok_or_else(|| tabiya_perft::Error::TooMany.to_string())?;
    }
    Ok(total)
}
