//! The Python class `Piece`: twelve values.

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};
use tabiya::{Color, Piece};

use crate::convert::{ColorArg, RoleArg, is_white};
use crate::errors;
use crate::text::cut;

/// A piece: its type and its colour.
///
/// >>> from tabiya import Piece, KNIGHT, WHITE
/// >>> Piece(KNIGHT, WHITE)
/// Piece.from_symbol('N')
#[pyclass(name = "Piece", module = "tabiya", frozen)]
pub struct PyPiece {
    pub piece: Piece,
}

/// The Python object of a piece.
pub fn object(py: Python<'_>, piece: Piece) -> PyResult<Bound<'_, PyPiece>> {
    Bound::new(py, PyPiece { piece })
}

#[pymethods]
impl PyPiece {
    #[new]
    fn new(piece_type: RoleArg, color: ColorArg) -> PyPiece {
        PyPiece { piece: Piece::new(color.0, piece_type.0) }
    }

    /// What it is, from `PAWN` to `KING`.
    #[getter]
    fn piece_type(&self) -> u8 {
        self.piece.role() as u8 + 1
    }

    /// Whose it is: `WHITE` (true) or `BLACK`.
    #[getter]
    fn color(&self) -> bool {
        is_white(self.piece.color())
    }

    /// The letter that FEN uses: upper case for White.
    fn symbol(&self) -> char {
        self.piece.letter()
    }

    /// The chess symbol of Unicode.
    ///
    /// >>> from tabiya import Piece
    /// >>> Piece.from_symbol("q").unicode_symbol()
    /// '♛'
    #[pyo3(signature = (*, invert_color=false))]
    fn unicode_symbol(&self, invert_color: bool) -> char {
        let color = if invert_color { !self.piece.color() } else { self.piece.color() };
        unicode(Piece::new(color, self.piece.role()))
    }

    /// The piece with a FEN letter. Raises `ValueError` if there is none.
    #[classmethod]
    fn from_symbol(_cls: &Bound<'_, PyType>, symbol: &str) -> PyResult<PyPiece> {
        let mut letters = symbol.chars();
        match (letters.next().and_then(Piece::from_letter), letters.next()) {
            (Some(piece), None) => Ok(PyPiece { piece }),
            _ => Err(errors::value(format!("\"{}\" is not a piece: expected one of PNBRQK or pnbrqk", cut(symbol)))),
        }
    }

    #[classattr]
    fn __match_args__() -> (&'static str, &'static str) {
        ("piece_type", "color")
    }

    fn __eq__(&self, other: &Bound<'_, PyPiece>) -> bool {
        self.piece == other.get().piece
    }

    fn __hash__(&self) -> isize {
        self.piece as isize
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.piece)
    }

    fn __str__(&self) -> String {
        self.piece.to_string()
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> Bound<'py, Self> {
        slf.clone()
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let piece = slf.get();
        (slf.get_type(), (piece.piece_type(), piece.color())).into_pyobject(slf.py())
    }

    fn _repr_svg_(&self) -> String {
        crate::svg::piece(self.piece, Some(45))
    }
}

pub fn unicode(piece: Piece) -> char {
    let solid = ['♟', '♞', '♝', '♜', '♛', '♚'];
    let outlined = ['♙', '♘', '♗', '♖', '♕', '♔'];
    let row = if piece.color() == Color::White { outlined } else { solid };
    row[piece.role() as usize]
}
