//! Counting leaves: what [`crate::run::work`] calls to know how many there are below a board.

use tabiya::Color;
use tabiya::cpu::{Compiled, copies};
use tabiya::side::{Black, White};

use crate::arch::Arch;
use crate::count::moves::moves;
use crate::run::accumulator::{Leaves, Watch};
use crate::run::plan::{Grain, Plan, Turn};
use crate::run::table::{self, Table};
use crate::run::tree::{Shared, hashed_tree, tree};
use crate::run::work::{self, ItemCounter};

/// Few parts and small items for tests, so that parts are walked in small trees too.
pub(crate) const GRAIN: Grain =
    Grain { parts_per_thread: if cfg!(test) { 10 } else { 400 }, most_parts: 50_000, shallowest: 3 };

/// A run of counting leaves, for [`crate::arch::run`].
pub(crate) struct Run<'a> {
    pub plan: &'a Plan<Turn>,
    pub threads: usize,
    pub table: Option<&'a Table>,
    pub watch: Watch<'a>,
}

impl<A: Arch> Compiled<A> for Run<'_> {
    type Output = Vec<(Leaves, bool)>;
    fn run(self, arch: A) -> Self::Output {
        let counter = LeafCounter { arch, table: self.table, watch: self.watch };
        work::run(self.plan, &counter, self.threads, self.watch)
    }
    copies!(A, in_place);
}

struct LeafCounter<'a, A> {
    arch: A,
    table: Option<&'a Table>,
    watch: Watch<'a>,
}

impl<A: Arch> LeafCounter<'_, A> {
    /// The table and the key of a node in it, unless the tree is too deep for it.
    fn place(&self, node: &Turn, depth: u32) -> Option<(&Table, u128)> {
        let table = self.table.filter(|_| depth <= table::MOST_DEPTH)?;
        Some((table, node.key()))
    }
}

impl<A: Arch> ItemCounter for LeafCounter<'_, A> {
    type Node = Turn;
    type Amount = Leaves;
    /// Some 25 ms for the slowest counter, 4 ms for the fastest.
    const LEAVES_PER_ITEM: f64 = if cfg!(test) { 2e3 } else { 16e6 };
    const SHALLOW: u32 = 3;

    fn moves(&self, node: &Turn) -> usize {
        let count = match node.color {
            Color::White => moves::<White, _>(self.arch, &node.board),
            Color::Black => moves::<Black, _>(self.arch, &node.board),
        };
        count as usize
    }

    fn count(&self, node: &Turn, depth: u32) -> Leaves {
        let (arch, board, cancel) = (self.arch, &node.board, self.watch.cancel);
        Leaves(match (self.table, node.color) {
            (Some(table), Color::White) => {
                hashed_tree::<White, _>(arch, board, node.key(), depth, &Shared { table, cancel })
            }
            (Some(table), Color::Black) => {
                hashed_tree::<Black, _>(arch, board, node.key(), depth, &Shared { table, cancel })
            }
            (None, Color::White) => tree::<White, _>(arch, board, depth, cancel),
            (None, Color::Black) => tree::<Black, _>(arch, board, depth, cancel),
        })
    }

    fn known(&self, node: &Turn, depth: u32) -> Option<Leaves> {
        let (table, key) = self.place(node, depth)?;
        table.get(key, depth).map(|leaves| Leaves(leaves.into()))
    }

    fn remember(&self, node: &Turn, depth: u32, leaves: Leaves) {
        if let Some((table, key)) = self.place(node, depth) {
            table.put(key, depth, leaves.0);
        }
    }
}

impl Turn {
    fn key(&self) -> u128 {
        match self.color {
            Color::White => self.board.key::<White>(),
            Color::Black => self.board.key::<Black>(),
        }
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;

    use tabiya::Position;
    use tabiya::cpu::Level;

    use super::*;
    use crate::arch;
    use crate::count::board::CountBoard;
    use crate::testing::KIWIPETE;

    /// With the flag up nothing is counted where three plies or more are left: so every tree of three
    /// plies begins with a look at it.
    struct LooksAtTheFlag;

    impl<A: Arch> Compiled<A> for LooksAtTheFlag {
        type Output = ();
        fn run(self, arch: A) {
            let board = CountBoard::from(&Position::from_fen(KIWIPETE).unwrap());
            let (table, raised) = (Table::new(0).unwrap(), AtomicBool::new(true));
            let shared = Shared { table: &table, cancel: &raised };
            let key = board.key::<White>();
            for depth in 3..=6 {
                assert_eq!(tree::<White, _>(arch, &board, depth, &raised), 0);
                assert_eq!(hashed_tree::<White, _>(arch, &board, key, depth, &shared), 0);
            }
            assert_eq!(table.get(key, 3), None, "what was cut short is not remembered");
        }
        copies!(A, in_place);
    }

    /// What is known is known at its depth, and depths that the table cannot tell apart stay away from it.
    struct Remembers;

    impl<A: Arch> Compiled<A> for Remembers {
        type Output = ();
        fn run(self, arch: A) {
            let node = Turn::from(&Position::from_fen(KIWIPETE).unwrap());
            let (table, flag) = (Table::new(0).unwrap(), AtomicBool::new(false));
            let watch = Watch::new(&crate::run::clock::standard, &flag, None);
            let counter = LeafCounter { arch, table: Some(&table), watch };
            assert_eq!(counter.known(&node, 3), None);
            counter.remember(&node, 3, Leaves(42));
            assert_eq!((counter.known(&node, 3), counter.known(&node, 4)), (Some(Leaves(42)), None));
            for depth in [table::MOST_DEPTH, table::MOST_DEPTH + 1, table::MOST_DEPTH + 4] {
                counter.remember(&node, depth, Leaves(7));
                let known = (depth <= table::MOST_DEPTH).then_some(Leaves(7));
                assert_eq!(counter.known(&node, depth), known, "{depth}");
            }
            assert_eq!(counter.known(&node, 3), Some(Leaves(42)), "no other depth was taken for it");
            assert_eq!(LeafCounter { arch, table: None, watch }.known(&node, 3), None);
        }
        copies!(A, in_place);
    }

    #[test]
    fn every_counter_remembers() {
        for level in Level::available() {
            arch::run(level.detect().unwrap(), Remembers);
        }
    }

    #[test]
    fn every_counter_looks_at_the_flag_above_the_last_two_plies() {
        for level in Level::available() {
            arch::run(level.detect().unwrap(), LooksAtTheFlag);
        }
    }
}
