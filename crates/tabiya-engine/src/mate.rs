//! `go mate N`: whether the side to move can force mate within N moves, decided by trying everything.
//!
//! The search proper finds most mates sooner, but it prunes, so its silence proves nothing. This one leaves nothing
//! out: every move of the attacker is tried, and every reply to it, so that a `go mate N` can end with the answer that
//! there is no mate. Only the fifty-move rule ends a line early; a claim of repetition cannot stop a shortest mate.

use std::collections::HashSet;

use tabiya::{Move, Position};

use crate::worker::{Line, Worker};

/// Positions remembered as holding no mate; more would need too much memory.
const MOST_REMEMBERED: usize = 1 << 21;

/// What one proof remembers.
#[derive(Default)]
struct Proof {
    /// Positions, by key and number of moves, in which the attacker has no mate.
    barren: HashSet<(u64, u32)>,
    /// For each ply the reply that last refuted an attempt.
    refutations: Vec<Option<Move>>,
}

impl Worker<'_> {
    /// The shortest mate within `moves` moves that begins with one of `first`, with the longest defence. `None` if
    /// there is none, or if the search was stopped.
    pub(crate) fn prove_mate(&mut self, position: &Position, moves: u32, first: &[Move]) -> Option<Line> {
        let mut proof = Proof { refutations: vec![None; 2 * moves as usize + 2], ..Proof::default() };
        for moves in 1..=moves {
            if self.mates(position, moves, 0, first, &mut proof) {
                return Some(self.lines[0].clone());
            }
            if self.stopped {
                return None;
            }
        }
        None
    }

    /// Whether one of `candidates` forces mate within `moves` moves; if so, the line is at `ply`.
    fn mates(&mut self, position: &Position, moves: u32, ply: usize, candidates: &[Move], proof: &mut Proof) -> bool {
        self.enter(ply);
        let info = position.check_info();
        let (checks, mut others): (Vec<Move>, Vec<Move>) =
            candidates.iter().partition(|&&mv| position.gives_check_with(mv, &info));
        // Nothing but a check mates at once.
        if moves == 1 {
            others.clear();
        }
        for mv in checks.into_iter().chain(others) {
            if self.stopped {
                return false;
            }
            if self.is_lost(&position.after_unchecked(mv), moves, ply + 1, proof) {
                self.extend_line(ply, mv);
                return true;
            }
        }
        false
    }

    /// Whether the side to move is mated, or will be after each of its moves, within `moves` moves of the attacker, the
    /// one just played included.
    fn is_lost(&mut self, position: &Position, moves: u32, ply: usize, proof: &mut Proof) -> bool {
        self.enter(ply);
        self.lines[ply].clear();
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.in_check();
        }
        if moves == 1 || position.halfmove_clock() >= 100 || self.stopped {
            return false;
        }
        // A reply that refuted the last attempt often refutes this one too.
        let refutation = proof.refutations[ply].filter(|mv| replies.contains(mv));
        let others = replies.iter().copied().filter(|&mv| Some(mv) != refutation);
        let mut longest = Line::new();
        for reply in refutation.into_iter().chain(others) {
            let next = position.after_unchecked(reply);
            let remembered = (next.key(), moves - 1);
            // The key knows nothing of the fifty-move rule, so nothing is remembered where it may matter.
            let matters = next.halfmove_clock() + 2 * moves >= 100;
            if (!matters && proof.barren.contains(&remembered))
                || !self.mates(&next, moves - 1, ply + 1, &next.legal_moves(), proof)
            {
                if !self.stopped && !matters && proof.barren.len() < MOST_REMEMBERED {
                    proof.barren.insert(remembered);
                }
                proof.refutations[ply] = Some(reply);
                return false;
            }
            if self.lines[ply + 1].len() >= longest.len() {
                self.extend_line(ply, reply);
                longest.clone_from(&self.lines[ply]);
            }
        }
        self.lines[ply] = longest;
        true
    }
}
