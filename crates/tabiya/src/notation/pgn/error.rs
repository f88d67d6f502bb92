//! What can be wrong with a game, and where.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::sync::Arc;
use core::error::Error;
use core::fmt;

use super::ending::{Ending, GameResult};
use crate::PositionError;
use crate::notation::san::SanError;

/// What is wrong with a game and where: an error that broke the game off, or a [warning](super::Reader::warnings).
///
/// The reader has already moved on to the next game when it hands out an error.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PgnError {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1, in bytes.
    pub column: u64,
    /// The number of bytes before the place.
    pub offset: u64,
    /// What is wrong.
    pub kind: PgnErrorKind,
}

/// What is wrong with a game.
///
/// Visitors return these too, to reject a game for reasons of their own; the reader adds the place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// The bytes could not be read; the input is treated as ended.
    Source(SourceError),
    /// The input is UTF-16; PGN is read as UTF-8 or Latin-1.
    Utf16,
    /// A tag pair is not of the form `[Name "value"]`.
    BadTag,
    /// A symbol that means nothing in PGN. In lenient reading a warning, and the symbol is kept as a comment.
    UnexpectedSymbol(char),
    /// Something that lenient reading understands, but that is not standard PGN (strict reading only).
    NotStandard(Box<str>),
    /// The `Result` tag and the end of the moves say different things. In lenient reading a warning.
    ResultsDiffer(Ending),
    /// The moves end without a result (strict reading only).
    MissingResult,
    /// A tag, comment or word longer than [`Limits::token_bytes`](super::Limits::token_bytes).
    TokenTooLong,
    /// A game longer than [`Limits::game_bytes`](super::Limits::game_bytes).
    GameTooLong,
    /// More tags than [`Limits::tags`](super::Limits::tags).
    TooManyTags,
    /// Variations nested deeper than [`Limits::variation_depth`](super::Limits::variation_depth).
    TooDeep,
    /// A comment whose closing brace is missing.
    UnterminatedComment,
    /// The game ends inside a variation.
    UnclosedVariation,
    /// A `)` that closes nothing.
    UnopenedVariation,
    /// A variation before the first move, with nothing to vary.
    VariationBeforeMove,
    /// A glyph without a number from 0 to 255 after its `$`. Lenient reading warns and keeps it as a comment.
    BadGlyph,
    /// A word that cannot be read as a move.
    NotAMove(Box<str>),
    /// A move that the position does not allow.
    Move(Box<SanError>),
    /// A null move while in check.
    NullMoveInCheck,
    /// The `FEN` tag describes no position.
    BadFen(Box<PositionError>),
    /// `[SetUp "1"]` without a `FEN` tag. In lenient reading a warning, and the game begins as usual.
    SetUpWithoutFen,
    /// The `Variant` tag names other rules than chess.
    UnsupportedVariant(Box<str>),
    /// The visitor does not want the game, for a reason of its own.
    Rejected(Box<str>),
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnErrorKind::Source(error) => write!(f, "cannot read on: {error}"),
            PgnErrorKind::Utf16 => f.write_str("the text is UTF-16; convert it to UTF-8 first"),
            PgnErrorKind::BadTag => f.write_str("a tag must look like [Name \"value\"]"),
            PgnErrorKind::UnexpectedSymbol(c) if c.is_control() => {
                write!(f, "the control character U+{:04X} has no place here", u32::from(*c))
            }
            PgnErrorKind::UnexpectedSymbol(c) => write!(f, "'{c}' has no place here"),
            PgnErrorKind::NotStandard(text) => write!(f, "'{text}' is not standard PGN"),
            PgnErrorKind::ResultsDiffer(Ending { tag, movetext }) => {
                let shown = |result: &Option<GameResult>| result.map_or("nothing", GameResult::as_str);
                write!(f, "the Result tag says {}, the moves end with {}", shown(tag), shown(movetext))
            }
            PgnErrorKind::MissingResult => f.write_str("the moves end without a result such as 1-0 or *"),
            PgnErrorKind::TokenTooLong => f.write_str("a tag, comment or word longer than the limit"),
            PgnErrorKind::GameTooLong => f.write_str("the game is longer than the limit"),
            PgnErrorKind::TooManyTags => f.write_str("the game has more tags than the limit"),
            PgnErrorKind::TooDeep => f.write_str("variations nested deeper than the limit"),
            PgnErrorKind::UnterminatedComment => f.write_str("this comment is never closed"),
            PgnErrorKind::UnclosedVariation => f.write_str("the game ends inside a variation"),
            PgnErrorKind::UnopenedVariation => f.write_str("this ')' closes no variation"),
            PgnErrorKind::VariationBeforeMove => f.write_str("a variation needs a move before it to replace"),
            PgnErrorKind::BadGlyph => f.write_str("a glyph must be $0 to $255"),
            PgnErrorKind::NotAMove(word) => write!(f, "'{word}' is not a move"),
            PgnErrorKind::Move(error) => error.fmt(f),
            PgnErrorKind::NullMoveInCheck => f.write_str("a side in check cannot pass"),
            PgnErrorKind::BadFen(error) => write!(f, "the FEN tag is wrong: {error}"),
            PgnErrorKind::SetUpWithoutFen => f.write_str("the SetUp tag promises a FEN tag, but there is none"),
            PgnErrorKind::UnsupportedVariant(name) => {
                write!(f, "the variant '{name}' does not follow the rules of chess")
            }
            PgnErrorKind::Rejected(reason) => f.write_str(reason),
        }
    }
}

impl Error for PgnError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            PgnErrorKind::Source(error) => Some(error),
            PgnErrorKind::Move(error) => Some(error.as_ref()),
            PgnErrorKind::BadFen(error) => Some(error.as_ref()),
            _ => None,
        }
    }
}

impl From<SanError> for PgnErrorKind {
    fn from(error: SanError) -> PgnErrorKind {
        PgnErrorKind::Move(Box::new(error))
    }
}

/// Why a [`Source`](super::Source) has no more bytes: an error of the world outside, such as an `std::io::Error`.
///
/// ```
/// use tabiya::notation::pgn::SourceError;
/// let error = SourceError::new("the cable is out");
/// assert_eq!(error.to_string(), "the cable is out");
/// ```
#[derive(Clone, Debug)]
pub struct SourceError(Arc<dyn Error + Send + Sync>);

impl SourceError {
    /// Wraps an error of any kind.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> SourceError {
        SourceError(Arc::from(error.into()))
    }

    /// The error inside, to be asked for its type with `downcast_ref`.
    #[must_use]
    pub fn inner(&self) -> &(dyn Error + Send + Sync + 'static) {
        self.0.as_ref()
    }
}

/// Errors of the world outside need not be comparable; what they say is.
impl PartialEq for SourceError {
    fn eq(&self, other: &SourceError) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.to_string() == other.0.to_string()
    }
}

impl Eq for SourceError {}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for SourceError {
    // It shows the error inside as its own, so what follows in the chain is that error's source.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}

#[cfg(feature = "std")]
impl From<std::io::Error> for SourceError {
    fn from(error: std::io::Error) -> SourceError {
        SourceError::new(error)
    }
}
