//! The visitor: what a caller of the reader may want to hear.

use super::ending::Ending;
use super::error::PgnErrorKind;
use super::text::Text;
use crate::notation::san::SanPlus;

/// Whether the reader should report a part of a game or pass over it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interest {
    /// Report it.
    Read,
    /// Pass over it; its syntax is still followed, but no text is looked into.
    Skip,
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

    /// One of the marks `!`, `?`, `!!`, `??`, `!?`, `?!`, as glyph 1 to 6. They mean the same as `$1` to `$6`, so by
    /// default the answer is that of [`glyph`](Visitor::glyph).
    ///
    /// # Errors
    ///
    /// To reject the game.
    fn mark(&mut self, glyph: u8) -> Result<(), PgnErrorKind> {
        self.glyph(glyph)
    }

    /// A comment, without its braces or its semicolon. One that stands before the tags comes before the first move; one
    /// behind the result, on the same line, comes before it.
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

    /// How the game ended; [`Ending::result`] is the rule that makes one result of what tags and moves say.
    ///
    /// # Errors
    ///
    /// To reject the game.
    fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
        let _ = ending;
        Ok(())
    }

    /// The game is complete.
    fn end_game(&mut self) {}
}
