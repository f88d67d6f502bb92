//! What a program that is no engine asks of a position: the moves of one piece, what a move takes, moves that may be
//! illegal, what is on the board.

use alloc::boxed::Box;
use core::fmt;

use super::Position;
use crate::explain::{self, Reason};
use crate::notation::san::SanError;
use crate::{Bitboard, CastlingStyle, Color, Move, MoveKind, MoveList, Piece, Role, Square, UciError, UciMove};

/// A move that is not legal in a position, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// Why it is illegal. `None` if its squares make a legal move, but of another [`MoveKind`].
    pub reason: Option<Box<Reason>>,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spelt = self.mv.uci(CastlingStyle::Chess960);
        match &self.reason {
            Some(reason) => write!(f, "{spelt} is illegal: {reason}"),
            None => write!(f, "{spelt} is legal, but not as a move of the kind {:?}", self.mv.kind()),
        }
    }
}

impl core::error::Error for IllegalMove {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.reason.as_deref().map(|reason| reason as _)
    }
}

impl Position {
    /// The legal moves of the piece on a square; none for an empty square or a piece of the side not to move.
    ///
    /// ```
    /// use tabiya::{Position, Square};
    /// assert_eq!(Position::startpos().legal_moves_from(Square::G1).len(), 2);
    /// ```
    #[must_use]
    pub fn legal_moves_from(&self, square: Square) -> MoveList {
        let mut moves = MoveList::new();
        if self.us().contains(square) {
            moves = self.legal_moves();
            moves.retain(|mv| mv.from() == square);
        }
        moves
    }

    /// The pieces of one side and role.
    #[inline(always)]
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.board.pieces(color, role)
    }

    /// What a legal move of this position takes off the board, en passant included.
    #[must_use]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        match mv.kind() {
            MoveKind::EnPassant => Some(Piece::new(!self.turn, Role::Pawn)),
            kind if kind.is_capture() => self.piece_at(mv.to()),
            _ => None,
        }
    }

    /// How many pieces of each role a side has.
    #[must_use]
    pub fn material(&self, color: Color) -> Material {
        Material { counts: Role::ALL.map(|role| self.board.pieces(color, role).len() as u8) }
    }

    /// Whether a move, from wherever it comes, is legal, and if not why.
    ///
    /// # Errors
    ///
    /// Why the move is illegal.
    pub fn check_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_legal(mv) { Ok(()) } else { Err(self.why_illegal(mv)) }
    }

    #[cold]
    pub(super) fn why_illegal(&self, mv: Move) -> IllegalMove {
        IllegalMove { mv, reason: explain::judge(self, UciMove::from(mv)).err().map(Box::new) }
    }

    /// Plays a move if it is legal; otherwise nothing changes.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Position, Square};
    /// let mut position = Position::default();
    /// let mv = Move::new(Square::E2, Square::E5, MoveKind::Quiet);
    /// assert!(position.try_play(mv).is_err());
    /// assert_eq!(position, Position::default());
    /// ```
    ///
    /// # Errors
    ///
    /// Why the move is illegal.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check_legal(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays the move that the text describes in algebraic notation, read leniently.
    ///
    /// ```
    /// use tabiya::Position;
    /// let mut position = Position::startpos();
    /// for text in ["e4", "e5", "Nf3"] {
    ///     position.play_san(text)?;
    /// }
    /// assert_eq!(position.to_string(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    /// # Ok::<(), tabiya::notation::san::SanError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`Position::parse_san`]; nothing changes then.
    pub fn play_san(&mut self, text: &str) -> Result<Move, SanError> {
        let mv = self.parse_san(text)?;
        self.play_unchecked(mv);
        Ok(mv)
    }

    /// Plays the move with this UCI text.
    ///
    /// # Errors
    ///
    /// As for [`Position::parse_uci`]; nothing changes then.
    pub fn play_uci(&mut self, text: &str) -> Result<Move, UciError> {
        let mv = self.parse_uci(text)?;
        self.play_unchecked(mv);
        Ok(mv)
    }
}

/// How many pieces of each role a side has; see [`Position::material`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Material {
    counts: [u8; Role::COUNT],
}

impl Material {
    /// The number of pieces of this role.
    #[must_use]
    pub fn count(&self, role: Role) -> u32 {
        self.counts[role.index()].into()
    }

    /// The usual sum for beginners: a pawn 1, knight and bishop 3, a rook 5, a queen 9.
    #[must_use]
    pub fn points(&self) -> u32 {
        let worth = |role: Role| match role {
            Role::Pawn => 1,
            Role::Knight | Role::Bishop => 3,
            Role::Rook => 5,
            Role::Queen => 9,
            Role::King => 0,
        };
        Role::ALL.into_iter().map(|role| worth(role) * self.count(role)).sum()
    }
}

impl fmt::Display for Material {
    /// A letter for each piece, as endgames are named: `KQRPP`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for role in Role::ALL.into_iter().rev() {
            for _ in 0..self.count(role) {
                write!(f, "{}", role.letter().to_ascii_uppercase())?;
            }
        }
        Ok(())
    }
}
