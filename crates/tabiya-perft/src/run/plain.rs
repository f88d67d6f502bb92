//! Counting with nothing around it.

use core::sync::atomic::AtomicBool;

use tabiya::cpu::{Compiled, Detected, Portable, copies};
use tabiya::side::{Black, White};
use tabiya::{Color, Position};

use crate::arch::{self, Arch, best_level};
use crate::count::board::CountBoard;
use crate::run::tree::tree;

/// The leaves `depth` plies below a position, counted at once by the calling thread, without a table.
///
/// [`Perft`](crate::Perft) adds threads, tables, progress and cancelling. They also add code: this function is
/// for programs that are sent over a network.
///
/// ```
/// assert_eq!(tabiya_perft::leaves(&tabiya::Position::startpos(), 4), 197_281);
/// ```
///
/// # Panics
///
/// If the depth is more than [`Perft::MOST_DEPTH`](crate::Perft::MOST_DEPTH).
pub fn leaves(position: &Position, depth: u32) -> u128 {
    assert!(depth <= crate::Perft::MOST_DEPTH, "too many plies to count");
    let level = best_level().detect().unwrap_or(Detected::Portable(Portable::new()));
    arch::run(level, Leaves { position, depth })
}

struct Leaves<'a> {
    position: &'a Position,
    depth: u32,
}

impl<A: Arch> Compiled<A> for Leaves<'_> {
    type Output = u128;
    fn run(self, arch: A) -> u128 {
        let (board, never) = (CountBoard::from(self.position), AtomicBool::new(false));
        match self.position.turn() {
            Color::White => tree::<White, _>(arch, &board, self.depth, &never),
            Color::Black => tree::<Black, _>(arch, &board, self.depth, &never),
        }
    }

    copies!(A, in_place);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::KIWIPETE;

    #[test]
    #[should_panic(expected = "too many plies to count")]
    fn a_tree_that_no_stack_holds_is_refused() {
        leaves(&Position::startpos(), crate::Perft::MOST_DEPTH + 1);
    }

    #[test]
    fn agrees_with_the_run_that_has_everything() {
        for fen in [KIWIPETE, "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1"] {
            let position = Position::from_fen(fen).unwrap();
            for depth in 0..=4 {
                let report = crate::Perft::new(&position).depth(depth).run().unwrap();
                assert_eq!(leaves(&position, depth), report.nodes, "{fen}, depth {depth}");
            }
        }
    }
}
