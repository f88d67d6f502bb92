//! The search for a helpmate: best first by an [`Estimate`], every position once.

use core::sync::atomic::{AtomicBool, Ordering};

use tabiya::{Color, Move, Position, Role};

use super::estimate::Estimate;
use super::walls;
use crate::packed::{Packed, Seen};

/// What a search has found.
pub(super) enum Found {
    /// The moves to a mate.
    Mate(Vec<Move>),
    /// No mate in any position that can follow.
    Exhausted,
    /// As many positions as were allowed, or it was cancelled.
    Limit,
}

struct Node {
    position: Position,
    /// The node that the move was played in; its own for the root.
    parent: u32,
    mv: Option<Move>,
    /// Moves from the first position.
    plies: u32,
}

/// A search for a mate by one side.
pub(super) struct Search {
    color: Color,
    estimate: Estimate,
    limit: usize,
    /// Whether positions after captures and pawn moves are asked for locked pawns.
    walls: bool,
    nodes: Vec<Node>,
    seen: Seen,
    /// Nodes not looked at yet, by their estimate.
    open: Vec<Vec<u32>>,
}

/// Estimates are cut off here.
const WORST: usize = 511;

impl Search {
    pub fn new(color: Color, estimate: Estimate, limit: usize, walls: bool) -> Search {
        let open = vec![Vec::new(); WORST + 1];
        Search { color, estimate, limit, walls, nodes: Vec::new(), seen: Seen::default(), open }
    }

    /// How many positions were met, the first included.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    pub fn run(&mut self, position: &Position, cancel: &AtomicBool) -> Found {
        self.seen.insert(Packed::of(position));
        self.add(*position, 0, None, 0, 0);
        let mut lowest = 0;
        while let Some(bucket) = (lowest..=WORST).find(|&bucket| !self.open[bucket].is_empty()) {
            let Some(index) = self.open[bucket].pop() else {
                continue;
            };
            if cancel.load(Ordering::Relaxed) {
                return Found::Limit;
            }
            lowest = bucket;
            let Node { position: here, plies, .. } = self.nodes[index as usize];
            let plies = plies + 1;
            for mv in here.legal_moves() {
                let after = here.after_unchecked(mv);
                if here.turn() == self.color && after.is_checkmate() {
                    return Found::Mate(self.line(index, mv));
                }
                // Captures take away what a mate needs, and promotions to pieces that can always help their king.
                if (mv.is_capture() || mv.is_promotion()) && after.has_insufficient_material(self.color) {
                    continue;
                }
                if !self.seen.insert(Packed::of(&after)) {
                    continue;
                }
                if self.walls && is_irreversible(&here, mv) && walls::locked(&after, self.color).is_some() {
                    continue;
                }
                if self.nodes.len() >= self.limit {
                    return Found::Limit;
                }
                // Without a price for moves the search would wander far from the first position.
                let estimate = self.estimate.of(&after, self.color) + plies / 8;
                let value = (estimate as usize).min(WORST);
                lowest = lowest.min(value);
                self.add(after, index, Some(mv), plies, value);
            }
        }
        Found::Exhausted
    }

    fn add(&mut self, position: Position, parent: u32, mv: Option<Move>, plies: u32, value: usize) {
        self.open[value].push(self.nodes.len() as u32);
        self.nodes.push(Node { position, parent, mv, plies });
    }

    /// The moves that lead to a node, and one more.
    fn line(&self, index: u32, last: Move) -> Vec<Move> {
        let mut line = vec![last];
        let mut node = &self.nodes[index as usize];
        while let Some(mv) = node.mv {
            line.push(mv);
            node = &self.nodes[node.parent as usize];
        }
        line.reverse();
        line
    }
}

fn is_irreversible(position: &Position, mv: Move) -> bool {
    mv.is_capture() || position.role_at(mv.from()) == Some(Role::Pawn)
}
