//! The Python class `Board`.
//!
//! The Rust object is frozen and its [`Core`] is behind a lock that is held only while Rust works on it, never while
//! Python runs: threads that share a board wait for each other for nanoseconds and never see it half-changed.

mod attributes;
mod backwards;
mod edit;
mod explain;
mod generate;
mod outcome;
mod parts;
mod questions;
mod text;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple, PyType};
use tabiya::{Bitboard, Color, Position, Role, Setup, Square};

use crate::code::Code;
use crate::convert::{ColorArg, RoleArg, SquareArg, is_white};
use crate::errors;
use crate::lock::Lock;
use crate::moves::{self, MoveArg, PyMove};
use crate::piece::{self, PyPiece};
use crate::slots::Slot;
use crate::square_set::SquareSet;
use crate::state::{Core, without_marks};

pub use attributes::publish;
pub use backwards::{PyCanArise, PyCanWin, PyUnmove};
pub use explain::PyExplanation;
pub use generate::{LegalMoveGenerator, PseudoLegalMoveGenerator};

/// The usual start of a game.
pub const STARTING_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A chess board with the moves that led to it.
///
/// `Board()` is the start of a game, `Board(fen)` any position, `Board(None)` or `Board.empty()` a board without
/// pieces. With `chess960=True` castling is written king takes rook.
///
/// A board may be put together piece by piece and need not make sense meanwhile. Whatever needs the rules (moves,
/// notation, outcomes) raises `InvalidBoardError` as long as it does not, and names every problem.
///
/// >>> import tabiya
/// >>> board = tabiya.Board()
/// >>> board.push_san("e4")
/// Move.from_uci('e2e4')
/// >>> board.legal_moves.count()
/// 20
/// >>> print(board)
/// r n b q k b n r
/// p p p p p p p p
/// . . . . . . . .
/// . . . . . . . .
/// . . . . P . . .
/// . . . . . . . .
/// P P P P . P P P
/// R N B Q K B N R
#[pyclass(name = "Board", module = "tabiya", frozen, subclass, dict, weakref)]
pub struct PyBoard {
    core: Lock<Core>,
    /// The methods that the class of this board overrides: see `parts`.
    overridden: u32,
    /// Whose move it is, for Python to read.
    turn: Slot,
}

/// Shows Python whose move it is, after the work. Done when it is dropped, so that results, which may be lists of
/// moves, are written where they belong and not copied.
struct Shown<'a> {
    core: &'a mut Core,
    turn: &'a Slot,
}

impl Drop for Shown<'_> {
    #[inline]
    fn drop(&mut self) {
        self.turn.set_bool(is_white(self.core.now.turn()));
    }
}

impl PyBoard {
    pub fn from_core(core: Core) -> PyBoard {
        PyBoard::of_class(core, 0)
    }

    fn of_class(core: Core, overridden: u32) -> PyBoard {
        let turn = Slot::of_bool(is_white(core.now.turn()));
        PyBoard { core: Lock::new(core), overridden, turn }
    }

    /// Works on the board. Nothing in `work` may call Python.
    #[inline]
    pub fn with<T>(&self, work: impl FnOnce(&mut Core) -> T) -> T {
        // A panic inside leaves the board as it was or as it should be: no step of a change can panic.
        self.core.with(|core| {
            let shown = Shown { core, turn: &self.turn };
            work(shown.core)
        })
    }

    /// A copy of the position, and whether castling is written king takes rook.
    #[inline]
    pub fn position(&self, py: Python<'_>) -> PyResult<(Position, bool)> {
        self.with(|core| core.position().map(|position| (position, core.chess960)))
            .map_err(|invalid| errors::invalid_board(py, &invalid))
    }

    pub fn copied(&self, stack: usize) -> Core {
        self.with(|core| {
            let kept = core.past.len() - stack.min(core.past.len());
            Core { past: core.past[kept..].to_vec(), ..*core }
        })
    }
}

/// A new board of the same class as `like`, which may be a subclass written in Python.
fn like<'py>(like: &Bound<'py, PyBoard>, core: Core) -> PyResult<Bound<'py, PyAny>> {
    new_of_class(&like.get_type(), core)
}

pub fn new_of_class<'py>(class: &Bound<'py, PyType>, core: Core) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    if class.is(py.get_type::<PyBoard>()) {
        return Ok(Bound::new(py, PyBoard::from_core(core))?.into_any());
    }
    let board = class.call1((py.None(),))?;
    board.cast::<PyBoard>()?.get().with(|inside| *inside = core);
    Ok(board)
}

/// What a FEN says: the setup, and the pieces that it marks as promoted.
pub fn read_fen(py: Python<'_>, fen: &str) -> PyResult<(Setup, Bitboard)> {
    let (fen, promoted) = without_marks(fen);
    Ok((Setup::from_fen_lenient(&fen).map_err(|error| errors::fen(py, &error))?, promoted))
}

#[pymethods]
impl PyBoard {
    #[new]
    #[classmethod]
    #[pyo3(signature = (*_args, **_kwargs), text_signature = "(fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', *, chess960=False)")]
    fn new(
        cls: &Bound<'_, PyType>,
        _args: &Bound<'_, PyTuple>,
        _kwargs: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyBoard> {
        Ok(PyBoard::of_class(Core::startpos(), parts::overridden(cls)?))
    }

    #[pyo3(signature = (fen=Some(STARTING_FEN), *, chess960=false))]
    fn __init__(&self, py: Python<'_>, fen: Option<&str>, chess960: bool) -> PyResult<()> {
        let core = match fen {
            Some(STARTING_FEN) => Core { chess960, ..Core::startpos() },
            Some(fen) => {
                let (setup, promoted) = read_fen(py, fen)?;
                Core { promoted, ..Core::new(setup, chess960) }
            }
            None => Core::new(Setup::EMPTY, chess960),
        };
        self.with(|inside| *inside = core);
        Ok(())
    }

    #[classattr]
    #[pyo3(name = "starting_fen")]
    const STARTING: &'static str = STARTING_FEN;

    #[classattr]
    #[pyo3(name = "uci_variant")]
    const UCI_VARIANT: &'static str = "chess";

    #[classattr]
    #[pyo3(name = "xboard_variant")]
    const XBOARD_VARIANT: &'static str = "normal";

    // What probers of tablebases ask the class of a board for.
    #[classattr]
    #[pyo3(name = "tbw_suffix")]
    const TBW_SUFFIX: &'static str = ".rtbw";

    #[classattr]
    #[pyo3(name = "tbz_suffix")]
    const TBZ_SUFFIX: &'static str = ".rtbz";

    #[classattr]
    #[pyo3(name = "tbw_magic")]
    fn tbw_magic(py: Python<'_>) -> Bound<'_, PyBytes> {
        PyBytes::new(py, &[0x71, 0xe8, 0x23, 0x5d])
    }

    #[classattr]
    #[pyo3(name = "tbz_magic")]
    fn tbz_magic(py: Python<'_>) -> Bound<'_, PyBytes> {
        PyBytes::new(py, &[0xd7, 0x66, 0x0c, 0xa5])
    }

    #[classattr]
    #[pyo3(name = "pawnless_tbw_suffix")]
    const PAWNLESS_TBW_SUFFIX: Option<&'static str> = None;

    #[classattr]
    #[pyo3(name = "pawnless_tbz_suffix")]
    const PAWNLESS_TBZ_SUFFIX: Option<&'static str> = None;

    #[classattr]
    #[pyo3(name = "pawnless_tbw_magic")]
    const PAWNLESS_TBW_MAGIC: Option<&'static [u8]> = None;

    #[classattr]
    #[pyo3(name = "pawnless_tbz_magic")]
    const PAWNLESS_TBZ_MAGIC: Option<&'static [u8]> = None;

    #[classattr]
    #[pyo3(name = "connected_kings")]
    const CONNECTED_KINGS: bool = false;

    #[classattr]
    #[pyo3(name = "one_king")]
    const ONE_KING: bool = true;

    #[classattr]
    #[pyo3(name = "captures_compulsory")]
    const CAPTURES_COMPULSORY: bool = false;

    #[classattr]
    #[pyo3(name = "aliases")]
    fn aliases() -> Vec<&'static str> {
        vec!["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"]
    }

    /// What two positions have in common if they are the same for the rule of repetition, as a tuple.
    fn _transposition_key<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.with(|core| {
            let board = core.now.board();
            let role = |role: Role| board.by_role(role).0;
            (
                role(Role::Pawn),
                role(Role::Knight),
                role(Role::Bishop),
                role(Role::Rook),
                role(Role::Queen),
                role(Role::King),
                board.by_color(Color::White).0,
                board.by_color(Color::Black).0,
                is_white(core.now.turn()),
                core.clean_castling_rights().0,
                core.now.ep_square().filter(|_| core.now.has_legal_en_passant()).map(|square| square as u8),
            )
        })
        .into_pyobject(py)
    }

    /// The hash key of the position: equal for positions in which the same side has the same moves with the same
    /// pieces.
    fn key(&self, py: Python<'_>) -> PyResult<u64> {
        self.position(py).map(|(position, _)| position.key())
    }

    /// The number of half-moves since the start of the game, by `turn` and `fullmove_number`.
    fn ply(&self) -> u32 {
        self.with(|core| 2 * (core.now.fullmove() - 1) + u32::from(core.now.turn() == Color::Black))
    }

    /// The piece on a square, or `None`.
    fn piece_at<'py>(&self, py: Python<'py>, square: SquareArg) -> PyResult<Option<Bound<'py, PyPiece>>> {
        self.with(|core| core.now.board().piece_at(square.0)).map(|piece| piece::object(py, piece)).transpose()
    }

    /// The type of the piece on a square, or `None`.
    fn piece_type_at(&self, square: SquareArg) -> Option<u8> {
        self.with(|core| core.now.board().role_at(square.0)).map(|role| role as u8 + 1)
    }

    /// The colour of the piece on a square, or `None`.
    fn color_at(&self, square: SquareArg) -> Option<bool> {
        self.with(|core| core.now.board().color_at(square.0)).map(is_white)
    }

    /// The pieces of a type and a colour.
    fn pieces(&self, piece_type: RoleArg, color: ColorArg) -> SquareSet {
        self.with(|core| core.now.board().pieces(color.0, piece_type.0)).into()
    }

    /// The pieces of a type and a colour, as a bitboard.
    fn pieces_mask(&self, piece_type: RoleArg, color: ColorArg) -> u64 {
        self.with(|core| core.now.board().pieces(color.0, piece_type.0)).0
    }

    /// How many pieces are on the board.
    fn piece_count(&self) -> u32 {
        self.with(|core| core.now.board().occupied().len())
    }

    /// Where a side's king stands, or `None`.
    fn king(&self, color: ColorArg) -> Option<u8> {
        self.with(|core| core.now.king(color.0)).map(|square| square as u8)
    }

    /// Plays a move and remembers it. Castling is understood in both spellings.
    ///
    /// The move must be legal, or the null move. A move that only exposes its own king is played, too: the board is not
    /// a position afterwards, until the move is taken back. Anything else raises `IllegalMoveError`.
    ///
    /// >>> from tabiya import Board, Move
    /// >>> board = Board()
    /// >>> board.push(Move.from_uci("g1f3"))
    /// >>> board.pop()
    /// Move.from_uci('g1f3')
    #[pyo3(name = "push")]
    fn push(&self, py: Python<'_>, r#move: MoveArg) -> PyResult<()> {
        let code = r#move.0;
        match self.with(|core| core.push(code)) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.illegal(py, code)),
        }
    }

    /// Takes the last move back and returns it. Raises `IndexError` if there is none.
    fn pop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMove>> {
        match self.with(Core::pop) {
            Some(code) => moves::object(py, code),
            None => Err(PyIndexError::new_err("no move to take back: the move stack is empty")),
        }
    }

    /// The last move. Raises `IndexError` if there is none.
    fn peek<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMove>> {
        match self.with(|core| core.past.last().map(|played| played.code)) {
            Some(code) => moves::object(py, code),
            None => Err(PyIndexError::new_err("no last move: the move stack is empty")),
        }
    }

    /// A copy, with the whole move stack, the last N moves of it (`stack=N`), or none (`stack=False`).
    #[pyo3(signature = (*, stack=None), text_signature = "($self, *, stack=True)")]
    fn copy<'py>(slf: &Bound<'py, Self>, stack: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let kept = match stack {
            None => usize::MAX,
            Some(stack) => match stack.extract::<bool>() {
                Ok(all) => {
                    if all {
                        usize::MAX
                    } else {
                        0
                    }
                }
                Err(_) => stack.extract::<i64>()?.try_into().unwrap_or(0),
            },
        };
        like(slf, slf.get().copied(kept))
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        like(slf, slf.get().copied(usize::MAX))
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let copy = like(slf, slf.get().copied(usize::MAX))?;
        memo.set_item(slf.as_ptr() as usize, &copy)?;
        Ok(copy)
    }

    /// A copy of the first position of the game.
    fn root<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let core = slf.get().with(|core| {
            let first = core.past.first();
            let (now, promoted) = first.map_or((core.now, core.promoted), |played| (played.before, played.promoted));
            Core { promoted, ..Core::at(now, core.chess960) }
        });
        like(slf, core)
    }

    fn __eq__(&self, other: &Bound<'_, PyBoard>) -> bool {
        let theirs = other.get().with(|core| core.identity());
        self.with(|core| core.identity()) == theirs
    }

    fn __hash__(&self) -> u64 {
        let identity = self.with(|core| core.identity());
        let mut hasher = std::hash::DefaultHasher::new();
        std::hash::Hash::hash(&identity, &mut hasher);
        std::hash::Hasher::finish(&hasher)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let (fen, chess960, codes) = slf.get().with(|core| {
            let first = core.past.first().map_or(&core.now, |played| &played.before);
            let fen = first.setup().to_fen(tabiya::CastlingField::Shredder);
            (fen, core.chess960, core.past.iter().map(|played| played.code.0).collect::<Vec<u16>>())
        });
        let promoted = slf.get().with(|core| core.past.first().map_or(core.promoted, |played| played.promoted).0);
        let restore = py.import("tabiya._tabiya")?.getattr("_restore_board")?;
        let attributes = slf.getattr("__dict__")?;
        let state = if attributes.is_truthy()? { Some(attributes) } else { None };
        (restore, (slf.get_type(), fen, chess960, codes, promoted), state).into_pyobject(py)
    }
}

impl PyBoard {
    /// Why a move cannot be played, in a sentence.
    #[cold]
    fn illegal(&self, py: Python<'_>, code: Code) -> PyErr {
        match self.position(py) {
            Ok((position, _)) => errors::illegal(explain::sentence(&position, code)),
            Err(_) if code.drop().is_some() => {
                errors::illegal(format!("illegal move {}: it drops a piece, and chess has no drops", code.uci()))
            }
            Err(_) => errors::illegal(format!(
                "illegal move {}: no piece of the side to move is on {}",
                code.uci(),
                code.from()
            )),
        }
    }
}

impl Core {
    /// What makes two boards equal: pieces, turn, castling, legal en passant and the clocks.
    fn identity(&self) -> (tabiya::Board, bool, Bitboard, Option<Square>, u32, u32) {
        let now = &self.now;
        let ep = now.ep_square().filter(|_| now.has_legal_en_passant());
        let castling = self.clean_castling_rights();
        (*now.board(), is_white(now.turn()), castling, ep, now.halfmove_clock(), now.fullmove())
    }
}

/// Puts a pickled board together again.
#[pyfunction]
pub fn _restore_board<'py>(
    class: &Bound<'py, PyType>,
    fen: &str,
    chess960: bool,
    moves: Vec<u16>,
    promoted: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let mut core = Core { promoted: Bitboard(promoted), ..Core::new(read_fen(class.py(), fen)?.0, chess960) };
    for bits in moves {
        let code = Code::from_bits(bits).ok_or_else(|| errors::value("a pickled move is broken"))?;
        core.push(code).map_err(|_| errors::value("a pickled move is illegal"))?;
    }
    // The attributes of a subclass follow: its `__init__` is not asked.
    let board = class.call_method1("__new__", (class,))?;
    board.cast::<PyBoard>()?.get().with(|inside| *inside = core);
    Ok(board)
}
