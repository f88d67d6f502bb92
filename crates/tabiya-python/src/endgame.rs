//! Endgames solved backwards, for `tabiya.endgame`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyKeyError, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use tabiya::Position;
use tabiya_retro::endgame::{
    Distance, EndgameError, Endgames, Material, MaterialError, Options, Table, memory_to_solve, positions_to_solve,
};

use crate::board::PyBoard;
use crate::code::Code;
use crate::errors;
use crate::lock::Lock;
use crate::long::watched;
use crate::moves::{self, PyMove};

pyo3::create_exception!(tabiya.endgame, NoTableError, PyKeyError, "The table of an endgame is not there.");
pyo3::create_exception!(
    tabiya.endgame,
    DamagedEndgameError,
    PyValueError,
    "A file is damaged, or no endgame table of this version. The text says what is wrong."
);

/// How often a progress function is called.
const PROGRESS: Duration = Duration::from_millis(100);

/// How many times a comparison of a whole table looks for signals.
const PARTS: usize = 256;

#[cold]
fn raised(error: EndgameError) -> PyErr {
    match error {
        EndgameError::NoTable(_) => NoTableError::new_err(error.to_string()),
        EndgameError::OutOfMemory(_) => PyMemoryError::new_err(error.to_string()),
        EndgameError::Contradiction(_) => DamagedEndgameError::new_err(error.to_string()),
        _ => errors::value(error.to_string()),
    }
}

fn material(text: &str) -> PyResult<Material> {
    text.parse().map_err(|error: MaterialError| errors::value(error.to_string()))
}

/// The result for the side to move, 1, 0 or -1, and the plies to mate.
type Value = (i32, Option<u32>);

fn value(distance: Distance) -> Value {
    match distance {
        Distance::Win(plies) => (1, Some(plies)),
        Distance::Draw => (0, None),
        Distance::Loss(plies) => (-1, Some(plies)),
    }
}

/// A move and what it leads to.
type Ranked<'py> = (Bound<'py, PyMove>, i32, Option<u32>);

fn names(materials: impl Iterator<Item = Material>) -> Vec<String> {
    materials.map(|material| material.to_string()).collect()
}

/// Wins, draws and losses of a side to move.
type Counts = [u64; 3];
/// The longest mate of a side: the plies and the position as a FEN.
type Longest = Option<(u32, String)>;

/// The tables behind a `tabiya.endgame.Tables`.
#[pyclass(name = "_Endgames", module = "tabiya", frozen)]
pub struct PyEndgames {
    /// Held for the time of an exchange only; who asks, asks what it was at that moment.
    solved: Lock<Arc<Endgames>>,
}

impl PyEndgames {
    fn now(&self) -> Arc<Endgames> {
        self.solved.with(|solved| solved.clone())
    }

    fn insert(&self, tables: impl Iterator<Item = Table>) {
        let mut endgames = Endgames::clone(&self.now());
        tables.for_each(|table| endgames.insert(table));
        let new = Arc::new(endgames);
        let _old = self.solved.with(|solved| std::mem::replace(solved, new));
    }
}

fn position(py: Python<'_>, board: &Bound<'_, PyBoard>) -> PyResult<(Position, bool)> {
    board.get().position(py)
}

#[pymethods]
impl PyEndgames {
    #[new]
    fn new() -> PyEndgames {
        PyEndgames { solved: Lock::new(Arc::new(Endgames::new())) }
    }

    /// The endgames that are there.
    fn names(&self) -> Vec<String> {
        names(self.now().tables().map(Table::material))
    }

    fn has(&self, name: &str) -> PyResult<bool> {
        let material = material(name)?;
        Ok(material == Material::KINGS || self.now().table(material).is_some())
    }

    /// What must be solved or read for an endgame, itself included, those that others need first.
    fn missing(&self, name: &str) -> PyResult<Vec<String>> {
        let material = material(name)?;
        if material.men() > Material::MAX_MEN {
            return Err(raised(EndgameError::TooManyMen(material)));
        }
        Ok(names(self.now().missing(material).into_iter()))
    }

    /// Solves an endgame and all that it needs. `progress` gets the positions looked at, all of them, and the seconds.
    fn solve(&self, py: Python<'_>, name: &str, threads: usize, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let material = material(name)?;
        let before = self.now();
        let mut endgames = Endgames::clone(&before);
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let total = positions_to_solve(material, &endgames);
        let (cancel, done) = (AtomicBool::new(false), AtomicU64::new(0));
        let started = Instant::now();
        let tell = |looked_at: u64| -> PyResult<()> {
            match progress {
                Some(progress) => progress.call1((looked_at, total, started.elapsed().as_secs_f64())).map(drop),
                None => Ok(()),
            }
        };
        let mut last = Instant::now();
        let tick = || -> PyResult<()> {
            if last.elapsed() < PROGRESS {
                return Ok(());
            }
            last = Instant::now();
            tell(done.load(Ordering::Relaxed).min(total))
        };
        let options = Options { threads, cancel: &cancel, done: &done };
        let solved = watched(py, &cancel, tick, || endgames.add(material, options).map(|()| endgames))?;
        let endgames = Arc::new(solved.map_err(raised)?);
        let now = self.now();
        if Arc::ptr_eq(&now, &before) {
            let _old = self.solved.with(|solved| std::mem::replace(solved, endgames));
        } else {
            // Another thread has added tables meanwhile.
            self.insert(endgames.tables().filter(|table| now.table(table.material()).is_none()).cloned());
        }
        tell(total)
    }

    fn probe(&self, py: Python<'_>, board: &Bound<'_, PyBoard>) -> PyResult<Value> {
        let (position, _) = position(py, board)?;
        self.now().probe(&position).map(value).map_err(raised)
    }

    /// Every legal move, the best first, with what it leads to for the side that plays it.
    fn moves<'py>(&self, board: &Bound<'py, PyBoard>) -> PyResult<Vec<Ranked<'py>>> {
        let py = board.py();
        let (position, chess960) = position(py, board)?;
        let row = |(mv, distance)| -> PyResult<Ranked<'py>> {
            let (result, plies) = value(distance);
            Ok((moves::object(py, Code::of(mv, chess960))?, result, plies))
        };
        self.now().moves(&position).map_err(raised)?.into_iter().map(row).collect()
    }

    /// The moves to mate with best play of both sides.
    fn line<'py>(&self, board: &Bound<'py, PyBoard>) -> PyResult<Bound<'py, PyList>> {
        let py = board.py();
        let (position, chess960) = position(py, board)?;
        let line = self.now().line(&position).map_err(raised)?;
        moves::list(py, line.into_iter().map(|mv| Code::of(mv, chess960)))
    }

    /// A table as the bytes of a file.
    fn to_bytes<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
        let (now, material) = (self.now(), material(name)?);
        let table = now.table(material).ok_or_else(|| raised(EndgameError::NoTable(material)))?;
        Ok(PyBytes::new(py, &py.detach(|| table.to_bytes())))
    }

    /// Adds the table of a file, which must be that of this endgame.
    fn add_bytes(&self, py: Python<'_>, name: &str, bytes: &[u8]) -> PyResult<()> {
        let expected = material(name)?;
        let table =
            py.detach(|| Table::from_bytes(bytes)).map_err(|error| DamagedEndgameError::new_err(error.to_string()))?;
        if table.material() != expected {
            return Err(DamagedEndgameError::new_err(format!("this is the table {}", table.material())));
        }
        self.insert(std::iter::once(table));
        Ok(())
    }

    /// Wins, draws and losses by the side to move, White first, and the longest mates of White and of Black.
    fn statistics(&self, py: Python<'_>, name: &str) -> PyResult<((Counts, Counts), (Longest, Longest))> {
        let (now, material) = (self.now(), material(name)?);
        let table = now.table(material).ok_or_else(|| raised(EndgameError::NoTable(material)))?;
        let statistics = py.detach(|| table.statistics());
        let longest = statistics.longest.map(|found| found.map(|(plies, position)| (plies, position.fen())));
        let ([white, black], [longest_white, longest_black]) = (statistics.results, longest);
        Ok(((white, black), (longest_white, longest_black)))
    }

    /// Compares one entry in `stride` with what their moves lead to; the number compared.
    fn verify(&self, py: Python<'_>, name: &str, every: usize) -> PyResult<u64> {
        let (now, material) = (self.now(), material(name)?);
        let table = now.table(material).ok_or_else(|| raised(EndgameError::NoTable(material)))?;
        // In parts, so that Ctrl-C ends it soon.
        let every = every.max(1);
        let mut compared = 0;
        for first in (0..PARTS).map(|part| part * every) {
            py.check_signals()?;
            let part = py.detach(|| table.verify_from(&now, first, every * PARTS));
            compared += part.map_err(|(position, entry, right)| {
                DamagedEndgameError::new_err(format!(
                    "the table {material} says {entry:?} of {}, and its moves say {right:?}",
                    position.fen()
                ))
            })?;
        }
        Ok(compared)
    }
}

/// The name of the endgame on a board.
#[pyfunction]
fn _endgame_name(board: &Bound<'_, PyBoard>) -> String {
    board.get().with(|core| Material::of(core.now.board()).0.to_string())
}

/// The usual name of an endgame, its number of men, the most men that can be solved, and the bytes that solving takes.
#[pyfunction]
fn _endgame_facts(endgames: &Bound<'_, PyEndgames>, name: &str) -> PyResult<(String, u32, u32, u64)> {
    let material = material(name)?;
    let bytes = if material.men() > Material::MAX_MEN { 0 } else { memory_to_solve(material, &endgames.get().now()) };
    Ok((material.to_string(), material.men(), Material::MAX_MEN, bytes))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add_class::<PyEndgames>()?;
    module.add_function(wrap_pyfunction!(_endgame_name, module)?)?;
    module.add_function(wrap_pyfunction!(_endgame_facts, module)?)?;
    module.add("NoTableError", py.get_type::<NoTableError>())?;
    module.add("DamagedEndgameError", py.get_type::<DamagedEndgameError>())
}
