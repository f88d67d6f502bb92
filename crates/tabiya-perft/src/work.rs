//! Counting the parts of a plan on several threads.
//!
//! Threads take part after part from a shared counter; the parts are small beside the whole, so none
//! of the threads waits long for the others at the end. A part that would take long is walked here,
//! with a look at the cancel flag at every node, down to items of a few milliseconds; only those are
//! left to the counters, which look at the flag too wherever three plies or more are left.

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::board::Board;
use crate::children::for_each_child;
use crate::isa::Isa;
use crate::ledger::{Leaves, Ledger, Watch, is_item};
use crate::plan::{Part, Plan};
use crate::side::{Black, Side, White};
use crate::sliders::Portable;
use crate::table::{self, Table};
use crate::tree::Shared;
use tabiya::cpu::Level;

/// Leaves of an item: some 25 ms for the slowest counter, 4 ms for the fastest, and far more than it
/// costs to enter one.
const LEAVES_PER_ITEM: f64 = 16e6;
/// Trees this shallow are never cut; even the widest takes only milliseconds.
const SHALLOW: u32 = 3;

/// Counts every part of a plan: one entry a first move, or a single one where there are none, with
/// whether it is complete.
pub(crate) fn run(
    plan: &Plan,
    isa: Level,
    threads: usize,
    table: Option<&Table>,
    watch: Watch<'_>,
) -> Vec<(Leaves, bool)> {
    let crew = Crew { plan, table, watch, ledger: Ledger::new(watch, plan.parts_by_root()) };
    match isa {
        Level::Portable => crew.work::<Portable>(threads),
        #[cfg(target_arch = "x86_64")]
        Level::Bmi2 => crew.work::<crate::sliders::Pext>(threads),
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => crew.work::<crate::isa::Avx2>(threads),
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => crew.work::<crate::isa::Avx512>(threads),
        // The caller has checked that the level is available.
        _ => crew.work::<Portable>(threads),
    }
    crew.ledger.finish()
}

/// Hands out numbers below `count` to threads that do the work of each, until there are none left or
/// the work says that it was cancelled.
pub(crate) fn share_out(count: usize, threads: usize, work: impl Fn(usize) -> Option<()> + Sync) {
    let next = AtomicUsize::new(0);
    let take = || {
        while let Some(part) = Some(next.fetch_add(1, Relaxed)).filter(|&part| part < count) {
            if work(part).is_none() {
                return;
            }
        }
    };
    if cfg!(target_family = "wasm") {
        // There may be no threads to be had, and where there are some, they are the host's business.
        return take();
    }
    // The calling thread is one of the crew, so that one thread means no thread is started. A
    // thread that cannot be had is not needed either: the others take its parts.
    std::thread::scope(|scope| {
        for _ in 1..threads.min(count) {
            if std::thread::Builder::new().spawn_scoped(scope, take).is_err() {
                break;
            }
        }
        take();
    });
}

struct Crew<'a> {
    plan: &'a Plan,
    table: Option<&'a Table>,
    watch: Watch<'a>,
    ledger: Ledger<'a, Leaves>,
}

/// A place on the way from the top of a part to an item.
struct Node {
    board: Board,
    depth: u32,
    /// Moves its parent has.
    siblings: usize,
    /// How much of the part it is.
    share: f64,
}

impl Crew<'_> {
    fn work<I: Isa>(&self, threads: usize) {
        share_out(self.plan.parts.len(), threads, |index| {
            let part = &self.plan.parts[index];
            let top = Node { board: part.board, depth: part.depth, siblings: part.siblings, share: 1.0 };
            if self.plan.is_white_at(part.depth) {
                self.walk::<I, White>(part, &top)?;
            } else {
                self.walk::<I, Black>(part, &top)?;
            }
            self.ledger.close(part.root);
            Some(())
        });
    }

    /// The leaves below a node, with every item on the way entered in the ledger; nothing, if the run
    /// was cancelled.
    fn walk<I: Isa, S: Side>(&self, part: &Part, node: &Node) -> Option<u128> {
        if self.ledger.is_cancelled() {
            return None;
        }
        let (board, depth) = (&node.board, node.depth);
        let enter = |leaves: u128, share| {
            self.ledger.enter(part.root, Leaves(leaves.saturating_mul(part.paths)), share);
        };
        let table = self.table.filter(|_| depth <= table::MOST_DEPTH);
        let place = table.map(|table| (table, board.key::<S>()));
        if let Some(known) = place.and_then(|(table, key)| table.get(key, depth)) {
            enter(known.into(), node.share);
            return Some(known.into());
        }
        let moves = I::moves::<S>(board) as usize;
        let total = if depth <= SHALLOW || is_item(moves.max(node.siblings), depth, LEAVES_PER_ITEM) {
            let leaves = self.count::<I, S>(board, depth);
            // An item cut short is no count.
            if self.ledger.is_cancelled() {
                return None;
            }
            enter(leaves, node.share);
            leaves
        } else {
            let mut children = Vec::with_capacity(moves);
            for_each_child::<S, Portable>(board, |child, _| children.push(*child));
            let share = node.share / children.len() as f64;
            let mut total: u128 = 0;
            for board in children {
                let child = Node { board, depth: depth - 1, siblings: moves, share };
                total = total.saturating_add(self.walk::<I, S::Foe>(part, &child)?);
            }
            if moves == 0 {
                enter(0, node.share);
            }
            total
        };
        if let Some((table, key)) = place {
            table.put(key, depth, total);
        }
        Some(total)
    }

    fn count<I: Isa, S: Side>(&self, board: &Board, depth: u32) -> u128 {
        match self.table {
            Some(table) => {
                let shared = Shared { table, cancel: self.watch.cancel };
                I::hashed_tree::<S>(board, board.key::<S>(), depth, &shared)
            }
            None => I::tree::<S>(board, depth, self.watch.cancel),
        }
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::AtomicBool;

    use tabiya::Position;

    use super::*;
    use crate::testing::KIWIPETE;

    /// With the flag up nothing is counted where three plies or more are left: so every tree of three
    /// plies begins with a look at it.
    fn looks_at_the_flag<I: Isa>() {
        let board = Board::new(&Position::from_fen(KIWIPETE).unwrap());
        let (table, raised) = (Table::new(0).unwrap(), AtomicBool::new(true));
        let shared = Shared { table: &table, cancel: &raised };
        for depth in 3..=6 {
            assert_eq!(I::tree::<White>(&board, depth, &raised), 0);
            assert_eq!(I::hashed_tree::<White>(&board, board.key::<White>(), depth, &shared), 0);
        }
        assert_eq!(table.get(board.key::<White>(), 3), None, "what was cut short is not remembered");
    }

    #[test]
    fn every_counter_looks_at_the_flag_above_the_last_two_plies() {
        for isa in Level::available() {
            match isa {
                Level::Portable => looks_at_the_flag::<Portable>(),
                #[cfg(target_arch = "x86_64")]
                Level::Bmi2 => looks_at_the_flag::<crate::sliders::Pext>(),
                #[cfg(target_arch = "x86_64")]
                Level::Avx2 => looks_at_the_flag::<crate::isa::Avx2>(),
                #[cfg(target_arch = "x86_64")]
                Level::Avx512 => looks_at_the_flag::<crate::isa::Avx512>(),
                _ => {}
            }
        }
    }
}
