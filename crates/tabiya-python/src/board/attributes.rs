//! What Python programs read and set as attributes.

use pyo3::prelude::*;
use pyo3::types::PyList;
use tabiya::{Bitboard, Color, Role};

use super::PyBoard;
use crate::code::Code;
use crate::convert::{ColorArg, SquareArg};
use crate::moves;
use crate::slots;
use crate::state::Core;

/// One set of squares by colour, as `board.occupied_co[color]`.
type ByColor = (u64, u64);

/// Gives the class the attribute that Python reads by itself.
pub fn publish(py: Python<'_>) -> PyResult<()> {
    let board = Bound::new(py, PyBoard::from_core(Core::startpos()))?;
    slots::publish(&board, &[(c"turn", c"Whose move it is: `WHITE` (true) or `BLACK`.", &board.get().turn)])
}

/// Whether no subclass has put another attribute in the place of `turn`.
fn is_turn(board: &Bound<'_, PyBoard>, name: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(name.extract::<&str>().is_ok_and(|name| name == "turn")
        && slots::is_inherited(board, &board.py().get_type::<PyBoard>(), name)?)
}

#[pymethods]
impl PyBoard {
    fn __setattr__(slf: &Bound<'_, Self>, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if !is_turn(slf, name)? {
            return slots::set_plainly(slf, name, Some(value));
        }
        let turn = value.extract::<ColorArg>()?.0;
        slf.get().with(|core| core.adjust(|setup| setup.turn = turn));
        Ok(())
    }

    fn __delattr__(slf: &Bound<'_, Self>, name: &Bound<'_, PyAny>) -> PyResult<()> {
        if is_turn(slf, name)? { Err(slots::cannot_delete("turn")) } else { slots::set_plainly(slf, name, None) }
    }

    /// Whether castling is written king takes rook.
    #[getter]
    fn get_chess960(&self) -> bool {
        self.with(|core| core.chess960)
    }

    #[setter]
    fn set_chess960(&self, chess960: bool) {
        self.with(|core| {
            core.chess960 = chess960;
            core.adjust(|_| {});
        });
    }

    /// The squares of the rooks that were given castling rights, as a bitboard. See `clean_castling_rights()`.
    #[getter]
    fn get_castling_rights(&self) -> u64 {
        self.with(|core| core.now.castling_rights().0)
    }

    #[setter]
    fn set_castling_rights(&self, rooks: u64) {
        self.with(|core| core.adjust(|setup| setup.castling = Bitboard(rooks)));
    }

    /// The square a pawn passed over with its double push a move ago, whether or not it can be captured there.
    #[getter]
    fn get_ep_square(&self) -> Option<u8> {
        self.with(|core| core.now.ep_square().map(|square| square as u8))
    }

    #[setter]
    fn set_ep_square(&self, square: Option<SquareArg>) {
        self.with(|core| core.adjust(|setup| setup.en_passant = square.map(|square| square.0)));
    }

    /// Moves by either side since the last capture or pawn move.
    #[getter]
    fn get_halfmove_clock(&self) -> u32 {
        self.with(|core| core.now.halfmove_clock())
    }

    #[setter]
    fn set_halfmove_clock(&self, halfmoves: u16) {
        self.with(|core| core.adjust(|setup| setup.halfmove_clock = halfmoves.into()));
    }

    /// The number of the move, from 1, counted up after Black's.
    #[getter]
    fn get_fullmove_number(&self) -> u32 {
        self.with(|core| core.now.fullmove())
    }

    #[setter]
    fn set_fullmove_number(&self, number: u16) {
        self.with(|core| core.adjust(|setup| setup.fullmove = u32::from(number).max(1)));
    }

    /// The moves pushed so far, as a new list.
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let codes: Vec<Code> = self.with(|core| core.past.iter().map(|played| played.code).collect());
        moves::list(py, codes.into_iter())
    }

    /// All pawns, as a bitboard.
    #[getter]
    fn pawns(&self) -> u64 {
        self.with(|core| core.now.board().by_role(Role::Pawn).0)
    }

    /// All knights, as a bitboard.
    #[getter]
    fn knights(&self) -> u64 {
        self.with(|core| core.now.board().by_role(Role::Knight).0)
    }

    /// All bishops, as a bitboard.
    #[getter]
    fn bishops(&self) -> u64 {
        self.with(|core| core.now.board().by_role(Role::Bishop).0)
    }

    /// All rooks, as a bitboard.
    #[getter]
    fn rooks(&self) -> u64 {
        self.with(|core| core.now.board().by_role(Role::Rook).0)
    }

    /// All queens, as a bitboard.
    #[getter]
    fn queens(&self) -> u64 {
        self.with(|core| core.now.board().by_role(Role::Queen).0)
    }

    /// All kings, as a bitboard.
    #[getter]
    fn kings(&self) -> u64 {
        self.with(|core| core.now.board().by_role(Role::King).0)
    }

    /// All occupied squares, as a bitboard.
    #[getter]
    fn occupied(&self) -> u64 {
        self.with(|core| core.now.board().occupied().0)
    }

    /// The squares of Black and of White, as bitboards: `board.occupied_co[WHITE]`.
    #[getter]
    fn occupied_co(&self) -> ByColor {
        self.with(|core| {
            let board = core.now.board();
            (board.by_color(Color::Black).0, board.by_color(Color::White).0)
        })
    }

    /// The pieces that were pawns once, as a bitboard.
    #[getter]
    fn get_promoted(&self) -> u64 {
        self.with(|core| core.promoted.0)
    }

    #[setter]
    fn set_promoted(&self, pieces: u64) {
        self.with(|core| core.promoted = Bitboard(pieces));
    }
}
