//! One thread's view of a search, and what every kind of node needs of it.
//!
//! Positions are copied, not unmade. Workers share nothing but the transposition table and the [`Control`].

use tabiya::Move;
use tabiya::order::MovePicker;

use crate::board::Board;
use crate::control::Control;
use crate::correction::Corrections;
use crate::eval::{PawnCache, evaluate_with};
use crate::history::{Histories, Order, Place};
use crate::score::{DRAW, MAX_PLY, Value};
use crate::tables::{Probing, Ranking};
use crate::tt::{Entry, Table};

/// The line a search expects, best move first.
pub type Line = Vec<Move>;

/// What one thread remembers from one search to the next.
#[derive(Clone)]
pub(crate) struct Memory {
    pub(crate) histories: Histories,
    pub(crate) corrections: Corrections,
    pub(crate) pawns: PawnCache,
}

impl Memory {
    /// What it takes on the heap.
    pub(crate) const BYTES: usize = Histories::BYTES + Corrections::BYTES + PawnCache::BYTES;

    /// A memory of nothing.
    pub(crate) fn new() -> Memory {
        Memory { histories: Histories::new(), corrections: Corrections::new(), pawns: PawnCache::new() }
    }
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub(crate) control: &'a Control,
    pub(crate) table: &'a Table,
    /// Endgame tables, where there are any for this search.
    pub(crate) tables: Option<Probing<'a>>,
    /// What endgame tables say of the root.
    pub(crate) ranking: Option<&'a Ranking>,
    pub(crate) memory: &'a mut Memory,
    /// The keys of the game so far and of the line being searched, the present position's last.
    pub(crate) keys: Vec<u64>,
    /// How far back `keys` can hold a repetition: null moves cut it off.
    pub(crate) null_barrier: usize,
    /// Where in `keys` the root is.
    root: usize,
    /// The best line found from each ply on.
    pub(crate) lines: Vec<Line>,
    /// The evaluation at each ply of the line being searched, where there is one.
    pub(crate) evals: [Option<Value>; MAX_PLY + 1],
    /// The move that the next node to be searched leaves out.
    pub(crate) excluded: Option<Move>,
    pub(crate) nodes: u64,
    next_check: u64,
    published: u64,
    /// Positions found in endgame tables, and those of them that were published.
    hits: [u64; 2],
    /// Positions that tables should have known and did not.
    misses: u32,
    pub(crate) deepest: usize,
    pub(crate) root_depth: i32,
    /// Only one worker watches the clock.
    pub(crate) is_main: bool,
    pub(crate) stopped: bool,
}

/// What a position looks like.
#[derive(Copy, Clone)]
pub(crate) struct Evaluation {
    /// As [`evaluate`] says: this is what the table keeps.
    pub(crate) plain: Value,
    /// As the search uses it.
    pub(crate) corrected: Value,
}

/// Nodes between two looks at the clock.
const CHECK_EVERY: u64 = 1024;

/// How many answers that tables could not give are told of, for each thread and search.
const MISSES_TOLD: u32 = 64;

/// Nodes after which the clock counts even in the first iteration: a few milliseconds' worth.
const FIRST_NODES: u64 = 16 * CHECK_EVERY;

impl<'a> Worker<'a> {
    /// A worker at the root of a search; `keys` ends with the root's.
    pub(crate) fn new(
        control: &'a Control,
        table: &'a Table,
        memory: &'a mut Memory,
        keys: Vec<u64>,
        is_main: bool,
    ) -> Worker<'a> {
        Worker {
            control,
            table,
            tables: None,
            ranking: None,
            memory,
            root: keys.len() - 1,
            keys,
            null_barrier: 0,
            lines: vec![Line::new(); MAX_PLY + 1],
            evals: [None; MAX_PLY + 1],
            excluded: None,
            nodes: 0,
            next_check: 0,
            published: 0,
            hits: [0; 2],
            misses: 0,
            deepest: 0,
            root_depth: 0,
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
        // The first iteration is finished however little time there is, even if a stop came before it began, unless it
        // is uncommonly long: its answer is worth having.
        let may_end = self.root_depth > 1 || self.nodes > FIRST_NODES;
        self.stopped |= if self.is_main { self.control.is_over(may_end) } else { self.control.is_stopped() };
        self.next_check = self.nodes + self.control.nodes_left().clamp(1, CHECK_EVERY);
    }

    /// Adds what this worker has searched to what all have.
    pub(crate) fn publish(&mut self) {
        self.control.add_nodes(self.nodes - self.published);
        self.published = self.nodes;
        let [hits, published] = self.hits;
        self.control.add_table_hits(hits - published);
        self.hits[1] = hits;
    }

    /// What endgame tables say of the position on the board.
    #[inline(always)]
    pub(crate) fn probe_tables(&mut self, board: &Board, ply: usize, depth: i32) -> Option<Entry> {
        match self.tables {
            Some(tables) if tables.may_know(&board.position) => self.ask(tables, board, ply, depth),
            _ => None,
        }
    }

    /// As [`probe_tables`](Worker::probe_tables), where there are tables of so few men.
    #[cold]
    fn ask(&mut self, tables: Probing, board: &Board, ply: usize, depth: i32) -> Option<Entry> {
        match tables.probe(&board.position, ply, depth) {
            Ok(Some(entry)) => {
                self.hits[0] += 1;
                Some(entry)
            }
            Ok(None) => None,
            Err(error) => {
                // Some missing tables are missed a thousand times a second.
                self.misses += 1;
                if self.misses <= MISSES_TOLD {
                    tables.note(&error);
                }
                None
            }
        }
    }

    /// Whether the position on the board is drawn by the fifty-move rule, repetition or insufficient material.
    ///
    /// A position that has been on the board once since the root counts as drawn: a side that can repeat once can do it
    /// again.
    pub(crate) fn is_draw(&self, board: &Board, ply: usize) -> bool {
        let position = &board.position;
        if position.is_fifty_moves() && (!board.in_check || position.has_legal_move()) {
            return true;
        }
        if position.occupied().len() <= 4 && position.is_insufficient_material() {
            return true;
        }
        let last = self.keys.len() - 1;
        let reach = (position.halfmove_clock() as usize).min(last - self.null_barrier);
        let mut before = false;
        for back in (4..=reach).step_by(2) {
            if self.keys[last - back] == board.key {
                if back < ply || before {
                    return true;
                }
                before = true;
            }
        }
        false
    }

    /// Whether the side to move can bring a position back that has been on the board since the root.
    ///
    /// What came before the root does not count: there it takes two repetitions to make a draw.
    pub(crate) fn can_repeat(&self, board: &Board) -> bool {
        let first = self.null_barrier.max(self.root + 1);
        let past = self.keys.get(first..self.keys.len() - 1);
        past.is_some_and(|past| board.position.upcoming_repetition(past))
    }

    /// What a position looks like, unless the table knows, and what correction histories make of it.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, board: &Board, known: Option<Value>) -> Evaluation {
        let Memory { corrections, pawns, .. } = &mut *self.memory;
        let plain = known.unwrap_or_else(|| evaluate_with(&board.position, pawns.structure(&board.position)));
        Evaluation { plain, corrected: corrections.corrected(board, plain) }
    }

    /// The value of a node that is searched no further.
    #[cold]
    pub(crate) fn give_up(&mut self, board: &Board) -> Value {
        if board.in_check { DRAW } else { self.evaluate(board, None).corrected }
    }

    /// The next move in the order of the histories.
    #[inline(always)]
    pub(crate) fn next_move(&self, moves: &mut MovePicker, place: &Place) -> Option<Move> {
        moves.next(&Order { histories: &self.memory.histories, place })
    }

    /// The board after a legal move, with what its node will read first on the way into the cache.
    #[inline(always)]
    pub(crate) fn after(&self, board: &Board, mv: Move) -> Board {
        let next = board.after(mv, self.table);
        self.memory.corrections.prefetch(&next);
        next
    }

    /// Puts a position on the board, searches what `below` says and takes it back.
    #[inline(always)]
    pub(crate) fn try_move(&mut self, next: &Board, below: impl FnOnce(&mut Self, &Board) -> Value) -> Value {
        self.keys.push(next.key);
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Limits;
    use std::time::Duration;
    use tabiya::Position;

    /// The board and the keys after these moves from the start.
    fn played(moves: &[&str]) -> (Board, Vec<u64>) {
        let mut position = Position::startpos();
        let mut keys = vec![position.key()];
        for text in moves {
            position.play_uci(text).unwrap();
            keys.push(position.key());
        }
        (Board::new(&position), keys)
    }

    #[test]
    fn only_what_came_after_the_root_can_be_repeated() {
        let control = Control::new(&Limits::default(), Duration::ZERO);
        let (table, mut memory) = (Table::smallest(), Memory::new());
        let (board, keys) = played(&["d2d3", "d7d6", "e2e3", "e7e6", "g1f3", "g8f6", "f3g1"]);
        let mut can_repeat = |root: usize, null_barrier| {
            let mut worker = Worker::new(&control, &table, &mut memory, keys[..=root].to_vec(), true);
            worker.keys.extend(&keys[root + 1..]);
            worker.null_barrier = null_barrier;
            worker.can_repeat(&board)
        };
        // By f6g8 Black brings back the position after four moves.
        assert!(can_repeat(3, 0) && can_repeat(3, 4));
        assert!(!can_repeat(4, 0), "the root itself: there a repetition is the first");
        assert!(!can_repeat(3, 5), "a null move in between");
        assert!(!can_repeat(keys.len() - 1, 0), "the board is at the root");
    }
}
