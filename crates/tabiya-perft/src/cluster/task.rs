//! Shares of a large count, and a counter that keeps its table from one to the next.

use core::sync::atomic::AtomicBool;

use tabiya::Position;
use tabiya::cpu::Level;

use crate::arch;
use crate::cluster::frontier::{Code, Found, MOST_PIECES};
#[cfg(target_os = "linux")]
use crate::cluster::shared::SharedTable;
use crate::count::digest::Digest;
use crate::run::accumulator::{Leaves, Watch};
use crate::run::clock;
use crate::run::leaves::Run;
use crate::run::memory::Memory;
use crate::run::perft::{Error, Perft, Progress, Report};
use crate::run::plan::{Grain, Parts, Plan, Turn};
use crate::run::table::{LEAST_BYTES, OutOfMemory, Table};

/// Positions, how many paths lead to each, and how many plies are to be counted below them.
///
/// ```
/// use tabiya::Position;
/// use tabiya_perft::{Counter, Frontier, Task};
///
/// let found = Frontier::new(&Position::startpos(), 2).run().unwrap();
/// let task = Task::new(3, found.range(0..u64::MAX).unwrap());
/// let counter = Counter::new().hash(1 << 20).unwrap();
/// assert_eq!(counter.count(&task).unwrap().nodes, 4_865_609);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    depth: u32,
    positions: Vec<Found>,
}

impl Task {
    /// The leaves `depth` plies below these positions, each as often as paths lead to it.
    pub fn new(depth: u32, positions: Vec<Found>) -> Self {
        Self { depth, positions }
    }

    /// Plies below the positions.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The positions.
    pub fn positions(&self) -> &[Found] {
        &self.positions
    }

    /// A checksum of the positions in their order, of their paths and of the depth: against mistakes, not against
    /// forgery.
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        for Found { position, paths } in &self.positions {
            Code::new(&Turn::from(position)).add_to(&mut digest, position.turn(), *paths);
            // A code has room for the pieces of a game.
            if position.occupied().len() > MOST_PIECES {
                position.fen().bytes().for_each(|byte| digest.word(byte.into()));
            }
        }
        digest.word(self.depth.into());
        digest.value()
    }
}

/// A task has many positions as a rule, which need not be cut; one that has few is cut for all threads.
const GRAIN: Grain = Grain { parts_per_thread: 16, most_parts: 50_000, shallowest: 3 };

/// Counts tasks one after the other and remembers in its table what it has counted.
///
/// By default it counts on one thread, without a table, with the best instructions of this machine.
pub struct Counter {
    threads: usize,
    level: Level,
    table: Option<Table>,
}

impl Default for Counter {
    fn default() -> Self {
        Self::new()
    }
}

impl Counter {
    /// A counter on one thread, without a table.
    pub fn new() -> Self {
        Self { threads: 1, level: arch::best_level(), table: None }
    }

    /// On how many threads; zero means one for each core.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads };
        self
    }

    /// Forces the instructions to use.
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Counts with a table of the largest power of two that is at most `bytes`; without one if `bytes` is below 64 KiB.
    /// It is an error if this machine does not have that much memory free.
    pub fn hash(mut self, bytes: usize) -> Result<Self, OutOfMemory> {
        self.table = None;
        if bytes >= LEAST_BYTES {
            if Memory::available().is_some_and(|free| free < bytes) {
                return Err(OutOfMemory { bytes });
            }
            self.table = Some(Table::new(bytes)?);
        }
        Ok(self)
    }

    /// With a table that other processes use too.
    #[cfg(target_os = "linux")]
    pub fn share(mut self, table: &SharedTable) -> Self {
        self.table = Some(table.table());
        self
    }

    /// Bytes of its table.
    pub fn table_bytes(&self) -> usize {
        self.table.as_ref().map_or(0, Table::bytes)
    }

    /// Counts the leaves of a task.
    pub fn count(&self, task: &Task) -> Result<Report, Error> {
        self.count_watched(task, &AtomicBool::new(false), None)
    }

    /// The same, told of now and then, and ended soon after the flag becomes true.
    pub fn count_watched(
        &self,
        task: &Task,
        cancel: &AtomicBool,
        progress: Option<&(dyn Fn(Progress) + Sync)>,
    ) -> Result<Report, Error> {
        let detected = self.level.detect().ok_or(Error::Unavailable(self.level))?;
        if task.depth > Perft::MOST_DEPTH {
            return Err(Error::TooDeep(task.depth));
        }
        let watch = Watch::new(&clock::standard, cancel, progress);
        let parts = if self.table.is_some() { Parts::Merged } else { Parts::Apart };
        let nodes = task.positions.iter().map(|found| (Turn::from(&found.position), u128::from(found.paths)));
        let plan = Plan::of(nodes, task.depth, self.threads, &GRAIN, parts, cancel);
        // Neighbours have children in common, so a table pays a ply earlier than below a single position.
        let table = self.table.as_ref().filter(|_| task.depth >= 3);
        let run = Run { plan: &plan, threads: self.threads, table, watch };
        let mut total = Leaves::default();
        let mut complete = true;
        for (leaves, whole) in arch::run(detected, run) {
            total += leaves;
            complete &= whole;
        }
        if total.0 == u128::MAX {
            return Err(Error::TooMany);
        }
        let (elapsed, hash) = (watch.elapsed(), self.table_bytes());
        Ok(Report { nodes: total.0, complete, elapsed, hash, warning: None, level: self.level })
    }
}

impl From<&Position> for Found {
    /// The position, with one path to it.
    fn from(position: &Position) -> Self {
        Self { position: *position, paths: 1 }
    }
}

#[cfg(test)]
mod tests {
    use tabiya::Color;

    use super::*;
    use crate::testing::KIWIPETE;

    #[test]
    fn a_table_that_is_kept_changes_no_count() {
        let counter = Counter::new().threads(2).hash(1 << 22).unwrap();
        // Positions of both colours and several depths, again and again: what is remembered of one is never another's.
        let fens = [KIWIPETE, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1"];
        let positions: Vec<Position> = fens.iter().map(|fen| Position::from_fen(fen).unwrap()).collect();
        for depth in [0, 1, 2, 3, 4, 5, 4, 3] {
            let found: Vec<Found> =
                positions.iter().zip([3, 5]).map(|(&position, paths)| Found { position, paths }).collect();
            let expected: u128 =
                found.iter().map(|found| u128::from(found.paths) * crate::perft(&found.position, depth)).sum();
            let task = Task::new(depth, found);
            assert_eq!(counter.count(&task).unwrap().nodes, expected, "depth {depth}");
        }
    }

    #[test]
    fn every_level_counts_the_same_and_nothing_is_nothing() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        let task = Task::new(4, vec![Found::from(&position)]);
        for level in Level::available() {
            let report = Counter::new().level(level).hash(1 << 20).unwrap().count(&task).unwrap();
            assert_eq!((report.nodes, report.level, report.complete), (4_085_603, level, true));
        }
        assert_eq!(Counter::new().count(&Task::new(4, Vec::new())).unwrap().nodes, 0);
        let raised = AtomicBool::new(true);
        assert!(!Counter::new().count_watched(&task, &raised, None).unwrap().complete);
        assert!(matches!(Counter::new().count(&Task::new(256, Vec::new())), Err(Error::TooDeep(256))));
        assert!(Counter::new().count(&Task::new(Perft::MOST_DEPTH, Vec::new())).is_ok());
    }

    #[test]
    fn a_task_and_a_counter_are_what_was_said() {
        let found = vec![Found { position: Position::startpos(), paths: 7 }];
        let task = Task::new(4, found.clone());
        assert_eq!((task.depth(), task.positions()), (4, &found[..]));
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        assert_eq!([0, 1, 5].map(|threads| Counter::new().threads(threads).threads), [cores, 1, 5]);
    }

    #[test]
    fn digests_know_every_piece_of_a_crowd() {
        let digest = |fen| {
            let position = Position::from_fen_with(fen, tabiya::Tolerance::ALL).unwrap();
            Task::new(1, vec![Found { position, paths: 1 }]).digest()
        };
        let one = digest("rnbqkbnr/pppppppp/7n/8/NNNNNNNN/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let other = digest("rnbbkbnr/pppppppp/7n/8/NNNNNNNN/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_ne!(one, other);
        // For the usual pieces the code alone holds the whole position.
        let start = Position::startpos();
        let mut plain = Digest::new();
        Code::new(&Turn::from(&start)).add_to(&mut plain, Color::White, 1);
        plain.word(1);
        assert_eq!(Task::new(1, vec![Found { position: start, paths: 1 }]).digest(), plain.value());
    }

    #[test]
    fn memory_that_is_not_there_is_an_error() {
        assert!(Counter::new().hash(usize::MAX).is_err());
        // More than is free, though less than the system might promise.
        if let Some(free) = Memory::available() {
            assert!(Counter::new().hash(free.saturating_add(free / 8)).is_err());
        }
        assert_eq!(Counter::new().hash(1000).unwrap().table_bytes(), 0);
    }
}
