//! The Python class `Move`.
//!
//! Lists of moves are what programs ask for most often; giving out objects that exist already is five times as fast as
//! making new ones. So the library has one object per move, which all lists share and which cannot be changed. A move
//! that a program makes itself is an object of its own, which the program may change.

use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicU16, Ordering};

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};
use tabiya::{Role, Square};

use crate::code::Code;
use crate::convert::{RoleArg, SquareArg};
use crate::errors;
use crate::text::brief;

/// A move from a square to a square, with the piece a pawn becomes if it promotes.
///
/// Equal moves are equal and hash alike. A move that you made can be changed (`move.promotion = QUEEN`); the moves that
/// a board gives out are shared by the whole program and cannot: change a copy. `Move.null()` passes the turn and is
/// the only one that is false.
///
/// >>> from tabiya import Move, E2, E4
/// >>> Move(E2, E4)
/// Move.from_uci('e2e4')
/// >>> Move.from_uci("e2e4") == Move(E2, E4)
/// True
#[pyclass(name = "Move", module = "tabiya", frozen, subclass, weakref)]
pub struct PyMove {
    code: AtomicU16,
    /// Whether this is the one object that the library gives out for the move.
    shared: bool,
}

impl PyMove {
    fn own(code: Code) -> PyMove {
        PyMove { code: AtomicU16::new(code.0), shared: false }
    }

    #[inline]
    pub fn code(&self) -> Code {
        Code(self.code.load(Ordering::Relaxed))
    }

    fn set(&self, code: Code) -> PyResult<()> {
        if self.shared {
            return Err(PyAttributeError::new_err(format!(
                "this {} was given out by a board and is shared by the whole program, so it cannot be changed: change \
                 copy.copy(move), or make a new Move",
                code_text(self.code())
            )));
        }
        self.code.store(code.0, Ordering::Relaxed);
        Ok(())
    }
}

fn code_text(code: Code) -> String {
    format!("Move.from_uci('{}')", code.uci())
}

/// What Python's parts of a move are in sixteen bits.
fn joined(from: Square, to: Square, promotion: Option<Role>, drop: Option<Role>) -> PyResult<Code> {
    match drop {
        None => Ok(Code::new(from, to, promotion)),
        Some(role) if from == to && promotion.is_none() => Ok(Code::of_drop(role, to)),
        Some(_) => Err(errors::value(
            "a drop has one square and no promotion: expected from_square and to_square to be the square it drops on",
        )),
    }
}

/// A move as an argument: a `Move`, or an object of another library with the same attributes.
#[derive(Clone, Copy)]
pub struct MoveArg(pub Code);

impl<'py> FromPyObject<'_, 'py> for MoveArg {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<MoveArg> {
        match object.cast::<PyMove>() {
            Ok(mv) => Ok(MoveArg(mv.get().code())),
            Err(_) => foreign(&object),
        }
    }
}

#[cold]
fn foreign(object: &Bound<'_, PyAny>) -> PyResult<MoveArg> {
    let py = object.py();
    let (Some(from), Some(to)) =
        (object.getattr_opt(intern!(py, "from_square"))?, object.getattr_opt(intern!(py, "to_square"))?)
    else {
        return Err(PyTypeError::new_err(format!("expected a Move, found {}", brief(object))));
    };
    let role = |name| -> PyResult<Option<Role>> {
        match object.getattr_opt(name)? {
            Some(piece) => Ok(piece.extract::<Option<RoleArg>>()?.map(|role| role.0)),
            None => Ok(None),
        }
    };
    let (promotion, drop) = (role(intern!(py, "promotion"))?, role(intern!(py, "drop"))?);
    joined(from.extract::<SquareArg>()?.0, to.extract::<SquareArg>()?.0, promotion, drop).map(MoveArg)
}

/// The objects made so far. They live as long as the process.
static INTERNED: [AtomicPtr<ffi::PyObject>; Code::COUNT] = [const { AtomicPtr::new(null_mut()) }; Code::COUNT];

/// A new reference to the object that the library gives out for a move.
#[inline]
fn interned(py: Python<'_>, code: Code) -> PyResult<*mut ffi::PyObject> {
    let Some(slot) = INTERNED.get(usize::from(code.0)) else {
        // A drop: too rare to be kept.
        return Ok(Py::new(py, PyMove::own(code))?.into_ptr());
    };
    let found = slot.load(Ordering::Acquire);
    if found.is_null() {
        return make(py, code);
    }
    // SAFETY: the table holds a reference of its own to every object in it, so the object is alive, and we are
    // attached.
    unsafe { ffi::Py_INCREF(found) };
    Ok(found)
}

#[cold]
fn make(py: Python<'_>, code: Code) -> PyResult<*mut ffi::PyObject> {
    let new = Py::new(py, PyMove { code: AtomicU16::new(code.0), shared: true })?.into_ptr();
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
    #[pyo3(signature = (*_args, **_kwargs), text_signature = "(from_square, to_square, promotion=None, drop=None)")]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> PyMove {
        PyMove::own(Code(0))
    }

    #[pyo3(signature = (from_square, to_square, promotion=None, drop=None))]
    fn __init__(
        &self,
        from_square: SquareArg,
        to_square: SquareArg,
        promotion: Option<RoleArg>,
        drop: Option<RoleArg>,
    ) -> PyResult<()> {
        self.set(joined(from_square.0, to_square.0, promotion.map(|role| role.0), drop.map(|role| role.0))?)
    }

    /// The square the piece leaves.
    #[getter]
    #[pyo3(name = "from_square")]
    fn origin(&self) -> u8 {
        self.code().from() as u8
    }

    #[setter]
    #[pyo3(name = "from_square")]
    fn set_origin(&self, square: SquareArg) -> PyResult<()> {
        self.set(Code::new(square.0, self.code().to(), self.code().promotion()))
    }

    /// The square it goes to.
    #[getter]
    #[pyo3(name = "to_square")]
    fn target(&self) -> u8 {
        self.code().to() as u8
    }

    #[setter]
    #[pyo3(name = "to_square")]
    fn set_target(&self, square: SquareArg) -> PyResult<()> {
        self.set(Code::new(self.code().from(), square.0, self.code().promotion()))
    }

    /// The piece type a pawn becomes, or `None`.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        self.code().promotion().map(|role| role as u8 + 1)
    }

    #[setter]
    fn set_promotion(&self, promotion: Option<RoleArg>) -> PyResult<()> {
        self.set(Code::new(self.code().from(), self.code().to(), promotion.map(|role| role.0)))
    }

    /// The piece type that a drop puts on the board, or `None`. Chess has no drops: boards refuse them.
    #[getter]
    fn drop(&self) -> Option<u8> {
        self.code().drop().map(|role| role as u8 + 1)
    }

    #[setter]
    fn set_drop(&self, drop: Option<RoleArg>) -> PyResult<()> {
        let code = self.code();
        self.set(joined(code.from(), code.to(), code.promotion(), drop.map(|role| role.0))?)
    }

    /// The move as UCI writes it, `0000` for the null move.
    ///
    /// >>> from tabiya import Move
    /// >>> Move.from_uci("e7e8q").uci()
    /// 'e7e8q'
    fn uci<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.code().text(py)
    }

    /// The move as XBoard writes it, `@@@@` for the null move.
    fn xboard(&self) -> String {
        if self.code().is_null() { "@@@@".to_owned() } else { self.code().uci() }
    }

    /// Reads a move in UCI notation. Raises `InvalidMoveError` if the text is not one.
    ///
    /// >>> from tabiya import Move
    /// >>> Move.from_uci("g1f3").from_square
    /// 6
    #[classmethod]
    fn from_uci<'py>(cls: &Bound<'py, PyType>, uci: &str) -> PyResult<Bound<'py, PyAny>> {
        let code = Code::parse(uci).ok_or_else(|| errors::invalid_uci(uci))?;
        new_of_class(cls, code)
    }

    /// The move that passes the turn.
    #[classmethod]
    fn null<'py>(cls: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
        new_of_class(cls, Code(0))
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str, &'static str, &'static str) {
        ("from_square", "to_square", "promotion", "drop")
    }

    fn __bool__(&self) -> bool {
        !self.code().is_null()
    }

    fn __eq__(&self, other: &Bound<'_, PyMove>) -> bool {
        self.code() == other.get().code()
    }

    fn __hash__(&self) -> isize {
        // Spread over more than the low bits, so that dictionaries of moves have few collisions.
        isize::try_from(u32::from(self.code().0).wrapping_mul(0x9e37_79b1) >> 1).unwrap_or_default()
    }

    fn __repr__(&self) -> String {
        code_text(self.code())
    }

    fn __str__<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        self.code().text(py)
    }

    /// A copy, which can be changed.
    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        new_of_class(&slf.get_type(), slf.get().code())
    }

    /// A copy, which can be changed.
    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        new_of_class(&slf.get_type(), slf.get().code())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type(), parts(slf.get().code())).into_pyobject(slf.py())
    }
}

/// The arguments that make a move.
fn parts(code: Code) -> (u8, u8, Option<u8>, Option<u8>) {
    let number = |role: Option<Role>| role.map(|role| role as u8 + 1);
    (code.from() as u8, code.to() as u8, number(code.promotion()), number(code.drop()))
}

/// A move that a program may change, of this class.
fn new_of_class<'py>(class: &Bound<'py, PyType>, code: Code) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    if class.is(py.get_type::<PyMove>()) {
        return Ok(Bound::new(py, PyMove::own(code))?.into_any());
    }
    class.call1(parts(code))
}
