//! What a node has found so far, and what the transposition table knows of one.

use tabiya::Move;

use crate::score::{INFINITE, Value};
use crate::tt::{Bound, Entry};

/// The best of the moves tried at a node so far.
pub(crate) struct Best {
    pub(crate) score: Value,
    /// The move that raised `alpha` last.
    mv: Option<Move>,
    /// What the next move must beat.
    pub(crate) alpha: Value,
}

impl Best {
    /// Before the first move.
    pub(crate) fn new(alpha: Value) -> Best {
        Best::standing(-INFINITE, alpha)
    }

    /// Before the first move, with what the position is worth without one.
    pub(crate) fn standing(score: Value, alpha: Value) -> Best {
        Best { score, mv: None, alpha }
    }

    /// Whether no move has been tried.
    pub(crate) fn is_empty(&self) -> bool {
        self.score == -INFINITE
    }

    /// Takes a move's score into account; whether it beats `alpha`.
    pub(crate) fn improve(&mut self, mv: Move, score: Value) -> bool {
        self.score = self.score.max(score);
        let beats = score > self.alpha;
        if beats {
            self.alpha = score;
            self.mv = Some(mv);
        }
        beats
    }

    /// What the table is to remember of a node that was searched between `alpha` and `beta`.
    pub(crate) fn entry(&self, alpha: Value, beta: Value, eval: Option<Value>, depth: i32) -> Entry {
        let bound = match self.score {
            score if score >= beta => Bound::Lower,
            _ if self.alpha > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        Entry { mv: self.mv, score: self.score, eval, depth, bound }
    }
}

impl Entry {
    /// Whether this decides a search between these bounds.
    pub(crate) fn settles(&self, alpha: Value, beta: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}
