//! Prunings of a whole node: reasons to believe, before any move is tried, that a full search would end outside the
//! window.
//!
//! All of them are for nodes off the principal variation, out of check and far from a mate.

use tabiya::Role;
use tabiya::order::MovePicker;

use crate::margins::{
    NULL_MOVE_DEPTH, PROBCUT_DEPTH, PROBCUT_MARGIN, PROBCUT_REDUCTION, RAZORING_DEPTH, RAZORING_PER_PLY,
    REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_PER_PLY, null_move_reduction,
};
use crate::score::{DRAW, Value, is_decided};
use crate::search::Node;
use crate::worker::Worker;

impl Worker<'_> {
    /// The score of a node that needs no full search. `estimate` is the evaluation, or what the table knows better.
    pub(crate) fn prune(&mut self, node: &Node, alpha: Value, estimate: Value) -> Option<Value> {
        if reverse_futility(node, estimate) {
            return Some(estimate);
        }
        self.razor(node, alpha, estimate)
            .or_else(|| self.null_move(node, estimate))
            .or_else(|| self.probcut(node, estimate))
    }

    /// Razoring: an evaluation so far below alpha that only captures could raise it, and they do not.
    fn razor(&mut self, node: &Node, alpha: Value, estimate: Value) -> Option<Value> {
        if node.depth > RAZORING_DEPTH || estimate + RAZORING_PER_PLY * node.depth > alpha {
            return None;
        }
        let score = self.quiescence::<false>(node.board, alpha, alpha + 1, node.route, true);
        // A search that was stopped goes no further, whatever its score.
        (score <= alpha || self.stopped).then_some(score)
    }

    /// Null move: passing is worse than the best move, except in zugzwang, which needs a board with hardly any pieces.
    /// If the score stays above beta after a pass, it would do so after a move.
    fn null_move(&mut self, node: &Node, estimate: Value) -> Option<Value> {
        let (position, beta) = (&node.board.position, node.beta);
        let pieces = position.us() - position.board().by_role(Role::Pawn) - position.board().by_role(Role::King);
        if node.depth < NULL_MOVE_DEPTH || estimate < beta || pieces.is_empty() || !node.route.follows_a_move() {
            return None;
        }
        let next = node.board.after_null(self.table)?;
        let depth = node.depth - null_move_reduction(node.depth, estimate - beta);
        let barrier = std::mem::replace(&mut self.null_barrier, self.keys.len());
        let score = self.try_move(&next, |worker, next| {
            -worker.search::<false>(next, -beta, 1 - beta, depth, node.route.after_null(), !node.cut)
        });
        self.null_barrier = barrier;
        if self.stopped {
            return Some(DRAW);
        }
        (score >= beta).then(|| if is_decided(score) { beta } else { score })
    }

    /// ProbCut: if a winning capture beats a raised beta in a shallow search, a full search would hardly say otherwise.
    fn probcut(&mut self, node: &Node, estimate: Value) -> Option<Value> {
        if node.depth < PROBCUT_DEPTH {
            return None;
        }
        let position = &node.board.position;
        let raised = node.beta + PROBCUT_MARGIN;
        let mut moves = MovePicker::probcut(position, node.tt_move, raised - estimate).legal();
        while let Some(mv) = self.next_move(&mut moves, &node.place) {
            let next = self.after(node.board, mv);
            let below = node.route.after(position, mv);
            let score = self.try_move(&next, |worker, next| {
                let score = -worker.quiescence::<false>(next, -raised, 1 - raised, below, true);
                match score >= raised && !worker.stopped {
                    true => -worker.search::<false>(
                        next,
                        -raised,
                        1 - raised,
                        node.depth - PROBCUT_REDUCTION,
                        below,
                        !node.cut,
                    ),
                    false => score,
                }
            });
            if self.stopped {
                return Some(DRAW);
            }
            if score >= raised {
                return Some(score);
            }
        }
        None
    }
}

/// Reverse futility: an evaluation so far above beta that the rest of the depth would not bring it down.
fn reverse_futility(node: &Node, estimate: Value) -> bool {
    let plies = node.depth - i32::from(node.improving);
    node.depth <= REVERSE_FUTILITY_DEPTH
        && estimate - REVERSE_FUTILITY_PER_PLY * plies >= node.beta
        && !is_decided(estimate)
}
