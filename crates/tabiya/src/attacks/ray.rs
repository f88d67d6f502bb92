//! Sliding attacks by walking each ray square by square: slow, obvious, and the source of every table.

use super::Sliders;
use crate::{Bitboard, Direction, Square};

/// The directions a rook slides in, opposite ones side by side.
pub const ROOK_DIRECTIONS: [Direction; 4] = [Direction::North, Direction::South, Direction::East, Direction::West];
/// The directions a bishop slides in, opposite ones side by side.
pub const BISHOP_DIRECTIONS: [Direction; 4] =
    [Direction::NorthEast, Direction::SouthWest, Direction::NorthWest, Direction::SouthEast];

/// The squares from `from` (excluded) in one direction up to the edge or the first occupied square (included).
pub const fn walk(from: Square, direction: Direction, occupied: Bitboard) -> Bitboard {
    let mut reached = 0;
    let mut here = from.bitboard();
    loop {
        here = here.shift(direction);
        reached |= here.0;
        if here.0 == 0 || here.0 & occupied.0 != 0 {
            return Bitboard(reached);
        }
    }
}

/// The union of four walks.
pub const fn walk_all(from: Square, directions: [Direction; 4], occupied: Bitboard) -> Bitboard {
    Bitboard(
        walk(from, directions[0], occupied).0
            | walk(from, directions[1], occupied).0
            | walk(from, directions[2], occupied).0
            | walk(from, directions[3], occupied).0,
    )
}

/// Rook attacks by walking.
pub const fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    walk_all(from, ROOK_DIRECTIONS, occupied)
}

/// Bishop attacks by walking.
pub const fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    walk_all(from, BISHOP_DIRECTIONS, occupied)
}

/// The squares whose occupancy matters to a slider: its rays on an empty board without their last squares, which are
/// attacked whether or not something stands there.
pub const fn relevant(from: Square, directions: [Direction; 4]) -> Bitboard {
    let mut mask = 0;
    let mut i = 0;
    while i < 4 {
        let ray = walk(from, directions[i], Bitboard::EMPTY);
        mask |= ray.0 & ray.shift(directions[i].opposite()).0;
        i += 1;
    }
    Bitboard(mask)
}

/// Attacks by ray walking.
#[derive(Copy, Clone, Debug, Default)]
pub struct RayWalk;

impl Sliders for RayWalk {
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        rook(from, occupied)
    }

    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        bishop(from, occupied)
    }
}
