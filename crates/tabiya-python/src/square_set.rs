//! The Python class `SquareSet`: a mutable set of squares in 64 bits.

use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple, PyType};
use tabiya::{Bitboard, File, Rank, Square, attacks};

use crate::convert::{MaskArg, SquareArg};
use crate::errors;
use crate::lock::Lock;

/// A set of squares, with the methods of Python's own sets and those of a bitboard.
///
/// It is made from an integer whose bits are squares (a1 is the lowest), from another set, or from any iterable of
/// squares, and all of these can stand on the right of its operators.
///
/// >>> from tabiya import SquareSet, A1, H8
/// >>> squares = SquareSet([A1, H8])
/// >>> len(squares), H8 in squares, int(squares) == 1 << 63 | 1
/// (2, True, True)
/// >>> print(SquareSet.ray(A1, H8) - squares)
/// . . . . . . . .
/// . . . . . . 1 .
/// . . . . . 1 . .
/// . . . . 1 . . .
/// . . . 1 . . . .
/// . . 1 . . . . .
/// . 1 . . . . . .
/// . . . . . . . .
#[pyclass(module = "tabiya", frozen, subclass, weakref)]
pub struct SquareSet {
    mask: AtomicU64,
}

impl From<Bitboard> for SquareSet {
    fn from(squares: Bitboard) -> SquareSet {
        SquareSet { mask: AtomicU64::new(squares.0) }
    }
}

impl SquareSet {
    pub fn bits(&self) -> Bitboard {
        Bitboard(self.mask.load(Ordering::Relaxed))
    }

    fn store(&self, squares: Bitboard) {
        self.mask.store(squares.0, Ordering::Relaxed);
    }

    /// Changes the set in one step, whatever other threads do, and returns what it was before.
    fn change(&self, change: impl Fn(Bitboard) -> Option<Bitboard>) -> Option<Bitboard> {
        let changed = |mask| change(Bitboard(mask)).map(|squares| squares.0);
        self.mask.fetch_update(Ordering::Relaxed, Ordering::Relaxed, changed).ok().map(Bitboard)
    }
}

fn shift_by(squares: i64) -> PyResult<u32> {
    u32::try_from(squares).map_err(|_| errors::value("a shift cannot be negative"))
}

fn shifted(mask: Bitboard, by: u32, left: bool) -> Bitboard {
    let shifted = if left { mask.0.checked_shl(by) } else { mask.0.checked_shr(by) };
    Bitboard(shifted.unwrap_or(0))
}

#[pymethods]
impl SquareSet {
    #[new]
    #[pyo3(signature = (*_args, **_kwargs), text_signature = "(squares=0)")]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> SquareSet {
        Bitboard::EMPTY.into()
    }

    #[pyo3(signature = (squares=MaskArg(Bitboard::EMPTY)))]
    fn __init__(&self, squares: MaskArg) {
        self.store(squares.0);
    }

    /// The squares as the bits of an integer.
    #[getter]
    fn get_mask(&self) -> u64 {
        self.bits().0
    }

    #[setter]
    fn set_mask(&self, mask: MaskArg) {
        self.store(mask.0);
    }

    fn __contains__(&self, square: SquareArg) -> bool {
        self.bits().contains(square.0)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.bits().into_iter().map(|square| square as u8))?.try_iter()
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.bits().into_iter().rev().map(|square| square as u8).collect::<Vec<_>>())?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.bits().len() as usize
    }

    fn __bool__(&self) -> bool {
        self.bits().any()
    }

    fn __int__(&self) -> u64 {
        self.bits().0
    }

    fn __index__(&self) -> u64 {
        self.bits().0
    }

    fn __eq__(&self, other: MaskArg) -> bool {
        self.bits() == other.0
    }

    fn __le__(&self, other: MaskArg) -> bool {
        self.bits().is_subset_of(other.0)
    }

    fn __lt__(&self, other: MaskArg) -> bool {
        self.bits().is_subset_of(other.0) && self.bits() != other.0
    }

    fn __ge__(&self, other: MaskArg) -> bool {
        other.0.is_subset_of(self.bits())
    }

    fn __gt__(&self, other: MaskArg) -> bool {
        other.0.is_subset_of(self.bits()) && self.bits() != other.0
    }

    fn __or__(&self, other: MaskArg) -> SquareSet {
        (self.bits() | other.0).into()
    }

    fn __and__(&self, other: MaskArg) -> SquareSet {
        (self.bits() & other.0).into()
    }

    fn __xor__(&self, other: MaskArg) -> SquareSet {
        (self.bits() ^ other.0).into()
    }

    fn __sub__(&self, other: MaskArg) -> SquareSet {
        (self.bits() - other.0).into()
    }

    fn __ror__(&self, other: MaskArg) -> SquareSet {
        (other.0 | self.bits()).into()
    }

    fn __rand__(&self, other: MaskArg) -> SquareSet {
        (other.0 & self.bits()).into()
    }

    fn __rxor__(&self, other: MaskArg) -> SquareSet {
        (other.0 ^ self.bits()).into()
    }

    fn __rsub__(&self, other: MaskArg) -> SquareSet {
        (other.0 - self.bits()).into()
    }

    fn __invert__(&self) -> SquareSet {
        (!self.bits()).into()
    }

    fn __lshift__(&self, shift: i64) -> PyResult<SquareSet> {
        Ok(shifted(self.bits(), shift_by(shift)?, true).into())
    }

    fn __rshift__(&self, shift: i64) -> PyResult<SquareSet> {
        Ok(shifted(self.bits(), shift_by(shift)?, false).into())
    }

    fn __ior__(&self, other: MaskArg) {
        self.change(|squares| Some(squares | other.0));
    }

    fn __iand__(&self, other: MaskArg) {
        self.change(|squares| Some(squares & other.0));
    }

    fn __ixor__(&self, other: MaskArg) {
        self.change(|squares| Some(squares ^ other.0));
    }

    fn __isub__(&self, other: MaskArg) {
        self.change(|squares| Some(squares - other.0));
    }

    fn __ilshift__(&self, shift: i64) -> PyResult<()> {
        let by = shift_by(shift)?;
        self.change(|squares| Some(shifted(squares, by, true)));
        Ok(())
    }

    fn __irshift__(&self, shift: i64) -> PyResult<()> {
        let by = shift_by(shift)?;
        self.change(|squares| Some(shifted(squares, by, false)));
        Ok(())
    }

    /// Puts a square in.
    fn add(&self, square: SquareArg) {
        self.change(|squares| Some(squares.with(square.0)));
    }

    /// Takes a square out if it is in.
    fn discard(&self, square: SquareArg) {
        self.change(|squares| Some(squares.without(square.0)));
    }

    /// Takes a square out. Raises `KeyError` if it is not in.
    fn remove(&self, square: SquareArg) -> PyResult<()> {
        match self.change(|squares| squares.contains(square.0).then(|| squares.without(square.0))) {
            Some(_) => Ok(()),
            None => Err(PyKeyError::new_err(square.0 as u8)),
        }
    }

    /// Takes the first square out and returns it. Raises `KeyError` if there is none.
    fn pop(&self) -> PyResult<u8> {
        let before = self.change(|squares| squares.first().map(|first| squares.without(first)));
        match before.and_then(Bitboard::first) {
            Some(first) => Ok(first as u8),
            None => Err(PyKeyError::new_err("the set of squares is empty")),
        }
    }

    /// Takes all squares out.
    fn clear(&self) {
        self.store(Bitboard::EMPTY);
    }

    /// A copy.
    fn copy(&self) -> SquareSet {
        self.bits().into()
    }

    /// Whether the two have no square in common.
    fn isdisjoint(&self, other: MaskArg) -> bool {
        !self.bits().intersects(other.0)
    }

    /// Whether all squares of this set are in the other.
    fn issubset(&self, other: MaskArg) -> bool {
        self.__le__(other)
    }

    /// Whether all squares of the other are in this set.
    fn issuperset(&self, other: MaskArg) -> bool {
        self.__ge__(other)
    }

    /// The squares of either.
    fn union(&self, other: MaskArg) -> SquareSet {
        self.__or__(other)
    }

    /// The squares of both.
    fn intersection(&self, other: MaskArg) -> SquareSet {
        self.__and__(other)
    }

    /// The squares that the other does not have.
    fn difference(&self, other: MaskArg) -> SquareSet {
        self.__sub__(other)
    }

    /// The squares that only one of the two has.
    fn symmetric_difference(&self, other: MaskArg) -> SquareSet {
        self.__xor__(other)
    }

    /// Puts in the squares of all the others.
    #[pyo3(signature = (*others))]
    fn update(&self, others: Vec<MaskArg>) {
        others.into_iter().for_each(|other| self.__ior__(other));
    }

    /// Keeps only the squares that all the others have.
    #[pyo3(signature = (*others))]
    fn intersection_update(&self, others: Vec<MaskArg>) {
        others.into_iter().for_each(|other| self.__iand__(other));
    }

    /// Takes out the squares of the other.
    fn difference_update(&self, other: MaskArg) {
        self.__isub__(other);
    }

    /// Keeps the squares that only one of the two has.
    fn symmetric_difference_update(&self, other: MaskArg) {
        self.__ixor__(other);
    }

    /// The set flipped from top to bottom.
    fn mirror(&self) -> SquareSet {
        self.bits().flip_vertical().into()
    }

    /// A list of 64 truth values, a1 first.
    fn tolist(&self) -> Vec<bool> {
        let squares = self.bits();
        Square::ALL.into_iter().map(|square| squares.contains(square)).collect()
    }

    /// An iterator over all subsets, as integers, the empty one first.
    fn carry_rippler(&self) -> CarryRippler {
        CarryRippler { set: self.bits(), next: Lock::new(Some(0)) }
    }

    /// The whole line through two squares: rank, file or diagonal. Empty if they share none.
    #[classmethod]
    fn ray(_cls: &Bound<'_, PyType>, a: SquareArg, b: SquareArg) -> SquareSet {
        attacks::line(a.0, b.0).into()
    }

    /// The squares strictly between two that share a rank, a file or a diagonal.
    #[classmethod]
    fn between(_cls: &Bound<'_, PyType>, a: SquareArg, b: SquareArg) -> SquareSet {
        attacks::between(a.0, b.0).into()
    }

    /// The set of one square.
    #[classmethod]
    fn from_square(_cls: &Bound<'_, PyType>, square: SquareArg) -> SquareSet {
        square.0.bitboard().into()
    }

    fn __repr__(&self) -> String {
        let mask = format!("{:016x}", self.bits().0);
        format!("SquareSet(0x{}_{}_{}_{})", &mask[..4], &mask[4..8], &mask[8..12], &mask[12..])
    }

    fn __str__(&self) -> String {
        let squares = self.bits();
        let row = |rank: &Rank| {
            let cell = |file: File| if squares.contains(Square::new(file, *rank)) { "1" } else { "." };
            File::ALL.map(cell).join(" ")
        };
        Rank::ALL.iter().rev().map(row).collect::<Vec<_>>().join("\n")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type(), (slf.get().bits().0,)).into_pyobject(slf.py())
    }

    fn _repr_svg_(&self) -> String {
        crate::svg::squares(self.bits())
    }
}

/// The subsets of a set of squares.
#[pyclass(module = "tabiya._tabiya", frozen)]
pub struct CarryRippler {
    set: Bitboard,
    /// The next subset, or nothing at the end.
    next: Lock<Option<u64>>,
}

#[pymethods]
impl CarryRippler {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self) -> Option<u64> {
        self.next.with(|next| {
            let subset = (*next)?;
            *next = Some(subset.wrapping_sub(self.set.0) & self.set.0).filter(|&after| after != 0);
            Some(subset)
        })
    }
}
