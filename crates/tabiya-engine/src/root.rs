//! The search at the root: iterative deepening, aspiration windows, several lines at once.

use std::time::Duration;

use tabiya::order::{Context, MovePicker};
use tabiya::{Move, Position};

use crate::board::Board;
use crate::history::{Place, Route};
use crate::margins::{ASPIRATION_DEPTH, ASPIRATION_LIMIT, ASPIRATION_WINDOW, REDUCTIONS};
use crate::score::{INFINITE, MATE, MAX_PLY, Value, is_mate};
use crate::time::Limits;
use crate::tt::Bound;
use crate::worker::{Line, Worker};

/// What the main thread has to say about one of the best lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The iteration.
    pub depth: i32,
    /// The longest line looked at.
    pub selective_depth: usize,
    /// Which of the best lines this is, from 1.
    pub rank: usize,
    /// Its value to the side to move.
    pub score: Value,
    /// Whether that is the value or only a bound.
    pub bound: Bound,
    /// Nodes searched so far, by all threads.
    pub nodes: u64,
    /// Positions found in endgame tables so far, by all threads.
    pub table_hits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub permille_full: usize,
    /// The moves.
    pub line: Line,
}

/// A move at the root with what is known of it.
struct RootMove {
    mv: Move,
    score: Value,
    line: Line,
    /// What endgame tables know of it: its group and its score. Moves of one group are searched together.
    known: Option<(u32, Value)>,
}

impl RootMove {
    fn group(&self) -> u32 {
        self.known.map_or(0, |(group, _)| group)
    }
}

impl Worker<'_> {
    /// Searches deeper and deeper until the limits or the control say enough. The best line comes back, empty only if
    /// there is no legal move.
    pub(crate) fn deepen(
        &mut self,
        position: &Position,
        limits: &Limits,
        lines: usize,
        first_depth: i32,
        report: &mut dyn FnMut(Report),
    ) -> Line {
        let mut moves = self.root_moves(position, limits);
        self.rank(&mut moves, lines);
        let lines = lines.clamp(1, moves.len().max(1));
        let last_depth = limits.depth.unwrap_or(i32::MAX).clamp(1, MAX_PLY as i32 - 1);
        let mut steady = 0;
        for depth in first_depth.min(last_depth)..=last_depth {
            if moves.is_empty() {
                break;
            }
            let favourite = moves[0].mv;
            let before = moves[0].score;
            self.root_depth = depth;
            for rank in 0..lines {
                self.deepest = 0;
                self.aspire(position, &mut moves, rank, depth, report);
                if self.stopped {
                    break;
                }
                self.publish();
                self.report(&moves[rank], rank, Bound::Exact, report);
            }
            if self.stopped {
                break;
            }
            steady = if moves[0].mv == favourite { steady + 1 } else { 0 };
            let dropped = depth > 1 && moves[0].score < before - 30;
            if self.is_main && self.settles_mate(position, &mut moves, depth, limits, report) {
                break;
            }
            if self.is_main && (self.is_found(&moves[0], limits) || self.is_enough(steady, dropped, moves.len())) {
                break;
            }
        }
        self.publish();
        moves.into_iter().next().map(|best| best.line).unwrap_or_default()
    }

    /// The legal moves asked for, or all if none of those is legal, in the picker's order, but one that mates before
    /// all others: it is the answer even if there is no time to search anything.
    fn root_moves(&self, position: &Position, limits: &Limits) -> Vec<RootMove> {
        let known = self.table.probe(position.key(), 0).and_then(|entry| entry.mv);
        let mut picker = MovePicker::main(position, known, Context::ROOT).legal();
        let place = Place::new(&Board::new(position), Route::ROOT);
        let moves = std::iter::from_fn(|| self.next_move(&mut picker, &place));
        let mut moves: Vec<RootMove> =
            moves.map(|mv| RootMove { mv, score: -INFINITE, line: vec![mv], known: None }).collect();
        let asked = |root: &RootMove| limits.search_moves.contains(&root.mv);
        if moves.iter().any(asked) {
            moves.retain(asked);
        }
        let info = position.check_info();
        let mates = |mv| position.gives_check_with(mv, &info) && position.after_unchecked(mv).is_checkmate();
        if let Some(index) = moves.iter().position(|root| mates(root.mv)) {
            moves[..=index].rotate_right(1);
        }
        moves
    }

    /// Puts the moves in the order of endgame tables, and leaves out those that give up the result, unless several
    /// lines are asked for.
    fn rank(&self, moves: &mut Vec<RootMove>, lines: usize) {
        let Some(ranking) = self.ranking else { return };
        for root in &mut *moves {
            let ranked = ranking.moves.iter().find(|ranked| ranked.mv == root.mv);
            root.known = ranked.map(|ranked| (ranked.group, ranked.score));
        }
        moves.sort_by_key(RootMove::group);
        if let Some(best) = moves.first().map(RootMove::group).filter(|_| lines <= 1) {
            moves.retain(|root| root.group() == best);
        }
    }

    /// Whether a search for mate is decided by trying everything, once it is as deep as the mate asked for and has not
    /// found it. What is found becomes the best line.
    fn settles_mate(
        &mut self,
        position: &Position,
        moves: &mut [RootMove],
        depth: i32,
        limits: &Limits,
        report: &mut dyn FnMut(Report),
    ) -> bool {
        let Some(wanted) = limits.mate.filter(|&wanted| i64::from(depth) == 2 * i64::from(wanted)) else {
            return false;
        };
        if self.is_found(&moves[0], limits) {
            return true;
        }
        let first: Vec<Move> = moves.iter().map(|root| root.mv).collect();
        if let Some(line) = self.prove_mate(position, wanted, &first)
            && let Some(index) = moves.iter().position(|root| Some(&root.mv) == line.first())
        {
            moves[index].score = MATE - line.len() as Value;
            moves[index].line = line;
            moves[..=index].rotate_right(1);
            self.publish();
            self.report(&moves[0], 0, Bound::Exact, report);
        }
        true
    }

    /// Whether the mate asked for is found.
    fn is_found(&self, best: &RootMove, limits: &Limits) -> bool {
        limits.mate.is_some_and(|moves| {
            is_mate(best.score) && best.score > 0 && i64::from(MATE - best.score) < 2 * i64::from(moves)
        })
    }

    /// Whether the time for this move is better kept: the sooner, the longer the same move has been best.
    fn is_enough(&self, steady: u32, dropped: bool, choices: usize) -> bool {
        let factor = match (choices, steady) {
            (1, _) => 5,
            (_, 0) => 110,
            (_, 1..=2) => 85,
            (_, 3..=5) => 65,
            _ => 50,
        };
        self.control.has_clock()
            && !self.control.is_pondering()
            && self.control.is_late(if dropped { factor + 45 } else { factor })
    }

    /// Searches the moves from `rank` on, in a window around the score expected that opens where it fails, and brings
    /// the best one to `rank`.
    fn aspire(
        &mut self,
        position: &Position,
        moves: &mut [RootMove],
        rank: usize,
        depth: i32,
        report: &mut dyn FnMut(Report),
    ) {
        let expected = moves[rank].score;
        let windowed = depth > ASPIRATION_DEPTH && !is_mate(expected) && expected != -INFINITE;
        let group = moves[rank].group();
        let end = moves.partition_point(|root| root.group() <= group);
        let mut width = ASPIRATION_WINDOW;
        let (mut alpha, mut beta) = match windowed {
            true => (expected - width, expected + width),
            false => (-INFINITE, INFINITE),
        };
        loop {
            let score = self.search_root(position, &mut moves[rank..end], alpha, beta, depth);
            if self.stopped {
                return;
            }
            width *= 3;
            if score <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = if width > ASPIRATION_LIMIT { -INFINITE } else { (score - width).max(-INFINITE) };
            } else if score >= beta && beta < INFINITE {
                self.publish();
                self.report(&moves[rank], rank, Bound::Lower, report);
                beta = if width > ASPIRATION_LIMIT { INFINITE } else { (score + width).min(INFINITE) };
            } else {
                return;
            }
        }
    }

    /// One search of the root moves. The best comes first; the others keep their order behind it.
    fn search_root(
        &mut self,
        position: &Position,
        moves: &mut [RootMove],
        mut alpha: Value,
        beta: Value,
        depth: i32,
    ) -> Value {
        let board = Board::new(position);
        let mut best = -INFINITE;
        for index in 0..moves.len() {
            let mv = moves[index].mv;
            let next = board.after(mv, self.table);
            let route = Route::ROOT.after(position, mv);
            self.keys.push(next.key);
            // Late moves are searched less deep at first, by a ply less than below the root; the full search follows if
            // they surprise.
            let late = index > 3 && depth > 3 && !board.in_check;
            let reduction = REDUCTIONS[depth.min(63) as usize][index.min(63)];
            let less = if late { (reduction - 1 - i32::from(mv.is_capture())).clamp(0, depth - 2) } else { 0 };
            let mut score = INFINITE;
            if index > 0 {
                score = -self.search::<false>(&next, -alpha - 1, -alpha, depth - 1 - less, route, true);
                if score > alpha && less > 0 && !self.stopped {
                    score = -self.search::<false>(&next, -alpha - 1, -alpha, depth - 1, route, true);
                }
            }
            if score > alpha && !self.stopped {
                score = -self.search::<true>(&next, -beta, -alpha, depth - 1, route, false);
            }
            self.keys.pop();
            if self.stopped {
                return best;
            }
            best = best.max(score);
            if score > alpha || index == 0 {
                alpha = alpha.max(score);
                self.extend_line(0, mv);
                moves[index].score = score;
                moves[index].line.clone_from(&self.lines[0]);
                moves[..=index].rotate_right(1);
            }
            if score >= beta {
                break;
            }
        }
        best
    }

    fn report(&self, best: &RootMove, rank: usize, bound: Bound, report: &mut dyn FnMut(Report)) {
        if !self.is_main {
            return;
        }
        // A mate is more than what a table says; anything else that the search believes is less.
        let (score, bound) = match best.known {
            Some((_, score)) if !is_mate(best.score) => (score, Bound::Exact),
            _ => (best.score, bound),
        };
        report(Report {
            depth: self.root_depth,
            selective_depth: self.deepest,
            rank: rank + 1,
            score,
            bound,
            nodes: self.control.nodes(),
            table_hits: self.control.table_hits(),
            time: self.control.elapsed(),
            permille_full: self.table.permille_full(),
            line: best.line.clone(),
        });
    }
}
