//! Rust's errors as Python exceptions, with the same sentences.

use pyo3::exceptions::{PyIsADirectoryError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use tabiya::notation::san::SanError;
use tabiya::{FenError, Invalid, MoveTextError};

use crate::text::cut;

mod python {
    // Apart, because Rust's error has the same name.
    pyo3::create_exception!(
        tabiya,
        FenError,
        pyo3::exceptions::PyValueError,
        "A text is not a FEN.\n\n`column` counts from 1; `found` is what stands there, `expected` what could have \
         stood there, and `did_you_mean` a likely repair or `None`."
    );
}
pyo3::create_exception!(
    tabiya,
    InvalidBoardError,
    PyValueError,
    "The board is not a position, so nothing can move on it.\n\n`problems` lists everything that is wrong."
);
pyo3::create_exception!(tabiya, InvalidMoveError, PyValueError, "A text is not written like a move.");
pyo3::create_exception!(tabiya, IllegalMoveError, PyValueError, "A move is not legal in the position.");
pyo3::create_exception!(tabiya, AmbiguousMoveError, PyValueError, "Several legal moves fit a text.");

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("FenError", py.get_type::<python::FenError>())?;
    module.add("InvalidBoardError", py.get_type::<InvalidBoardError>())?;
    module.add("InvalidMoveError", py.get_type::<InvalidMoveError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("AmbiguousMoveError", py.get_type::<AmbiguousMoveError>())?;
    Ok(())
}

#[cold]
pub fn value(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// An error of the system as Python has it: `FileNotFoundError` and its siblings, with `errno` and `filename`.
#[cold]
pub fn os(error: &std::io::Error, path: &std::path::Path) -> PyErr {
    let path = path.display().to_string();
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, text, path))
        }
        None if error.kind() == std::io::ErrorKind::IsADirectory => {
            PyIsADirectoryError::new_err((21, error.to_string(), path))
        }
        None => PyOSError::new_err(format!("{path}: {error}")),
    }
}

#[cold]
pub fn fen(py: Python<'_>, error: &FenError) -> PyErr {
    let raised = python::FenError::new_err(format!("not a FEN: {error}"));
    let object = raised.value(py);
    let attributes = || -> PyResult<()> {
        object.setattr("column", error.column)?;
        object.setattr("found", &error.found)?;
        object.setattr("expected", error.expected.as_ref())?;
        object.setattr("did_you_mean", error.did_you_mean.as_deref())
    };
    attributes().map_or_else(|other| other, |()| raised)
}

#[cold]
pub fn invalid_board(py: Python<'_>, invalid: &Invalid) -> PyErr {
    let raised = InvalidBoardError::new_err(format!("not a position: {invalid}"));
    let attributes = || -> PyResult<()> {
        let problems = PyList::new(py, invalid.problems().iter().map(ToString::to_string))?;
        raised.value(py).setattr("problems", problems)
    };
    attributes().map_or_else(|other| other, |()| raised)
}

#[cold]
pub fn invalid_uci(text: &str) -> PyErr {
    InvalidMoveError::new_err(format!(
        "\"{}\" is not a move: expected two squares and a promotion piece if there is one, as in e2e4 or e7e8q",
        cut(text)
    ))
}

#[cold]
pub fn illegal(message: String) -> PyErr {
    IllegalMoveError::new_err(message)
}

#[cold]
pub fn text(error: &MoveTextError) -> PyErr {
    let message = error.to_string();
    match *error.san {
        _ if error.reason().is_some() => IllegalMoveError::new_err(message),
        SanError::Ambiguous { .. } => AmbiguousMoveError::new_err(message),
        _ => InvalidMoveError::new_err(message),
    }
}

#[cold]
pub fn san(error: &SanError) -> PyErr {
    let message = error.to_string();
    match error {
        SanError::Syntax { .. } => InvalidMoveError::new_err(message),
        SanError::Ambiguous { .. } => AmbiguousMoveError::new_err(message),
        _ => IllegalMoveError::new_err(message),
    }
}
