//! The Python class `Piece`: twelve values.

use std::sync::atomic::{AtomicU8, Ordering};

use pyo3::exceptions::{PyAttributeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};
use tabiya::{Color, Piece, Role};

use crate::convert::{ColorArg, RoleArg, is_white};
use crate::errors;
use crate::lock::Lock;
use crate::slots::{self, Slot};
use crate::text::{brief, cut};

/// A piece: its type and its colour.
///
/// >>> from tabiya import Piece, KNIGHT, WHITE
/// >>> Piece(KNIGHT, WHITE)
/// Piece.from_symbol('N')
#[pyclass(name = "Piece", module = "tabiya", frozen, subclass, weakref)]
pub struct PyPiece {
    /// Set by `__init__`, which a subclass may call with arguments of its own choice; never changed afterwards.
    piece: AtomicU8,
    /// Whether this is one of the twelve objects that the library gives out.
    shared: bool,
    /// Held while the piece is set.
    setting: Lock<()>,
    // What the piece is, for Python to read.
    piece_type: Slot,
    color: Slot,
}

impl PyPiece {
    fn new_object(piece: Piece, shared: bool) -> PyPiece {
        let (piece_type, color) = parts(piece);
        PyPiece {
            piece: AtomicU8::new(piece as u8),
            shared,
            setting: Lock::new(()),
            piece_type: Slot::of_number(piece_type),
            color: Slot::of_bool(color),
        }
    }

    fn own(piece: Piece) -> PyPiece {
        PyPiece::new_object(piece, false)
    }

    pub fn piece(&self) -> Piece {
        ALL[usize::from(self.piece.load(Ordering::Relaxed))]
    }
}

/// What Python calls the piece type and the colour.
fn parts(piece: Piece) -> (u8, bool) {
    (piece.role() as u8 + 1, is_white(piece.color()))
}

/// Gives the class the attributes that Python reads by itself.
pub fn publish(py: Python<'_>) -> PyResult<()> {
    let piece = Bound::new(py, PyPiece::own(ALL[0]))?;
    slots::publish(
        &piece,
        &[
            (c"piece_type", c"What it is, from `PAWN` to `KING`.", &piece.get().piece_type),
            (c"color", c"Whose it is: `WHITE` (true) or `BLACK`.", &piece.get().color),
        ],
    )
}

/// The pieces by their numbers.
const ALL: [Piece; 12] = {
    let mut all = [Piece::new(Color::White, Role::Pawn); 12];
    let mut number = 0;
    while number < 12 {
        let role = Role::ALL[number % 6];
        let piece = Piece::new(if number < 6 { Color::White } else { Color::Black }, role);
        all[piece as usize] = piece;
        number += 1;
    }
    all
};

static SHARED: PyOnceLock<[Py<PyPiece>; 12]> = PyOnceLock::new();

/// The Python object of a piece, which all who ask for the piece share.
#[inline]
pub fn object(py: Python<'_>, piece: Piece) -> PyResult<Bound<'_, PyPiece>> {
    let make = || -> PyResult<[Py<PyPiece>; 12]> {
        let new = |piece: Piece| Py::new(py, PyPiece::new_object(piece, true));
        let pieces = ALL.into_iter().map(new).collect::<PyResult<Vec<_>>>()?;
        pieces.try_into().map_err(|_| errors::value("there are twelve pieces"))
    };
    Ok(SHARED.get_or_try_init(py, make)?[piece as usize].bind(py).clone())
}

/// A piece as an argument: a `Piece`, or an object of another library with the same attributes.
#[derive(Clone, Copy)]
pub struct PieceArg(pub Piece);

impl<'py> FromPyObject<'_, 'py> for PieceArg {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<PieceArg> {
        if let Ok(piece) = object.cast::<PyPiece>() {
            return Ok(PieceArg(piece.get().piece()));
        }
        match (object.getattr_opt("piece_type")?, object.getattr_opt("color")?) {
            (Some(role), Some(color)) => {
                Ok(PieceArg(Piece::new(color.extract::<ColorArg>()?.0, role.extract::<RoleArg>()?.0)))
            }
            _ => Err(PyTypeError::new_err(format!("expected a Piece, found {}", brief(&object)))),
        }
    }
}

#[pymethods]
impl PyPiece {
    #[new]
    #[pyo3(signature = (*_args, **_kwargs), text_signature = "(piece_type, color)")]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> PyPiece {
        PyPiece::own(Piece::new(Color::White, Role::Pawn))
    }

    fn __init__(&self, piece_type: RoleArg, color: ColorArg) -> PyResult<()> {
        if self.shared {
            return Err(PyAttributeError::new_err("this Piece was given out by a board and cannot be changed"));
        }
        let piece = Piece::new(color.0, piece_type.0);
        self.setting.with(|()| {
            self.piece.store(piece as u8, Ordering::Relaxed);
            self.piece_type.set_number(parts(piece).0);
            self.color.set_bool(parts(piece).1);
        });
        Ok(())
    }

    /// The letter that FEN uses: upper case for White.
    fn symbol(&self) -> char {
        self.piece().letter()
    }

    /// The chess symbol of Unicode.
    ///
    /// >>> from tabiya import Piece
    /// >>> Piece.from_symbol("q").unicode_symbol()
    /// '♛'
    #[pyo3(signature = (*, invert_color=false))]
    fn unicode_symbol(&self, invert_color: bool) -> char {
        let piece = self.piece();
        let color = if invert_color { !piece.color() } else { piece.color() };
        unicode(Piece::new(color, piece.role()))
    }

    /// The piece with a FEN letter. Raises `ValueError` if there is none.
    #[classmethod]
    fn from_symbol<'py>(cls: &Bound<'py, PyType>, symbol: &str) -> PyResult<Bound<'py, PyAny>> {
        let mut letters = symbol.chars();
        match (letters.next().and_then(Piece::from_letter), letters.next()) {
            (Some(piece), None) if cls.is(cls.py().get_type::<PyPiece>()) => Ok(object(cls.py(), piece)?.into_any()),
            (Some(piece), None) => cls.call1(parts(piece)),
            _ => Err(errors::value(format!("\"{}\" is not a piece: expected one of PNBRQK or pnbrqk", cut(symbol)))),
        }
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("piece_type", "color")
    }

    fn __eq__(&self, other: &Bound<'_, PyPiece>) -> bool {
        self.piece() == other.get().piece()
    }

    fn __hash__(&self) -> isize {
        self.piece() as isize
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.piece())
    }

    fn __str__(&self) -> String {
        self.piece().to_string()
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> Bound<'py, Self> {
        slf.clone()
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type(), parts(slf.get().piece())).into_pyobject(slf.py())
    }

    fn _repr_svg_(&self) -> String {
        crate::svg::piece(self.piece(), Some(45))
    }
}

pub fn unicode(piece: Piece) -> char {
    let solid = ['♟', '♞', '♝', '♜', '♛', '♚'];
    let outlined = ['♙', '♘', '♗', '♖', '♕', '♔'];
    let row = if piece.color() == Color::White { outlined } else { solid };
    row[piece.role() as usize]
}
