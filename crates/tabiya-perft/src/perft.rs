//! The builder: what to count, with which means, and what came of it.

use core::fmt;
use core::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tabiya::{Move, Position};

use crate::InstructionSet;
use crate::memory::{Memory, table_of};
use crate::table::OutOfMemory;
use crate::work::{self, Plan};

/// A perft, ready to be run.
///
/// Without further words it counts on one thread, without a hash table, with the best instructions
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
    isa: InstructionSet,
    progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    cancel: Option<&'a AtomicBool>,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Parts of the tree that are counted.
    pub done: usize,
    /// Parts of the tree there are.
    pub parts: usize,
    /// Leaves so far.
    pub nodes: u128,
    /// Time so far.
    pub elapsed: Duration,
}

/// What a run found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Leaves. If the run was cancelled: those of the parts that were finished.
    pub nodes: u128,
    /// Whether the whole tree was counted.
    pub complete: bool,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// Bytes of hash table in use.
    pub hash: usize,
    /// Why the hash table is smaller than asked for, if it is.
    pub warning: Option<String>,
    /// The instruction set in use.
    pub isa: InstructionSet,
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
    /// One entry a legal move, in the generator's order; empty at depth zero.
    pub branches: Vec<Branch>,
}

/// Why a count could not begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// This machine does not have the instruction set that was asked for.
    Unavailable(InstructionSet),
    /// Not even the smallest hash table could be had.
    OutOfMemory(OutOfMemory),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unavailable(isa) => {
                write!(f, "this machine cannot run the instruction set {isa}; it has")?;
                InstructionSet::available().try_for_each(|isa| write!(f, " {isa}"))
            }
            Error::OutOfMemory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl<'a> Perft<'a> {
    /// A perft of this position, at depth 1 until told otherwise.
    pub fn new(position: &'a Position) -> Self {
        Self { position, depth: 1, threads: 1, hash: 0, isa: InstructionSet::best(), progress: None, cancel: None }
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

    /// On how many threads; zero means one for each core.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = if threads == 0 { std::thread::available_parallelism().map_or(1, usize::from) } else { threads };
        self
    }

    /// The most bytes a hash table may take; zero counts every leaf.
    ///
    /// The table takes the largest power of two that fits, at least 4 MiB, and no more than a tree of
    /// this depth can fill. If the machine does not
    /// have the memory the table is smaller and the report says so.
    pub fn hash(mut self, bytes: usize) -> Self {
        self.hash = bytes;
        self
    }

    /// Forces an instruction set.
    pub fn isa(mut self, isa: InstructionSet) -> Self {
        self.isa = isa;
        self
    }

    /// Calls back whenever a part of the tree is finished, from the thread that finished it.
    pub fn progress(mut self, callback: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = Some(callback);
        self
    }

    /// Stops soon after this flag becomes true; the report then covers what was finished.
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Counts.
    pub fn run(self) -> Result<Report, Error> {
        // Equal positions may be merged across first moves only if nobody asks for the parts.
        self.execute(self.hash != 0).map(|division| division.report)
    }

    /// Counts below each first move.
    pub fn divide(self) -> Result<Division, Error> {
        self.execute(false)
    }

    fn execute(self, merge: bool) -> Result<Division, Error> {
        if !self.isa.is_available() {
            return Err(Error::Unavailable(self.isa));
        }
        let start = Instant::now();
        // Below four plies a table costs more than it can save.
        let (table, warning) = if self.hash == 0 || self.depth < 4 {
            (None, None)
        } else {
            table_of(self.hash, self.depth, self.position.count_legal(), Memory::available())
                .map(|(table, warning)| (Some(table), warning))
                .map_err(Error::OutOfMemory)?
        };
        let never = AtomicBool::new(false);
        let cancel = self.cancel.unwrap_or(&never);
        let plan = Plan::new(self.position, self.depth, self.threads, merge);
        let report = |done: usize, nodes: u128| {
            if let Some(callback) = self.progress {
                callback(Progress { done, parts: plan.parts(), nodes, elapsed: start.elapsed() });
            }
        };
        let branches = work::run(&plan, self.isa, self.threads, table.as_ref(), cancel, &report);
        let report = Report {
            nodes: branches.iter().map(|branch| branch.nodes).sum(),
            complete: branches.iter().all(|branch| branch.complete),
            elapsed: start.elapsed(),
            hash: table.as_ref().map_or(0, crate::table::Table::bytes),
            warning,
            isa: self.isa,
        };
        Ok(Division { report, branches: plan.name(branches) })
    }
}

/// The number of leaves `depth` plies below a position, the fastest way this machine has.
///
/// ```
/// assert_eq!(tabiya_perft::perft(&tabiya::Position::startpos(), 4), 197_281);
/// ```
pub fn perft(position: &Position, depth: u32) -> u128 {
    match Perft::fastest(position, depth).run() {
        Ok(report) => report.nodes,
        // Only the table can fail here, and counting without one cannot.
        Err(_) => Perft::new(position).depth(depth).run().map_or(0, |report| report.nodes),
    }
}

/// The leaves below each legal move, in the generator's order, on one thread without a table.
///
/// ```
/// let branches = tabiya_perft::divide(&tabiya::Position::startpos(), 2);
/// assert!(branches.len() == 20 && branches.iter().all(|branch| branch.nodes == 20));
/// ```
pub fn divide(position: &Position, depth: u32) -> Vec<Branch> {
    Perft::new(position).depth(depth).divide().map_or_else(|_| Vec::new(), |division| division.branches)
}
