//! Where a game stands, in one value; and what of it a search asks at every node.

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
#[non_exhaustive]
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

/// What a search asks at a node before it looks for moves; see [`Position::search_status`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum SearchStatus {
    /// There is a legal move, and the fifty-move rule does not end the game.
    Ongoing,
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// A hundred moves by either side without a capture or pawn move, and no mate.
    FiftyMoves,
}

impl Position {
    /// Mate, stalemate and the fifty-move rule, and nothing else: cheaper than [`status`](Position::status), which also
    /// knows dead positions, bare material and the seventy-five-move rule. Repetition needs a past.
    ///
    /// ```
    /// use tabiya::{Position, SearchStatus};
    /// let mate = Position::from_fen("7k/6Q1/5K2/8/8/8/8/8 b - - 100 80")?;
    /// assert_eq!(mate.search_status(), SearchStatus::Checkmate);
    /// # Ok::<(), tabiya::PositionError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn search_status(&self) -> SearchStatus {
        SearchStatus::new(self, self.has_legal_move(), || self.in_check())
    }
}

impl SearchStatus {
    /// The status by what the caller knows of it.
    #[inline(always)]
    pub(super) fn new(position: &Position, has_legal_move: bool, in_check: impl FnOnce() -> bool) -> SearchStatus {
        match has_legal_move {
            true if position.is_fifty_moves() => SearchStatus::FiftyMoves,
            true => SearchStatus::Ongoing,
            false if in_check() => SearchStatus::Checkmate,
            false => SearchStatus::Stalemate,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_tells_mate_stalemate_and_fifty_moves_apart() {
        for (fen, status) in [
            ("7k/6Q1/5K2/8/8/8/8/8 b - - 100 80", SearchStatus::Checkmate),
            ("7k/8/5KQ1/8/8/8/8/8 b - - 100 80", SearchStatus::Stalemate),
            ("7k/8/5K2/6Q1/8/8/8/8 b - - 100 80", SearchStatus::FiftyMoves),
            ("7k/8/5K2/6Q1/8/8/8/8 b - - 99 80", SearchStatus::Ongoing),
        ] {
            assert_eq!(Position::from_fen(fen).unwrap().search_status(), status, "{fen}");
        }
    }
}
