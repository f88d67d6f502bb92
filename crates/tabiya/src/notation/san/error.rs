//! Why a text is not a legal move, in words a person can act on.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{San, SanText};
use crate::explain::Reason;

/// Why a text cannot be read as a move at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SanSyntaxError {
    /// There is no text.
    Empty,
    /// Far more text than a move needs.
    TooLong,
    /// No target square where one should stand.
    NoTarget,
    /// Something other than a file, a rank or a square before the target.
    BadOrigin,
    /// A promotion to something that a pawn cannot become.
    BadPromotion,
    /// A move, but not in the spelling of the standard (strict reading only).
    NotStandard,
}

impl fmt::Display for SanSyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SanSyntaxError::Empty => "a move was expected, but there is no text",
            SanSyntaxError::TooLong => "it is too long",
            SanSyntaxError::NoTarget => "it names no target square such as e4",
            SanSyntaxError::BadOrigin => "only a file, a rank or a square may stand before the target square",
            SanSyntaxError::BadPromotion => "a pawn becomes a queen, rook, bishop or knight (Q, R, B, N)",
            SanSyntaxError::NotStandard => "it is not in the spelling of the standard",
        })
    }
}

impl core::error::Error for SanSyntaxError {}

/// Why a text does not name a legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanError {
    /// The text is not a move.
    Syntax {
        /// The text, or the beginning of it.
        text: Box<str>,
        /// What keeps it from being a move.
        error: SanSyntaxError,
    },
    /// The description fits several legal moves.
    Ambiguous {
        /// What was read.
        san: San,
        /// What it could have meant, each spelt so that it is unambiguous.
        candidates: Vec<SanText>,
    },
    /// The description fits no legal move.
    Illegal {
        /// What was read.
        san: San,
        /// Why it is illegal.
        reason: Reason,
    },
    /// A legal move that should be spelt differently (strict reading only).
    NotCanonical {
        /// The right spelling.
        expected: SanText,
    },
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Syntax { error: error @ SanSyntaxError::Empty, .. } => error.fmt(f),
            SanError::Syntax { text, error } => write!(f, "'{text}' is not a move: {error}"),
            SanError::Ambiguous { san, candidates } => {
                write!(f, "{san} is ambiguous: it could mean ")?;
                for (index, candidate) in candidates.iter().enumerate() {
                    let separator = match index {
                        0 => "",
                        _ if index + 1 == candidates.len() => " or ",
                        _ => ", ",
                    };
                    write!(f, "{separator}{candidate}")?;
                }
                Ok(())
            }
            SanError::Illegal { san, reason } => write!(f, "{san} is illegal: {reason}"),
            SanError::NotCanonical { expected } => write!(f, "the standard spells this move {expected}"),
        }
    }
}

impl core::error::Error for SanError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            SanError::Syntax { error, .. } => Some(error),
            SanError::Illegal { reason, .. } => Some(reason),
            SanError::Ambiguous { .. } | SanError::NotCanonical { .. } => None,
        }
    }
}

impl SanError {
    /// The error for a text that is not a move.
    #[cold]
    pub(crate) fn syntax(text: &str, error: SanSyntaxError) -> SanError {
        const SHOWN: usize = 24;
        let shown: String = text.trim().chars().take(SHOWN).collect();
        SanError::Syntax { text: shown.into_boxed_str(), error }
    }
}
