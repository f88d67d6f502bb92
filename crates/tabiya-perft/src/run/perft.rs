//! The builder: what to count, with which means, and what came of it.

use core::fmt;
use core::sync::atomic::AtomicBool;
use std::time::Duration;

use tabiya::cpu::Level;
use tabiya::{Move, Position};

use crate::arch;
use crate::run::accumulator::{Leaves, Watch};
use crate::run::clock::{self, Clock};
use crate::run::leaves::{self, Run};
use crate::run::memory::{Memory, table_of};
use crate::run::plan::{Parts, Plan, Turn};
use crate::run::statistics::{self, StatisticsReport};
use crate::run::table::OutOfMemory;

/// A perft, ready to be run.
///
/// By default it counts on one thread, without a hash table, with the best instructions
/// of this machine.
///
/// ```
/// use tabiya::Position;
/// use tabiya_perft::Perft;
///
/// let position = Position::startpos();
/// let report = Perft::new(&position).depth(5).threads(2).hash(16 << 20).run().unwrap();
/// assert_eq!(report.nodes, 4_865_609);
/// ```
#[derive(Clone, Copy)]
pub struct Perft<'a> {
    position: &'a Position,
    depth: u32,
    threads: usize,
    hash: usize,
    level: Level,
    progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    cancel: Option<&'a AtomicBool>,
    clock: Option<Clock<'a>>,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Parts of the tree that are counted.
    pub done: usize,
    /// Parts of the tree there are.
    pub parts: usize,
    /// How much of the tree is counted, from 0 to 1. Parts that take long count by what is done of them.
    pub fraction: f64,
    /// Leaves so far.
    pub nodes: u128,
    /// Time so far.
    pub elapsed: Duration,
}

/// What a run found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Leaves. If the run was cancelled: those that were counted until then.
    pub nodes: u128,
    /// Whether the whole tree was counted.
    pub complete: bool,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// Bytes of hash table in use.
    pub hash: usize,
    /// Why the hash table is smaller than asked for, if it is.
    pub warning: Option<String>,
    /// The instructions in use.
    pub level: Level,
}

/// The leaves below one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The move.
    pub mv: Move,
    /// Leaves below it.
    pub nodes: u128,
    /// Whether all of them were counted before the run was cancelled.
    pub complete: bool,
}

/// A divided count: the report, and its parts by first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Division {
    /// The total and how it was reached.
    pub report: Report,
    /// One entry per legal move, in the generator's order; empty at depth zero.
    pub branches: Vec<Branch>,
}

/// Why a count could not begin.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// This machine does not have the instruction set that was asked for.
    Unavailable(Level),
    /// Not even the smallest hash table could be had.
    OutOfMemory(OutOfMemory),
    /// More plies than [`Perft::MOST_DEPTH`] were asked for.
    TooDeep(u32),
    /// There are more leaves than 128 bits can say.
    TooMany,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unavailable(level) => {
                write!(f, "this machine cannot run {level}; it has")?;
                Level::available().try_for_each(|level| write!(f, " {level}"))
            }
            Error::OutOfMemory(error) => error.fmt(f),
            Error::TooDeep(depth) => {
                write!(f, "{depth} plies are too deep; the most is {}", Perft::MOST_DEPTH)
            }
            Error::TooMany => write!(f, "there are more leaves than fit into 128 bits"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::OutOfMemory(error) => Some(error),
            Error::Unavailable(_) | Error::TooDeep(_) | Error::TooMany => None,
        }
    }
}

impl<'a> Perft<'a> {
    /// The most plies a run can be asked for.
    pub const MOST_DEPTH: u32 = 255;

    /// A perft of this position, at depth 1 until told otherwise.
    pub fn new(position: &'a Position) -> Self {
        let level = arch::best_level();
        Self { position, depth: 1, threads: 1, hash: 0, level, progress: None, cancel: None, clock: None }
    }

    /// The fastest exact way on this machine: every core, and a hash table of a sensible share of
    /// the free memory where the tree is deep enough to profit.
    pub fn fastest(position: &'a Position, depth: u32) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let hash = Memory::sensible_table(depth);
        Self::new(position).depth(depth).threads(threads).hash(hash)
    }

    /// How many plies deep.
    pub fn depth(mut self, plies: u32) -> Self {
        self.depth = plies;
        self
    }

    /// On how many threads; zero means one for each core. On WebAssembly there is always one.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads };
        self
    }

    /// The most bytes a hash table may take; zero counts every leaf.
    ///
    /// The table takes the largest power of two that fits, and no more than a tree of this depth can
    /// fill. Below 64 KiB there is none. If the machine does not have the memory the table is smaller.
    /// The report says how many bytes were used, and warns where they are fewer for want of memory.
    pub fn hash(mut self, bytes: usize) -> Self {
        self.hash = bytes;
        self
    }

    /// Forces the instructions to use. Where PEXT is slow no level uses it.
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// Calls back at the beginning, whenever some ten million leaves are counted, and at the end.
    ///
    /// The callback comes from whichever thread has something to tell, never from two at once, and
    /// what it is told never goes backwards. While one thread calls back the others go on counting.
    pub fn progress(mut self, callback: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = Some(callback);
        self
    }

    /// Stops within a tenth of a second of each thread's own time after this flag becomes true, a few milliseconds as a
    /// rule; the report then covers what was counted until then. The flag has to stay true until the run returns.
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// The clock that times the run: it says how much time has passed since any fixed moment.
    ///
    /// Without one, that of the standard library is used. Where that has none, as on
    /// `wasm32-unknown-unknown`, no time passes unless a clock is handed in.
    ///
    /// ```
    /// use std::time::Duration;
    /// use tabiya::Position;
    /// use tabiya_perft::Perft;
    ///
    /// let stopped = || Duration::from_secs(7);
    /// let report = Perft::new(&Position::startpos()).depth(3).clock(&stopped).run().unwrap();
    /// assert_eq!((report.nodes, report.elapsed), (8902, Duration::ZERO));
    /// ```
    pub fn clock(mut self, clock: &'a (dyn Fn() -> Duration + Sync)) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Counts.
    pub fn run(self) -> Result<Report, Error> {
        // Equal positions may be merged across first moves only if the caller does not ask for the parts.
        self.execute(if self.hash == 0 { Parts::Apart } else { Parts::Merged }).map(|division| division.report)
    }

    /// Counts below each first move.
    pub fn divide(self) -> Result<Division, Error> {
        self.execute(Parts::ByFirstMove)
    }

    /// Tells the leaves apart by what their last move was. Visits every one: neither the table nor the
    /// instruction set plays a part.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya_perft::Perft;
    ///
    /// let report = Perft::new(&Position::startpos()).depth(4).threads(2).statistics().unwrap();
    /// assert!(report.complete);
    /// assert_eq!(report.statistics.checkmates, 8);
    /// ```
    pub fn statistics(self) -> Result<StatisticsReport, Error> {
        self.check_depth()?;
        let never = AtomicBool::new(false);
        let watch = self.watch(&never);
        let (statistics, complete) = statistics::run(self.position, self.depth, self.threads, watch);
        Ok(StatisticsReport { statistics, complete, elapsed: watch.elapsed() })
    }

    fn execute(self, parts: Parts) -> Result<Division, Error> {
        let detected = self.level.detect().ok_or(Error::Unavailable(self.level))?;
        self.check_depth()?;
        let never = AtomicBool::new(false);
        let watch = self.watch(&never);
        // Below four plies a table costs more than it can save.
        let (table, warning) = if self.hash == 0 || self.depth < 4 {
            (None, None)
        } else {
            table_of(self.hash, self.depth, self.position.count_legal(), Memory::available())
                .map_err(Error::OutOfMemory)?
        };
        let top = Turn::from(self.position);
        let plan = Plan::new(top, self.depth, self.threads, &leaves::GRAIN, parts, watch.cancel);
        let run = Run { plan: &plan, threads: self.threads, table: table.as_ref(), watch };
        let counts = arch::run(detected, run);
        let mut total = Leaves::default();
        counts.iter().for_each(|&(leaves, _)| total += leaves);
        if total.0 == u128::MAX {
            return Err(Error::TooMany);
        }
        let report = Report {
            nodes: total.0,
            complete: counts.iter().all(|&(_, complete)| complete),
            elapsed: watch.elapsed(),
            hash: table.as_ref().map_or(0, crate::run::table::Table::bytes),
            warning,
            level: self.level,
        };
        if !report.complete {
            // Who cancels waits for the answer, and giving back gigabytes takes its time.
            let _ = std::thread::Builder::new().spawn(move || drop(table));
        }
        let named = plan.roots.iter().zip(counts);
        let branches = named.map(|(&mv, (leaves, complete))| Branch { mv, nodes: leaves.0, complete }).collect();
        Ok(Division { report, branches })
    }

    fn check_depth(&self) -> Result<(), Error> {
        if self.depth > Self::MOST_DEPTH { Err(Error::TooDeep(self.depth)) } else { Ok(()) }
    }

    fn watch<'b>(&'b self, never: &'b AtomicBool) -> Watch<'b> {
        Watch::new(self.clock.unwrap_or(&clock::standard), self.cancel.unwrap_or(never), self.progress)
    }
}

/// The number of leaves `depth` plies below a position, the fastest way this machine has.
///
/// ```
/// assert_eq!(tabiya_perft::perft(&tabiya::Position::startpos(), 4), 197_281);
/// ```
///
/// # Panics
///
/// If the depth is more than [`Perft::MOST_DEPTH`], or the number more than 128 bits can say.
pub fn perft(position: &Position, depth: u32) -> u128 {
    let fastest = Perft::fastest(position, depth);
    let result = match fastest.run() {
        Err(Error::OutOfMemory(_)) => fastest.hash(0).run(),
        result => result,
    };
    result.unwrap_or_else(|error| panic!("perft: {error}")).nodes
}

/// The leaves below each legal move, in the generator's order, on one thread without a table.
///
/// ```
/// let branches = tabiya_perft::divide(&tabiya::Position::startpos(), 2);
/// assert!(branches.len() == 20 && branches.iter().all(|branch| branch.nodes == 20));
/// ```
///
/// # Panics
///
/// If the depth is more than [`Perft::MOST_DEPTH`], or the number more than 128 bits can say.
pub fn divide(position: &Position, depth: u32) -> Vec<Branch> {
    let division = Perft::new(position).depth(depth).divide();
    division.unwrap_or_else(|error| panic!("divide: {error}")).branches
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part is walked in items, and each adds its share: neither leaves nor progress may be lost on the way.
    #[test]
    fn parts_are_walked_whole() {
        let position = Position::from_fen(crate::testing::EN_PASSANT).unwrap();
        for hash in [0, 1 << 20] {
            let told = std::sync::Mutex::new(Vec::new());
            let tell = |progress: Progress| told.lock().unwrap().push(progress);
            let perft = Perft::new(&position).depth(6).threads(1).hash(hash).progress(&tell);
            assert_eq!(perft.run().unwrap().nodes, 11_030_083);
            let told = told.into_inner().unwrap();
            assert!(told.len() > 500, "{} items", told.len());
            for Progress { nodes, fraction, .. } in told {
                let share = nodes as f64 / 11_030_083.0;
                assert!((fraction - share).abs() < 0.2, "{fraction} is shown for {share}");
            }
        }
    }

    #[test]
    fn no_number_of_threads_means_one_for_each_core() {
        let start = Position::startpos();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        assert_eq!([0, 1, 5].map(|threads| Perft::new(&start).threads(threads).threads), [cores, 1, 5]);
    }
}
