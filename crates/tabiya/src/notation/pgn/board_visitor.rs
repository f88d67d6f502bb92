//! The visitor that sees positions and legal moves where [`Visitor`](super::Visitor) sees text.

use super::ending::Ending;
use super::error::PgnErrorKind;
use super::text::Text;
use super::visitor::Interest;
use crate::{Move, Position};

/// Receives the parts of one game after the other, every move legal and with the position it was played in.
///
/// A [`Replay`](super::Replay) plays the moves and calls it. As with [`Visitor`](super::Visitor), every method has a
/// default that does nothing, and an error returned from a method breaks the game off.
pub trait BoardVisitor {
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

    /// All tags have been seen; the moves follow, from this position. The place to skip a game that its tags make
    /// uninteresting.
    ///
    /// # Errors
    ///
    /// To reject the game.
    fn begin_movetext(&mut self, start: &Position) -> Result<Interest, PgnErrorKind> {
        let _ = start;
        Ok(Interest::Read)
    }

    /// A legal move, and the position before it.
    ///
    /// # Errors
    ///
    /// To reject the game.
    fn mv(&mut self, before: &Position, mv: Move) -> Result<(), PgnErrorKind> {
        let _ = (before, mv);
        Ok(())
    }

    /// A null move, and the position before it: the side to move passes.
    ///
    /// # Errors
    ///
    /// To reject the game.
    fn null_move(&mut self, before: &Position) -> Result<(), PgnErrorKind> {
        let _ = before;
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

    /// How the game ended; [`Ending::result`] is the rule that makes one result of what tags and moves say.
    ///
    /// # Errors
    ///
    /// To reject the game.
    fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
        let _ = ending;
        Ok(())
    }

    /// The game is complete; this is the position at the end of its main line.
    fn end_game(&mut self, last: &Position) {
        let _ = last;
    }
}
