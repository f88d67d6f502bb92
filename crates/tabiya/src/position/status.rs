//! Where a game stands, in one value.

use core::fmt;

use super::{Outcome, Position};

/// Where a game stands: it goes on, it goes on with a king in check, or it has ended.
///
/// ```
/// use tabiya::{Color, Outcome, Position, Status};
/// let mut position = Position::startpos();
/// assert_eq!(position.status(), Status::Ongoing);
/// for san in ["e4", "f6", "Qh5+"] {
///     position.play_san(san)?;
/// }
/// assert_eq!(position.status(), Status::Check);
/// assert_eq!(position.status().to_string(), "check");
/// let mated = Position::from_fen("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1").unwrap();
/// assert_eq!(mated.status(), Status::Ended(Outcome::Checkmate { winner: Color::White }));
/// assert_eq!(mated.status().to_string(), "White wins by checkmate");
/// # Ok::<(), tabiya::notation::san::SanError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// The side to move has a move and is not in check.
    Ongoing,
    /// The side to move is in check and has an answer.
    Check,
    /// The game is over.
    Ended(Outcome),
}

impl Status {
    /// How the game ended, if it has.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Status::Ended(outcome) => Some(outcome),
            Status::Ongoing | Status::Check => None,
        }
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Status::Ended(_))
    }

    /// The status of a position whose outcome is known, with the past taken into account or without it.
    pub(crate) fn new(position: &Position, outcome: Option<Outcome>) -> Status {
        match outcome {
            Some(outcome) => Status::Ended(outcome),
            None if position.in_check() => Status::Check,
            None => Status::Ongoing,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Ongoing => f.pad("ongoing"),
            Status::Check => f.pad("check"),
            Status::Ended(outcome) => outcome.fmt(f),
        }
    }
}

impl Position {
    /// Where the game stands as far as this position shows it; repetition needs a past: see
    /// [`Game::status`](crate::Game::status).
    #[must_use]
    pub fn status(&self) -> Status {
        Status::new(self, self.outcome())
    }
}
