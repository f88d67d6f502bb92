//! Moves that may be illegal: an error that says why.

use alloc::boxed::Box;
use core::fmt;

use super::{Reason, judge};
use crate::{CastlingStyle, Move, Position, UciMove};

/// A move that is not legal in a position, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct IllegalMove {
    /// The move.
    pub mv: Move,
    /// Why it is illegal. `None` if its squares make a legal move, but of another [`MoveKind`](crate::MoveKind).
    pub reason: Option<Box<Reason>>,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spelt = self.mv.uci(CastlingStyle::Chess960);
        match &self.reason {
            Some(reason) => write!(f, "{spelt} is illegal: {reason}"),
            None => write!(f, "{spelt} is legal, but not as a move of the kind {:?}", self.mv.kind()),
        }
    }
}

impl core::error::Error for IllegalMove {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.reason.as_deref().map(|reason| reason as _)
    }
}

impl Position {
    /// Whether a move, from wherever it comes, is legal, and if not why.
    ///
    /// # Errors
    ///
    /// Why the move is illegal.
    pub fn check_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.is_legal(mv) { Ok(()) } else { Err(self.why_illegal(mv)) }
    }

    #[cold]
    pub(crate) fn why_illegal(&self, mv: Move) -> IllegalMove {
        IllegalMove { mv, reason: judge(self, UciMove::from(mv)).err().map(Box::new) }
    }

    /// Plays a move if it is legal; otherwise nothing changes.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Position, Square};
    /// let mut position = Position::default();
    /// let mv = Move::new(Square::E2, Square::E5, MoveKind::Quiet);
    /// assert!(position.try_play(mv).is_err());
    /// assert_eq!(position, Position::default());
    /// ```
    ///
    /// # Errors
    ///
    /// Why the move is illegal.
    pub fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check_legal(mv)?;
        self.play_unchecked(mv);
        Ok(())
    }
}
