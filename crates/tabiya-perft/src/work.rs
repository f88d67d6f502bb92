//! Cutting a tree into parts and counting the parts on several threads.
//!
//! The tree is expanded from the root, level by level, until there are many more parts than threads.
//! Threads then take part after part from a shared counter; the parts are small, so none of them
//! waits long for the others at the end, and a cancelled run still knows the parts it finished.
//! When nobody asks what belongs to which first move, equal parts are merged and counted once: that
//! is exact, because whole boards are compared.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::collections::HashMap;
use std::sync::Mutex;

use tabiya::{Color, Move, Position, Square};

use crate::board::Board;
use crate::children::{Step, for_each_child};
use crate::isa::{InstructionSet, Isa};
use crate::perft::Branch;
use crate::side::{Black, Side, White};
use crate::sliders::Portable;
use crate::table::Table;
use crate::tree::Shared;

/// Parts a thread should find, so that the last ones end at nearly the same time.
const PARTS_PER_THREAD: usize = 400;

/// A piece of the tree.
struct Part {
    board: Board,
    /// The first move it belongs to.
    root: usize,
    /// How many paths lead to it.
    paths: u128,
}

/// All pieces of a tree.
pub(crate) struct Plan {
    parts: Vec<Part>,
    /// Plies below each part.
    depth: u32,
    white_to_move: bool,
    /// First moves, as boards after them; empty if parts were merged or the depth is zero.
    roots: Vec<Move>,
    merged: bool,
}

/// What one first move has come to.
#[derive(Clone, Copy)]
pub(crate) struct Count {
    pub nodes: u128,
    pub complete: bool,
}

impl Plan {
    pub fn new(position: &Position, depth: u32, threads: usize, merge: bool) -> Self {
        let white_to_move = position.turn() == Color::White;
        let mut plan = Plan {
            parts: vec![Part { board: Board::new(position), root: 0, paths: 1 }],
            depth,
            white_to_move,
            roots: Vec::new(),
            merged: merge,
        };
        let wanted = threads.max(1) * PARTS_PER_THREAD;
        while plan.depth > 0 && (plan.roots.is_empty() && !merge || plan.depth > 3 && plan.parts.len() < wanted) {
            // At the first level the moves are named; a position without moves ends the tree here.
            let first = plan.depth == depth && !merge;
            plan.expand(first);
            if plan.parts.is_empty() {
                break;
            }
        }
        plan
    }

    fn expand(&mut self, name_roots: bool) {
        if self.white_to_move {
            self.expand_side::<White>(name_roots);
        } else {
            self.expand_side::<Black>(name_roots);
        }
        self.white_to_move = !self.white_to_move;
        self.depth -= 1;
    }

    fn expand_side<S: Side>(&mut self, name_roots: bool) {
        let mut children = Vec::new();
        let mut seen = HashMap::new();
        for part in &self.parts {
            for_each_child::<S, Portable>(&part.board, |board, step| {
                if self.merged {
                    let at = *seen.entry(board).or_insert(children.len());
                    if at < children.len() {
                        let earlier: &mut Part = &mut children[at];
                        earlier.paths += part.paths;
                        return;
                    }
                }
                let root = if name_roots { self.roots.len() } else { part.root };
                if name_roots {
                    self.roots.push(step.to_move::<S>(&part.board));
                }
                children.push(Part { board, root, paths: part.paths });
            });
        }
        self.parts = children;
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// The counts with the moves they belong to.
    pub fn name(&self, counts: Vec<Count>) -> Vec<Branch> {
        let named = self.roots.iter().zip(counts);
        named.map(|(&mv, Count { nodes, complete })| Branch { mv, nodes, complete }).collect()
    }
}

/// Counts every part of a plan; one entry a first move, or a single one where there are none.
pub(crate) fn run(
    plan: &Plan,
    isa: InstructionSet,
    threads: usize,
    table: Option<&Table>,
    cancel: &AtomicBool,
    report: &(dyn Fn(usize, u128) + Sync),
) -> Vec<Count> {
    let crew = Crew { plan, table, cancel, report, next: AtomicUsize::new(0), results: Mutex::new(Results::new(plan)) };
    match isa {
        InstructionSet::Portable => crew.work::<Portable>(threads),
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Bmi2 => crew.work::<crate::sliders::Pext>(threads),
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => crew.work::<crate::isa::Avx2>(threads),
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => crew.work::<crate::isa::Avx512>(threads),
        // The caller has checked that the instruction set is available.
        #[cfg(not(target_arch = "x86_64"))]
        _ => crew.work::<Portable>(threads),
    }
    let results = crew.results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    results
        .nodes
        .into_iter()
        .zip(results.missing)
        .map(|(nodes, missing)| Count { nodes, complete: missing == 0 })
        .collect()
}

struct Results {
    /// Leaves by first move.
    nodes: Vec<u128>,
    /// Parts not yet counted, by first move.
    missing: Vec<usize>,
    total: u128,
    done: usize,
}

impl Results {
    fn new(plan: &Plan) -> Self {
        let roots = if plan.merged || plan.roots.is_empty() { 1 } else { plan.roots.len() };
        let mut missing = vec![0; roots];
        for part in &plan.parts {
            missing[part.root] += 1;
        }
        Self { nodes: vec![0; roots], missing, total: 0, done: 0 }
    }
}

struct Crew<'a> {
    plan: &'a Plan,
    table: Option<&'a Table>,
    cancel: &'a AtomicBool,
    report: &'a (dyn Fn(usize, u128) + Sync),
    next: AtomicUsize,
    results: Mutex<Results>,
}

impl Crew<'_> {
    fn work<I: Isa>(&self, threads: usize) {
        let work = || {
            if self.plan.white_to_move { self.take_parts::<I, White>() } else { self.take_parts::<I, Black>() }
        };
        // The calling thread is one of the crew, so that one thread means no thread is started. A
        // thread that cannot be had is not needed either: the others take its parts.
        std::thread::scope(|scope| {
            for _ in 1..threads.min(self.plan.parts()) {
                let _ = std::thread::Builder::new().spawn_scoped(scope, work);
            }
            work();
        });
    }

    fn take_parts<I: Isa, S: Side>(&self) {
        while let Some(part) = self.plan.parts.get(self.next.fetch_add(1, Relaxed)) {
            if self.cancel.load(Relaxed) {
                return;
            }
            let nodes = self.count::<I, S>(&part.board);
            if self.cancel.load(Relaxed) {
                return;
            }
            let mut results = self.results.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            results.nodes[part.root] += nodes * part.paths;
            results.missing[part.root] -= 1;
            results.total += nodes * part.paths;
            results.done += 1;
            let (done, total) = (results.done, results.total);
            drop(results);
            (self.report)(done, total);
        }
    }

    fn count<I: Isa, S: Side>(&self, board: &Board) -> u128 {
        match self.table {
            Some(table) => {
                let shared = Shared { table, cancel: self.cancel };
                I::hashed_tree::<S>(board, board.key::<S>(), self.plan.depth, &shared)
            }
            None => I::tree::<S>(board, self.plan.depth, self.cancel),
        }
    }
}

impl Step {
    /// The move as the rules crate writes it.
    fn to_move<S: Side>(self, before: &Board) -> Move {
        use crate::board::role;
        use tabiya::MoveKind;
        let square = Square::from_low_bits;
        let capture = |to: u8| before.them >> to & 1 != 0;
        match self {
            Step::Plain { from, to, .. } => {
                let kind = if capture(to) { MoveKind::Capture } else { MoveKind::Quiet };
                Move::new(square(from), square(to), kind)
            }
            Step::DoublePush { from, to } => Move::new(square(from), square(to), MoveKind::DoublePush),
            Step::EnPassant { from, to } => Move::new(square(from), square(to), MoveKind::EnPassant),
            Step::Castle { king, rook } => {
                let kind = if rook > king { MoveKind::CastleKing } else { MoveKind::CastleQueen };
                Move::new(square(king), square(rook), kind)
            }
            Step::Promotion { role, from, to } => {
                let kind = match (role, capture(to)) {
                    (role::KNIGHT, false) => MoveKind::PromoteKnight,
                    (role::BISHOP, false) => MoveKind::PromoteBishop,
                    (role::ROOK, false) => MoveKind::PromoteRook,
                    (_, false) => MoveKind::PromoteQueen,
                    (role::KNIGHT, true) => MoveKind::CapturePromoteKnight,
                    (role::BISHOP, true) => MoveKind::CapturePromoteBishop,
                    (role::ROOK, true) => MoveKind::CapturePromoteRook,
                    (_, true) => MoveKind::CapturePromoteQueen,
                };
                Move::new(square(from), square(to), kind)
            }
        }
    }
}
