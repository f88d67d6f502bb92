//! Cutting a tree into parts, whatever its nodes are.
//!
//! The tree is expanded from the root, level by level, until there are many more parts than threads.
//! When the caller does not ask what belongs to which first move, equal parts are merged and counted once: that
//! is exact, because whole nodes are compared.

use core::hash::Hash;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::collections::HashMap;

use tabiya::side::{Black, White};
use tabiya::{Color, Move, Position, Side};

use crate::arch::plain_sliders;
use crate::count::board::CountBoard;
use crate::count::children::for_each_child;
use crate::count::moves::count_moves;

/// A place in the tree of a game.
pub(crate) trait Node: Copy + Eq + Hash + Send + Sync {
    /// Hands over the node after every legal move.
    fn for_each_child(&self, visit: impl FnMut(Self, Move));
}

/// A counting board and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Turn {
    pub board: CountBoard,
    pub color: Color,
}

impl From<&Position> for Turn {
    fn from(position: &Position) -> Self {
        Self { board: position.into(), color: position.turn() }
    }
}

impl Turn {
    /// How many legal moves there are.
    pub fn moves(&self) -> u32 {
        match self.color {
            Color::White => count_moves::<White, _>(plain_sliders(), &self.board),
            Color::Black => count_moves::<Black, _>(plain_sliders(), &self.board),
        }
    }
}

impl Node for Turn {
    fn for_each_child(&self, visit: impl FnMut(Self, Move)) {
        fn as_side<S: Side>(board: &CountBoard, mut visit: impl FnMut(Turn, Move)) {
            for_each_child::<S, _>(plain_sliders(), board, |&board, step| {
                visit(Turn { board, color: !S::COLOR }, step.to_move());
            });
        }
        match self.color {
            Color::White => as_side::<White>(&self.board, visit),
            Color::Black => as_side::<Black>(&self.board, visit),
        }
    }
}

impl Node for Position {
    fn for_each_child(&self, mut visit: impl FnMut(Self, Move)) {
        for mv in &self.legal_moves() {
            visit(self.after_unchecked(mv), mv);
        }
    }
}

/// How finely to cut.
pub(crate) struct Grain {
    /// Parts a thread should find, so that the last ones end at nearly the same time.
    pub parts_per_thread: usize,
    /// No level is expanded beyond this: the parts of a run take a few megabytes, on however many threads.
    pub most_parts: usize,
    /// Parts are not worth cutting further when this few plies are left.
    pub shallowest: u32,
}

/// Whether parts keep their first move, and whether equal ones are merged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parts {
    /// Which first move each belongs to.
    ByFirstMove,
    /// No first moves, but no parts are merged.
    Apart,
    /// No first moves, and equal parts are merged.
    Merged,
}

/// A piece of the tree.
#[derive(Clone, Copy)]
pub(crate) struct Part<N> {
    pub node: N,
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
pub(crate) struct Plan<N> {
    pub parts: Vec<Part<N>>,
    /// First moves; empty if they are not asked for or the depth is zero.
    pub roots: Vec<Move>,
    depth: u32,
    kind: Parts,
}

impl<N: Node> Plan<N> {
    /// Cuts a tree for this many threads; less finely, if it is cancelled meanwhile.
    pub fn new(node: N, depth: u32, threads: usize, grain: &Grain, kind: Parts, cancel: &AtomicBool) -> Self {
        Self::of([(node, 1)], depth, threads, grain, kind, cancel)
    }

    /// The same for several trees, each with the number of paths that lead to it.
    pub fn of(
        nodes: impl IntoIterator<Item = (N, u128)>,
        depth: u32,
        threads: usize,
        grain: &Grain,
        kind: Parts,
        cancel: &AtomicBool,
    ) -> Self {
        let parts = nodes.into_iter().map(|(node, paths)| Part { node, depth, root: 0, paths, siblings: 0 }).collect();
        let mut plan = Plan { parts, roots: Vec::new(), depth, kind };
        let wanted = threads.max(1).saturating_mul(grain.parts_per_thread).min(grain.most_parts);
        let named = kind == Parts::ByFirstMove;
        if depth > 0 && named {
            // The moves are named at the first level, so this one is expanded in any case.
            plan.expand(depth, usize::MAX, &AtomicBool::new(false));
        }
        let first = if named { depth.saturating_sub(1) } else { depth };
        for level in (grain.shallowest + 1..=first).rev() {
            if plan.parts.is_empty() || plan.parts.len() >= wanted || cancel.load(Relaxed) {
                break;
            }
            plan.expand(level, grain.most_parts, cancel);
        }
        plan
    }

    /// How many parts each first move has; a single number where first moves are not told apart.
    pub fn parts_by_root(&self) -> Vec<usize> {
        let told_apart = self.depth > 0 && self.kind == Parts::ByFirstMove;
        let mut parts = vec![0; if told_apart { self.roots.len() } else { 1 }];
        for part in &self.parts {
            parts[part.root] += 1;
        }
        parts
    }

    /// Replaces parts by their children until there are this many.
    fn expand(&mut self, level: u32, most: usize, cancel: &AtomicBool) {
        let name_roots = level == self.depth && self.kind == Parts::ByFirstMove;
        let mut children: Vec<Part<N>> = Vec::new();
        let mut seen = HashMap::new();
        let mut parents = std::mem::take(&mut self.parts).into_iter();
        for part in parents.by_ref() {
            let first = children.len();
            part.node.for_each_child(|node, mv| {
                if self.kind == Parts::Merged {
                    let at = *seen.entry(node).or_insert(children.len());
                    if let Some(earlier) = children.get_mut(at) {
                        earlier.paths = earlier.paths.saturating_add(part.paths);
                        return;
                    }
                }
                let root = if name_roots { self.roots.len() } else { part.root };
                if name_roots {
                    self.roots.push(mv);
                }
                children.push(Part { node, depth: level - 1, root, paths: part.paths, siblings: 0 });
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft;

    const GRAIN: Grain = Grain { parts_per_thread: 100, most_parts: 250, shallowest: 1 };

    fn plan(depth: u32, threads: usize, kind: Parts, cancelled: bool) -> Plan<Position> {
        Plan::new(Position::startpos(), depth, threads, &GRAIN, kind, &AtomicBool::new(cancelled))
    }

    #[test]
    fn parts_are_the_whole_tree() {
        for depth in 0..=4 {
            for threads in [0, 1, 2, 8] {
                for kind in [Parts::ByFirstMove, Parts::Apart, Parts::Merged] {
                    let plan = plan(depth, threads, kind, false);
                    let leaves = |part: &Part<Position>| part.paths * perft(&part.node, part.depth);
                    let total: u128 = plan.parts.iter().map(leaves).sum();
                    assert_eq!(total, [1, 20, 400, 8902, 197_281][depth as usize], "{depth} {threads}");
                    assert!(plan.parts.iter().all(|part| part.depth >= 1 || depth == 0 || kind == Parts::ByFirstMove));
                    assert_eq!(plan.roots.len(), if depth > 0 && kind == Parts::ByFirstMove { 20 } else { 0 });
                    let by_root = plan.parts_by_root();
                    assert_eq!(by_root.iter().sum::<usize>(), plan.parts.len());
                    assert_eq!(by_root.len(), plan.roots.len().max(1));
                }
            }
        }
    }

    /// A hundred per thread are wanted, and 250 are too many to go on.
    #[test]
    fn parts_are_as_many_as_wanted() {
        let parts = |threads, kind, cancelled| plan(4, threads, kind, cancelled).parts.len();
        assert_eq!(parts(0, Parts::Apart, false), parts(1, Parts::Apart, false));
        for kind in [Parts::ByFirstMove, Parts::Apart, Parts::Merged] {
            for threads in [1, 2, 3, 1000] {
                // Expanding ends with the part that has reached the limit, and its parent has some twenty moves.
                assert!((250..280).contains(&parts(threads, kind, false)), "{threads}");
            }
        }
        assert_eq!(parts(8, Parts::Apart, true), 1);
        assert_eq!(parts(8, Parts::ByFirstMove, true), 20, "the first moves are named in any case");
        assert!(plan(3, 8, Parts::Merged, false).parts.len() < plan(3, 8, Parts::Apart, false).parts.len() + 1);
    }

    #[test]
    fn siblings_are_the_moves_of_the_parent() {
        let plan = plan(2, 1, Parts::Apart, false);
        assert_eq!(plan.parts.len(), 20);
        assert!(plan.parts.iter().all(|part| part.siblings == 20 && part.depth == 1));
    }
}
