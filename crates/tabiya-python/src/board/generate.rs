//! Moves: all, some, how many, whether.

use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};
use tabiya::movegen::{MoveSet, NonEvasions, UnknownMoveSet};
use tabiya::{Move, MoveList, Position};

use super::PyBoard;
use crate::code::Code;
use crate::convert::{MaskArg, RoleArg, SquareArg};
use crate::errors;
use crate::moves::{self, PyMove};
use crate::state::{State, candidate, is_pseudo_legal};

/// Pseudo-legal moves as Python programs know them: castling only where it is legal, check or no check.
fn pseudo_legal(position: &Position) -> MoveList {
    let mut list = position.generate::<NonEvasions>();
    list.retain(|mv| !mv.is_castle() || position.is_legal(mv));
    list
}

fn python_list<'py>(py: Python<'py>, list: &MoveList, chess960: bool) -> PyResult<Bound<'py, PyList>> {
    moves::list(py, list.iter().map(|&mv| Code::of(mv, chess960)))
}

/// Whether a move is between these squares. Castling counts as the king going to the rook's square.
fn fits(mv: Move, from: MaskArg, to: MaskArg) -> bool {
    from.0.contains(mv.from()) && to.0.contains(mv.to())
}

impl PyBoard {
    fn some_moves<'py>(
        &self,
        py: Python<'py>,
        generate: impl FnOnce(&Position) -> MoveList,
        keep: impl Fn(&Position, Move) -> bool,
    ) -> PyResult<Bound<'py, PyIterator>> {
        let (position, chess960) = self.position(py)?;
        let mut list = generate(&position);
        list.retain(|mv| keep(&position, mv));
        python_list(py, &list, chess960)?.try_iter()
    }

    /// The move a program means, if it is legal.
    #[inline]
    pub fn legal(&self, py: Python<'_>, code: Code) -> PyResult<Option<(Position, Move)>> {
        let (position, chess960) = self.position(py)?;
        Ok(legal_in(&position, code, chess960).map(|mv| (position, mv)))
    }

    /// Whether a move is legal, without a copy of the position.
    #[inline]
    fn allows(&self, py: Python<'_>, code: Code) -> PyResult<bool> {
        let answer = self.with(|core| match &core.now {
            State::Valid { position, .. } => Some(legal_in(position, code, core.chess960).is_some()),
            State::Loose(_) => None,
        });
        answer.map_or_else(|| self.position(py).map(|_| false), Ok)
    }
}

/// The legal move that a code means on a board in this mode.
#[inline]
pub fn legal_in(position: &Position, code: Code, chess960: bool) -> Option<Move> {
    candidate(position, code, !chess960).filter(|&mv| position.is_legal(mv))
}

#[pymethods]
impl PyBoard {
    /// The legal moves, as an object that can be iterated, counted and asked.
    ///
    /// >>> from tabiya import Board, Move
    /// >>> board = Board()
    /// >>> len(board.legal_moves), Move.from_uci("e2e4") in board.legal_moves, bool(board.legal_moves)
    /// (20, True, True)
    #[getter]
    fn legal_moves(slf: Bound<'_, Self>) -> LegalMoveGenerator {
        LegalMoveGenerator { board: slf.unbind() }
    }

    /// The pseudo-legal moves: legal ones, and those that only leave the king in check.
    #[getter]
    fn pseudo_legal_moves(slf: Bound<'_, Self>) -> PseudoLegalMoveGenerator {
        PseudoLegalMoveGenerator { board: slf.unbind() }
    }

    /// The legal moves between these squares.
    #[pyo3(signature = (from_mask=MaskArg::ALL, to_mask=MaskArg::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
    fn generate_legal_moves<'py>(
        &self,
        py: Python<'py>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyIterator>> {
        self.some_moves(py, Position::legal_moves, |_, mv| fits(mv, from_mask, to_mask))
    }

    /// The pseudo-legal moves between these squares.
    #[pyo3(signature = (from_mask=MaskArg::ALL, to_mask=MaskArg::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
    fn generate_pseudo_legal_moves<'py>(
        &self,
        py: Python<'py>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyIterator>> {
        self.some_moves(py, pseudo_legal, |_, mv| fits(mv, from_mask, to_mask))
    }

    /// The legal captures between these squares.
    #[pyo3(signature = (from_mask=MaskArg::ALL, to_mask=MaskArg::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
    fn generate_legal_captures<'py>(
        &self,
        py: Python<'py>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyIterator>> {
        self.some_moves(py, Position::legal_moves, |_, mv| mv.is_capture() && fits(mv, from_mask, to_mask))
    }

    /// The pseudo-legal captures between these squares.
    #[pyo3(signature = (from_mask=MaskArg::ALL, to_mask=MaskArg::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
    fn generate_pseudo_legal_captures<'py>(
        &self,
        py: Python<'py>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyIterator>> {
        self.some_moves(py, pseudo_legal, |_, mv| mv.is_capture() && fits(mv, from_mask, to_mask))
    }

    /// The legal captures en passant between these squares.
    #[pyo3(signature = (from_mask=MaskArg::ALL, to_mask=MaskArg::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
    fn generate_legal_ep<'py>(
        &self,
        py: Python<'py>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyIterator>> {
        self.some_moves(py, Position::legal_moves, |_, mv| mv.is_en_passant() && fits(mv, from_mask, to_mask))
    }

    /// The pseudo-legal captures en passant between these squares.
    #[pyo3(signature = (from_mask=MaskArg::ALL, to_mask=MaskArg::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
    fn generate_pseudo_legal_ep<'py>(
        &self,
        py: Python<'py>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyIterator>> {
        self.some_moves(py, pseudo_legal, |_, mv| mv.is_en_passant() && fits(mv, from_mask, to_mask))
    }

    /// The legal castling moves; `to_mask` holds the rooks.
    #[pyo3(signature = (from_mask=MaskArg::ALL, to_mask=MaskArg::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
    fn generate_castling_moves<'py>(
        &self,
        py: Python<'py>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyIterator>> {
        self.some_moves(py, Position::legal_moves, |_, mv| mv.is_castle() && fits(mv, from_mask, to_mask))
    }

    /// The moves of a kind: `legal`, `captures` (with queen promotions), `quiets` (with under-promotions), `quiet-checks`,
    /// `evasions`, `non-evasions`. They are legal; `pseudo-legal` before a kind (`pseudo-legal-captures`) asks for the same
    /// moves without regard to the safety of the king.
    ///
    /// >>> from tabiya import Board
    /// >>> board = Board("4k3/8/8/3p4/4P3/8/8/R3K3 w Q - 0 1")
    /// >>> board.generate("captures")
    /// [Move.from_uci('e4d5')]
    /// >>> board.generate("quiet-checks")
    /// [Move.from_uci('a1a8')]
    fn generate<'py>(&self, py: Python<'py>, kind: &str) -> PyResult<Bound<'py, PyList>> {
        let (position, chess960) = self.position(py)?;
        let set: MoveSet = kind.parse().map_err(|error: UnknownMoveSet| errors::value(error.to_string()))?;
        python_list(py, &position.moves(set), chess960)
    }

    /// Whether a move is legal.
    fn is_legal(&self, py: Python<'_>, r#move: &Bound<'_, PyMove>) -> PyResult<bool> {
        self.allows(py, r#move.get().code)
    }

    /// Whether a move is pseudo-legal: legal but for the safety of the king.
    fn is_pseudo_legal(&self, py: Python<'_>, r#move: &Bound<'_, PyMove>) -> PyResult<bool> {
        let (position, chess960) = self.position(py)?;
        let mv = candidate(&position, r#move.get().code, !chess960);
        Ok(mv.is_some_and(|mv| is_pseudo_legal(&position, mv)))
    }

    /// The legal move between two squares; a pawn becomes a queen unless told otherwise.
    ///
    /// Raises `IllegalMoveError` if there is none.
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn find_move<'py>(
        &self,
        py: Python<'py>,
        from_square: SquareArg,
        to_square: SquareArg,
        promotion: Option<RoleArg>,
    ) -> PyResult<Bound<'py, PyMove>> {
        use tabiya::{Bitboard, Role};
        let (position, chess960) = self.position(py)?;
        let pawn = position.role_at(from_square.0) == Some(Role::Pawn);
        let queen = (pawn && Bitboard::BACK_RANKS.contains(to_square.0)).then_some(Role::Queen);
        let code = Code::new(from_square.0, to_square.0, promotion.map(|role| role.0).or(queen));
        match legal_in(&position, code, chess960) {
            Some(mv) => moves::object(py, Code::of(mv, chess960)),
            None => Err(errors::illegal(super::explain::sentence(&position, code))),
        }
    }
}

/// The legal moves of a board, worked out when asked for.
#[pyclass(module = "tabiya", frozen)]
pub struct LegalMoveGenerator {
    board: Py<PyBoard>,
}

#[pymethods]
impl LegalMoveGenerator {
    #[new]
    fn new(board: Py<PyBoard>) -> LegalMoveGenerator {
        LegalMoveGenerator { board }
    }

    /// The board they are of.
    #[getter]
    fn board(&self, py: Python<'_>) -> Py<PyBoard> {
        self.board.clone_ref(py)
    }

    /// How many there are, without making a list.
    fn count(&self, py: Python<'_>) -> PyResult<usize> {
        let counted = self.board.get().with(|core| match &core.now {
            State::Valid { position, .. } => Some(position.count_legal()),
            State::Loose(_) => None,
        });
        match counted {
            Some(count) => Ok(count),
            None => self.board.get().position(py).map(|(position, _)| position.count_legal()),
        }
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.count(py)
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        self.board.get().position(py).map(|(position, _)| position.has_legal_move())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let (position, chess960) = self.board.get().position(py)?;
        python_list(py, &position.legal_moves(), chess960)?.try_iter()
    }

    fn __contains__(&self, py: Python<'_>, r#move: &Bound<'_, PyMove>) -> PyResult<bool> {
        self.board.get().allows(py, r#move.get().code)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (position, _) = slf.get().board.get().position(slf.py())?;
        let sans: Vec<String> = position.legal_moves().into_iter().map(|mv| position.san(mv).to_string()).collect();
        Ok(format!("<LegalMoveGenerator at {:#x} ({})>", slf.as_ptr() as usize, sans.join(", ")))
    }
}

/// The pseudo-legal moves of a board, worked out when asked for.
#[pyclass(module = "tabiya", frozen)]
pub struct PseudoLegalMoveGenerator {
    board: Py<PyBoard>,
}

#[pymethods]
impl PseudoLegalMoveGenerator {
    #[new]
    fn new(board: Py<PyBoard>) -> PseudoLegalMoveGenerator {
        PseudoLegalMoveGenerator { board }
    }

    /// The board they are of.
    #[getter]
    fn board(&self, py: Python<'_>) -> Py<PyBoard> {
        self.board.clone_ref(py)
    }

    /// How many there are.
    fn count(&self, py: Python<'_>) -> PyResult<usize> {
        self.board.get().position(py).map(|(position, _)| pseudo_legal(&position).len())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.count(py)
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        self.count(py).map(|count| count > 0)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let (position, chess960) = self.board.get().position(py)?;
        python_list(py, &pseudo_legal(&position), chess960)?.try_iter()
    }

    fn __contains__(&self, py: Python<'_>, r#move: &Bound<'_, PyMove>) -> PyResult<bool> {
        let (position, chess960) = self.board.get().position(py)?;
        let mv = candidate(&position, r#move.get().code, !chess960);
        Ok(mv.is_some_and(|mv| is_pseudo_legal(&position, mv)))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (position, chess960) = slf.get().board.get().position(slf.py())?;
        let word = |mv: Move| match position.is_legal(mv) {
            true => position.san(mv).to_string(),
            false => Code::of(mv, chess960).uci(),
        };
        let words: Vec<String> = pseudo_legal(&position).into_iter().map(word).collect();
        Ok(format!("<PseudoLegalMoveGenerator at {:#x} ({})>", slf.as_ptr() as usize, words.join(", ")))
    }
}
