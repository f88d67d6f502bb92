//! The tables for slider attacks by PEXT: the relevant occupancy, squeezed into a dense number, is the index.
//!
//! [`Pext`](super::Pext) looks up in them.

use super::ray;
use crate::{Bitboard, Direction, Square};

/// Where a square's part of an attack table begins, and which occupied squares index into it.
#[derive(Copy, Clone)]
pub(crate) struct Entry {
    pub(crate) mask: u64,
    pub(crate) offset: u32,
}

/// How many (square, relevant occupancy) pairs there are for a rook, and for a bishop.
pub(crate) const ROOK_CASES: usize = 102_400;
/// See [`ROOK_CASES`].
pub(crate) const BISHOP_CASES: usize = 5_248;

pub(crate) const fn entries(directions: [Direction; 4], cases: usize) -> [Entry; 64] {
    let mut entries = [Entry { mask: 0, offset: 0 }; 64];
    let mut offset = 0;
    let mut s = 0;
    while s < 64 {
        let mask = ray::relevant(Square::ALL[s], directions).0;
        entries[s] = Entry { mask, offset };
        offset += 1 << mask.count_ones();
        s += 1;
    }
    assert!(offset as usize == cases);
    entries
}

/// Fills the part of each square by doubling: a further blocker takes away what lies beyond it, and nothing else. So
/// the attacks for all subsets of the first n squares of a mask give those for the first n + 1 by one "and" each, in
/// the order in which PEXT numbers the subsets. Every step of this loop is interpreted by the compiler, a hundred
/// thousand times in each build; the tests compare the result with walking.
const fn attacks<const CASES: usize>(entries: &[Entry; 64], directions: [Direction; 4]) -> [u64; CASES] {
    let mut table = [0; CASES];
    let mut s = 0;
    while s < 64 {
        let from = Square::ALL[s];
        let Entry { mask, offset } = entries[s];
        let first = offset as usize;
        table[first] = ray::walk_all(from, directions, Bitboard::EMPTY).0;
        let (mut cases, mut rest) = (1, mask);
        while rest != 0 {
            let not_beyond = !beyond(from, Square::ALL[rest.trailing_zeros() as usize], directions);
            rest &= rest - 1;
            let (mut without, mut with) = (first, first + cases);
            cases *= 2;
            while with < first + cases {
                table[with] = table[without] & not_beyond;
                without += 1;
                with += 1;
            }
        }
        s += 1;
    }
    table
}

/// The squares that a slider on `from` does not attack because something stands on `blocker`.
const fn beyond(from: Square, blocker: Square, directions: [Direction; 4]) -> u64 {
    let empty = ray::walk_all(from, directions, Bitboard::EMPTY).0;
    empty & !ray::walk_all(from, directions, blocker.bitboard()).0
}

pub(crate) const ROOK: &[Entry; 64] = &entries(ray::ROOK_DIRECTIONS, ROOK_CASES);
pub(crate) const BISHOP: &[Entry; 64] = &entries(ray::BISHOP_DIRECTIONS, BISHOP_CASES);
pub(crate) static ROOK_ATTACKS: [u64; ROOK_CASES] = attacks(ROOK, ray::ROOK_DIRECTIONS);
pub(crate) static BISHOP_ATTACKS: [u64; BISHOP_CASES] = attacks(BISHOP, ray::BISHOP_DIRECTIONS);

/// What the PEXT instruction computes, bit by bit: those bits of `value` that `mask` selects, side by side.
///
/// ```
/// use tabiya::attacks::pext::extract;
/// assert_eq!(extract(0b1010_0110, 0b1111_0000), 0b1010);
/// ```
pub const fn extract(value: u64, mut mask: u64) -> u64 {
    let (mut extracted, mut place) = (0, 0);
    while mask != 0 {
        extracted |= (value >> mask.trailing_zeros() & 1) << place;
        place += 1;
        mask &= mask - 1;
    }
    extracted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extract_numbers_the_subsets_of_a_mask_in_order_and_ignores_strangers() {
        for mask in [0, 1, 1 << 63, 0x8100_0000_0000_0081, 0xff, 0x0010_2004_8000_0142, relevant_of_d4()] {
            let mut subset: u64 = 0;
            for number in 0..1_u64 << mask.count_ones() {
                assert_eq!(extract(subset, mask), number, "{subset:#x} of {mask:#x}");
                assert_eq!(extract(subset | !mask, mask), number, "{subset:#x} of {mask:#x} among strangers");
                subset = subset.wrapping_sub(mask) & mask;
            }
        }
        assert_eq!(extract(0x0123_4567_89ab_cdef, !0), 0x0123_4567_89ab_cdef);
    }

    fn relevant_of_d4() -> u64 {
        ray::relevant(Square::D4, ray::ROOK_DIRECTIONS).0
    }
}
