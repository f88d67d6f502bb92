//! Arguments from Python: squares, piece types, colours, sets of squares.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt};
use tabiya::{Bitboard, Color, Role, Square};

use crate::errors;
use crate::square_set::SquareSet;

/// A square: an integer from 0 (a1) to 63 (h8).
#[derive(Clone, Copy)]
pub struct SquareArg(pub Square);

impl<'py> FromPyObject<'_, 'py> for SquareArg {
    type Error = PyErr;

    #[inline]
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<SquareArg> {
        let number = object.extract::<i64>().map_err(|error| no_number(object, error, "a square"))?;
        match usize::try_from(number).ok().and_then(Square::from_index) {
            Some(square) => Ok(SquareArg(square)),
            None => Err(errors::value(format!("{number} is not a square: squares go from 0 (a1) to 63 (h8)"))),
        }
    }
}

/// A piece type: an integer from 1 (pawn) to 6 (king).
#[derive(Clone, Copy)]
pub struct RoleArg(pub Role);

impl<'py> FromPyObject<'_, 'py> for RoleArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<RoleArg> {
        let number = object.extract::<i64>().map_err(|error| no_number(object, error, "a piece type"))?;
        match usize::try_from(number.saturating_sub(1)).ok().and_then(Role::from_index) {
            Some(role) => Ok(RoleArg(role)),
            None => Err(errors::value(format!("{number} is not a piece type: they go from 1 (PAWN) to 6 (KING)"))),
        }
    }
}

/// A colour: `True` is White.
#[derive(Clone, Copy)]
pub struct ColorArg(pub Color);

impl<'py> FromPyObject<'_, 'py> for ColorArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<ColorArg> {
        let white = if object.is_exact_instance_of::<PyBool>() { object.extract()? } else { object.is_truthy()? };
        Ok(ColorArg(if white { Color::White } else { Color::Black }))
    }
}

/// A colour as Python has it.
pub fn is_white(color: Color) -> bool {
    color == Color::White
}

/// Anything that stands for a set of squares: an integer mask, a `SquareSet`, or an iterable of squares.
#[derive(Clone, Copy)]
pub struct MaskArg(pub Bitboard);

impl MaskArg {
    pub const ALL: MaskArg = MaskArg(Bitboard::FULL);
}

impl<'py> FromPyObject<'_, 'py> for MaskArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<MaskArg> {
        if let Ok(set) = object.cast::<SquareSet>() {
            return Ok(MaskArg(set.get().bits()));
        }
        if object.is_instance_of::<PyInt>() {
            return mask_of_int(&object);
        }
        if object.hasattr("__int__")? {
            return mask_of_int(&object.call_method0("__int__")?);
        }
        let mut mask = Bitboard::EMPTY;
        for square in object.try_iter()? {
            mask = mask.with(square?.extract::<SquareArg>()?.0);
        }
        Ok(MaskArg(mask))
    }
}

fn mask_of_int(number: &Bound<'_, PyAny>) -> PyResult<MaskArg> {
    match number.extract::<u64>() {
        Ok(mask) => Ok(MaskArg(Bitboard(mask))),
        // Negative or long: only 64 bits are squares.
        Err(_) => Ok(MaskArg(Bitboard(number.call_method1("__and__", (u64::MAX,))?.extract()?))),
    }
}

#[cold]
fn no_number(object: Borrowed<'_, '_, PyAny>, error: PyErr, what: &str) -> PyErr {
    if error.is_instance_of::<pyo3::exceptions::PyOverflowError>(object.py()) {
        errors::value(format!("{} is not {what}", crate::text::brief(&object)))
    } else {
        error
    }
}
