//! The visitor: what a caller of the reader may want to hear.

use super::error::PgnErrorKind;
use super::text::Text;
use crate::notation::san::SanPlus;
use crate::{Color, Outcome};

/// Whether the reader should report a part of a game or pass over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interest {
    /// Report it.
    Read,
    /// Pass over it; its syntax is still followed, but no text is looked into.
    Skip,
}

/// How a game ended, as its movetext says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: unfinished or unknown.
    Unknown,
}

impl GameResult {
    /// The four results.
    pub const ALL: [GameResult; 4] =
        [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];

    /// The result as PGN writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }
}

/// A text that is none of the four results of PGN.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ParseResultError;

impl core::fmt::Display for ParseResultError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("expected 1-0, 0-1, 1/2-1/2 or *")
    }
}

impl core::error::Error for ParseResultError {}

impl core::str::FromStr for GameResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<GameResult, ParseResultError> {
        GameResult::ALL.into_iter().find(|result| result.as_str() == text).ok_or(ParseResultError)
    }
}

impl From<Option<Outcome>> for GameResult {
    /// `*` as long as there is no outcome.
    fn from(outcome: Option<Outcome>) -> GameResult {
        match outcome.map(Outcome::winner) {
            None => GameResult::Unknown,
            Some(None) => GameResult::Draw,
            Some(Some(Color::White)) => GameResult::WhiteWins,
            Some(Some(Color::Black)) => GameResult::BlackWins,
        }
    }
}

impl core::fmt::Display for GameResult {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.as_str())
    }
}

/// Receives the parts of one game after the other, in the order of the text.
///
/// A game is `begin_game`, its `tag`s, `begin_movetext`, then moves, glyphs, comments and variations, `result`, and
/// `end_game`. Every method has a default that does nothing, so a visitor pays only for what it wants. An error
/// returned from a method breaks the game off: the reader reports it with its place and goes on to the next game,
/// without a call of `end_game`.
pub trait Visitor {
    /// A game begins.
    fn begin_game(&mut self) {}

    /// A tag pair such as `[White "Anderssen"]`.
    ///
    /// # Errors
    ///
    /// To reject the game.
    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        let _ = (name, value);
        Ok(())
    }

    /// All tags have been seen; the moves follow. The place to skip a game that its tags make uninteresting.
    ///
    /// # Errors
    ///
    /// To reject the game.
    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        Ok(Interest::Read)
    }

    /// A move, read but not yet compared with any position.
    ///
    /// # Errors
    ///
    /// To reject the game, usually because the move is illegal.
    fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
        let _ = san;
        Ok(())
    }

    /// A numeric annotation glyph: `$1`, or `!` which means the same.
    ///
    /// # Errors
    ///
    /// To reject the game.
    fn glyph(&mut self, glyph: u8) -> Result<(), PgnErrorKind> {
        let _ = glyph;
        Ok(())
    }

    /// A comment, without its braces or its semicolon.
    ///
    /// # Errors
    ///
    /// To reject the game.
    fn comment(&mut self, comment: Text<'_>) -> Result<(), PgnErrorKind> {
        let _ = comment;
        Ok(())
    }

    /// An opening parenthesis: a variation that replaces the last move.
    ///
    /// # Errors
    ///
    /// To reject the game.
    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        Ok(Interest::Skip)
    }

    /// The closing parenthesis of a variation that was read; not called for one that was skipped.
    ///
    /// # Errors
    ///
    /// To reject the game.
    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        Ok(())
    }

    /// How the game ended, `None` when the movetext stops without saying so.
    ///
    /// # Errors
    ///
    /// To reject the game.
    fn result(&mut self, result: Option<GameResult>) -> Result<(), PgnErrorKind> {
        let _ = result;
        Ok(())
    }

    /// The game is complete.
    fn end_game(&mut self) {}
}
