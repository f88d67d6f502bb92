//! Questions about attacks, single moves and rights.

use pyo3::prelude::*;
use tabiya::castling::wing_of;
use tabiya::{Bitboard, Color, Move, NamedSet, Position, Role, Setup, Square, UnknownSet, Wing};

use super::PyBoard;
use super::parts::{self, by_parts};
use crate::code::Code;
use crate::convert::{ColorArg, MaskArg, SquareArg};
use crate::errors;
use crate::moves::{self, MoveArg};
use crate::square_set::SquareSet;
use crate::state::{self, Core, State, attackers, attacks_from, candidate, clean_castling, pin_mask};

/// Captures en passant, by squares alone.
pub fn is_en_passant(now: &State, code: Code) -> bool {
    let board = now.board();
    now.ep_square() == Some(code.to())
        && board.by_role(Role::Pawn).contains(code.from())
        && matches!((code.from() as u8).abs_diff(code.to() as u8), 7 | 9)
        && !board.occupied().contains(code.to())
}

fn touched(code: Code) -> Bitboard {
    code.from().bitboard() ^ code.to().bitboard()
}

pub fn is_capture(now: &State, code: Code) -> bool {
    touched(code).intersects(now.board().by_color(!now.turn())) || is_en_passant(now, code)
}

fn is_zeroing(now: &State, code: Code) -> bool {
    touched(code).intersects(now.board().by_role(Role::Pawn) | now.board().by_color(!now.turn()))
}

/// Which way a king's move castles, if it does.
pub fn castling_wing(now: &State, code: Code) -> Option<Wing> {
    let board = now.board();
    let (from, to) = (code.from(), code.to());
    let files = from.file().index().abs_diff(to.file().index());
    let own_rook = board.pieces(now.turn(), Role::Rook).contains(to);
    let castles = board.by_role(Role::King).contains(from) && (files > 1 || own_rook);
    castles.then(|| wing_of(Square::new(from.file(), to.rank()), to))
}

fn has_wing(core: &Core, color: Color, wing: Wing) -> bool {
    let king = (core.now.board().pieces(color, Role::King) & color.back_rank().bitboard()).last();
    let rooks = core.clean_castling_rights() & color.back_rank().bitboard();
    king.is_some_and(|king| rooks.into_iter().any(|rook| wing_of(king, rook) == wing))
}

impl PyBoard {
    /// A pseudo-legal move, for questions that need one.
    fn pseudo_legal(&self, py: Python<'_>, code: Code) -> PyResult<(Position, Move)> {
        let (position, chess960) = self.position(py)?;
        match candidate(&position, code, !chess960).filter(|&mv| state::is_pseudo_legal(&position, mv)) {
            Some(mv) => Ok((position, mv)),
            None => Err(errors::illegal(super::explain::sentence(&position, code))),
        }
    }
}

#[pymethods]
impl PyBoard {
    /// The squares that the piece on a square attacks.
    fn attacks(&self, square: SquareArg) -> SquareSet {
        self.with(|core| attacks_from(core.now.board(), square.0)).into()
    }

    /// The squares that the piece on a square attacks, as a bitboard.
    fn attacks_mask(&self, square: SquareArg) -> u64 {
        self.with(|core| attacks_from(core.now.board(), square.0)).0
    }

    /// The pieces of a side that attack a square; pinned ones count. `occupied` is what blocks, by default all pieces.
    #[pyo3(signature = (color, square, occupied=None))]
    fn attackers(&self, color: ColorArg, square: SquareArg, occupied: Option<MaskArg>) -> SquareSet {
        Bitboard(self.attackers_mask(color, square, occupied)).into()
    }

    /// The pieces of a side that attack a square, as a bitboard.
    #[pyo3(signature = (color, square, occupied=None))]
    fn attackers_mask(&self, color: ColorArg, square: SquareArg, occupied: Option<MaskArg>) -> u64 {
        self.with(|core| {
            let board = core.now.board();
            attackers(board, color.0, square.0, occupied.map_or(board.occupied(), |mask| mask.0)).0
        })
    }

    /// Whether a side attacks a square.
    #[pyo3(signature = (color, square, occupied=None))]
    fn is_attacked_by(&self, color: ColorArg, square: SquareArg, occupied: Option<MaskArg>) -> bool {
        self.attackers_mask(color, square, occupied) != 0
    }

    /// The set of squares with a name of the field: `pinned`, `king-danger`, `check-mask`; an unknown name raises a
    /// `ValueError` that lists all names.
    ///
    /// >>> from tabiya import Board
    /// >>> Board("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1").named_set("pinned")
    /// SquareSet(0x0000_0000_0004_0000)
    fn named_set(&self, py: Python<'_>, name: &str) -> PyResult<SquareSet> {
        let (position, _) = self.position(py)?;
        let set: NamedSet = name.parse().map_err(|error: UnknownSet| errors::value(error.to_string()))?;
        Ok(set.squares(&position).into())
    }

    /// The pieces that give check.
    fn checkers(&self) -> SquareSet {
        self.with(|core| core.now.checkers()).into()
    }

    /// The pieces that give check, as a bitboard.
    fn checkers_mask(&self) -> u64 {
        self.with(|core| core.now.checkers()).0
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.with(|core| core.now.checkers().any())
    }

    /// The line on which a piece is pinned to its king; all squares if it is not pinned.
    fn pin(&self, color: ColorArg, square: SquareArg) -> SquareSet {
        self.with(|core| pin_mask(core.now.board(), color.0, square.0)).into()
    }

    /// The line on which a piece is pinned to its king, as a bitboard.
    fn pin_mask(&self, color: ColorArg, square: SquareArg) -> u64 {
        self.with(|core| pin_mask(core.now.board(), color.0, square.0)).0
    }

    /// Whether a piece is pinned to its king.
    fn is_pinned(&self, color: ColorArg, square: SquareArg) -> bool {
        self.with(|core| pin_mask(core.now.board(), color.0, square.0)) != Bitboard::FULL
    }

    /// Whether a pseudo-legal move gives check.
    fn gives_check(slf: &Bound<'_, Self>, r#move: MoveArg) -> PyResult<bool> {
        if slf.get().goes_by_parts(parts::GIVES_CHECK) {
            return by_parts(slf, "gives_check", (moves::object(slf.py(), r#move.0)?,).into_pyobject(slf.py())?)?
                .is_truthy();
        }
        let (position, mv) = slf.get().pseudo_legal(slf.py(), r#move.0)?;
        Ok(position.gives_check(mv))
    }

    /// For a list of moves, whether each gives check.
    ///
    /// >>> from tabiya import Board
    /// >>> board = Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    /// >>> sum(board.give_check(board.legal_moves))
    /// 1
    fn give_check(&self, py: Python<'_>, moves: &Bound<'_, PyAny>) -> PyResult<Vec<bool>> {
        let (position, chess960) = self.position(py)?;
        let info = position.check_info();
        let mut answers = Vec::new();
        for item in moves.try_iter()? {
            let item = item?;
            let code = item.extract::<MoveArg>()?.0;
            let mv = candidate(&position, code, !chess960).filter(|&mv| state::is_pseudo_legal(&position, mv));
            match mv {
                Some(mv) => answers.push(position.gives_check_with(mv, &info)),
                None => return Err(errors::illegal(super::explain::sentence(&position, code))),
            }
        }
        Ok(answers)
    }

    /// Whether a pseudo-legal move leaves its own king in check.
    fn is_into_check(&self, py: Python<'_>, r#move: MoveArg) -> PyResult<bool> {
        if let Some(answer) = self.with(|core| (!core.is_position()).then(|| core.loose().is_into_check(r#move.0))) {
            return Ok(answer);
        }
        let (position, mv) = self.pseudo_legal(py, r#move.0)?;
        Ok(!position.is_legal(mv))
    }

    /// Whether the last move left its own king in check.
    fn was_into_check(&self) -> bool {
        self.with(|core| core.now.was_into_check())
    }

    /// What a legal move wins or loses, in centipawns, once both sides have captured on its target square for as long
    /// as it pays (static exchange evaluation).
    ///
    /// >>> from tabiya import Board, Move
    /// >>> Board("4k3/8/4p3/3p4/8/4N3/8/4K3 w - - 0 1").see(Move.from_uci("e3d5"))
    /// -220
    fn see(&self, py: Python<'_>, r#move: MoveArg) -> PyResult<i32> {
        let code = r#move.0;
        match self.legal(py, code)? {
            Some((position, mv)) => Ok(position.see(mv)),
            None => Err(self.illegal(py, code)),
        }
    }

    /// Whether a pseudo-legal move captures en passant.
    fn is_en_passant(&self, r#move: MoveArg) -> bool {
        self.with(|core| is_en_passant(&core.now, r#move.0))
    }

    /// Whether a pseudo-legal move captures.
    fn is_capture(&self, r#move: MoveArg) -> bool {
        self.with(|core| is_capture(&core.now, r#move.0))
    }

    /// Whether a pseudo-legal move captures or moves a pawn.
    fn is_zeroing(&self, r#move: MoveArg) -> bool {
        self.with(|core| is_zeroing(&core.now, r#move.0))
    }

    /// Whether a pseudo-legal move can never be taken back: it captures, moves a pawn, gives up a castling right or
    /// forgoes a capture en passant.
    fn is_irreversible(&self, r#move: MoveArg) -> bool {
        let code = r#move.0;
        self.with(|core| {
            let (rights, board) = (core.clean_castling_rights(), core.now.board());
            let of = |color: Color| (rights & color.back_rank().bitboard()).any();
            let loses = |color: Color| of(color) && touched(code).intersects(board.pieces(color, Role::King));
            is_zeroing(&core.now, code)
                || touched(code).intersects(rights)
                || Color::ALL.into_iter().any(loses)
                || core.now.has_legal_en_passant()
        })
    }

    /// Whether a pseudo-legal move castles.
    fn is_castling(&self, r#move: MoveArg) -> bool {
        self.with(|core| castling_wing(&core.now, r#move.0).is_some())
    }

    /// Whether a pseudo-legal move castles towards the h-file.
    fn is_kingside_castling(&self, r#move: MoveArg) -> bool {
        self.with(|core| castling_wing(&core.now, r#move.0) == Some(Wing::King))
    }

    /// Whether a pseudo-legal move castles towards the a-file.
    fn is_queenside_castling(&self, r#move: MoveArg) -> bool {
        self.with(|core| castling_wing(&core.now, r#move.0) == Some(Wing::Queen))
    }

    /// The castling rights that have a king and a rook to go with them, as a bitboard of rooks.
    fn clean_castling_rights(&self) -> u64 {
        self.with(|core| core.clean_castling_rights()).0
    }

    /// Whether a side may still castle.
    fn has_castling_rights(&self, color: ColorArg) -> bool {
        self.with(|core| (core.clean_castling_rights() & color.0.back_rank().bitboard()).any())
    }

    /// Whether a side may still castle towards the h-file.
    fn has_kingside_castling_rights(&self, color: ColorArg) -> bool {
        self.with(|core| has_wing(core, color.0, Wing::King))
    }

    /// Whether a side may still castle towards the a-file.
    fn has_queenside_castling_rights(&self, color: ColorArg) -> bool {
        self.with(|core| has_wing(core, color.0, Wing::Queen))
    }

    /// Whether there are castling rights that only Chess960 knows.
    fn has_chess960_castling_rights(&self) -> bool {
        self.with(|core| {
            let setup: Setup = core.now.setup();
            clean_castling(&setup, true) != clean_castling(&setup, false)
        })
    }

    /// Whether a pawn stands ready to capture en passant.
    fn has_pseudo_legal_en_passant(&self) -> bool {
        self.with(|core| core.now.has_pseudo_legal_en_passant())
    }

    /// Whether a capture en passant is legal.
    fn has_legal_en_passant(&self) -> bool {
        self.with(|core| core.now.has_legal_en_passant())
    }
}
