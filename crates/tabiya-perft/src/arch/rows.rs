//! What is loaded whole into lanes: eight sets for every square, in the order of the lanes.
//!
//! All other tables are those of [`tabiya::attacks`].

use tabiya::attacks::ray::walk;
use tabiya::{Bitboard, Direction, Square};

/// The eight directions in the order of the lanes in [`crate::arch::lanes`]: four orthogonal, then four
/// diagonal; of each four, two towards higher squares and then their opposites.
pub(crate) const DIRECTIONS: [Direction; 8] = [
    Direction::North,
    Direction::East,
    Direction::South,
    Direction::West,
    Direction::NorthEast,
    Direction::NorthWest,
    Direction::SouthWest,
    Direction::SouthEast,
];

/// The steps of sliders, in that order.
pub(crate) const SLIDER_STEPS: [(i8, i8); 8] = {
    let mut steps = [(0, 0); 8];
    let mut i = 0;
    while i < 8 {
        steps[i] = DIRECTIONS[i].deltas();
        i += 1;
    }
    steps
};

/// Those of knights, in an order of the same kind.
pub(crate) const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (-1, -2), (-2, -1), (-1, 2), (-2, 1), (1, -2), (2, -1)];

/// The lane of a direction.
pub(crate) const fn lane(direction: Direction) -> usize {
    let mut i = 0;
    while DIRECTIONS[i] as u8 != direction as u8 {
        i += 1;
    }
    i
}

/// Eight sets for every square, each row in a cache line of its own.
#[repr(align(64))]
pub(crate) struct Rows(pub [[u64; 8]; 64]);

impl core::ops::Index<Square> for Rows {
    type Output = [u64; 8];
    #[inline(always)]
    fn index(&self, square: Square) -> &[u64; 8] {
        &self.0[square as usize]
    }
}

const fn rays() -> [[u64; 8]; 64] {
    let mut table = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            table[square][i] = walk(Square::ALL[square], DIRECTIONS[i], Bitboard::EMPTY).0;
            i += 1;
        }
        square += 1;
    }
    table
}

const fn lines() -> [[u64; 8]; 64] {
    let mut table = rays();
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 8 {
            let back = walk(Square::ALL[square], DIRECTIONS[i].opposite(), Bitboard::EMPTY).0;
            table[square][i] |= back | 1 << square;
            i += 1;
        }
        square += 1;
    }
    table
}

/// The squares from a square to the edge in each of the eight directions.
pub(crate) const RAYS: &Rows = &Rows(rays());
/// The whole line through a square in each of the eight directions (opposite ones are equal).
pub(crate) const LINES: &Rows = &Rows(lines());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_rays_both_ways_and_the_square_between() {
        for square in Square::ALL {
            for (lane, direction) in DIRECTIONS.into_iter().enumerate() {
                assert_eq!(super::lane(direction), lane);
                let [ray, back] = [direction, direction.opposite()].map(|way| walk(square, way, Bitboard::EMPTY).0);
                assert_eq!(RAYS[square][lane], ray, "{square} {direction:?}");
                assert_eq!(LINES[square][lane], ray | back | square.bitboard().0, "{square} {direction:?}");
            }
        }
    }
}
