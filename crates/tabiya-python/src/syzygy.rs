//! Syzygy tables for `tabiya.syzygy`.
//!
//! Probing keeps the interpreter's lock: an answer takes a microsecond, and giving the lock away would make a thread
//! wait for milliseconds where others compute. So no thread is in here while another one forks, and children can go on
//! probing.

use std::path::PathBuf;
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use tabiya::notation::fen::EnPassantField;
use tabiya::{Position, Setup, Tolerance};
use tabiya_syzygy::{MAX_MEN, SyzygyError, Tablebase, Wdl};

use crate::board::PyBoard;
use crate::code::Code;
use crate::errors;
use crate::moves::{self, PyMove};

pyo3::create_exception!(
    tabiya.syzygy,
    MissingTableError,
    PyKeyError,
    "The table of a position, or one that its moves lead to, is not there."
);
pyo3::create_exception!(
    tabiya.syzygy,
    DamagedTableError,
    PyValueError,
    "A file is damaged, cut short, or no table. The text names the file and the place."
);

#[cold]
fn raised(error: &SyzygyError) -> PyErr {
    let text = error.to_string();
    match error {
        SyzygyError::TooManyMen { men, .. } if *men as usize <= MAX_MEN => MissingTableError::new_err(text),
        SyzygyError::TooManyMen { men, .. } => {
            PyKeyError::new_err(format!("the position has {men} men, and Syzygy tables have at most {MAX_MEN}"))
        }
        SyzygyError::Castling => PyKeyError::new_err(text),
        SyzygyError::Missing { .. } => MissingTableError::new_err(text),
        SyzygyError::Io { file, error } => errors::os(error, std::path::Path::new(&**file)),
        SyzygyError::Name { .. } => errors::value(text),
        _ => DamagedTableError::new_err(text),
    }
}

/// A move, the distance to zeroing before it, the result with the clock as it stands, whether it sets the clock to 0,
/// whether it mates.
type Ranked<'py> = (Bound<'py, PyMove>, i32, &'static str, bool, bool);

/// The tables behind a `tabiya.syzygy.Tablebase`.
#[pyclass(name = "_Syzygy", module = "tabiya", frozen)]
pub struct PySyzygy {
    tables: RwLock<Tablebase>,
}

impl PySyzygy {
    fn read(&self) -> RwLockReadGuard<'_, Tablebase> {
        // A panic while tables were added leaves those that are there.
        self.tables.read().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn write(&self) -> RwLockWriteGuard<'_, Tablebase> {
        self.tables.write().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

fn position(py: Python<'_>, board: &Bound<'_, PyBoard>) -> PyResult<Position> {
    board.get().position(py).map(|(position, _)| position)
}

#[pymethods]
impl PySyzygy {
    #[new]
    fn new() -> PySyzygy {
        PySyzygy { tables: RwLock::new(Tablebase::new()) }
    }

    /// Adds a file; false if its table is there already.
    fn add_file(&self, path: PathBuf) -> PyResult<bool> {
        self.write().add_file(path).map_err(|error| raised(&error))
    }

    /// Forgets all tables and closes their files.
    fn clear(&self) {
        *self.write() = Tablebase::new();
    }

    fn __len__(&self) -> usize {
        self.read().len()
    }

    /// The names and the files of the tables: `("KQvK.rtbw", "/srv/syzygy/KQvK.rtbw")`.
    fn names(&self) -> Vec<(String, String)> {
        let named = |table: tabiya_syzygy::TableName| {
            (format!("{}.{}", table.material, table.metric.extension()), table.file.to_string())
        };
        self.read().tables().into_iter().map(named).collect()
    }

    fn wdl(&self, py: Python<'_>, board: &Bound<'_, PyBoard>) -> PyResult<i32> {
        let position = position(py, board)?;
        self.read().probe_wdl(&position).map(Wdl::number).map_err(|error| raised(&error))
    }

    fn dtz(&self, py: Python<'_>, board: &Bound<'_, PyBoard>, en_passant: bool) -> PyResult<i32> {
        let mut position = position(py, board)?;
        if !en_passant {
            let setup = Setup { en_passant: None, ..position.setup(EnPassantField::Legal) };
            position = Position::from_setup_with(setup, Tolerance::ALL)
                .map_err(|invalid| errors::invalid_board(py, &invalid))?;
        }
        self.read().probe_dtz(&position).map(|dtz| dtz.plies()).map_err(|error| raised(&error))
    }

    /// What the table stores, without a look at captures and en passant.
    fn stored_wdl(&self, py: Python<'_>, board: &Bound<'_, PyBoard>) -> PyResult<i32> {
        let position = position(py, board)?;
        self.read().stored_wdl(&position).map(Wdl::number).map_err(|error| raised(&error))
    }

    /// What the table stores; `None` if it has the other side to move only.
    fn stored_plies(&self, py: Python<'_>, board: &Bound<'_, PyBoard>, wdl: i32) -> PyResult<Option<u16>> {
        let position = position(py, board)?;
        let wdl = Wdl::from_number(wdl)
            .ok_or_else(|| errors::value(format!("{wdl} is not a result: expected -2, -1, 0, 1 or 2")))?;
        self.read().stored_plies(&position, wdl).map_err(|error| raised(&error))
    }

    /// Every legal move, the best first.
    fn rank<'py>(&self, board: &Bound<'py, PyBoard>) -> PyResult<Vec<Ranked<'py>>> {
        let py = board.py();
        let (position, chess960) = board.get().position(py)?;
        let ranked = self.read().rank_root_moves(&position).map_err(|error| raised(&error))?;
        let row = |ranked: tabiya_syzygy::RankedMove| -> PyResult<Ranked<'py>> {
            let mv = moves::object(py, Code::of(ranked.mv, chess960))?;
            Ok((mv, ranked.dtz.plies(), ranked.outcome.name(), ranked.is_zeroing, ranked.is_mate))
        };
        ranked.into_iter().map(row).collect()
    }

    /// Compares the checksums of every table. Reads whole files, and other Python threads run meanwhile.
    fn check(&self, py: Python<'_>) -> PyResult<usize> {
        let names = self.read().tables();
        // Tables of its own: without the interpreter's lock, no other lock is held either, so that a fork finds none.
        let mut tables = Tablebase::with_cache(1 << 20);
        for table in &names {
            tables.add_file(&*table.file).map_err(|error| raised(&error))?;
        }
        for table in &names {
            py.check_signals()?;
            py.detach(|| tables.check(table.material, table.metric)).map_err(|error| raised(&error))?;
        }
        Ok(names.len())
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add_class::<PySyzygy>()?;
    module.add("MissingTableError", py.get_type::<MissingTableError>())?;
    module.add("DamagedTableError", py.get_type::<DamagedTableError>())
}
