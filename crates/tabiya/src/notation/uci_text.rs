//! A UCI move as text alone: two squares and a promotion, before any position has been asked.

use core::fmt;
use core::str::FromStr;

use super::uci::parse_squares;
use crate::{CastlingStyle, Move, Position, Role, Square, UciError};

/// What a UCI move says: `e7e8q` without knowing whether there is a pawn on e7.
///
/// This is how moves travel between programs; [`UciText::resolve`] makes a [`Move`] of it.
///
/// ```
/// use tabiya::Position;
/// use tabiya::notation::uci_text::UciText;
///
/// let text: UciText = "e2e4".parse().unwrap();
/// let mv = text.resolve(&Position::startpos()).unwrap();
/// assert_eq!(UciText::from(mv), text);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UciText {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes; in castling, the rook's square or the king's target.
    pub to: Square,
    /// What a pawn becomes.
    pub promotion: Option<Role>,
}

impl UciText {
    /// The legal move of the position that this names, castling in either form.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn resolve(self, position: &Position) -> Result<Move, UciError> {
        position.parse_uci(&alloc::string::ToString::to_string(&self))
    }
}

impl From<Move> for UciText {
    /// Castling becomes "king takes rook", which is right in standard chess and Chess960 alike.
    fn from(mv: Move) -> UciText {
        UciText { from: mv.from(), to: mv.to(), promotion: mv.promotion() }
    }
}

impl fmt::Display for UciText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.letter()),
            None => Ok(()),
        }
    }
}

impl FromStr for UciText {
    type Err = UciError;

    fn from_str(text: &str) -> Result<UciText, UciError> {
        match parse_squares(text) {
            Some((from, to, promotion)) if promotion.is_none_or(|role| Role::PROMOTIONS.contains(&role)) => {
                Ok(UciText { from, to, promotion })
            }
            _ => Err(UciError::Syntax { text: text.chars().take(24).collect() }),
        }
    }
}

impl Move {
    /// The move as text that says no more than a UCI move does.
    #[must_use]
    pub fn uci_text(self, style: CastlingStyle) -> UciText {
        let mut text = UciText::from(self);
        if let (CastlingStyle::Standard, Some(wing)) = (style, self.castling_wing()) {
            text.to = crate::castling::destinations(self.from().rank(), wing).0;
        }
        text
    }
}
