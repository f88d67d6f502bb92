//! Moves as UCI engines write them: `e2e4`, `e7e8q`, castling as `e1g1` or, in Chess960, as `e1h1`.

use alloc::string::{String, ToString};
use core::fmt;

use crate::castling::destinations;
use crate::{Move, Position, Role, Square};

/// How a castling move is written.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum CastlingStyle {
    /// The king's own two squares: `e1g1`.
    #[default]
    Standard,
    /// King takes rook: `e1h1`. The only form that is always clear in Chess960.
    Chess960,
}

/// A move that prints itself in UCI notation; see [`Move::uci`].
#[derive(Copy, Clone, Debug)]
pub struct UciMove {
    mv: Move,
    style: CastlingStyle,
}

impl Move {
    /// The move as UCI text.
    ///
    /// ```
    /// use tabiya::{CastlingStyle, Move, Square, Wing};
    /// let castle = Move::castle(Square::E1, Square::H1, Wing::King);
    /// assert_eq!(castle.uci(CastlingStyle::Standard).to_string(), "e1g1");
    /// assert_eq!(castle.uci(CastlingStyle::Chess960).to_string(), "e1h1");
    /// ```
    pub fn uci(self, style: CastlingStyle) -> UciMove {
        UciMove { mv: self, style }
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = match (self.style, self.mv.castling_wing()) {
            (CastlingStyle::Standard, Some(wing)) => destinations(self.mv.from().rank(), wing).0,
            _ => self.mv.to(),
        };
        let from = self.mv.from();
        let mut text = [0u8; 5];
        for (i, square) in [from, to].into_iter().enumerate() {
            text[2 * i] = square.file().letter() as u8;
            text[2 * i + 1] = square.rank().digit() as u8;
        }
        let mut len = 4;
        if let Some(role) = self.mv.promotion() {
            text[4] = role.letter() as u8;
            len = 5;
        }
        f.pad(core::str::from_utf8(&text[..len]).unwrap_or_default())
    }
}

/// Why a text is not a move of the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UciError {
    /// It is not written like a move.
    Syntax {
        /// The text as it was given.
        text: String,
    },
    /// It is written like a move but is not legal here.
    Illegal {
        /// The text as it was given.
        text: String,
        /// The promotion is missing, or stands where none can be.
        promotion: bool,
    },
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UciError::Syntax { text } => {
                write!(
                    f,
                    "\"{text}\" is not a move: expected two squares and a promotion piece if there is one, as in e2e4 or e7e8q"
                )
            }
            UciError::Illegal { text, promotion: true } => {
                write!(
                    f,
                    "{text} is not legal here: a pawn that reaches the last rank, and nothing else, names its new piece, as in e7e8q"
                )
            }
            UciError::Illegal { text, promotion: false } => write!(f, "{text} is not a legal move in this position"),
        }
    }
}

impl core::error::Error for UciError {}

/// The squares and the promotion piece of a UCI move, before anybody has asked what it does.
pub fn parse_squares(text: &str) -> Option<(Square, Square, Option<Role>)> {
    let (squares, promotion) = match text.len() {
        4 => (text, None),
        5 => {
            let role = Role::from_letter(text.chars().next_back()?)?;
            (text.get(..4)?, Some(role))
        }
        _ => return None,
    };
    Some((squares.get(..2)?.parse().ok()?, squares.get(2..)?.parse().ok()?, promotion))
}

impl Position {
    /// The legal move with this UCI text. Castling is understood in both forms; where the king's two squares could also
    /// mean an ordinary king move (Chess960), they mean the king move.
    ///
    /// ```
    /// use tabiya::{MoveKind, Position};
    /// let position = Position::default();
    /// assert_eq!(position.parse_uci("e2e4").unwrap().kind(), MoveKind::DoublePush);
    /// assert!(position.parse_uci("e2e5").is_err());
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let Some((from, to, promotion)) = parse_squares(text) else {
            return Err(UciError::Syntax { text: text.chars().take(24).collect() });
        };
        let legal = self.legal_moves();
        let plain = |mv: &Move| mv.from() == from && mv.to() == to && mv.promotion() == promotion;
        // A king move to a square wins over castling with that destination; king takes own rook is never a king move.
        if let Some(mv) = legal.iter().copied().find(plain) {
            return Ok(mv);
        }
        let castles = |mv: &Move| {
            promotion.is_none()
                && mv.from() == from
                && mv.castling_wing().is_some_and(|wing| destinations(from.rank(), wing).0 == to)
        };
        if let Some(mv) = legal.iter().copied().find(castles) {
            return Ok(mv);
        }
        let same_squares = |mv: &Move| mv.from() == from && mv.to() == to && !mv.is_castle();
        let promotion = legal.iter().any(same_squares);
        Err(UciError::Illegal { text: text.to_string(), promotion })
    }
}
