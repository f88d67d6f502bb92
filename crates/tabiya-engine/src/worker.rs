//! One thread's view of a search, and what every kind of node needs of it.
//!
//! Positions are copied, not unmade. Workers share nothing but the transposition table and the [`Control`].

use tabiya::order::Histories;
use tabiya::{Move, Position};

use crate::control::Control;
use crate::score::{MAX_PLY, Value};
use crate::tt::Table;

/// The line a search expects, best move first.
pub type Line = Vec<Move>;

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub(crate) control: &'a Control,
    pub(crate) table: &'a Table,
    pub(crate) histories: &'a mut Histories,
    /// The keys of the game so far and of the line being searched, the present position's last.
    pub(crate) keys: Vec<u64>,
    /// How far back `keys` can hold a repetition: null moves cut it off.
    pub(crate) null_barrier: usize,
    /// The best line found from each ply on.
    pub(crate) lines: Vec<Line>,
    /// The evaluation at each ply of the line being searched, where there is one.
    pub(crate) evals: [Option<Value>; MAX_PLY + 1],
    pub(crate) nodes: u64,
    next_check: u64,
    published: u64,
    pub(crate) deepest: usize,
    pub(crate) root_depth: i32,
    /// Only one worker watches the clock.
    pub(crate) is_main: bool,
    pub(crate) stopped: bool,
}

/// Nodes between two looks at the clock.
const CHECK_EVERY: u64 = 1024;

/// Nodes after which the clock counts even in the first iteration: a few milliseconds' worth.
const FIRST_NODES: u64 = 16 * CHECK_EVERY;

impl<'a> Worker<'a> {
    /// A worker at the root of a search; `keys` ends with the root's.
    pub(crate) fn new(
        control: &'a Control,
        table: &'a Table,
        histories: &'a mut Histories,
        keys: Vec<u64>,
        is_main: bool,
    ) -> Worker<'a> {
        Worker {
            control,
            table,
            histories,
            keys,
            null_barrier: 0,
            lines: vec![Line::new(); MAX_PLY + 1],
            evals: [None; MAX_PLY + 1],
            nodes: 0,
            next_check: 0,
            published: 0,
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
        // The first iteration is finished however little time there is, unless it is uncommonly long: its answer is
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

    /// Whether the position on the board is drawn by the fifty-move rule, repetition or insufficient material.
    ///
    /// A position that has been on the board once since the root counts as drawn: a side that can repeat once can do it
    /// again.
    pub(crate) fn is_draw(&self, position: &Position, ply: usize) -> bool {
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

    /// Puts a position on the board, searches what `below` says and takes it back.
    pub(crate) fn try_move(&mut self, next: &Position, below: impl FnOnce(&mut Self, &Position) -> Value) -> Value {
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
}
