//! Positions and boards as FEN: what [`fen`](super::fen) reads, checked; and what a position writes.

use alloc::string::String;
use core::fmt;

use super::fen::{CastlingField, EnPassantField, FenError, FenStyle, write_board};
use crate::position::validate::{Invalid, Tolerance};
use crate::{Board, Position, Setup};

impl Position {
    /// Reads a FEN leniently and checks what it says. An en passant square without a pawn to use it is fine; one that
    /// no double push explains is an error.
    ///
    /// ```
    /// use tabiya::Position;
    /// let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    /// assert_eq!(position.legal_moves().len(), 26);
    /// let error = Position::from_fen("4k3/8/8/8/8/8/8/P3K3 w K - 0 1").unwrap_err().to_string();
    /// assert!(error.contains("pawn on a1") && error.contains("no white rook on h1"));
    /// ```
    pub fn from_fen(fen: &str) -> Result<Position, PositionError> {
        Position::from_fen_with(fen, Tolerance::default())
    }

    /// As [`from_fen`](Position::from_fen), with some oddities accepted deliberately.
    pub fn from_fen_with(fen: &str, tolerance: Tolerance) -> Result<Position, PositionError> {
        Ok(Position::from_setup_with(Setup::from_fen_lenient(fen)?, tolerance)?)
    }

    /// The setup this position came from or could have come from, with the en passant square as told.
    pub fn setup(&self, en_passant: EnPassantField) -> Setup {
        self.setup_with(match en_passant {
            EnPassantField::Legal => self.en_passant_legal(),
            EnPassantField::Adjacent => self.en_passant(),
            EnPassantField::Always => self.last_double_push(),
        })
    }

    /// The FEN: castling as X-FEN, en passant only where it is legal.
    pub fn fen(&self) -> String {
        self.to_fen(FenStyle::default())
    }

    /// The FEN in a style of the caller's choosing.
    pub fn to_fen(&self, style: FenStyle) -> String {
        self.setup(style.en_passant).to_fen(style.castling)
    }
}

impl fmt::Display for Position {
    /// The FEN: castling as X-FEN, en passant only where it is legal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen())
    }
}

impl fmt::Debug for Position {
    /// A form that can be pasted back into code.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = FenStyle { castling: CastlingField::XFen, en_passant: EnPassantField::Always };
        write!(f, "Position::from_fen({:?})", self.to_fen(style))
    }
}

impl core::str::FromStr for Position {
    type Err = PositionError;
    fn from_str(text: &str) -> Result<Position, PositionError> {
        Position::from_fen(text)
    }
}

/// Why a text is not a position: it cannot be read, or what it says cannot be.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is not a FEN.
    Fen(FenError),
    /// The FEN describes something that is not a position.
    Invalid(Invalid),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Fen(error) => write!(f, "not a FEN: {error}"),
            PositionError::Invalid(error) => write!(f, "not a position: {error}"),
        }
    }
}

impl core::error::Error for PositionError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PositionError::Fen(error) => Some(error),
            PositionError::Invalid(error) => Some(error),
        }
    }
}

impl PositionError {
    /// The column of the FEN that cannot be read, from 1; `None` if all can, but makes no position.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        match self {
            PositionError::Fen(error) => Some(error.column),
            PositionError::Invalid(_) => None,
        }
    }

    /// A likely repair of the text.
    #[must_use]
    pub fn did_you_mean(&self) -> Option<&str> {
        match self {
            PositionError::Fen(error) => error.did_you_mean.as_deref(),
            PositionError::Invalid(_) => None,
        }
    }
}

impl From<FenError> for PositionError {
    fn from(error: FenError) -> PositionError {
        PositionError::Fen(error)
    }
}

impl From<Invalid> for PositionError {
    fn from(error: Invalid) -> PositionError {
        PositionError::Invalid(error)
    }
}

impl Board {
    /// The pieces that the first field of a FEN describes; the other fields may follow.
    ///
    /// ```
    /// use tabiya::Board;
    /// let board = Board::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")?;
    /// assert_eq!(board, Board::startpos());
    /// assert_eq!(board.fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Where the text stops being a FEN, and what was expected there.
    pub fn from_fen(fen: &str) -> Result<Board, FenError> {
        Ok(Setup::from_fen_lenient(fen)?.board)
    }

    /// The pieces as the first field of a FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        let mut text = String::new();
        write_board(&mut text, self);
        text
    }
}
