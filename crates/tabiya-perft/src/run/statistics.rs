//! What the leaves are: captures, castles, checks and mates, as the public tables count them.
//!
//! Every figure describes the last move of a path. Captures include en passant; promotions include
//! capturing ones; checks include discovered and double checks and mates. A check is *discovered* if
//! there is one checker and it is not the piece that moved (nor the rook that castled), *double* if
//! there are two.

use core::ops::AddAssign;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use tabiya::{Move, Position};

use crate::run::accumulator::{Amount, Watch};
use crate::run::plan::{Grain, Parts, Plan};
use crate::run::work::{self, ItemCounter};

/// Leaves by what their last move was.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// All leaves.
    pub nodes: u128,
    /// Captures, en passant included.
    pub captures: u128,
    /// En passant captures.
    pub en_passant: u128,
    /// Castlings.
    pub castles: u128,
    /// Promotions, capturing ones included.
    pub promotions: u128,
    /// Checks of any kind, mates included.
    pub checks: u128,
    /// Checks by one piece that did not move.
    pub discovered_checks: u128,
    /// Checks by two pieces.
    pub double_checks: u128,
    /// Checks without an answer.
    pub checkmates: u128,
}

/// What a run that told the leaves apart found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatisticsReport {
    /// The leaves. If the run was cancelled: those that were reached.
    pub statistics: Statistics,
    /// Whether the whole tree was visited.
    pub complete: bool,
    /// Wall-clock time.
    pub elapsed: Duration,
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.captures += other.captures;
        self.en_passant += other.en_passant;
        self.castles += other.castles;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.discovered_checks += other.discovered_checks;
        self.double_checks += other.double_checks;
        self.checkmates += other.checkmates;
    }
}

impl Amount for Statistics {
    fn nodes(&self) -> u128 {
        self.nodes
    }

    fn times(self, paths: u128) -> Self {
        Self {
            nodes: self.nodes * paths,
            captures: self.captures * paths,
            en_passant: self.en_passant * paths,
            castles: self.castles * paths,
            promotions: self.promotions * paths,
            checks: self.checks * paths,
            discovered_checks: self.discovered_checks * paths,
            double_checks: self.double_checks * paths,
            checkmates: self.checkmates * paths,
        }
    }
}

impl Statistics {
    /// The leaves `depth` plies below a position. Every one is visited, on one thread.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya_perft::Statistics;
    ///
    /// let statistics = Statistics::of(&Position::startpos(), 4);
    /// assert_eq!((statistics.captures, statistics.checks, statistics.checkmates), (1576, 469, 8));
    /// ```
    ///
    /// # Panics
    ///
    /// If the depth is more than [`Perft::MOST_DEPTH`](crate::Perft::MOST_DEPTH).
    pub fn of(position: &Position, depth: u32) -> Self {
        assert!(depth <= crate::Perft::MOST_DEPTH, "too many plies to count");
        let mut total = Self::default();
        match depth {
            // The root was reached by no move, so it is a leaf of no kind.
            0 => total.nodes = 1,
            1 => {
                for mv in &position.legal_moves() {
                    total.add_leaf(position, mv);
                }
            }
            _ => {
                for mv in &position.legal_moves() {
                    total += Self::of(&position.after_unchecked(mv), depth - 1);
                }
            }
        }
        total
    }

    /// The same, unless it is cancelled meanwhile; the flag is looked at wherever two plies are left.
    fn unless(cancel: &AtomicBool, position: &Position, depth: u32) -> Option<Self> {
        if depth < 2 {
            return Some(Self::of(position, depth));
        }
        if cancel.load(Relaxed) {
            return None;
        }
        let mut total = Self::default();
        for mv in &position.legal_moves() {
            total += Self::unless(cancel, &position.after_unchecked(mv), depth - 1)?;
        }
        Some(total)
    }

    fn add_leaf(&mut self, before: &Position, mv: Move) {
        let one = |yes: bool| u128::from(yes);
        self.nodes += 1;
        self.captures += one(mv.is_capture());
        self.en_passant += one(mv.is_en_passant());
        self.castles += one(mv.is_castle());
        self.promotions += one(mv.is_promotion());
        if !before.gives_check(mv) {
            return;
        }
        let after = before.after_unchecked(mv);
        let checkers = after.checkers();
        self.checks += 1;
        if checkers.has_many() {
            self.double_checks += 1;
        } else if !mv.is_castle() && !checkers.contains(mv.to()) {
            self.discovered_checks += 1;
        }
        self.checkmates += one(after.is_checkmate());
    }
}

const GRAIN: Grain = Grain { parts_per_thread: 64, most_parts: 16_384, shallowest: 1 };

struct Visitor<'a> {
    cancel: &'a AtomicBool,
}

impl ItemCounter for Visitor<'_> {
    type Node = Position;
    type Amount = Statistics;
    const LEAVES_PER_ITEM: f64 = 50e3;
    const SHALLOW: u32 = 2;

    fn moves(&self, node: &Position) -> usize {
        node.count_legal()
    }

    fn count(&self, node: &Position, depth: u32) -> Statistics {
        Statistics::unless(self.cancel, node, depth).unwrap_or_default()
    }
}

/// Tells the leaves of a tree apart on several threads; also says whether it is all of them.
pub(crate) fn run(position: &Position, depth: u32, threads: usize, watch: Watch<'_>) -> (Statistics, bool) {
    let plan = Plan::new(*position, depth, threads, &GRAIN, Parts::Apart, watch.cancel);
    let counts = work::run(&plan, &Visitor { cancel: watch.cancel }, threads, watch);
    let mut total = Statistics::default();
    counts.iter().for_each(|&(statistics, _)| total += statistics);
    (total, counts.iter().all(|&(_, complete)| complete))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nine different numbers, so that none can stand for another.
    fn numbers(factor: u128) -> Statistics {
        let [nodes, captures, en_passant, castles, promotions, checks, discovered_checks, double_checks, checkmates] =
            [2, 3, 5, 7, 11, 13, 17, 19, 23].map(|prime| prime * factor);
        Statistics {
            nodes,
            captures,
            en_passant,
            castles,
            promotions,
            checks,
            discovered_checks,
            double_checks,
            checkmates,
        }
    }

    #[test]
    #[should_panic(expected = "too many plies to count")]
    fn a_tree_that_no_stack_holds_is_refused() {
        Statistics::of(&Position::startpos(), crate::Perft::MOST_DEPTH + 1);
    }

    #[test]
    fn the_flag_is_looked_at_where_two_plies_are_left() {
        let (start, raised) = (Position::startpos(), AtomicBool::new(true));
        assert_eq!(Statistics::unless(&raised, &start, 1).map(|found| found.nodes), Some(20));
        assert_eq!(Statistics::unless(&raised, &start, 2), None);
    }

    #[test]
    fn the_root_is_a_leaf_of_no_kind() {
        assert_eq!(Statistics::of(&Position::startpos(), 0), Statistics { nodes: 1, ..Statistics::default() });
    }

    #[test]
    fn every_figure_is_added_and_multiplied() {
        assert_eq!(numbers(1).times(3), numbers(3));
        assert_eq!(numbers(1).nodes(), 2);
        let mut sum = numbers(4);
        sum += numbers(5);
        assert_eq!(sum, numbers(9));
    }
}
