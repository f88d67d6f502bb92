//! Counting the parts of a plan on several threads.
//!
//! Threads take part after part from a shared counter; the parts are small beside the whole, so none
//! of the threads waits long for the others at the end. A part that would take long is walked here,
//! with a look at the cancel flag at every node, down to items of a few milliseconds; only those are
//! left to an [`ItemCounter`].

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::run::accumulator::{Accumulator, Amount, Watch, is_item};
use crate::run::plan::{Node, Part, Plan};

/// How the items of a tree are counted.
pub(crate) trait ItemCounter: Sync {
    type Node: Node;
    type Amount: Amount;
    /// Leaves of an item: it should take some milliseconds, and far longer than entering it.
    const LEAVES_PER_ITEM: f64;
    /// Trees this shallow are never cut; even the widest takes only milliseconds.
    const SHALLOW: u32;

    /// How many legal moves a node has.
    fn moves(&self, node: &Self::Node) -> usize;
    /// What is below a node; anything, once the run is cancelled.
    fn count(&self, node: &Self::Node, depth: u32) -> Self::Amount;
    /// The same, if it has been counted before.
    fn known(&self, _: &Self::Node, _: u32) -> Option<Self::Amount> {
        None
    }
    /// Takes note of what is below a node.
    fn remember(&self, _: &Self::Node, _: u32, _: Self::Amount) {}
}

/// Counts every part of a plan: one entry per first move, or a single one where there are none, with
/// whether it is complete.
pub(crate) fn run<C: ItemCounter>(
    plan: &Plan<C::Node>,
    counter: &C,
    threads: usize,
    watch: Watch<'_>,
) -> Vec<(C::Amount, bool)> {
    let crew = Crew { counter, accumulator: Accumulator::new(watch, plan.parts_by_root()) };
    share_out(plan.parts.len(), threads, |index| {
        let part = &plan.parts[index];
        crew.walk(part, part, 1.0)?;
        crew.accumulator.close(part.root);
        Some(())
    });
    crew.accumulator.finish()
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

struct Crew<'a, C: ItemCounter> {
    counter: &'a C,
    accumulator: Accumulator<'a, C::Amount>,
}

impl<C: ItemCounter> Crew<'_, C> {
    /// What is below a place of a part, with every item on the way entered; nothing, if the run was
    /// cancelled. `share` is how much of the part the place is.
    fn walk(&self, part: &Part<C::Node>, place: &Part<C::Node>, share: f64) -> Option<C::Amount> {
        if self.accumulator.is_cancelled() {
            return None;
        }
        let (node, depth) = (&place.node, place.depth);
        let enter = |amount: C::Amount| self.accumulator.enter(part.root, amount.times(part.paths), share);
        if let Some(known) = self.counter.known(node, depth) {
            enter(known);
            return Some(known);
        }
        let moves = self.counter.moves(node);
        let is_item = is_item(moves.max(place.siblings), depth, C::LEAVES_PER_ITEM);
        let total = if depth <= C::SHALLOW || is_item {
            let amount = self.counter.count(node, depth);
            // An item cut short has no valid count.
            if self.accumulator.is_cancelled() {
                return None;
            }
            enter(amount);
            amount
        } else if moves == 0 {
            enter(C::Amount::default());
            C::Amount::default()
        } else {
            let mut children = Vec::with_capacity(moves);
            node.for_each_child(|node, _| children.push(node));
            let share = share / children.len() as f64;
            let mut total = C::Amount::default();
            for node in children {
                total += self.walk(part, &Part { node, depth: depth - 1, siblings: moves, ..*place }, share)?;
            }
            total
        };
        self.counter.remember(node, depth, total);
        Some(total)
    }
}
