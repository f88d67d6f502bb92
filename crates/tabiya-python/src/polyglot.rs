//! Keys and moves of Polyglot books.

use pyo3::prelude::*;
use tabiya::notation::polyglot;
use tabiya::{Role, Square};

use crate::board::PyBoard;
use crate::code::Code;
use crate::moves::{self, PyMove};

/// The key under which books know a position.
#[pyfunction]
pub fn _polyglot_key(py: Python<'_>, board: &Bound<'_, PyBoard>) -> PyResult<u64> {
    board.get().position(py).map(|(position, _)| polyglot::key(&position))
}

/// The move that sixteen bits of a book stand for, as a board writes it.
#[pyfunction]
#[pyo3(signature = (raw, board))]
pub fn _polyglot_move<'py>(
    py: Python<'py>,
    raw: u16,
    board: Option<&Bound<'py, PyBoard>>,
) -> PyResult<Bound<'py, PyMove>> {
    if let Some(board) = board {
        let (position, chess960) = board.get().position(py)?;
        if let Some(mv) = polyglot::decode(&position, raw) {
            return moves::object(py, Code::of(mv, chess960));
        }
    }
    let promotion = [None, Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook), Some(Role::Queen)];
    let promotion = promotion.get(usize::from(raw >> 12 & 7)).copied().flatten();
    let (from, to) = (Square::from_low_bits((raw >> 6) as u8), Square::from_low_bits(raw as u8));
    moves::object(py, Code::new(from, to, promotion))
}
