//! Setting a board up, piece by piece or as a whole.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use tabiya::{Bitboard, Board, Color, Position, Role, Setup};

use super::{PyBoard, like, new_of_class};
use crate::convert::{MaskArg, SquareArg};
use crate::errors;
use crate::piece::{self, PieceArg, PyPiece};
use crate::state::{Core, State};

fn chess960_start(number: i64) -> PyResult<Position> {
    u16::try_from(number).ok().and_then(Position::chess960).ok_or_else(|| {
        errors::value(format!("there is no Chess960 position {number}: they are numbered from 0 to 959"))
    })
}

#[pymethods]
impl PyBoard {
    /// A board without pieces.
    #[classmethod]
    #[pyo3(signature = (*, chess960=false))]
    fn empty<'py>(cls: &Bound<'py, PyType>, chess960: bool) -> PyResult<Bound<'py, PyAny>> {
        new_of_class(cls, Core::new(Setup::EMPTY, chess960))
    }

    /// The start of a Chess960 game by its number, 518 being standard chess.
    #[classmethod]
    fn from_chess960_pos<'py>(cls: &Bound<'py, PyType>, scharnagl: i64) -> PyResult<Bound<'py, PyAny>> {
        new_of_class(cls, Core::at(State::of(chess960_start(scharnagl)?), true))
    }

    /// Sets the start of a Chess960 game up and clears the move stack.
    fn set_chess960_pos(&self, scharnagl: i64) -> PyResult<()> {
        let start = chess960_start(scharnagl)?;
        self.with(|core| *core = Core::at(State::of(start), true));
        Ok(())
    }

    /// The number of the Chess960 start position on the board, or `None` if it is not one.
    #[pyo3(signature = (*, ignore_turn=false, ignore_castling=false, ignore_counters=true))]
    fn chess960_pos(&self, ignore_turn: bool, ignore_castling: bool, ignore_counters: bool) -> Option<u16> {
        let (setup, clean) = self.with(|core| (core.now.setup(), core.clean_castling_rights()));
        let rooks = setup.board.by_role(Role::Rook);
        let possible = setup.en_passant.is_none()
            && (ignore_turn || setup.turn == Color::White)
            && (ignore_castling || clean == rooks)
            && (ignore_counters || (setup.fullmove == 1 && setup.halfmove_clock == 0));
        if !possible {
            return None;
        }
        (0..960).find(|&number| Position::chess960(number).is_some_and(|start| *start.board() == setup.board))
    }

    /// Sets the start of a game up and clears the move stack.
    fn reset(&self) {
        self.with(|core| *core = Core { chess960: core.chess960, ..Core::startpos() });
    }

    /// Puts the pieces where they start; turn, rights and clocks stay. Clears the move stack.
    fn reset_board(&self) {
        self.with(|core| core.set(Setup { board: Board::startpos(), ..core.now.setup() }));
    }

    /// Takes everything off the board; White is to move. Clears the move stack.
    fn clear(&self) {
        self.with(|core| core.set(Setup::EMPTY));
    }

    /// Takes all pieces off; turn, rights and clocks stay. Clears the move stack.
    fn clear_board(&self) {
        self.with(|core| core.set(Setup { board: Board::EMPTY, ..core.now.setup() }));
    }

    /// Forgets the moves that led here.
    fn clear_stack(&self) {
        self.with(|core| core.past.clear());
    }

    /// Takes the piece off a square and returns it, or `None`. Clears the move stack.
    fn remove_piece_at<'py>(&self, py: Python<'py>, square: SquareArg) -> PyResult<Option<Bound<'py, PyPiece>>> {
        let removed = self.with(|core| {
            let mut setup = core.now.setup();
            let removed = setup.board.remove(square.0);
            core.set(setup);
            core.promoted = core.promoted.without(square.0);
            removed
        });
        removed.map(|piece| piece::object(py, piece)).transpose()
    }

    /// Puts a piece on a square, in place of what stood there; `None` empties it. Clears the move stack.
    #[pyo3(signature = (square, piece, promoted=false))]
    fn set_piece_at(&self, square: SquareArg, piece: Option<PieceArg>, promoted: bool) {
        let piece = piece.map(|piece| piece.0);
        self.with(|core| {
            core.set(core.now.setup().with_piece(square.0, piece));
            let others = core.promoted.without(square.0);
            core.promoted = if promoted && piece.is_some() { others.with(square.0) } else { others };
        });
    }

    /// The pieces by their squares.
    #[pyo3(signature = (*, mask=MaskArg::ALL), text_signature = "($self, *, mask=18446744073709551615)")]
    fn piece_map<'py>(&self, py: Python<'py>, mask: MaskArg) -> PyResult<Bound<'py, PyDict>> {
        let board = self.with(|core| *core.now.board());
        let map = PyDict::new(py);
        for (square, piece) in board.iter().filter(|(square, _)| mask.0.contains(*square)) {
            map.set_item(square as u8, piece::object(py, piece)?)?;
        }
        Ok(map)
    }

    /// Sets all pieces at once, from a mapping of squares to pieces. Clears the move stack.
    fn set_piece_map(&self, pieces: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut board = Board::EMPTY;
        for item in pieces.call_method0("items")?.try_iter()? {
            let (square, piece): (SquareArg, PieceArg) = item?.extract()?;
            board.set(square.0, piece.0);
        }
        self.with(|core| core.set_fen((Setup { board, ..core.now.setup() }, Bitboard::EMPTY)));
        Ok(())
    }

    /// Exchanges the sides and flips the board from top to bottom, in place. Clears the move stack.
    fn apply_mirror(&self) {
        self.with(|core| core.set_fen((core.now.setup().mirrored(), core.promoted.flip_vertical())));
    }

    /// The board with the sides exchanged and flipped from top to bottom.
    ///
    /// >>> from tabiya import Board
    /// >>> Board("8/8/8/8/4k3/8/8/4K2R w K - 0 1").mirror().fen()
    /// '4k2r/8/8/4K3/8/8/8/8 b k - 0 1'
    fn mirror<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let core = slf.get().with(|core| Core {
            promoted: core.promoted.flip_vertical(),
            ..Core::new(core.now.setup().mirrored(), core.chess960)
        });
        like(slf, core)
    }

    /// Applies a function of bitboards, such as `tabiya.flip_horizontal`, to everything, in place.
    fn apply_transform(&self, f: &Bound<'_, PyAny>) -> PyResult<()> {
        let (setup, promoted) = self.with(|core| (core.now.setup(), core.promoted));
        let transformed = transformed(&setup, promoted, f)?;
        self.with(|core| core.set_fen(transformed));
        Ok(())
    }

    /// The board with a function of bitboards, such as `tabiya.flip_vertical`, applied to everything.
    fn transform<'py>(slf: &Bound<'py, Self>, f: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (setup, promoted, chess960) = slf.get().with(|core| (core.now.setup(), core.promoted, core.chess960));
        let (setup, promoted) = transformed(&setup, promoted, f)?;
        like(slf, Core { promoted, ..Core::new(setup, chess960) })
    }
}

fn transformed(setup: &Setup, promoted: Bitboard, f: &Bound<'_, PyAny>) -> PyResult<(Setup, Bitboard)> {
    let apply = |squares: Bitboard| -> PyResult<Bitboard> { Ok(Bitboard(f.call1((squares.0,))?.extract()?)) };
    let mut board = Board::EMPTY;
    for color in Color::ALL {
        for role in Role::ALL {
            for square in apply(setup.board.pieces(color, role))? {
                board.set(square, tabiya::Piece::new(color, role));
            }
        }
    }
    let en_passant = match setup.en_passant {
        Some(square) => apply(square.bitboard())?.last(),
        None => None,
    };
    Ok((Setup { board, castling: apply(setup.castling)?, en_passant, ..*setup }, apply(promoted)?))
}
