//! Slider attacks by PEXT: the relevant occupancy, squeezed into a dense number, is the index into a table.
//!
//! A [`Pext`] holds the token [`Bmi2`], the proof that the instruction may run.

use super::{Sliders, ray};
use crate::cpu::Bmi2;
use crate::{Bitboard, Direction, Square};

/// Where a square's part of an attack table begins, and which occupied squares index into it.
#[derive(Copy, Clone)]
pub(super) struct Entry {
    pub(super) mask: u64,
    pub(super) offset: u32,
}

/// How many (square, relevant occupancy) pairs there are for a rook, and for a bishop.
pub(super) const ROOK_CASES: usize = 102_400;
/// See [`ROOK_CASES`].
pub(super) const BISHOP_CASES: usize = 5_248;

pub(super) const fn entries(directions: [Direction; 4], cases: usize) -> [Entry; 64] {
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

/// The attacks of a slider along one line, by subtraction: taking twice the slider from the occupied squares of the line
/// borrows its way up to the first blocker, and the same in the mirror finds the one below. Walking a hundred thousand
/// times would keep the compiler busy for ten seconds; the tests compare the result with the walk.
const fn along(line: u64, from: Square, occupied: u64) -> u64 {
    let slider = from.bitboard().0;
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(slider << 1);
    let down = blockers.reverse_bits().wrapping_sub(slider.reverse_bits() << 1).reverse_bits();
    (up ^ down) & line
}

const fn attacks<const CASES: usize>(entries: &[Entry; 64], directions: [Direction; 4]) -> [u64; CASES] {
    let mut table = [0; CASES];
    let mut next = 0;
    let mut s = 0;
    while s < 64 {
        let from = Square::ALL[s];
        let lines = [
            ray::walk(from, directions[0], Bitboard::EMPTY).0 | ray::walk(from, directions[1], Bitboard::EMPTY).0,
            ray::walk(from, directions[2], Bitboard::EMPTY).0 | ray::walk(from, directions[3], Bitboard::EMPTY).0,
        ];
        // Counting through the subsets of the mask meets them in the order PEXT numbers them.
        let mask = entries[s].mask;
        let mut occupied: u64 = 0;
        loop {
            table[next] = along(lines[0], from, occupied) | along(lines[1], from, occupied);
            next += 1;
            occupied = occupied.wrapping_sub(mask) & mask;
            if occupied == 0 {
                break;
            }
        }
        s += 1;
    }
    assert!(next == CASES);
    table
}

pub(super) const ROOK: &[Entry; 64] = &entries(ray::ROOK_DIRECTIONS, ROOK_CASES);
pub(super) const BISHOP: &[Entry; 64] = &entries(ray::BISHOP_DIRECTIONS, BISHOP_CASES);
pub(super) static ROOK_ATTACKS: [u64; ROOK_CASES] = attacks(ROOK, ray::ROOK_DIRECTIONS);
pub(super) static BISHOP_ATTACKS: [u64; BISHOP_CASES] = attacks(BISHOP, ray::BISHOP_DIRECTIONS);

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

/// All that one look-up needs. The large tables exist once and are pointed to: an offset would need their address besides,
/// which every use of a static loads.
#[derive(Copy, Clone)]
struct Part {
    mask: u64,
    attacks: *const u64,
}

const fn parts<const CASES: usize>(entries: &[Entry; 64], table: &'static [u64; CASES]) -> [Part; 64] {
    let mut parts = [Part { mask: 0, attacks: table.as_ptr() }; 64];
    let mut s = 0;
    while s < 64 {
        let Entry { mask, offset } = entries[s];
        // SAFETY: `entries` asserts that all parts lie inside the table.
        parts[s] = Part { mask, attacks: unsafe { table.as_ptr().add(offset as usize) } };
        s += 1;
    }
    parts
}

const ROOK_PARTS: &[Part; 64] = &parts(ROOK, &ROOK_ATTACKS);
const BISHOP_PARTS: &[Part; 64] = &parts(BISHOP, &BISHOP_ATTACKS);

/// Attacks by the PEXT instruction of x86-64 with BMI2.
#[derive(Copy, Clone, Debug)]
pub struct Pext(Bmi2);

impl Pext {
    /// The way, if this CPU has the instruction.
    #[inline]
    pub fn new() -> Option<Pext> {
        Bmi2::new().map(Pext)
    }

    #[inline(always)]
    fn look_up(self, part: &'static Part, occupied: Bitboard) -> Bitboard {
        let index = self.0.pext(occupied.0, part.mask) as usize;
        // SAFETY: `entries` asserts at compile time that the parts, each 2^popcount(mask) long, fill the table exactly, and
        // PEXT yields popcount(mask) bits, so the index is inside; what the bounds check would cost was measured for magic
        // bitboards, whose look-up has the same shape.
        Bitboard(unsafe { *part.attacks.add(index) })
    }
}

impl From<Bmi2> for Pext {
    #[inline(always)]
    fn from(token: Bmi2) -> Pext {
        Pext(token)
    }
}

impl Sliders for Pext {
    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.look_up(&ROOK_PARTS[from as usize], occupied)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.look_up(&BISHOP_PARTS[from as usize], occupied)
    }
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
