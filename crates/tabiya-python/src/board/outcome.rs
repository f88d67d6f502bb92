//! How a game ends, and what is wrong with a board.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAnyMethods, PyType};
use tabiya::position::validate::validate;
use tabiya::{Bitboard, Board, Color, Position, Problem, Role, Setup, Square, Tolerance, attacks};

use super::PyBoard;
use super::parts::{self, by_parts};
use crate::convert::{ColorArg, is_white};
use crate::errors;
use crate::state::{Core, attackers};

/// The numbers of python-chess's `Termination`.
#[derive(Clone, Copy, PartialEq)]
enum End {
    Checkmate = 1,
    Stalemate = 2,
    InsufficientMaterial = 3,
    SeventyFiveMoves = 4,
    FivefoldRepetition = 5,
    FiftyMoves = 6,
    ThreefoldRepetition = 7,
}

fn end(core: &Core, position: &Position, claim_draw: bool) -> Option<End> {
    let has_moves = position.has_legal_move();
    if !has_moves && position.in_check() {
        Some(End::Checkmate)
    } else if position.is_insufficient_material() {
        Some(End::InsufficientMaterial)
    } else if !has_moves {
        Some(End::Stalemate)
    } else if position.halfmove_clock() >= 150 {
        Some(End::SeventyFiveMoves)
    } else if core.repetitions() >= 5 {
        Some(End::FivefoldRepetition)
    } else if claim_draw && can_claim_fifty_moves(position) {
        Some(End::FiftyMoves)
    } else if claim_draw && can_claim_threefold(core, position) {
        Some(End::ThreefoldRepetition)
    } else {
        None
    }
}

/// The fifty moves are over, or a legal move completes them.
fn can_claim_fifty_moves(position: &Position) -> bool {
    let quiet = |mv: tabiya::Move| position.after_unchecked(mv).halfmove_clock() > 0;
    let completes = |mv: tabiya::Move| quiet(mv) && position.after_unchecked(mv).has_legal_move();
    (position.is_fifty_moves() && position.has_legal_move())
        || (position.halfmove_clock() >= 99 && position.legal_moves().into_iter().any(completes))
}

/// The position is there for the third time, or a legal move brings one about.
fn can_claim_threefold(core: &Core, position: &Position) -> bool {
    if core.repetitions() >= 3 {
        return true;
    }
    let earlier: Vec<Position> = core.since_irreversible().copied().chain([*position]).collect();
    position.legal_moves().into_iter().any(|mv| {
        let after = position.after_unchecked(mv);
        earlier.iter().filter(|earlier| earlier.is_repetition_of(&after)).count() >= 2
    })
}

/// Material alone, for boards that need not be positions.
fn has_insufficient_material(board: &Board, color: Color) -> bool {
    let (own, other) = (board.by_color(color), board.by_color(!color));
    let of = |role: Role| board.by_role(role);
    if own.intersects(of(Role::Pawn) | of(Role::Rook) | of(Role::Queen)) {
        return false;
    }
    if own.intersects(of(Role::Knight)) {
        return own.len() <= 2 && (other - of(Role::King) - of(Role::Queen)).is_empty();
    }
    if own.intersects(of(Role::Bishop)) {
        let bishops = of(Role::Bishop);
        let one_color = !bishops.intersects(Bitboard::LIGHT) || !bishops.intersects(Bitboard::DARK);
        return one_color && of(Role::Pawn).is_empty() && of(Role::Knight).is_empty();
    }
    true
}

/// The bits of python-chess's `Status`.
mod status {
    pub const NO_WHITE_KING: u32 = 1;
    pub const NO_BLACK_KING: u32 = 1 << 1;
    pub const TOO_MANY_KINGS: u32 = 1 << 2;
    pub const TOO_MANY_WHITE_PAWNS: u32 = 1 << 3;
    pub const TOO_MANY_BLACK_PAWNS: u32 = 1 << 4;
    pub const PAWNS_ON_BACKRANK: u32 = 1 << 5;
    pub const TOO_MANY_WHITE_PIECES: u32 = 1 << 6;
    pub const TOO_MANY_BLACK_PIECES: u32 = 1 << 7;
    pub const BAD_CASTLING_RIGHTS: u32 = 1 << 8;
    pub const INVALID_EP_SQUARE: u32 = 1 << 9;
    pub const OPPOSITE_CHECK: u32 = 1 << 10;
    pub const EMPTY: u32 = 1 << 11;
    pub const TOO_MANY_CHECKERS: u32 = 1 << 15;
    pub const IMPOSSIBLE_CHECK: u32 = 1 << 16;
}

fn status(core: &Core) -> u32 {
    let setup = core.now.setup();
    let board = &setup.board;
    let mut bits = 0;
    let mut flag = |wrong: bool, bit: u32| bits |= if wrong { bit } else { 0 };
    let count = |color: Color| board.by_color(color).len();
    let pawns = |color: Color| board.pieces(color, Role::Pawn).len();
    flag(board.occupied().is_empty(), status::EMPTY);
    flag(board.pieces(Color::White, Role::King).is_empty(), status::NO_WHITE_KING);
    flag(board.pieces(Color::Black, Role::King).is_empty(), status::NO_BLACK_KING);
    flag(board.by_role(Role::King).len() > 2, status::TOO_MANY_KINGS);
    flag(count(Color::White) > 16, status::TOO_MANY_WHITE_PIECES);
    flag(count(Color::Black) > 16, status::TOO_MANY_BLACK_PIECES);
    flag(pawns(Color::White) > 8, status::TOO_MANY_WHITE_PAWNS);
    flag(pawns(Color::Black) > 8, status::TOO_MANY_BLACK_PAWNS);
    flag(board.by_role(Role::Pawn).intersects(Bitboard::BACK_RANKS), status::PAWNS_ON_BACKRANK);
    flag(setup.castling != core.clean_castling_rights(), status::BAD_CASTLING_RIGHTS);
    let problems = ep_problems(&setup);
    let bad_ep = problems.iter().any(|problem| !matches!(problem, Problem::EnPassantWhileInCheck(_)));
    flag(bad_ep, status::INVALID_EP_SQUARE);
    flag(core.now.was_into_check(), status::OPPOSITE_CHECK);
    let checkers = core.now.checkers();
    flag(checkers.len() > 2, status::TOO_MANY_CHECKERS);
    let ep = setup.en_passant.filter(|_| !bad_ep);
    flag(impossible_check(&setup, checkers, ep), status::IMPOSSIBLE_CHECK);
    bits
}

fn ep_problems(setup: &Setup) -> Vec<Problem> {
    let is_ep = |problem: &Problem| {
        matches!(
            problem,
            Problem::EnPassantRank(_)
                | Problem::EnPassantWithoutPawn(_)
                | Problem::EnPassantBlocked(_)
                | Problem::EnPassantWhileInCheck(_)
        )
    };
    match validate(setup, Tolerance::ALL) {
        Ok(()) => Vec::new(),
        Err(invalid) => invalid.problems().iter().copied().filter(is_ep).collect(),
    }
}

/// Checks that no single move can have given.
fn impossible_check(setup: &Setup, checkers: Bitboard, ep: Option<Square>) -> bool {
    let board = &setup.board;
    let kings = board.pieces(setup.turn, Role::King);
    let (Some(first), Some(last)) = (checkers.first(), checkers.last()) else { return false };
    if let Some(ep) = ep {
        let pushed_to = Square::from_low_bits(ep as u8 ^ 8);
        let pushed_from = Square::from_low_bits(ep as u8 ^ 24);
        let before = board.occupied().without(pushed_to).with(pushed_from);
        let attacked = kings.into_iter().any(|king| attackers(board, !setup.turn, king, before).any());
        return checkers.has_many() || (last != pushed_to && attacked);
    }
    checkers.len() > 2 || (checkers.len() == 2 && attacks::line(first, last).intersects(kings))
}

static OUTCOME: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static TERMINATION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
static STATUS: PyOnceLock<Py<PyType>> = PyOnceLock::new();

impl PyBoard {
    fn end(&self, py: Python<'_>, claim_draw: bool) -> PyResult<Option<(End, Color)>> {
        self.with(|core| {
            let position = core.position()?;
            Ok(end(core, &position, claim_draw).map(|end| (end, position.turn())))
        })
        .map_err(|invalid| errors::invalid_board(py, &invalid))
    }
}

#[pymethods]
impl PyBoard {
    /// How the game ended, or `None` if it goes on.
    ///
    /// Draws that a player would have to claim (fifty moves, threefold repetition) count only with `claim_draw=True`.
    ///
    /// >>> from tabiya import Board
    /// >>> board = Board()
    /// >>> for san in ("f3", "e5", "g4", "Qh4"):
    /// ...     _ = board.push_san(san)
    /// >>> board.outcome()
    /// Outcome(termination=<Termination.CHECKMATE: 1>, winner=False)
    #[pyo3(signature = (*, claim_draw=false))]
    fn outcome<'py>(slf: &Bound<'py, Self>, claim_draw: bool) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = slf.py();
        if slf.get().goes_by_parts(parts::OUTCOME) {
            return by_parts(slf, "outcome", (claim_draw,).into_pyobject(py)?).map(Some);
        }
        let Some((end, turn)) = slf.get().end(py, claim_draw)? else { return Ok(None) };
        let termination = TERMINATION.import(py, "tabiya._outcome", "Termination")?.call1((end as u32,))?;
        let winner = (end == End::Checkmate).then(|| is_white(!turn));
        OUTCOME.import(py, "tabiya._outcome", "Outcome")?.call1((termination, winner)).map(Some)
    }

    /// The result of the game: `1-0`, `0-1`, `1/2-1/2`, or `*` if it goes on.
    #[pyo3(signature = (*, claim_draw=false))]
    fn result<'py>(slf: &Bound<'py, Self>, claim_draw: bool) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if slf.get().goes_by_parts(parts::OUTCOME) {
            return by_parts(slf, "result", (claim_draw,).into_pyobject(py)?);
        }
        let result = match slf.get().end(py, claim_draw)? {
            None => "*",
            Some((End::Checkmate, Color::White)) => "0-1",
            Some((End::Checkmate, Color::Black)) => "1-0",
            Some(_) => "1/2-1/2",
        };
        Ok(result.into_pyobject(py)?.into_any())
    }

    /// Whether the game has ended.
    #[pyo3(signature = (*, claim_draw=false))]
    fn is_game_over(slf: &Bound<'_, Self>, claim_draw: bool) -> PyResult<bool> {
        if slf.get().goes_by_parts(parts::OUTCOME) {
            return by_parts(slf, "is_game_over", (claim_draw,).into_pyobject(slf.py())?)?.is_truthy();
        }
        slf.get().end(slf.py(), claim_draw).map(|end| end.is_some())
    }

    /// Whether the side to move is mated.
    fn is_checkmate(slf: &Bound<'_, Self>) -> PyResult<bool> {
        if slf.get().goes_by_parts(parts::ENDS) {
            return by_parts(slf, "is_checkmate", ().into_pyobject(slf.py())?)?.is_truthy();
        }
        slf.get().position(slf.py()).map(|(position, _)| position.is_checkmate())
    }

    /// Whether the side to move has no move but is not in check.
    fn is_stalemate(slf: &Bound<'_, Self>) -> PyResult<bool> {
        if slf.get().goes_by_parts(parts::ENDS) {
            return by_parts(slf, "is_stalemate", ().into_pyobject(slf.py())?)?.is_truthy();
        }
        slf.get().position(slf.py()).map(|(position, _)| position.is_stalemate())
    }

    /// Whether neither side has the material to mate.
    fn is_insufficient_material(&self) -> bool {
        let board = self.with(|core| *core.now.board());
        Color::ALL.into_iter().all(|color| has_insufficient_material(&board, color))
    }

    /// Whether a side does not have the material to mate, however badly the other plays.
    fn has_insufficient_material(&self, color: ColorArg) -> bool {
        has_insufficient_material(&self.with(|core| *core.now.board()), color.0)
    }

    /// Whether neither side can ever mate: insufficient material, or pawns that lock each other and all ways round.
    fn is_dead_position(&self, py: Python<'_>) -> PyResult<bool> {
        let (position, _) = self.position(py)?;
        Ok(position.is_insufficient_material() || position.is_dead())
    }

    /// Whether 75 moves without capture or pawn move have ended the game.
    fn is_seventyfive_moves(slf: &Bound<'_, Self>) -> PyResult<bool> {
        if slf.get().goes_by_parts(parts::MOVES) {
            return by_parts(slf, "is_seventyfive_moves", ().into_pyobject(slf.py())?)?.is_truthy();
        }
        let (position, _) = slf.get().position(slf.py())?;
        Ok(position.halfmove_clock() >= 150 && position.has_legal_move())
    }

    /// Whether 50 moves without capture or pawn move have been played.
    fn is_fifty_moves(slf: &Bound<'_, Self>) -> PyResult<bool> {
        if slf.get().goes_by_parts(parts::MOVES) {
            return by_parts(slf, "is_fifty_moves", ().into_pyobject(slf.py())?)?.is_truthy();
        }
        let (position, _) = slf.get().position(slf.py())?;
        Ok(position.is_fifty_moves() && position.has_legal_move())
    }

    /// Whether the position is on the board for the fifth time.
    fn is_fivefold_repetition(&self) -> bool {
        self.is_repetition(5)
    }

    /// Whether the position has been on the board so often.
    #[pyo3(signature = (count=3))]
    fn is_repetition(&self, count: i64) -> bool {
        self.with(|core| core.repetitions() as i64 >= count)
    }

    /// How often the position has been on the board, the present time included.
    fn repetitions(&self) -> usize {
        self.with(|core| core.repetitions())
    }

    /// Whether the side to move can claim a draw, with the position or with its next move.
    fn can_claim_draw(slf: &Bound<'_, Self>) -> PyResult<bool> {
        if slf.get().goes_by_parts(parts::OUTCOME) {
            return by_parts(slf, "can_claim_draw", ().into_pyobject(slf.py())?)?.is_truthy();
        }
        Ok(PyBoard::can_claim_fifty_moves(slf)? || PyBoard::can_claim_threefold_repetition(slf)?)
    }

    /// Whether the side to move can claim a draw by the fifty-move rule, with the position or with its next move.
    fn can_claim_fifty_moves(slf: &Bound<'_, Self>) -> PyResult<bool> {
        if slf.get().goes_by_parts(parts::CLAIMS) {
            return by_parts(slf, "can_claim_fifty_moves", ().into_pyobject(slf.py())?)?.is_truthy();
        }
        slf.get().position(slf.py()).map(|(position, _)| can_claim_fifty_moves(&position))
    }

    /// Whether the side to move can claim a draw by threefold repetition, with the position or with its next move.
    fn can_claim_threefold_repetition(slf: &Bound<'_, Self>) -> PyResult<bool> {
        if slf.get().goes_by_parts(parts::CLAIMS) {
            return by_parts(slf, "can_claim_threefold_repetition", ().into_pyobject(slf.py())?)?.is_truthy();
        }
        slf.get()
            .with(|core| Ok(can_claim_threefold(core, &core.position()?)))
            .map_err(|invalid: tabiya::Invalid| errors::invalid_board(slf.py(), &invalid))
    }

    /// Always false; subclasses that play variants override it.
    fn is_variant_end(&self) -> bool {
        false
    }

    /// Always false; subclasses that play variants override it.
    fn is_variant_loss(&self) -> bool {
        false
    }

    /// Always false; subclasses that play variants override it.
    fn is_variant_win(&self) -> bool {
        false
    }

    /// Always false; subclasses that play variants override it.
    fn is_variant_draw(&self) -> bool {
        false
    }

    /// What is wrong with the board, as flags; `STATUS_VALID` if nothing is. See also `problems()`.
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let bits = self.with(|core| status(core));
        STATUS.import(py, "tabiya._outcome", "Status")?.call1((bits,))
    }

    /// Whether `status()` finds nothing wrong.
    fn is_valid(&self) -> bool {
        self.with(|core| status(core) == 0)
    }

    /// Everything that keeps the board from being a position of a game, in sentences.
    ///
    /// >>> from tabiya import Board
    /// >>> Board("4k3/8/8/8/8/8/8/P3K3 w K - 0 1").problems()
    /// ['there is a pawn on a1, where none can stand', 'there is a castling right but no white rook on h1']
    fn problems(&self) -> Vec<String> {
        let setup = self.with(|core| core.now.setup());
        match validate(&setup, Tolerance::default()) {
            Ok(()) => Vec::new(),
            Err(invalid) => invalid.problems().iter().map(ToString::to_string).collect(),
        }
    }
}
