//! The search below the root: principal variation search.

use std::ops::ControlFlow;

use tabiya::order::{Context, MovePicker, Stage, is_tactical};
use tabiya::{Move, MoveList};

use crate::best::Best;
use crate::board::Board;
use crate::history::{Place, Route};
use crate::margins::{
    EXCHANGE_DEPTH, FUTILITY_DEPTH, INTERNAL_REDUCTION_DEPTH, LATE_MOVE_PRUNING_DEPTH, REDUCTION_CAPTURES,
    REDUCTION_DEPTH, REDUCTION_HISTORY, REDUCTIONS, SINGULAR_DEPTH, SINGULAR_MARGIN, SINGULAR_TRUST, futility_margin,
    late_move_count, worst_capture_exchange, worst_quiet_exchange,
};
use crate::score::{DECIDED_BOUND, DRAW, INFINITE, MAX_PLY, Value, is_decided, mated_in};
use crate::tt::{Bound, Entry};
use crate::worker::Worker;

/// Positions with a halfmove clock beyond this are searched whatever the table knows: its scores know no fifty-move
/// rule.
const CLOCK_OF_TRUST: u32 = 90;

/// A position in the tree, and what is known of it before its moves are tried.
pub(crate) struct Node<'b> {
    pub(crate) board: &'b Board,
    pub(crate) route: Route,
    /// Where the histories are looked up.
    pub(crate) place: Place,
    pub(crate) depth: i32,
    pub(crate) beta: Value,
    /// Whether the score is expected to be `beta` at least.
    pub(crate) cut: bool,
    /// Nothing in check.
    pub(crate) eval: Option<Value>,
    /// Whether the evaluation is better than two plies ago.
    pub(crate) improving: bool,
    pub(crate) tt_move: Option<Move>,
    /// The move that is left out, to see how good the others are.
    excluded: Option<Move>,
    /// By how much deeper the move of the table is searched.
    extension: i32,
}

/// One move of a node.
struct Candidate {
    mv: Move,
    /// From 1.
    number: usize,
    quiet: bool,
    /// By how much a move this late is reduced before anything else is known of it.
    reduction: i32,
}

impl Worker<'_> {
    /// The value of a position to its side to move, `depth` plies deep, as far as it lies between `alpha` and `beta`;
    /// `cut` says that it is expected to be `beta` at least.
    pub(crate) fn search<const PV: bool>(
        &mut self,
        board: &Board,
        mut alpha: Value,
        mut beta: Value,
        depth: i32,
        route: Route,
        cut: bool,
    ) -> Value {
        let ply = route.ply;
        let excluded = self.excluded.take();
        self.lines[ply].clear();
        if self.is_draw(board, ply) {
            return DRAW;
        }
        // Upcoming repetition: a side that can bring a position back has a draw at least.
        if alpha < DRAW && self.can_repeat(board) {
            alpha = DRAW;
            if alpha >= beta {
                return alpha;
            }
        }
        // Check extension: a check is answered at full depth, so that a series of them hides nothing.
        let extend = board.in_check && (ply as i32) < 2 * self.root_depth;
        let depth = depth + i32::from(extend);
        if depth <= 0 {
            return self.quiescence::<PV>(board, alpha, beta, route, true);
        }
        self.enter(ply);
        if self.stopped || ply >= MAX_PLY - 1 {
            return self.give_up(board);
        }

        // Mate distance pruning: a mate found already bounds what can be found here.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(-mated_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let known = self.table.probe(board.key, ply);
        if let Some(entry) = known
            && !PV
            && excluded.is_none()
            && entry.depth >= depth
            && board.position.halfmove_clock() < CLOCK_OF_TRUST
            && entry.settles(alpha, beta)
        {
            return entry.score;
        }

        // Endgame tables: the result of a position with few pieces, exact or a bound.
        let (mut floor, mut ceiling) = (-INFINITE, INFINITE);
        if excluded.is_none()
            && let Some(known) = self.probe_tables(board, ply, depth)
        {
            if known.settles(alpha, beta) {
                self.table.store(board.key, ply, Entry { depth: (depth + 6).min(MAX_PLY as i32 - 1), ..known });
                return known.score;
            }
            // A win may be a mate that is nearer, and a loss one too: only the bound is known.
            match known.bound {
                Bound::Lower => {
                    floor = known.score;
                    alpha = alpha.max(floor);
                }
                _ => ceiling = known.score,
            }
        }

        let evaluation = (!board.in_check).then(|| self.evaluate(board, known.and_then(|entry| entry.eval)));
        let eval = evaluation.map(|evaluation| evaluation.corrected);
        self.evals[ply] = eval;
        let improving = ply >= 2 && eval.is_some() && eval > self.evals[ply - 2];
        let tt_move = known.and_then(|entry| entry.mv).filter(|_| excluded.is_none());
        let place = Place::new(board, route);
        let mut node = Node { board, route, place, depth, beta, cut, eval, improving, tt_move, excluded, extension: 0 };

        if let Some(eval) = eval
            && !PV
            && excluded.is_none()
            && !is_decided(beta)
        {
            // What the table says of the position is better than a look at it.
            let estimate = known.filter(|entry| entry.settles(eval, eval + 1)).map_or(eval, |entry| entry.score);
            if let Some(score) = self.prune(&node, alpha, estimate) {
                return score;
            }
        }
        // Internal iterative reduction: without a good first move to try, a shallower search is the way to find one.
        if tt_move.is_none() && excluded.is_none() && depth >= INTERNAL_REDUCTION_DEPTH {
            node.depth -= 1;
        }
        if let Some(entry) = known {
            node.extension = match self.singular_extension(&node, &entry) {
                ControlFlow::Continue(extension) => extension,
                ControlFlow::Break(score) => return score,
            };
        }

        let mut best = self.search_moves::<PV>(&node, alpha);
        if self.stopped {
            return DRAW;
        }
        if excluded.is_some() {
            // Without another move, the one left out stands alone.
            return if best.is_empty() { alpha } else { best.score };
        }
        if best.is_empty() {
            return if board.in_check { mated_in(ply) } else { DRAW };
        }
        best.score = best.score.clamp(floor, ceiling);
        let entry = best.entry(alpha, beta, evaluation.map(|evaluation| evaluation.plain), node.depth);
        self.table.store(board.key, ply, entry);
        if let Some(eval) = eval {
            self.learn(&node, eval, &entry);
        }
        best.score
    }

    /// Singular extension: by how much deeper the move of the table is searched. If all others are clearly worse, it is
    /// worth a ply more. If even without it the score would be `beta` (multi-cut), that is the node's score.
    fn singular_extension(&mut self, node: &Node, entry: &Entry) -> ControlFlow<Value, i32> {
        let Some(mv) = node.tt_move else { return ControlFlow::Continue(0) };
        if node.depth < SINGULAR_DEPTH
            || node.route.ply as i32 >= 2 * self.root_depth
            || entry.bound == Bound::Upper
            || entry.depth < node.depth - SINGULAR_TRUST
            || is_decided(entry.score)
            || !node.board.position.is_legal(mv)
        {
            return ControlFlow::Continue(0);
        }
        let bound = entry.score - SINGULAR_MARGIN * node.depth;
        self.excluded = Some(mv);
        let score = self.search::<false>(node.board, bound - 1, bound, (node.depth - 1) / 2, node.route, node.cut);
        self.excluded = None;
        if self.stopped {
            return ControlFlow::Break(DRAW);
        }
        match () {
            () if score < bound => ControlFlow::Continue(1),
            () if bound >= node.beta => ControlFlow::Break(bound),
            () if entry.score >= node.beta => ControlFlow::Continue(-1),
            () => ControlFlow::Continue(0),
        }
    }

    /// Tries the moves of a node, until one refutes it.
    // Called from one place: a call of its own would cost the search a hundredth.
    #[inline(always)]
    fn search_moves<const PV: bool>(&mut self, node: &Node, alpha: Value) -> Best {
        let Node { board, ref place, depth, .. } = *node;
        let position = &board.position;
        let mut best = Best::new(alpha);
        let mut tried_quiets = MoveList::new();
        let mut tried_captures = MoveList::new();
        let mut number = 0;
        let mut moves = MovePicker::main(position, node.tt_move, Context::ROOT).legal();
        while let Some(mv) = self.next_move(&mut moves, place) {
            if node.excluded == Some(mv) {
                continue;
            }
            number += 1;
            let reduction = REDUCTIONS[depth.min(63) as usize][number.min(63)];
            let candidate = Candidate { mv, number, quiet: !is_tactical(mv), reduction };
            if best.score > -DECIDED_BOUND && !board.in_check {
                if candidate.quiet && (is_late(node, &candidate) || !PV && is_futile(node, &candidate, best.alpha)) {
                    moves.skip_quiets();
                }
                // Good captures are those that lose nothing.
                if moves.stage() != Stage::GoodCaptures && loses_too_much(node, &candidate) {
                    continue;
                }
            }

            let score = self.search_move::<PV>(node, &candidate, best.alpha);
            if self.stopped {
                return best;
            }
            if best.improve(mv, score) && PV {
                self.extend_line(node.route.ply, mv);
            }
            if best.alpha >= node.beta {
                // A refutation is remembered, and that the moves before it were none.
                let tried = tried_quiets.iter().chain(tried_captures.iter()).copied();
                self.memory.histories.record_cutoff(position, mv, tried, depth, place);
                break;
            }
            if candidate.quiet { tried_quiets.push(mv) } else { tried_captures.push(mv) }
        }
        best
    }

    /// Principal variation search of one move: first less deep if it is late, then at full depth in a window that only
    /// says whether it beats alpha, then in the whole window.
    #[inline(always)]
    fn search_move<const PV: bool>(&mut self, node: &Node, candidate: &Candidate, alpha: Value) -> Value {
        let next = self.after(node.board, candidate.mv);
        let below = node.route.after(&node.board.position, candidate.mv);
        let extension = if node.tt_move == Some(candidate.mv) { node.extension } else { 0 };
        let depth = node.depth - 1 + extension;
        self.try_move(&next, |worker, next| {
            let less = worker.late_move_reduction::<PV>(node, candidate, next);
            let mut score = INFINITE;
            if !PV || candidate.number > 1 {
                score = -worker.search::<false>(next, -alpha - 1, -alpha, depth - less, below, less > 0 || !node.cut);
                if score > alpha && less > 0 && !worker.stopped {
                    score = -worker.search::<false>(next, -alpha - 1, -alpha, depth, below, !node.cut);
                }
            }
            if PV && score > alpha && !worker.stopped {
                score = -worker.search::<true>(next, -node.beta, -alpha, depth, below, false);
            }
            score
        })
    }

    /// Late move reductions: how much less deep a late move is searched at first.
    fn late_move_reduction<const PV: bool>(&self, node: &Node, candidate: &Candidate, next: &Board) -> i32 {
        let Candidate { mv, number, quiet, reduction } = *candidate;
        let late = number > 1 + usize::from(PV) && (quiet || number > REDUCTION_CAPTURES);
        if node.depth < REDUCTION_DEPTH || !late {
            return 0;
        }
        let mut less = reduction - i32::from(PV) - i32::from(next.in_check) + i32::from(!node.improving);
        less += i32::from(node.cut);
        if quiet {
            less -= self.memory.histories.quiet_score(&node.board.position, mv, &node.place) / REDUCTION_HISTORY;
        }
        less.clamp(0, node.depth - 2)
    }

    /// Correction histories: remembers how wrong the evaluation was, where the result says so and no capture, which an
    /// evaluation does not look for, is the reason.
    fn learn(&mut self, node: &Node, eval: Value, found: &Entry) {
        let says_so = match found.bound {
            Bound::Exact => true,
            Bound::Lower => found.score > eval,
            Bound::Upper => found.score < eval,
        };
        if says_so && !is_decided(found.score) && !found.mv.is_some_and(is_tactical) {
            self.memory.corrections.learn(node.board, found.score - eval, node.depth);
        }
    }
}

/// What late move reduction leaves of a node's depth for a move.
fn reduced_depth(node: &Node, candidate: &Candidate) -> i32 {
    (node.depth - candidate.reduction).max(0)
}

/// Late move pruning: after many moves the quiet ones that are left hardly matter.
fn is_late(node: &Node, candidate: &Candidate) -> bool {
    candidate.number as i32 > late_move_count(node.depth, node.improving) && node.depth <= LATE_MOVE_PRUNING_DEPTH
}

/// Futility pruning: an evaluation so far below alpha that no quiet move will lift it.
fn is_futile(node: &Node, candidate: &Candidate, alpha: Value) -> bool {
    let depth = reduced_depth(node, candidate);
    depth <= FUTILITY_DEPTH && node.eval.is_some_and(|eval| eval + futility_margin(depth) <= alpha)
}

/// Whether a move but the first loses more by exchanges than the depth can win back.
fn loses_too_much(node: &Node, candidate: &Candidate) -> bool {
    if node.depth > EXCHANGE_DEPTH || candidate.number <= 1 || candidate.quiet && node.place.is_known_safe(candidate.mv)
    {
        return false;
    }
    let worst = match candidate.quiet {
        true => worst_quiet_exchange(reduced_depth(node, candidate)),
        false => worst_capture_exchange(node.depth),
    };
    !node.board.position.see_at_least(candidate.mv, worst)
}
