//! Why a text is not a legal move, in words a person can act on.

use alloc::vec::Vec;
use core::fmt;

use super::{San, SanText};
use crate::{Color, Role, Square};

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
            SanSyntaxError::TooLong => "the text is too long for a move",
            SanSyntaxError::NoTarget => "the move names no target square such as e4",
            SanSyntaxError::BadOrigin => "only a file, a rank or a square may stand before the target square",
            SanSyntaxError::BadPromotion => "a pawn becomes a queen, rook, bishop or knight (Q, R, B, N)",
            SanSyntaxError::NotStandard => "the move is not in the spelling of the standard",
        })
    }
}

impl core::error::Error for SanSyntaxError {}

/// Why a text does not name a legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanError {
    /// The text is no move.
    Syntax(SanSyntaxError),
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
        reason: IllegalReason,
    },
    /// A legal move that should be spelt differently (strict reading only).
    NotCanonical {
        /// The right spelling.
        expected: SanText,
    },
}

/// Why a described move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IllegalReason {
    /// No such piece could go there on an otherwise lawless board.
    OutOfReach {
        /// The side to move.
        color: Color,
        /// The piece that was named.
        role: Role,
        /// Where it was to go.
        to: Square,
    },
    /// A piece of the same side stands on the target.
    OwnPiece {
        /// The target.
        to: Square,
    },
    /// The piece is pinned to its king.
    Pinned {
        /// Where the pinned piece stands.
        from: Square,
        /// The piece that pins it.
        by: Square,
    },
    /// The king is in check and would still be.
    LeavesCheck {
        /// A piece that gives check.
        by: Square,
    },
    /// The king would walk into check.
    IntoCheck {
        /// Where the king was to go.
        to: Square,
        /// A piece that attacks the square.
        by: Square,
    },
    /// Capturing en passant would open a line to the king.
    EnPassantOpensLine {
        /// The piece that would give check.
        by: Square,
    },
    /// A pawn that reaches the last rank must say what it becomes.
    PromotionMissing,
    /// Only a pawn that reaches the last rank becomes something.
    PromotionOutOfPlace,
    /// The right to castle on that wing does not exist any more, or never did.
    NoCastlingRight,
    /// A piece stands between king and rook, or where they would go.
    CastlingBlocked {
        /// The piece in the way.
        by: Square,
    },
    /// One does not castle out of check.
    CastlingInCheck {
        /// A piece that gives check.
        by: Square,
    },
    /// The king would pass over or arrive on an attacked square.
    CastlingThroughCheck {
        /// The attacked square.
        over: Square,
        /// A piece that attacks it.
        by: Square,
    },
    /// Passing is no move of chess.
    NullMove,
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            IllegalReason::OutOfReach { color, role, to } => {
                write!(f, "no {} {} can reach {to}", color.pick("white", "black"), role.name())
            }
            IllegalReason::OwnPiece { to } => write!(f, "{to} is occupied by a piece of the same side"),
            IllegalReason::Pinned { from, by } => {
                write!(f, "the piece on {from} is pinned by the one on {by}")
            }
            IllegalReason::LeavesCheck { by } => {
                write!(f, "the king would still be in check from {by}")
            }
            IllegalReason::IntoCheck { to, by } => {
                write!(f, "the king would be in check on {to} from {by}")
            }
            IllegalReason::EnPassantOpensLine { by } => {
                write!(f, "both pawns leave the line, and the one on {by} gives check")
            }
            IllegalReason::PromotionMissing => f.write_str("a pawn on the last rank must become something, as in e8=Q"),
            IllegalReason::PromotionOutOfPlace => f.write_str("only a pawn on the last rank becomes something"),
            IllegalReason::NoCastlingRight => f.write_str("there is no right to castle on that wing"),
            IllegalReason::CastlingBlocked { by } => write!(f, "the piece on {by} is in the way"),
            IllegalReason::CastlingInCheck { by } => {
                write!(f, "the king cannot castle out of the check from {by}")
            }
            IllegalReason::CastlingThroughCheck { over, by } => {
                write!(f, "the king cannot cross {over}, which is attacked from {by}")
            }
            IllegalReason::NullMove => f.write_str("passing is not allowed"),
        }
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Syntax(error) => error.fmt(f),
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

impl core::error::Error for SanError {}

impl From<SanSyntaxError> for SanError {
    fn from(error: SanSyntaxError) -> SanError {
        SanError::Syntax(error)
    }
}
