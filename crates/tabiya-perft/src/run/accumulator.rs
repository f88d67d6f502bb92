//! What a run knows so far, written by all of its threads.
//!
//! The tree is cut into parts, and a part that is large into items of a few milliseconds each (see
//! [`is_item`]). Every finished item is added here, so that progress moves even while one part
//! takes hours, and a cancelled run knows all but the items it was at.

use core::ops::AddAssign;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

use crate::run::clock::Clock;
use crate::run::perft::Progress;

/// Something counted.
pub(crate) trait Amount: Copy + Default + AddAssign + Send {
    /// The leaves in it.
    fn nodes(&self) -> u128;
    /// The amount for each of this number of paths.
    fn times(self, paths: u128) -> Self;
}

/// Leaves that saturate instead of overflowing: the largest number means "too many to say".
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Leaves(pub u128);

impl AddAssign for Leaves {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.saturating_add(other.0);
    }
}

impl Amount for Leaves {
    fn nodes(&self) -> u128 {
        self.0
    }

    fn times(self, paths: u128) -> Self {
        Self(self.0.saturating_mul(paths))
    }
}

/// How a run is watched and cancelled.
#[derive(Clone, Copy)]
pub(crate) struct Watch<'a> {
    clock: Clock<'a>,
    start: Duration,
    pub cancel: &'a AtomicBool,
    progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

impl<'a> Watch<'a> {
    /// Time begins now.
    pub fn new(clock: Clock<'a>, cancel: &'a AtomicBool, progress: Option<&'a (dyn Fn(Progress) + Sync)>) -> Self {
        Self { clock, start: clock(), cancel, progress }
    }

    /// Time since the beginning; a clock that was set back stands still.
    pub fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.start)
    }
}

pub(crate) struct Accumulator<'a, T> {
    watch: Watch<'a>,
    parts: usize,
    entries: Mutex<Entries<T>>,
    /// Held while calling back: what a callback is told never goes backwards, and no thread waits
    /// for the callback of another.
    speaking: Mutex<()>,
}

struct Entries<T> {
    /// What was counted, by first move.
    sums: Vec<T>,
    /// Parts not finished, by first move.
    missing: Vec<usize>,
    /// Parts finished.
    done: usize,
    nodes: Leaves,
    /// How much of the tree is counted, between zero and one.
    fraction: f64,
}

impl<'a, T: Amount> Accumulator<'a, T> {
    /// An empty one for as many parts of each first move as said.
    pub fn new(watch: Watch<'a>, missing: Vec<usize>) -> Self {
        let parts = missing.iter().sum();
        let sums = vec![T::default(); missing.len()];
        let entries = Mutex::new(Entries { sums, missing, done: 0, nodes: Leaves(0), fraction: 0.0 });
        let accumulator = Self { watch, parts, entries, speaking: Mutex::new(()) };
        accumulator.tell();
        accumulator
    }

    /// Whether all threads should stop.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.watch.cancel.load(Relaxed)
    }

    /// Enters an item: what was counted in it, and its share of the part it belongs to.
    pub fn enter(&self, root: usize, amount: T, share: f64) {
        let mut entries = self.entries();
        entries.sums[root] += amount;
        entries.nodes += Leaves(amount.nodes());
        // Rounding must not show more than everything.
        entries.fraction = (entries.fraction + share / self.parts as f64).min(1.0);
        drop(entries);
        self.tell();
    }

    /// Notes that every item of a part has been entered.
    pub fn close(&self, root: usize) {
        let mut entries = self.entries();
        entries.missing[root] -= 1;
        entries.done += 1;
    }

    /// What was counted for each first move, and whether it is all of it.
    pub fn finish(self) -> Vec<(T, bool)> {
        let mut entries = self.entries();
        if entries.done == self.parts {
            entries.fraction = 1.0;
        }
        drop(entries);
        // Callbacks may have been passed over while another thread was speaking; the last word never is.
        self.tell();
        let entries = self.entries.into_inner().unwrap_or_else(PoisonError::into_inner);
        let complete = entries.missing.into_iter().map(|missing| missing == 0);
        entries.sums.into_iter().zip(complete).collect()
    }

    fn tell(&self) {
        let Some(callback) = self.watch.progress else { return };
        let _speaking = match self.speaking.try_lock() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return,
        };
        let entries = self.entries();
        let progress = Progress {
            done: entries.done,
            parts: self.parts,
            fraction: entries.fraction,
            nodes: entries.nodes.0,
            elapsed: self.watch.elapsed(),
        };
        drop(entries);
        callback(progress);
    }

    fn entries(&self) -> MutexGuard<'_, Entries<T>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Deeper trees are cut even if they are thin, so that the recursion of the counters is never deep.
const DEEPEST_ITEM: u32 = 12;

/// Whether a tree has about this many leaves at most, judged by the most moves that a side has near
/// its top.
pub(crate) fn is_item(moves: usize, depth: u32, most_leaves: f64) -> bool {
    depth <= DEEPEST_ITEM && (moves as f64).powi(depth as i32) <= most_leaves
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn progress_is_the_share_of_all_parts() {
        let cancel = AtomicBool::new(false);
        let told = Mutex::new(Vec::new());
        let tell = |progress: Progress| told.lock().unwrap().push((progress.done, progress.fraction, progress.nodes));
        let accumulator = Accumulator::new(Watch::new(&crate::run::clock::standard, &cancel, Some(&tell)), vec![3, 1]);
        accumulator.enter(0, Leaves(5), 0.5);
        accumulator.enter(0, Leaves(6), 0.5);
        accumulator.close(0);
        accumulator.enter(1, Leaves(7), 1.0);
        accumulator.close(1);
        assert_eq!(accumulator.finish(), [(Leaves(11), false), (Leaves(7), true)]);
        let expected = [(0, 0.0, 0), (0, 0.125, 5), (0, 0.25, 11), (1, 0.5, 18), (2, 0.5, 18)];
        assert_eq!(*told.lock().unwrap(), expected);
    }

    #[test]
    fn a_clock_that_is_set_back_stands_still() {
        let cancel = AtomicBool::new(false);
        let now = Mutex::new(Cell::new(10));
        let clock = || Duration::from_secs(now.lock().unwrap().get());
        let watch = Watch::new(&clock, &cancel, None);
        now.lock().unwrap().set(13);
        assert_eq!(watch.elapsed(), Duration::from_secs(3));
        now.lock().unwrap().set(4);
        assert_eq!(watch.elapsed(), Duration::ZERO);
    }

    #[test]
    fn an_item_is_small_and_shallow() {
        assert!(is_item(10, 3, 1000.0) && !is_item(10, 4, 1000.0) && !is_item(11, 3, 1000.0));
        assert!(is_item(1, DEEPEST_ITEM, 1.0) && !is_item(1, DEEPEST_ITEM + 1, 1.0));
    }

    #[test]
    fn too_many_to_say_stays_so() {
        let mut leaves = Leaves(u128::MAX - 1);
        leaves += Leaves(5);
        assert_eq!(leaves, Leaves(u128::MAX));
        assert_eq!(Leaves(u128::MAX / 2).times(3), Leaves(u128::MAX));
        assert_eq!(Leaves(7).times(3).nodes(), 21);
    }
}
