//! Why a move is legal or not, as data a person can read.
//!
//! [`explain`] takes any pair of squares, sense or nonsense, and answers with a [`Verdict`]: what a
//! legal move does and why it is allowed where the rule is often got wrong, or the one [`Reason`] why
//! it is not legal. It decides by the rules themselves and not by asking the generator, so that the
//! two can be held against each other.
//!
//! ```
//! use tabiya::Position;
//! use tabiya::explain::{Attempt, explain};
//!
//! let position = Position::from_fen("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1")?;
//! let attempt = Attempt::parse(&position, "Nd5")?;
//! assert_eq!(
//!     explain(&position, attempt).to_string(),
//!     "c3d5 is illegal: the knight on c3 is pinned to the king on e1 by the bishop on b4"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attempt;
mod castle;
mod effect;
mod judge;
mod reason;
mod words;

use alloc::boxed::Box;
use core::fmt;

pub use attempt::{Attempt, AttemptError};
pub use effect::{CheckAnswer, Effect, Note};
pub use reason::{CastlingFault, EnPassantFault, Reason};

use crate::{Position, Role, Square};

/// Whether a move is legal, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may be played; this is what it does.
    Legal(Box<Effect>),
    /// It may not; this is why.
    Illegal(Reason),
}

/// A move somebody asked about, and the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The move asked about.
    pub attempt: Attempt,
    /// The answer.
    pub verdict: Verdict,
}

impl Explanation {
    /// Whether the move is legal.
    pub fn is_legal(&self) -> bool {
        matches!(self.verdict, Verdict::Legal(_))
    }

    /// The reason, if it is not.
    pub fn reason(&self) -> Option<&Reason> {
        match &self.verdict {
            Verdict::Legal(_) => None,
            Verdict::Illegal(reason) => Some(reason),
        }
    }

    /// What it does, if it is.
    pub fn effect(&self) -> Option<&Effect> {
        match &self.verdict {
            Verdict::Legal(effect) => Some(effect),
            Verdict::Illegal(_) => None,
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.verdict {
            Verdict::Legal(effect) => write!(f, "{} is legal: {effect}", self.attempt),
            Verdict::Illegal(reason) => write!(f, "{} is illegal: {reason}", self.attempt),
        }
    }
}

/// Explains a move. Castling is understood king-takes-rook and, where no king step means the same,
/// king-to-target.
pub fn explain(position: &Position, attempt: Attempt) -> Explanation {
    let verdict = match judge::judge(position, attempt) {
        Ok(mv) => Verdict::Legal(Box::new(Effect::of(position, mv))),
        Err(reason) => Verdict::Illegal(reason),
    };
    Explanation { attempt, verdict }
}

/// Every pseudo-legal move that is not legal, each explained: moves that only the king's safety
/// forbids, castling with the right and a free way among them. Ordered by squares; castling is
/// written king-takes-rook.
pub fn illegal_moves(position: &Position) -> impl Iterator<Item = Explanation> + '_ {
    let promotions = [None, Some(Role::Queen), Some(Role::Rook), Some(Role::Bishop), Some(Role::Knight)];
    let attempts = position.us().into_iter().flat_map(move |from| {
        let targets = Square::ALL.into_iter();
        targets.flat_map(move |to| promotions.into_iter().map(move |promotion| Attempt { from, to, promotion }))
    });
    attempts.filter_map(|attempt| {
        let reason = judge::judge(position, attempt).err().filter(Reason::is_about_safety)?;
        // A castle has two spellings; one is enough.
        let castles = matches!(reason, Reason::Castling(_));
        let stored = !castles || position.us().contains(attempt.to);
        stored.then_some(Explanation { attempt, verdict: Verdict::Illegal(reason) })
    })
}
