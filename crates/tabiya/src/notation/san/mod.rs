//! Standard algebraic notation: `Nbd7`, `exd6`, `e8=Q+`, `O-O`.
//!
//! Reading has two steps with separate errors. Text becomes a [`San`], which is a description and knows no position;
//! a description becomes a [`Move`] when a position is asked which legal move it fits.
//!
//! ```
//! use tabiya::Position;
//!
//! let mut position = Position::startpos();
//! for text in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
//!     let mv = position.parse_san(text)?;
//!     assert_eq!(position.san(mv).as_str(), text);
//!     position.play(mv);
//! }
//! let error = position.parse_san("Nd6").unwrap_err();
//! assert_eq!(error.to_string(), "Nd6 is illegal: no black knight can reach d6");
//! # Ok::<(), tabiya::notation::san::SanError>(())
//! ```
//!
//! Lenient reading, the default, takes what people and old programs write: `0-0`, `e8Q`, `e8(Q)`, `Ng1-f3`, `e2e4`,
//! `Nf3` for `Nxf3`, `exd6 e.p.`, glyphs (`!?`), figurines (`♘f3`), missing or wrong `+` and `#`, more
//! disambiguation than needed. Strict reading takes exactly what [`Position::san`] writes.

mod error;
mod parse;
mod resolve;
mod write;

use core::fmt::{self, Write as _};

pub use error::{SanError, SanSyntaxError};
pub(crate) use resolve::origins;
pub use write::SanText;

use crate::{File, Move, Position, Rank, Role, Square, Wing};

/// A move as algebraic notation describes it, not yet compared with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum San {
    /// Anything but castling.
    Normal {
        /// What moves.
        role: Role,
        /// The file it comes from, where given.
        file: Option<File>,
        /// The rank it comes from, where given.
        rank: Option<Rank>,
        /// Whether an `x` was written.
        capture: bool,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
    /// `O-O` or `O-O-O`.
    Castle(Wing),
    /// `--`: the side to move passes. No chess move, but analysts write it.
    Null,
}

/// What a move does to the enemy king, as written behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckMark {
    /// `+`
    Check,
    /// `#`
    Mate,
}

/// A [`San`] with the check mark that was written behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SanPlus {
    /// The move.
    pub san: San,
    /// The mark, if any.
    pub mark: Option<CheckMark>,
}

impl Position {
    /// The legal move that the text describes, read leniently.
    ///
    /// Besides SAN it reads what people and programs write instead: castling as `0-0` or `OO`, figurines, the long form
    /// with both squares, promotions as `e8Q` or `e8=Q`, `x` and `+` left out or too many, and marks such as `!?` or
    /// `e.p.`.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// let position = Position::from_fen("4k3/P7/8/8/8/5N2/8/4K2R w K - 0 1")?;
    /// for (text, san) in [
    ///     ("Nd4", "Nd4"), ("♘d4", "Nd4"), ("Nf3-d4", "Nd4"), ("Nd4!?", "Nd4"), ("f3d4", "Nd4"),
    ///     ("0-0", "O-O"), ("OO", "O-O"), ("a8Q", "a8=Q+"), ("a7-a8=N", "a8=N"),
    /// ] {
    ///     assert_eq!(position.san(position.parse_san(text)?).as_str(), san);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not a move, fits several legal moves (which are named), or is illegal (the reason is named).
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let plus = SanPlus::from_bytes(text.as_bytes()).map_err(|error| SanError::syntax(text, error))?;
        plus.san.resolve(self)
    }

    /// The legal move that the text spells exactly as [`Position::san`] would.
    ///
    /// # Errors
    ///
    /// As for [`Position::parse_san`]; or what the right spelling is.
    pub fn parse_san_strict(&self, text: &str) -> Result<Move, SanError> {
        let plus = SanPlus::from_bytes_strict(text.as_bytes()).map_err(|error| SanError::syntax(text, error))?;
        let mv = plus.san.resolve(self)?;
        let expected = self.san(mv);
        if expected.as_str() == text { Ok(mv) } else { Err(SanError::NotCanonical { expected }) }
    }

    /// The move in standard algebraic notation: the least disambiguation that leaves one legal move, `+` and `#`.
    ///
    /// The move must be legal here. Of another one the text means nothing, and with debug assertions this may panic.
    #[must_use]
    pub fn san(&self, mv: Move) -> SanText {
        write::san(self, mv)
    }

    /// The move in long algebraic notation, both squares written out: `e2-e4`, `Ng1-f3`, `e7xd8=Q+`.
    ///
    /// The move must be legal here. Of another one the text means nothing, and with debug assertions this may panic.
    #[must_use]
    pub fn lan(&self, mv: Move) -> SanText {
        write::lan(self, mv)
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
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            San::Castle(Wing::King) => f.write_str("O-O"),
            San::Castle(Wing::Queen) => f.write_str("O-O-O"),
            San::Null => f.write_str("--"),
            San::Normal { role, file, rank, capture, to, promotion } => {
                if role != Role::Pawn {
                    f.write_char(role.letter().to_ascii_uppercase())?;
                }
                if let Some(file) = file {
                    write!(f, "{file}")?;
                }
                if let Some(rank) = rank {
                    write!(f, "{rank}")?;
                }
                if capture {
                    f.write_char('x')?;
                }
                write!(f, "{to}")?;
                if let Some(promotion) = promotion {
                    write!(f, "={}", promotion.letter().to_ascii_uppercase())?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for SanPlus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.san)?;
        match self.mark {
            None => Ok(()),
            Some(CheckMark::Check) => f.write_char('+'),
            Some(CheckMark::Mate) => f.write_char('#'),
        }
    }
}

impl core::str::FromStr for San {
    type Err = SanSyntaxError;

    fn from_str(text: &str) -> Result<San, SanSyntaxError> {
        SanPlus::from_bytes(text.as_bytes()).map(|plus| plus.san)
    }
}

impl core::str::FromStr for SanPlus {
    type Err = SanSyntaxError;

    fn from_str(text: &str) -> Result<SanPlus, SanSyntaxError> {
        SanPlus::from_bytes(text.as_bytes())
    }
}
