//! Cutting a tree into parts.
//!
//! The tree is expanded from the root, level by level, until there are many more parts than threads.
//! When nobody asks what belongs to which first move, equal parts are merged and counted once: that
//! is exact, because whole boards are compared.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::collections::HashMap;

use tabiya::{Color, Move, Position, Square};

use crate::board::Board;
use crate::children::{Step, for_each_child};
use crate::side::{Black, Side, White};
use crate::sliders::Portable;

/// Parts a thread should find, so that the last ones end at nearly the same time.
const PARTS_PER_THREAD: usize = 400;
/// No level is expanded beyond this: the parts of a run take a few megabytes, on however many threads.
const MOST_PARTS: usize = 50_000;
/// Parts are not worth cutting further when this few plies are left.
const SHALLOWEST: u32 = 3;

/// A piece of the tree.
pub(crate) struct Part {
    pub board: Board,
    /// Plies below it.
    pub depth: u32,
    /// The first move it belongs to.
    pub root: usize,
    /// How many paths lead to it; the largest number means "too many to say".
    pub paths: u128,
    /// Moves its parent has, about.
    pub siblings: usize,
}

/// All pieces of a tree.
pub(crate) struct Plan {
    pub parts: Vec<Part>,
    /// First moves; empty if parts were merged or the depth is zero.
    pub roots: Vec<Move>,
    depth: u32,
    white_to_move: bool,
    merged: bool,
}

impl Plan {
    /// Cuts a tree for this many threads; less finely, if it is cancelled meanwhile.
    pub fn new(position: &Position, depth: u32, threads: usize, merge: bool, cancel: &AtomicBool) -> Self {
        let root = Part { board: Board::new(position), depth, root: 0, paths: 1, siblings: 0 };
        let white_to_move = position.turn() == Color::White;
        let mut plan = Plan { parts: vec![root], roots: Vec::new(), depth, white_to_move, merged: merge };
        let wanted = threads.max(1).saturating_mul(PARTS_PER_THREAD).min(MOST_PARTS);
        if depth > 0 && !merge {
            // The moves are named at the first level, so this one is expanded in any case.
            plan.expand(depth, usize::MAX, &AtomicBool::new(false));
        }
        let first = if merge { depth } else { depth.saturating_sub(1) };
        for level in (SHALLOWEST + 1..=first).rev() {
            if plan.parts.is_empty() || plan.parts.len() >= wanted || cancel.load(Relaxed) {
                break;
            }
            plan.expand(level, MOST_PARTS, cancel);
        }
        plan
    }

    /// Whether white moves where this many plies are left.
    pub fn is_white_at(&self, depth: u32) -> bool {
        self.white_to_move == (self.depth - depth).is_multiple_of(2)
    }

    /// How many parts each first move has; a single number where first moves are not told apart.
    pub fn parts_by_root(&self) -> Vec<usize> {
        let told_apart = self.depth > 0 && !self.merged;
        let mut parts = vec![0; if told_apart { self.roots.len() } else { 1 }];
        for part in &self.parts {
            parts[part.root] += 1;
        }
        parts
    }

    /// Replaces parts by their children until there are this many.
    fn expand(&mut self, level: u32, most: usize, cancel: &AtomicBool) {
        if self.is_white_at(level) {
            self.expand_side::<White>(level, most, cancel);
        } else {
            self.expand_side::<Black>(level, most, cancel);
        }
    }

    fn expand_side<S: Side>(&mut self, level: u32, most: usize, cancel: &AtomicBool) {
        let name_roots = level == self.depth && !self.merged;
        let mut children: Vec<Part> = Vec::new();
        let mut seen = HashMap::new();
        let mut parents = std::mem::take(&mut self.parts).into_iter();
        for part in parents.by_ref() {
            let first = children.len();
            for_each_child::<S, Portable>(&part.board, |board, step| {
                if self.merged {
                    let at = *seen.entry(*board).or_insert(children.len());
                    if let Some(earlier) = children.get_mut(at) {
                        earlier.paths = earlier.paths.saturating_add(part.paths);
                        return;
                    }
                }
                let root = if name_roots { self.roots.len() } else { part.root };
                if name_roots {
                    self.roots.push(step.to_move::<S>(&part.board));
                }
                children.push(Part { board: *board, depth: level - 1, root, paths: part.paths, siblings: 0 });
            });
            let siblings = children.len() - first;
            children[first..].iter_mut().for_each(|child| child.siblings = siblings);
            if children.len() >= most || cancel.load(Relaxed) {
                break;
            }
        }
        // Where expanding stopped early, the others stay as they are, one ply deeper.
        children.extend(parents);
        self.parts = children;
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
