//! Looking back from a position, and at what can still happen: unmoves, whether a game reaches it, and who can still
//! win.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use tabiya::{Bitboard, CastlingStyle, Piece, Position};
use tabiya_retro::can_arise::{self, Arise, CannotArise, ProofGame, Starts};
use tabiya_retro::can_win::{self, CanWin, CannotWin};
use tabiya_retro::{Castles, Retro, Unmove};

use super::PyBoard;
use crate::code::Code;
use crate::convert::ColorArg;
use crate::errors;
use crate::moves::{self, PyMove};
use crate::piece::{self, PyPiece};
use crate::square_set::SquareSet;
use crate::state::{Core, State};

/// A move that can have led to a position, taken back: see `Board.unmoves`.
///
/// Its text is the move in UCI and, behind a colon, the letter of the captured piece: `g1f3`, `e4d5:n`, `e7d8q:r`,
/// `e5d6:e` for a capture en passant, `e1h1` (king takes rook) for castling.
#[pyclass(name = "Unmove", module = "tabiya", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub struct PyUnmove {
    unmove: Unmove,
    after: Position,
    chess960: bool,
}

fn retro(position: &Position, chess960: bool) -> Retro<'_> {
    let retro = Retro::new(position);
    if chess960 { retro.castles(Castles::Chess960) } else { retro }
}

impl PyUnmove {
    fn board(&self, position: Position) -> PyBoard {
        PyBoard::from_core(Core::at(State::of(position), self.chess960))
    }
}

#[pymethods]
impl PyUnmove {
    /// The move as it was played.
    #[getter]
    #[pyo3(name = "move")]
    fn forward<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMove>> {
        moves::object(py, Code::of(self.unmove.forward(), self.chess960))
    }

    /// The piece that comes back on the board, or `None` if the move captured nothing.
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyPiece>>> {
        let piece = self.unmove.captured().map(|role| Piece::new(self.after.turn(), role));
        piece.map(|piece| piece::object(py, piece)).transpose()
    }

    /// Where the captured piece comes back, or `None`. It is not the square of the move for a capture en passant.
    #[getter]
    fn captured_square(&self) -> Option<u8> {
        self.unmove.captured_square().map(|square| square as u8)
    }

    /// The unmove as a text.
    fn uci(&self) -> String {
        self.unmove.to_string()
    }

    /// The board before, with no more castling rights and no other en passant square than the move needs. Its clocks go
    /// back by one; what the halfmove clock was before a capture or a pawn's move is not known, so it is 0.
    #[getter]
    fn before(&self, py: Python<'_>) -> PyResult<PyBoard> {
        let setup = self.unmove.setup_before(&self.after);
        let position = Position::from_setup(setup).map_err(|invalid| errors::invalid_board(py, &invalid))?;
        Ok(self.board(position))
    }

    /// Every board before: one for each choice of castling rights and en passant square that the move leaves open.
    fn all_before(&self) -> Vec<PyBoard> {
        let before = retro(&self.after, self.chess960).before(self.unmove);
        before.into_iter().map(|position| self.board(position)).collect()
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("<Unmove: {}>", self.unmove)
    }
}

/// Whether a side can still win: see `Board.can_win`.
///
/// It is false only if the answer is known to be no.
#[pyclass(name = "CanWin", module = "tabiya", frozen)]
pub struct PyCanWin {
    found: CanWin,
    chess960: bool,
}

impl PyCanWin {
    fn why(&self) -> Option<CannotWin> {
        if let CanWin::No(reason) = self.found { Some(reason) } else { None }
    }
}

#[pymethods]
impl PyCanWin {
    /// `True` or `False`; `None` if it is not known.
    #[getter]
    fn answer(&self) -> Option<bool> {
        self.found.known()
    }

    /// Legal moves of both sides that end with the mate, or `None`. They need not be the fewest.
    #[getter]
    fn line<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        match &self.found {
            CanWin::Yes(line) => moves::list(py, line.iter().map(|&mv| Code::of(mv, self.chess960))).map(Some),
            _ => Ok(None),
        }
    }

    /// Why it cannot win, in a short name: `game-over`, `insufficient-material`, `locked` or `exhausted`; else `None`.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.why().map(CannotWin::name)
    }

    /// The men that never move and are never captured, if the reason is that the position is locked.
    #[getter]
    fn locked(&self) -> SquareSet {
        let men = if let Some(CannotWin::Locked(men)) = self.why() { men } else { Bitboard::EMPTY };
        men.into()
    }

    fn __bool__(&self) -> bool {
        self.found.known() != Some(false)
    }

    fn __str__(&self) -> String {
        match &self.found {
            CanWin::Yes(line) if line.is_empty() => "yes: it has mated".to_owned(),
            CanWin::Yes(line) => {
                let moves: Vec<String> = line.iter().map(|&mv| Code::of(mv, self.chess960).uci()).collect();
                format!("yes: {}", moves.join(" "))
            }
            CanWin::No(reason) => format!("no: {reason}"),
            CanWin::Unknown => "not known".to_owned(),
        }
    }

    fn __repr__(&self) -> String {
        format!("<CanWin: {}>", self.__str__())
    }
}

/// Whether a game can reach a board: see `Board.can_arise`.
///
/// It is false only if the answer is known to be no.
#[pyclass(name = "CanArise", module = "tabiya", frozen)]
pub struct PyCanArise {
    found: Arise,
    chess960: bool,
}

impl PyCanArise {
    fn why(&self) -> Option<&CannotArise> {
        if let Arise::No(reason) = &self.found { Some(reason) } else { None }
    }

    /// The game that leads here, and whether castling is written king takes rook.
    fn game(&self) -> Option<(&ProofGame, bool)> {
        let Arise::Yes(game) = &self.found else { return None };
        Some((game, self.chess960 || game.start.castling_style() == CastlingStyle::Chess960))
    }
}

#[pymethods]
impl PyCanArise {
    /// `True` or `False`; `None` if neither a game nor a proof against it was found within the limits.
    #[getter]
    fn answer(&self) -> Option<bool> {
        self.found.known()
    }

    /// The board where the game starts, or `None`.
    #[getter]
    fn start(&self) -> Option<PyBoard> {
        let (game, chess960) = self.game()?;
        Some(PyBoard::from_core(Core::at(State::of(game.start), chess960)))
    }

    /// The moves of a shortest game that leads here, or `None`.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let line = self.game().map(|(game, chess960)| game.moves.iter().map(move |&mv| Code::of(mv, chess960)));
        line.map(|line| moves::list(py, line)).transpose()
    }

    /// Why no game leads here, in a short name (`pawn-captures`, `caged`, …), else `None`.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.why().map(CannotArise::name)
    }

    /// Why no game leads here, in a sentence, else `None`.
    #[getter]
    fn text(&self) -> Option<String> {
        self.why().map(CannotArise::to_string)
    }

    /// The squares that the reason speaks of.
    #[getter]
    fn squares(&self) -> SquareSet {
        self.why().map_or(Bitboard::EMPTY, CannotArise::squares).into()
    }

    fn __bool__(&self) -> bool {
        self.found.known() != Some(false)
    }

    fn __str__(&self) -> String {
        match (self.game(), self.why()) {
            (Some((game, _)), _) if game.moves.is_empty() => "yes: it is a start position".to_owned(),
            (Some((game, chess960)), _) => {
                let moves: Vec<String> = game.moves.iter().map(|&mv| Code::of(mv, chess960).uci()).collect();
                format!("yes: {}", moves.join(" "))
            }
            (None, Some(reason)) => format!("no: {reason}"),
            (None, None) => "not known".to_owned(),
        }
    }

    fn __repr__(&self) -> String {
        format!("<CanArise: {}>", self.__str__())
    }
}

#[pymethods]
impl PyBoard {
    /// Every move that can have led here, with what it captured. Clocks are not looked at.
    ///
    /// >>> from tabiya import Board
    /// >>> [unmove] = Board("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unmoves()
    /// >>> unmove.uci(), unmove.before.fen()
    /// ('d7d5', '4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1')
    fn unmoves(&self, py: Python<'_>) -> PyResult<Vec<PyUnmove>> {
        let (after, chess960) = self.position(py)?;
        let unmoves = retro(&after, chess960).unmoves();
        Ok(unmoves.iter().map(|&unmove| PyUnmove { unmove, after, chess960 }).collect())
    }

    /// Why no move can have led here, in a sentence; `None` if one can.
    ///
    /// >>> from tabiya import Board
    /// >>> print(Board("8/8/8/8/8/2k5/3P4/4K3 b - - 0 1").why_no_unmoves())
    /// no last move can have led to the check from d2
    fn why_no_unmoves(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let (position, chess960) = self.position(py)?;
        Ok(retro(&position, chess960).why_none().map(|why| why.to_string()))
    }

    /// Whether a side can still win by any legal moves, both sides helping: what decides a game when the other side's
    /// clock has run out. The fifty-move rule and repetition are left out. It takes up to a quarter of a second; other
    /// Python threads run meanwhile.
    ///
    /// >>> from tabiya import Board, WHITE
    /// >>> answer = Board("8/8/8/8/2N5/8/p2K4/k7 w - - 0 1").can_win(WHITE)
    /// >>> answer.answer, len(answer.line) > 0
    /// (True, True)
    /// >>> print(Board("8/8/8/8/2N5/8/3K4/k7 w - - 0 1").can_win(WHITE))
    /// no: its pieces cannot give mate, whatever the other side does
    fn can_win(&self, py: Python<'_>, color: ColorArg) -> PyResult<PyCanWin> {
        let (position, chess960) = self.position(py)?;
        let found = py.detach(|| can_win::can_win(&position, color.0));
        Ok(PyCanWin { found, chess960 })
    }
    /// Whether a game can reach this board: with a shortest game, or with the reason why not. A board that is no
    /// position cannot, for the reasons that `problems()` names. Clocks are not looked at.
    ///
    /// `starts` says where games begin: `standard`, `chess960`, `chess960:N` with the number of a start position,
    /// `double-chess960` or `double-chess960:N:N`. Without it the castling rights decide, and a board with `chess960`
    /// set is of Chess960. `positions` is how many the search for a game looks at, 200,000 by default. An answer takes
    /// up to a fifth of a second; other Python threads run meanwhile.
    ///
    /// >>> from tabiya import Board
    /// >>> answer = Board("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").can_arise()
    /// >>> answer.answer, [move.uci() for move in answer.moves]
    /// (True, ['e2e4', 'd7d5'])
    /// >>> answer = Board("1nbqkbnr/1ppppppp/8/P7/P7/P7/3PPPPP/RNBQKBNR w KQk - 0 1").can_arise()
    /// >>> answer.answer, answer.reason
    /// (False, 'pawn-captures')
    #[pyo3(signature = (starts=None, *, positions=None))]
    fn can_arise(&self, py: Python<'_>, starts: Option<&str>, positions: Option<u64>) -> PyResult<PyCanArise> {
        let (position, chess960) = self.with(|core| (core.position(), core.chess960));
        let asked = starts.map(str::parse::<Starts>).transpose();
        let asked = asked.map_err(|error| PyValueError::new_err(format!("starts {starts:?}: {error}")))?;
        let mut limits = can_arise::Limits::default();
        limits.positions = positions.unwrap_or(limits.positions);
        let found = py.detach(|| match position {
            Ok(position) => {
                let told = if chess960 { Starts::of_chess960 } else { Starts::of };
                let starts = asked.unwrap_or_else(|| told(&position));
                can_arise::can_arise_within(&position, starts, &limits)
            }
            // Validation has the reasons.
            Err(invalid) => Arise::No(CannotArise::Invalid(invalid)),
        });
        Ok(PyCanArise { found, chess960 })
    }
}
