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
use crate::lock::Lock;
use crate::slots::{self, Slot};
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
    /// Held while the move is changed: the code and what Python reads change together.
    changing: Lock<()>,
    // What the code says, for Python to read.
    from_square: Slot,
    to_square: Slot,
    promotion: Slot,
    drop: Slot,
}

impl PyMove {
    fn new_object(code: Code, shared: bool) -> PyMove {
        let (from, to, promotion, drop) = parts(code);
        PyMove {
            code: AtomicU16::new(code.0),
            shared,
            changing: Lock::new(()),
            from_square: Slot::of_number(from),
            to_square: Slot::of_number(to),
            promotion: Slot::of_number(promotion),
            drop: Slot::of_number(drop),
        }
    }

    fn own(code: Code) -> PyMove {
        PyMove::new_object(code, false)
    }

    #[inline]
    pub fn code(&self) -> Code {
        Code(self.code.load(Ordering::Relaxed))
    }

    /// Changes the move, if it is not one that the library gave out. `change` may not call Python.
    fn change(&self, change: impl FnOnce(Code) -> PyResult<Code>) -> PyResult<()> {
        if self.shared {
            return Err(PyAttributeError::new_err(format!(
                "this {} was given out by a board and is shared by the whole program, so it cannot be changed: change \
                 copy.copy(move), or make a new Move",
                code_text(self.code())
            )));
        }
        self.changing.with(|()| {
            let code = change(self.code())?;
            self.code.store(code.0, Ordering::Relaxed);
            let (from, to, promotion, drop) = parts(code);
            self.from_square.set_number(from);
            self.to_square.set_number(to);
            self.promotion.set_number(promotion);
            self.drop.set_number(drop);
            Ok(())
        })
    }

    /// Sets one of the four attributes.
    fn set_part(&self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if name.ends_with("square") {
            let square = value.extract::<SquareArg>()?.0;
            self.change(|code| {
                let (from, to) = if name == "from_square" { (square, code.to()) } else { (code.from(), square) };
                Ok(Code::new(from, to, code.promotion()))
            })
        } else {
            let role = value.extract::<Option<RoleArg>>()?.map(|role| role.0);
            self.change(|code| match name {
                "promotion" => Ok(Code::new(code.from(), code.to(), role)),
                _ => joined(code.from(), code.to(), code.promotion(), role),
            })
        }
    }
}

const PARTS: [&str; 4] = ["from_square", "to_square", "promotion", "drop"];

/// Gives the class the attributes that Python reads by itself.
pub fn publish(py: Python<'_>) -> PyResult<()> {
    let drops = c"The piece type that a drop puts on the board, or `None`. Chess has no drops: boards refuse them.";
    let mv = Bound::new(py, PyMove::own(Code(0)))?;
    slots::publish(
        &mv,
        &[
            (c"from_square", c"The square the piece leaves.", &mv.get().from_square),
            (c"to_square", c"The square it goes to.", &mv.get().to_square),
            (c"promotion", c"The piece type a pawn becomes, or `None`.", &mv.get().promotion),
            (c"drop", drops, &mv.get().drop),
        ],
    )
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
        return not_kept(py, code);
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

/// A drop: too rare to be kept.
#[cold]
#[inline(never)]
fn not_kept(py: Python<'_>, code: Code) -> PyResult<*mut ffi::PyObject> {
    Ok(Py::new(py, PyMove::own(code))?.into_ptr())
}

#[cold]
#[inline(never)]
fn make(py: Python<'_>, code: Code) -> PyResult<*mut ffi::PyObject> {
    let new = Py::new(py, PyMove::new_object(code, true))?.into_ptr();
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
        let code = joined(from_square.0, to_square.0, promotion.map(|role| role.0), drop.map(|role| role.0))?;
        self.change(|_| Ok(code))
    }

    fn __setattr__(slf: &Bound<'_, Self>, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match name.extract::<&str>() {
            Ok(part) if PARTS.contains(&part) && is_plain(slf, name)? => slf.get().set_part(part, value),
            _ => slots::set_plainly(slf, name, Some(value)),
        }
    }

    fn __delattr__(slf: &Bound<'_, Self>, name: &Bound<'_, PyAny>) -> PyResult<()> {
        match name.extract::<&str>() {
            Ok(part) if PARTS.contains(&part) && is_plain(slf, name)? => Err(slots::cannot_delete(part)),
            _ => slots::set_plainly(slf, name, None),
        }
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

/// Whether no subclass has put another attribute in the place of this one.
fn is_plain(slf: &Bound<'_, PyMove>, name: &Bound<'_, PyAny>) -> PyResult<bool> {
    slots::is_inherited(slf, &slf.py().get_type::<PyMove>(), name)
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
