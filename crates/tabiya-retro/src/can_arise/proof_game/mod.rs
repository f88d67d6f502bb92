//! The search for a proof game: depth first, one ply more each time, and nothing that leads too far from the position.
//!
//! Each side's moves are counted by themselves ([`distance`]): a move after which a side needs more moves than it has
//! left is not tried. What has failed with as many plies left is remembered. So the first game found has as few moves
//! as any, and the search is the same every time.

mod distance;

use core::hash::BuildHasherDefault;
use core::sync::atomic::Ordering;
use std::collections::HashSet;

use tabiya::{Color, Move, Position};

use super::{Limits, ProofGame, Starts};
use crate::packed::{Mix, Packed};
use distance::Target;

/// How often the search asks whether it was cancelled, in positions.
const CANCEL_EVERY: u64 = 1024;

/// How many positions the search remembers at most: some 300 MB. Without them it is slower, and finds the same.
const REMEMBERED: usize = 4_000_000;

/// A game with as few plies as any, if the limits allow to find it.
pub(super) fn find(position: &Position, starts: Starts, limits: &Limits<'_>) -> Option<ProofGame> {
    let target = Target::new(position);
    let starts: Vec<Start> = starts
        .positions(position, |start, color| target.moves(start, color))
        .into_iter()
        .filter_map(|position| Start::new(&target, position, limits.plies))
        .collect();
    let first = starts.iter().map(|start| start.least).min()?;
    let mut search = Search { target: &target, limits, positions: 0, line: Vec::new(), failed: HashSet::default() };
    for plies in (first..=limits.plies).step_by(2) {
        for start in starts.iter().filter(|start| start.least <= plies) {
            match search.run(&start.position, plies) {
                Found::Game => return Some(ProofGame { start: start.position, moves: search.line }),
                Found::Nothing => {}
                Found::Limit => return None,
            }
        }
        search.failed.clear();
    }
    None
}

/// A start position, and how many plies a game from it has at least.
struct Start {
    position: Position,
    least: u32,
}

impl Start {
    fn new(target: &Target<'_>, position: Position, most: u32) -> Option<Start> {
        let turn = target.position.turn();
        let parity = turn as u32;
        let least = (0..=most).filter(|plies| plies % 2 == parity).find(|&plies| is_near(target, &position, plies))?;
        Some(Start { position, least })
    }
}

/// Whether the plies that are left are enough for what both sides need at least.
fn is_near(target: &Target<'_>, position: &Position, plies: u32) -> bool {
    Color::ALL.into_iter().all(|color| side_is_near(target, position, plies, color))
}

fn side_is_near(target: &Target<'_>, position: &Position, plies: u32, color: Color) -> bool {
    let moves = moves_of(position, plies, color);
    target.to_be_captured(position, !color).is_some_and(|captures| captures <= moves)
        && target.moves(position, color) <= moves
}

/// How many of the next plies are moves of a side.
fn moves_of(position: &Position, plies: u32, color: Color) -> u32 {
    if position.turn() == color { plies.div_ceil(2) } else { plies / 2 }
}

enum Found {
    Game,
    Nothing,
    Limit,
}

struct Search<'a> {
    target: &'a Target<'a>,
    limits: &'a Limits<'a>,
    positions: u64,
    /// The moves so far; the game when it is found.
    line: Vec<Move>,
    /// For positions, a number of plies that does not lead to the target.
    failed: HashSet<(Packed, u32), BuildHasherDefault<Mix>>,
}

impl Search<'_> {
    fn run(&mut self, position: &Position, plies: u32) -> Found {
        if plies == 0 {
            return if self.target.is(position) { Found::Game } else { Found::Nothing };
        }
        let is_cancelled = self.positions.is_multiple_of(CANCEL_EVERY) && self.limits.cancel.load(Ordering::Relaxed);
        if self.positions >= self.limits.positions || is_cancelled {
            return Found::Limit;
        }
        self.positions += 1;
        let key = (Packed::of(position), plies);
        if self.failed.contains(&key) {
            return Found::Nothing;
        }
        let mover = position.turn();
        for mv in position.legal_moves() {
            let after = position.after_unchecked(mv);
            // A capture changes what the other side has as well.
            let is_near = side_is_near(self.target, &after, plies - 1, mover)
                && (!mv.is_capture() || side_is_near(self.target, &after, plies - 1, !mover));
            if !is_near {
                continue;
            }
            self.line.push(mv);
            match self.run(&after, plies - 1) {
                Found::Nothing => self.line.pop(),
                found => return found,
            };
        }
        if self.failed.len() < REMEMBERED {
            self.failed.insert(key);
        }
        Found::Nothing
    }
}
