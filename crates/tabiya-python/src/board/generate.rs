//! Moves: all, some, how many, whether.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};
use tabiya::movegen::{MoveSet, NonEvasions, UnknownMoveSet};
use tabiya::{Bitboard, Move, MoveList, Position, Role};

use super::PyBoard;
use super::parts::{self, by_parts};
use super::questions::{castling_wing, is_capture, is_en_passant};
use crate::code::Code;
use crate::convert::{MaskArg, RoleArg, SquareArg};
use crate::errors;
use crate::moves::{self, MoveArg};
use crate::state::{Core, State, candidate, is_pseudo_legal};

/// Pseudo-legal moves as Python programs know them: castling only where it is legal, check or no check.
fn pseudo_legal(position: &Position) -> MoveList {
    let mut list = position.generate::<NonEvasions>();
    list.retain(|mv| !mv.is_castle() || position.is_legal(mv));
    list
}

fn python_list<'py>(py: Python<'py>, list: &MoveList, chess960: bool) -> PyResult<Bound<'py, PyList>> {
    moves::list(py, list.iter().map(|&mv| Code::of(mv, chess960)))
}

/// What kind of moves a program asks for.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    All,
    Captures,
    EnPassant,
    Castling,
}

impl Part {
    fn has(self, mv: Move) -> bool {
        match self {
            Part::All => true,
            Part::Captures => mv.is_capture(),
            Part::EnPassant => mv.is_en_passant(),
            Part::Castling => mv.is_castle(),
        }
    }

    fn has_code(self, now: &State, code: Code) -> bool {
        match self {
            Part::All => true,
            Part::Captures => castling_wing(now, code).is_none() && is_capture(now, code),
            Part::EnPassant => is_en_passant(now, code),
            Part::Castling => castling_wing(now, code).is_some(),
        }
    }

    /// The name that `tabiya._by_parts` knows it by.
    fn name(self) -> &'static str {
        match self {
            Part::All => "all",
            Part::Captures => "captures",
            Part::EnPassant => "en passant",
            Part::Castling => "castling",
        }
    }
}

/// Legal or pseudo-legal moves of a kind, between these squares. Castling counts as the king going to the rook's
/// square.
struct Wanted {
    legal: bool,
    part: Part,
    from: MaskArg,
    to: MaskArg,
}

impl Wanted {
    fn codes(&self, core: &Core) -> Vec<Code> {
        match &core.now {
            State::Valid { position, .. } => {
                let list = if self.legal { position.legal_moves() } else { pseudo_legal(position) };
                let fits = |mv: Move| self.from.0.contains(mv.from()) && self.to.0.contains(mv.to());
                let kept = list.iter().filter(|&&mv| fits(mv) && self.part.has(mv));
                kept.map(|&mv| Code::of(mv, core.chess960)).collect()
            }
            State::Loose(_) => {
                let loose = core.loose();
                let mut list = if self.legal { loose.legal_moves() } else { loose.pseudo_legal_moves() };
                list.retain(|&code| {
                    let to = loose.castle(code).unwrap_or(code.to());
                    self.from.0.contains(code.from()) && self.to.0.contains(to) && self.part.has_code(&core.now, code)
                });
                list
            }
        }
    }

    fn generate<'py>(self, board: &Bound<'py, PyBoard>) -> PyResult<Bound<'py, PyAny>> {
        let needs = match (self.legal, self.part) {
            (true, Part::All) => parts::LEGAL,
            (true, _) => parts::MOVES,
            (false, Part::All | Part::Castling) => 0,
            (false, _) => parts::PSEUDO_LEGAL,
        };
        if board.get().overrides(needs) {
            let (from, to) = (self.from.0.0, self.to.0.0);
            return by_parts(board, "generate", (self.legal, self.part.name(), from, to).into_pyobject(board.py())?);
        }
        let codes = board.get().with(|core| self.codes(core));
        Ok(moves::list(board.py(), codes.into_iter())?.try_iter()?.into_any())
    }
}

impl PyBoard {
    /// The move a program means, if it is legal.
    #[inline]
    pub fn legal(&self, py: Python<'_>, code: Code) -> PyResult<Option<(Position, Move)>> {
        let (position, chess960) = self.position(py)?;
        Ok(legal_in(&position, code, chess960).map(|mv| (position, mv)))
    }

    /// Whether a move is legal, without a copy of the position.
    #[inline]
    fn allows(&self, code: Code) -> bool {
        self.with(|core| match &core.now {
            State::Valid { position, .. } => legal_in(position, code, core.chess960).is_some(),
            State::Loose(_) => core.loose().is_legal(code),
        })
    }

    fn allows_pseudo(&self, code: Code) -> bool {
        self.with(|core| match &core.now {
            State::Valid { position, .. } => {
                candidate(position, code, !core.chess960).is_some_and(|mv| is_pseudo_legal(position, mv))
            }
            State::Loose(_) => core.loose().is_pseudo_legal(code),
        })
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
        LegalMoveGenerator { asked: Asked { board: slf.into_any().unbind() } }
    }

    /// The pseudo-legal moves: the legal ones, and those that only leave their own king in check.
    #[getter]
    fn pseudo_legal_moves(slf: Bound<'_, Self>) -> PseudoLegalMoveGenerator {
        PseudoLegalMoveGenerator { asked: Asked { board: slf.into_any().unbind() } }
    }

    /// The legal moves between these squares.
    #[pyo3(signature = (from_mask=MaskArg::ALL, to_mask=MaskArg::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
    fn generate_legal_moves<'py>(
        slf: &Bound<'py, Self>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyAny>> {
        Wanted { legal: true, part: Part::All, from: from_mask, to: to_mask }.generate(slf)
    }

    /// The pseudo-legal moves between these squares.
    #[pyo3(signature = (from_mask=MaskArg::ALL, to_mask=MaskArg::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
    fn generate_pseudo_legal_moves<'py>(
        slf: &Bound<'py, Self>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyAny>> {
        Wanted { legal: false, part: Part::All, from: from_mask, to: to_mask }.generate(slf)
    }

    /// The legal captures between these squares.
    #[pyo3(signature = (from_mask=MaskArg::ALL, to_mask=MaskArg::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
    fn generate_legal_captures<'py>(
        slf: &Bound<'py, Self>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyAny>> {
        Wanted { legal: true, part: Part::Captures, from: from_mask, to: to_mask }.generate(slf)
    }

    /// The pseudo-legal captures between these squares.
    #[pyo3(signature = (from_mask=MaskArg::ALL, to_mask=MaskArg::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
    fn generate_pseudo_legal_captures<'py>(
        slf: &Bound<'py, Self>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyAny>> {
        Wanted { legal: false, part: Part::Captures, from: from_mask, to: to_mask }.generate(slf)
    }

    /// The legal captures en passant between these squares.
    #[pyo3(signature = (from_mask=MaskArg::ALL, to_mask=MaskArg::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
    fn generate_legal_ep<'py>(
        slf: &Bound<'py, Self>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyAny>> {
        Wanted { legal: true, part: Part::EnPassant, from: from_mask, to: to_mask }.generate(slf)
    }

    /// The pseudo-legal captures en passant between these squares.
    #[pyo3(signature = (from_mask=MaskArg::ALL, to_mask=MaskArg::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
    fn generate_pseudo_legal_ep<'py>(
        slf: &Bound<'py, Self>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyAny>> {
        Wanted { legal: false, part: Part::EnPassant, from: from_mask, to: to_mask }.generate(slf)
    }

    /// The legal castling moves; `to_mask` holds the rooks.
    #[pyo3(signature = (from_mask=MaskArg::ALL, to_mask=MaskArg::ALL), text_signature = "($self, from_mask=18446744073709551615, to_mask=18446744073709551615)")]
    fn generate_castling_moves<'py>(
        slf: &Bound<'py, Self>,
        from_mask: MaskArg,
        to_mask: MaskArg,
    ) -> PyResult<Bound<'py, PyAny>> {
        Wanted { legal: true, part: Part::Castling, from: from_mask, to: to_mask }.generate(slf)
    }

    /// The moves of a kind: `legal`, `captures` (with queen promotions), `quiets` (with under-promotions),
    /// `quiet-checks`, `evasions`, `non-evasions`. They are legal; `pseudo-legal` before a kind
    /// (`pseudo-legal-captures`) asks for the same moves without regard to the safety of the king.
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
    fn is_legal(slf: &Bound<'_, Self>, r#move: MoveArg) -> PyResult<bool> {
        if slf.get().overrides(parts::IS_LEGAL) {
            return by_parts(slf, "is_legal", (moves::object(slf.py(), r#move.0)?,).into_pyobject(slf.py())?)?
                .is_truthy();
        }
        Ok(slf.get().allows(r#move.0))
    }

    /// Whether a move is pseudo-legal: legal but for the safety of its own king.
    fn is_pseudo_legal(&self, r#move: MoveArg) -> bool {
        self.allows_pseudo(r#move.0)
    }

    /// The legal move between two squares; a pawn becomes a queen by default.
    ///
    /// Raises `IllegalMoveError` if there is none.
    #[pyo3(signature = (from_square, to_square, promotion=None))]
    fn find_move<'py>(
        slf: &Bound<'py, Self>,
        from_square: SquareArg,
        to_square: SquareArg,
        promotion: Option<RoleArg>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, board) = (slf.py(), slf.get());
        let pawn = board.with(|core| core.now.board().role_at(from_square.0)) == Some(Role::Pawn);
        let queen = (pawn && Bitboard::BACK_RANKS.contains(to_square.0)).then_some(Role::Queen);
        let code = Code::new(from_square.0, to_square.0, promotion.map(|role| role.0).or(queen));
        if board.goes_by_parts(parts::LEGALITY) {
            return by_parts(slf, "find_move", (moves::object(py, code)?,).into_pyobject(py)?);
        }
        let (position, chess960) = board.position(py)?;
        match legal_in(&position, code, chess960) {
            Some(mv) => Ok(moves::object(py, Code::of(mv, chess960))?.into_any()),
            None => Err(errors::illegal(super::explain::sentence(&position, code))),
        }
    }
}

/// A board that may be any object with the methods of one; python-chess asks for no more.
struct Asked {
    board: Py<PyAny>,
}

impl Asked {
    /// The board, if its moves are to be had without calling Python.
    fn plain<'a>(&'a self, py: Python<'a>, needs: u32) -> Option<&'a PyBoard> {
        self.board.bind(py).cast::<PyBoard>().ok().map(|board| board.get()).filter(|board| !board.overrides(needs))
    }
}

/// The legal moves of a board, worked out when asked for.
#[pyclass(module = "tabiya", frozen)]
pub struct LegalMoveGenerator {
    asked: Asked,
}

#[pymethods]
impl LegalMoveGenerator {
    #[new]
    fn new(board: Py<PyAny>) -> LegalMoveGenerator {
        LegalMoveGenerator { asked: Asked { board } }
    }

    /// The board they are of.
    #[getter]
    fn board(&self, py: Python<'_>) -> Py<PyAny> {
        self.asked.board.clone_ref(py)
    }

    /// How many there are, without making a list.
    fn count(&self, py: Python<'_>) -> PyResult<usize> {
        match self.asked.plain(py, parts::MOVES) {
            Some(board) => Ok(board.with(|core| match &core.now {
                State::Valid { position, .. } => position.count_legal(),
                State::Loose(_) => core.loose().legal_moves().len(),
            })),
            None => self.listed(py).map(|list| list.len()),
        }
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        if !self.asked.board.bind(py).is_instance_of::<PyBoard>() {
            // `list()` asks for the length first: it must not walk through moves that can be had only once.
            return Err(PyTypeError::new_err("the moves of a board of another library have no length: use count()"));
        }
        self.count(py)
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        match self.asked.plain(py, parts::MOVES) {
            Some(board) => Ok(board.with(|core| match &core.now {
                State::Valid { position, .. } => position.has_legal_move(),
                State::Loose(_) => !core.loose().legal_moves().is_empty(),
            })),
            None => self.__iter__(py)?.next().transpose().map(|first| first.is_some()),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        match self.asked.plain(py, parts::MOVES) {
            Some(board) => {
                let position = board.with(|core| match &core.now {
                    State::Valid { position, .. } => Ok((position.legal_moves(), core.chess960)),
                    State::Loose(_) => Err(core.loose().legal_moves()),
                });
                match position {
                    Ok((list, chess960)) => python_list(py, &list, chess960)?.try_iter(),
                    Err(codes) => moves::list(py, codes.into_iter())?.try_iter(),
                }
            }
            None => self.asked.board.bind(py).call_method0("generate_legal_moves")?.try_iter(),
        }
    }

    fn __contains__(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.asked.plain(py, parts::LEGALITY) {
            Some(board) => Ok(board.allows(r#move.extract::<MoveArg>()?.0)),
            None => self.asked.board.bind(py).call_method1("is_legal", (r#move,))?.is_truthy(),
        }
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let board = slf.get().asked.board.bind(slf.py());
        let sans = slf.get().listed(slf.py())?.into_iter().map(|mv| board.call_method1("san", (mv,))?.extract());
        let sans = sans.collect::<PyResult<Vec<String>>>()?;
        Ok(format!("<LegalMoveGenerator at {:#x} ({})>", slf.as_ptr() as usize, sans.join(", ")))
    }
}

impl LegalMoveGenerator {
    fn listed<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.__iter__(py)?.collect()
    }
}

/// The pseudo-legal moves of a board, worked out when asked for.
#[pyclass(module = "tabiya", frozen)]
pub struct PseudoLegalMoveGenerator {
    asked: Asked,
}

#[pymethods]
impl PseudoLegalMoveGenerator {
    #[new]
    fn new(board: Py<PyAny>) -> PseudoLegalMoveGenerator {
        PseudoLegalMoveGenerator { asked: Asked { board } }
    }

    /// The board they are of.
    #[getter]
    fn board(&self, py: Python<'_>) -> Py<PyAny> {
        self.asked.board.clone_ref(py)
    }

    /// How many there are.
    fn count(&self, py: Python<'_>) -> PyResult<usize> {
        self.listed(py).map(|list| list.len())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.count(py)
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        self.__iter__(py)?.next().transpose().map(|first| first.is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        match self.asked.plain(py, parts::PSEUDO_LEGAL) {
            Some(board) => {
                let wanted = Wanted { legal: false, part: Part::All, from: MaskArg::ALL, to: MaskArg::ALL };
                let codes = board.with(|core| wanted.codes(core));
                moves::list(py, codes.into_iter())?.try_iter()
            }
            None => self.asked.board.bind(py).call_method0("generate_pseudo_legal_moves")?.try_iter(),
        }
    }

    fn __contains__(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.asked.plain(py, parts::IS_LEGAL) {
            Some(board) => Ok(board.allows_pseudo(r#move.extract::<MoveArg>()?.0)),
            None => self.asked.board.bind(py).call_method1("is_pseudo_legal", (r#move,))?.is_truthy(),
        }
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let board = slf.get().asked.board.bind(slf.py());
        let word = |mv: Bound<'_, PyAny>| -> PyResult<String> {
            match board.call_method1("is_legal", (&mv,))?.is_truthy()? {
                true => board.call_method1("san", (mv,))?.extract(),
                false => Ok(mv.str()?.to_string()),
            }
        };
        let words = slf.get().listed(slf.py())?.into_iter().map(word).collect::<PyResult<Vec<String>>>()?;
        Ok(format!("<PseudoLegalMoveGenerator at {:#x} ({})>", slf.as_ptr() as usize, words.join(", ")))
    }
}

impl PseudoLegalMoveGenerator {
    fn listed<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        self.__iter__(py)?.collect()
    }
}
