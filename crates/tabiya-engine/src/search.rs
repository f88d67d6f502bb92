//! The search below the root: principal variation search with the usual shortcuts, and quiescence.
//!
//! Positions are copied, not unmade. A [`Worker`] is one thread's view of a search; workers share nothing but the
//! transposition table and the [`Control`].

use std::sync::LazyLock;

use tabiya::order::{Context, Histories};
use tabiya::{Move, MoveList, Position, Role};

use crate::control::Control;
use crate::counters::Counters;
use crate::eval::evaluate;
use crate::move_source::{MoveSource, Moves as _, is_tactical};
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, Value, is_mate, mated_in};
use crate::tt::{Bound, Entry, Table};

/// The line a search expects, best move first.
pub type Line = Vec<Move>;

/// One thread of a search.
pub struct Worker<'a> {
    pub(crate) control: &'a Control,
    pub(crate) table: &'a Table,
    pub(crate) tables: &'a mut Histories,
    /// The keys of the game so far and of the line being searched, the present position's last.
    pub(crate) keys: Vec<u64>,
    /// How far back `keys` can hold a repetition: null moves cut it off.
    null_barrier: usize,
    /// The best line found from each ply on.
    pub(crate) lines: Vec<Line>,
    evals: [Option<Value>; MAX_PLY + 1],
    pub(crate) nodes: u64,
    next_check: u64,
    published: u64,
    pub(crate) deepest: usize,
    pub(crate) root_depth: i32,
    pub(crate) counters: Counters,
    /// Only one worker watches the clock.
    pub(crate) is_main: bool,
    pub(crate) stopped: bool,
}

/// How much less deep a late move is searched, by depth and number.
pub(crate) static REDUCTIONS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, reduction) in row.iter_mut().enumerate().skip(1) {
            *reduction = (0.8 + (depth as f64).ln() * (number as f64).ln() / 2.3) as i32;
        }
    }
    table
});

/// Nodes between two looks at the clock.
const CHECK_EVERY: u64 = 1024;

/// Nodes after which the clock counts even in the first iteration: a few milliseconds' worth.
const FIRST_NODES: u64 = 16 * CHECK_EVERY;

impl<'a> Worker<'a> {
    /// A worker at the root of a search; `keys` ends with the root's.
    pub fn new(
        control: &'a Control,
        table: &'a Table,
        tables: &'a mut Histories,
        keys: Vec<u64>,
        is_main: bool,
    ) -> Worker<'a> {
        Worker {
            control,
            table,
            tables,
            keys,
            null_barrier: 0,
            lines: vec![Line::new(); MAX_PLY + 1],
            evals: [None; MAX_PLY + 1],
            nodes: 0,
            next_check: 0,
            published: 0,
            deepest: 0,
            root_depth: 0,
            counters: Counters::default(),
            is_main,
            stopped: false,
        }
    }

    /// Counts a node and, now and then, looks whether the search must end.
    pub(crate) fn enter(&mut self, ply: usize) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.nodes >= self.next_check {
            self.check();
        }
    }

    fn check(&mut self) {
        self.publish();
        // However little time there is, the first iteration is finished if it is no uncommonly long one: its answer is
        // worth having.
        let watches_clock = self.root_depth > 1 || self.nodes > FIRST_NODES;
        self.stopped |= if self.is_main { self.control.is_over(watches_clock) } else { self.control.is_stopped() };
        self.next_check = self.nodes + self.control.nodes_left().clamp(1, CHECK_EVERY);
    }

    /// Adds what this worker has searched to what all have.
    pub(crate) fn publish(&mut self) {
        self.control.add_nodes(self.nodes - self.published);
        self.published = self.nodes;
    }

    /// Whether the position on the board is drawn by the fifty-move rule, repetition or want of material.
    ///
    /// A position that has been on the board once since the root counts as drawn: who can repeat once can do it again.
    fn is_draw(&self, position: &Position, ply: usize) -> bool {
        if position.is_fifty_moves() && (!position.in_check() || position.has_legal_move()) {
            return true;
        }
        if position.occupied().len() <= 4 && position.is_insufficient_material() {
            return true;
        }
        let last = self.keys.len() - 1;
        let reach = (position.halfmove_clock() as usize).min(last - self.null_barrier);
        let mut before = false;
        for back in (4..=reach).step_by(2) {
            if self.keys[last - back] == position.key() {
                if back < ply || before {
                    return true;
                }
                before = true;
            }
        }
        false
    }

    /// Plays a move, searches what `below` says and takes it back.
    fn try_move(&mut self, next: &Position, below: impl FnOnce(&mut Self, &Position) -> Value) -> Value {
        self.keys.push(next.key());
        let score = below(self, next);
        self.keys.pop();
        score
    }

    /// Writes the line that begins with `mv` and goes on with the best line one ply further.
    pub(crate) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&below[0]);
    }

    /// The value of a position to its side to move, `depth` plies deep, as far as it lies between `alpha` and `beta`.
    pub(crate) fn search<const PV: bool, S: MoveSource>(
        &mut self,
        position: &Position,
        mut alpha: Value,
        mut beta: Value,
        depth: i32,
        context: Context,
    ) -> Value {
        let ply = context.ply;
        self.lines[ply].clear();
        if self.is_draw(position, ply) {
            return DRAW;
        }
        let in_check = position.in_check();
        // A check is answered at full depth, so that a series of them hides nothing.
        let extend = in_check && (ply as i32) < 2 * self.root_depth;
        let mut depth = depth + i32::from(extend);
        if depth <= 0 {
            return self.quiescence::<PV, S>(position, alpha, beta, context, true);
        }
        self.enter(ply);
        if self.stopped || ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { evaluate(position) };
        }

        // A mate found already bounds what can be found here.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(-mated_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let known = self.table.probe(position.key(), ply);
        if let Some(entry) = known
            && !PV
            && entry.depth >= depth
            && position.halfmove_clock() < 90
            && settles(&entry, alpha, beta)
        {
            return entry.score;
        }
        let tt_move = known.and_then(|entry| entry.mv);

        let eval = match known.and_then(|entry| entry.eval) {
            _ if in_check => None,
            Some(eval) => Some(eval),
            None => Some(evaluate(position)),
        };
        self.evals[ply] = eval;
        let improving = ply >= 2 && eval.is_some() && eval > self.evals[ply - 2];

        if let Some(eval) = eval
            && !PV
            && !is_mate(beta)
        {
            // What the table says of the position is better than a look at it.
            let estimate = known.filter(|entry| settles(entry, eval, eval + 1)).map_or(eval, |entry| entry.score);
            if let Some(score) = self.shortcut::<S>(position, alpha, beta, depth, context, estimate, improving, tt_move)
            {
                return score;
            }
        }
        // Without a good first move to try, a shallower search is the way to find one.
        if tt_move.is_none() && depth >= 4 {
            depth -= 1;
        }

        let mut best = Best::new(-INFINITE, alpha);
        let mut tried_quiets = MoveList::new();
        let mut tried_captures = MoveList::new();
        let mut number = 0;
        let mut moves = S::main(position, self.tables, tt_move, context);
        while let Some(mv) = moves.next(self.tables) {
            number += 1;
            let quiet = !is_tactical(mv);
            let reduction = REDUCTIONS[depth.min(63) as usize][number.min(63)];

            if best.score > -MATE_BOUND && !in_check {
                let rest = (depth - reduction).max(0);
                if quiet {
                    let enough = (3 + depth * depth) / if improving { 1 } else { 2 };
                    let hopeless = !PV && rest <= 6 && eval.is_some_and(|eval| eval + 90 + 95 * rest <= best.alpha);
                    if (number as i32 > enough && depth <= 8) || hopeless {
                        moves.skip_quiets();
                    }
                }
                let worst = if quiet { -30 * rest * rest } else { -95 * depth };
                if depth <= 8 && number > 1 && !position.see_at_least(mv, worst) {
                    continue;
                }
            }

            let next = position.after_unchecked(mv);
            let below = context.after(position, mv);
            let alpha = best.alpha;
            let score = self.try_move(&next, |worker, next| {
                let mut less = 0;
                if depth >= 3 && number > 1 + usize::from(PV) && (quiet || number > 6) {
                    less = reduction - i32::from(PV) - i32::from(next.in_check()) + i32::from(!improving);
                    if quiet {
                        less -= worker.tables.quiet_score(position, mv, &context) / 9000;
                    }
                    less = less.clamp(0, depth - 2);
                }
                let mut score = INFINITE;
                if !PV || number > 1 {
                    score = -worker.search::<false, S>(next, -alpha - 1, -alpha, depth - 1 - less, below);
                    if score > alpha && less > 0 && !worker.stopped {
                        score = -worker.search::<false, S>(next, -alpha - 1, -alpha, depth - 1, below);
                    }
                }
                if PV && score > alpha && !worker.stopped {
                    score = -worker.search::<true, S>(next, -beta, -alpha, depth - 1, below);
                }
                score
            });
            if self.stopped {
                return DRAW;
            }

            if best.improve(mv, score) && PV {
                self.extend_line(ply, mv);
            }
            if best.alpha >= beta {
                self.reward(position, mv, &tried_quiets, &tried_captures, depth, &context);
                break;
            }
            if quiet { tried_quiets.push(mv) } else { tried_captures.push(mv) }
        }
        if S::COUNTED {
            self.counters.main.record(moves.generated());
        }
        if number == 0 {
            return if in_check { mated_in(ply) } else { DRAW };
        }

        self.table.store(position.key(), ply, best.entry(alpha, beta, eval, depth));
        best.score
    }

    /// The ways to know that a quiet position needs no full search: it is far above `beta` or far below `alpha`, or
    /// remains above `beta` even after a null move or a shallow search of the captures.
    #[allow(clippy::too_many_arguments)]
    fn shortcut<S: MoveSource>(
        &mut self,
        position: &Position,
        alpha: Value,
        beta: Value,
        depth: i32,
        context: Context,
        estimate: Value,
        improving: bool,
        tt_move: Option<Move>,
    ) -> Option<Value> {
        if depth <= 7 && estimate - 75 * (depth - i32::from(improving)) >= beta && !is_mate(estimate) {
            return Some(estimate);
        }
        if depth <= 3 && estimate + 250 * depth <= alpha {
            let score = self.quiescence::<false, S>(position, alpha, alpha + 1, context, true);
            // A search that was stopped goes no further, whatever its score.
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }
        // Passing is worse than the best move except in zugzwang, which needs a board with hardly any pieces.
        let pieces = position.us() - position.board().by_role(Role::Pawn) - position.board().by_role(Role::King);
        if depth >= 3
            && estimate >= beta
            && pieces.any()
            && context.previous[0].is_some()
            && let Some(next) = position.after_null()
        {
            let reduced = depth - 4 - depth / 4 - ((estimate - beta) / 200).min(3);
            let barrier = std::mem::replace(&mut self.null_barrier, self.keys.len());
            let score = self.try_move(&next, |worker, next| {
                -worker.search::<false, S>(next, -beta, 1 - beta, reduced, context.after_null())
            });
            self.null_barrier = barrier;
            if self.stopped {
                return Some(DRAW);
            }
            if score >= beta {
                return Some(if is_mate(score) { beta } else { score });
            }
        }
        if depth >= 5 {
            return self.probcut::<S>(position, beta + 180, depth, context, estimate, tt_move);
        }
        None
    }

    /// If a winning capture beats a raised `beta` in a shallow search, the full one would hardly say otherwise.
    fn probcut<S: MoveSource>(
        &mut self,
        position: &Position,
        raised: Value,
        depth: i32,
        context: Context,
        estimate: Value,
        tt_move: Option<Move>,
    ) -> Option<Value> {
        let mut moves = S::probcut(position, self.tables, tt_move, raised - estimate);
        while let Some(mv) = moves.next(self.tables) {
            let next = position.after_unchecked(mv);
            let below = context.after(position, mv);
            let score = self.try_move(&next, |worker, next| {
                let score = -worker.quiescence::<false, S>(next, -raised, 1 - raised, below, true);
                match score >= raised && !worker.stopped {
                    true => -worker.search::<false, S>(next, -raised, 1 - raised, depth - 4, below),
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

    /// A move refuted the position: remember it, and that those tried before it did not.
    fn reward(
        &mut self,
        position: &Position,
        mv: Move,
        quiets: &[Move],
        captures: &[Move],
        depth: i32,
        context: &Context,
    ) {
        let tried = quiets.iter().chain(captures).copied();
        self.tables.record_cutoff(position, mv, tried, depth, context);
    }

    /// The value of a position once the captures are played out.
    fn quiescence<const PV: bool, S: MoveSource>(
        &mut self,
        position: &Position,
        alpha: Value,
        beta: Value,
        context: Context,
        checks: bool,
    ) -> Value {
        let ply = context.ply;
        self.lines[ply].clear();
        self.enter(ply);
        let in_check = position.in_check();
        if self.stopped || ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { evaluate(position) };
        }
        if self.is_draw(position, ply) {
            return DRAW;
        }
        let known = self.table.probe(position.key(), ply);
        if let Some(entry) = known
            && !PV
            && settles(&entry, alpha, beta)
        {
            return entry.score;
        }

        let mut eval = None;
        let mut best = Best::new(-INFINITE, alpha);
        if !in_check {
            let here = known.and_then(|entry| entry.eval).unwrap_or_else(|| evaluate(position));
            eval = Some(here);
            // Nobody must capture: standing still is worth what the position looks like.
            let known_score = known.filter(|entry| settles(entry, here, here + 1) && !is_mate(entry.score));
            let stand_pat = known_score.map_or(here, |entry| entry.score);
            best = Best::new(stand_pat, alpha.max(stand_pat));
            if stand_pat >= beta {
                if known.is_none() {
                    self.table.store(position.key(), ply, best.entry(alpha, beta, eval, 0));
                }
                return stand_pat;
            }
        }

        let futile = eval.map_or(-INFINITE, |eval| eval + 180);
        let mut moves = S::quiescence(position, self.tables, known.and_then(|entry| entry.mv), context, checks);
        let mut any = false;
        while let Some(mv) = moves.next(self.tables) {
            any = true;
            if best.score > -MATE_BOUND && !in_check {
                // Where even a gift would not lift the score above alpha, an even trade will not.
                let least = i32::from(futile <= best.alpha && is_tactical(mv));
                if !position.see_at_least(mv, least) {
                    continue;
                }
            }
            let next = position.after_unchecked(mv);
            let below = context.after(position, mv);
            let alpha = best.alpha;
            let score =
                self.try_move(&next, |worker, next| -worker.quiescence::<PV, S>(next, -beta, -alpha, below, false));
            if self.stopped {
                return DRAW;
            }
            if best.improve(mv, score) && PV {
                self.extend_line(ply, mv);
            }
            if best.alpha >= beta {
                break;
            }
        }
        if S::COUNTED {
            self.counters.quiescence.record(moves.generated());
        }
        if in_check && !any {
            return mated_in(ply);
        }
        self.table.store(position.key(), ply, best.entry(alpha, beta, eval, 0));
        best.score
    }
}

/// The best of the moves tried at a node so far.
struct Best {
    score: Value,
    /// The move that raised `alpha` last.
    mv: Option<Move>,
    /// What the next move must beat.
    alpha: Value,
}

impl Best {
    fn new(score: Value, alpha: Value) -> Best {
        Best { score, mv: None, alpha }
    }

    /// Takes a move's score into account; whether it beats `alpha`.
    fn improve(&mut self, mv: Move, score: Value) -> bool {
        self.score = self.score.max(score);
        let beats = score > self.alpha;
        if beats {
            self.alpha = score;
            self.mv = Some(mv);
        }
        beats
    }

    /// What the table is to remember of a node that was searched between `alpha` and `beta`.
    fn entry(&self, alpha: Value, beta: Value, eval: Option<Value>, depth: i32) -> Entry {
        let bound = match self.score {
            score if score >= beta => Bound::Lower,
            _ if self.alpha > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        Entry { mv: self.mv, score: self.score, eval, depth, bound }
    }
}

/// Whether what the table knows decides a search between these bounds.
fn settles(entry: &Entry, alpha: Value, beta: Value) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}
