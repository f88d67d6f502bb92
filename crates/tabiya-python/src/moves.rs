//! The Python class `Move`: frozen, and one object per move.
//!
//! Lists of moves are the commonest thing a program asks for; handing out objects that exist already is five times as
//! fast as making new ones.

use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyType};

use crate::code::Code;
use crate::convert::{RoleArg, SquareArg};
use crate::errors;

/// A move from a square to a square, with the piece a pawn becomes if it promotes.
///
/// Moves are values: equal moves are equal and hash alike, and they cannot be changed. `Move.null()` passes the turn
/// and is the only one that is false.
///
/// >>> from tabiya import Move, E2, E4
/// >>> Move(E2, E4)
/// Move.from_uci('e2e4')
/// >>> Move.from_uci("e2e4") == Move(E2, E4)
/// True
#[pyclass(name = "Move", module = "tabiya", frozen)]
pub struct PyMove {
    pub code: Code,
}

/// The objects made so far. They live as long as the process.
static INTERNED: [AtomicPtr<ffi::PyObject>; Code::COUNT] = [const { AtomicPtr::new(null_mut()) }; Code::COUNT];

/// A new reference to the one object of a move.
#[inline]
fn interned(py: Python<'_>, code: Code) -> PyResult<*mut ffi::PyObject> {
    let found = INTERNED[usize::from(code.0)].load(Ordering::Acquire);
    if found.is_null() {
        return make(py, code);
    }
    // SAFETY: the table holds a reference of its own to every object in it, so the object is alive, and we are attached.
    unsafe { ffi::Py_INCREF(found) };
    Ok(found)
}

#[cold]
fn make(py: Python<'_>, code: Code) -> PyResult<*mut ffi::PyObject> {
    let new = Py::new(py, PyMove { code })?.into_ptr();
    let slot = &INTERNED[usize::from(code.0)];
    match slot.compare_exchange(null_mut(), new, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => {
            // SAFETY: `new` is alive; this is the table's own reference.
            unsafe { ffi::Py_INCREF(new) };
            Ok(new)
        }
        Err(other) => {
            // SAFETY: another thread was faster. Its object is kept by the table; ours has the one reference we drop.
            unsafe {
                ffi::Py_INCREF(other);
                ffi::Py_DECREF(new);
            }
            Ok(other)
        }
    }
}

/// The Python object of a move.
#[inline]
pub fn object<'py>(py: Python<'py>, code: Code) -> PyResult<Bound<'py, PyMove>> {
    let pointer = interned(py, code)?;
    // SAFETY: `interned` gives a new reference to a `PyMove`.
    Ok(unsafe { Bound::from_owned_ptr(py, pointer).cast_into_unchecked() })
}

/// A Python list of moves, filled slot by slot.
#[inline]
pub fn list<'py>(py: Python<'py>, codes: impl ExactSizeIterator<Item = Code>) -> PyResult<Bound<'py, PyList>> {
    let length = codes.len();
    // SAFETY: a new list of that length, or null with an exception set.
    let list = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyList_New(length as ffi::Py_ssize_t))? };
    let mut filled = 0;
    for code in codes.take(length) {
        let pointer = interned(py, code)?;
        // SAFETY: the index is below the length, the slot is empty, and the list takes over our reference. A list that
        // is dropped half-filled frees what it has.
        unsafe { ffi::PyList_SetItem(list.as_ptr(), filled, pointer) };
        filled += 1;
    }
    assert_eq!(filled as usize, length, "an iterator said how long it is");
    // SAFETY: it was made as a list.
    Ok(unsafe { list.cast_into_unchecked() })
}

#[pymethods]
impl PyMove {
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion=None, drop=None))]
    fn new(
        py: Python<'_>,
        from_square: SquareArg,
        to_square: SquareArg,
        promotion: Option<RoleArg>,
        drop: Option<RoleArg>,
    ) -> PyResult<Py<PyMove>> {
        if drop.is_some() {
            return Err(errors::value("pieces cannot be dropped in chess: leave drop out"));
        }
        let code = Code::new(from_square.0, to_square.0, promotion.map(|role| role.0));
        object(py, code).map(Bound::unbind)
    }

    /// The square the piece leaves.
    #[getter]
    #[pyo3(name = "from_square")]
    fn origin(&self) -> u8 {
        self.code.from() as u8
    }

    /// The square it goes to.
    #[getter]
    #[pyo3(name = "to_square")]
    fn target(&self) -> u8 {
        self.code.to() as u8
    }

    /// The piece type a pawn becomes, or `None`.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        self.code.promotion().map(|role| role as u8 + 1)
    }

    /// Always `None`: pieces are not dropped in chess.
    #[getter]
    fn drop(&self) -> Option<u8> {
        None
    }

    /// The move as UCI writes it, `0000` for the null move.
    ///
    /// >>> from tabiya import Move
    /// >>> Move.from_uci("e7e8q").uci()
    /// 'e7e8q'
    fn uci(&self) -> String {
        self.code.uci()
    }

    /// The move as XBoard writes it, `@@@@` for the null move.
    fn xboard(&self) -> String {
        if self.code.is_null() { "@@@@".to_owned() } else { self.code.uci() }
    }

    /// Reads a move in UCI notation. Raises `InvalidMoveError` if the text is not one.
    ///
    /// >>> from tabiya import Move
    /// >>> Move.from_uci("g1f3").from_square
    /// 6
    #[classmethod]
    fn from_uci(_cls: &Bound<'_, PyType>, py: Python<'_>, uci: &str) -> PyResult<Py<PyMove>> {
        match Code::parse(uci) {
            Some(code) => object(py, code).map(Bound::unbind),
            None => Err(errors::invalid_uci(uci)),
        }
    }

    /// The move that passes the turn.
    #[classmethod]
    fn null(_cls: &Bound<'_, PyType>, py: Python<'_>) -> PyResult<Py<PyMove>> {
        object(py, Code(0)).map(Bound::unbind)
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str) {
        ("from_square", "to_square", "promotion")
    }

    fn __bool__(&self) -> bool {
        !self.code.is_null()
    }

    fn __eq__(&self, other: &Bound<'_, PyMove>) -> bool {
        self.code == other.get().code
    }

    fn __hash__(&self) -> isize {
        // Spread over more than the low bits, so that dictionaries of moves have few collisions.
        isize::try_from(u32::from(self.code.0).wrapping_mul(0x9e37_79b1) >> 1).unwrap_or_default()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.code.uci())
    }

    fn __str__(&self) -> String {
        self.code.uci()
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> Bound<'py, Self> {
        slf.clone()
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let code = slf.get().code;
        let parts = (code.from() as u8, code.to() as u8, code.promotion().map(|role| role as u8 + 1));
        (slf.get_type(), parts).into_pyobject(py)
    }
}
