//! Magic bitboards whose tables are filled at run time.
//!
//! A program that is sent over a network then holds the magic numbers only, and memory that begins as zeros. Nothing
//! can use the tables too early: a look-up needs a [`LazyMagic`], and none exists before they are filled.

use core::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

use super::magic::{BISHOP_NUMBERS, ROOK_NUMBERS};
use super::pext::{self, BISHOP_CASES, Entry, ROOK_CASES};
use super::{Sliders, ray};
use crate::{Bitboard, Direction, Square};

const CASES: usize = ROOK_CASES + BISHOP_CASES;

/// Rooks first.
static ATTACKS: [AtomicU64; CASES] = [const { AtomicU64::new(0) }; CASES];
static FILLED: AtomicBool = AtomicBool::new(false);

#[derive(Copy, Clone)]
struct Magic {
    mask: u64,
    number: u64,
    offset: u32,
    shift: u32,
}

const fn magics(entries: &[Entry; 64], numbers: &[u64; 64], first: usize) -> [Magic; 64] {
    let mut magics = [Magic { mask: 0, number: 0, offset: 0, shift: 0 }; 64];
    let mut s = 0;
    while s < 64 {
        let Entry { mask, offset } = entries[s];
        let offset = first as u32 + offset;
        assert!(offset as usize + (1 << mask.count_ones()) <= CASES);
        magics[s] = Magic { mask, number: numbers[s], offset, shift: 64 - mask.count_ones() };
        s += 1;
    }
    magics
}

const ROOK: &[Magic; 64] = &magics(pext::ROOK, &ROOK_NUMBERS, 0);
const BISHOP: &[Magic; 64] = &magics(pext::BISHOP, &BISHOP_NUMBERS, ROOK_CASES);

/// Writes every entry, in a few milliseconds: each line of a square is walked once per occupancy of that line, and the
/// two lines are combined. Threads that do so at the same time write the same.
#[cold]
#[inline(never)]
fn fill() {
    for (magics, [a, b, c, d]) in [(ROOK, ray::ROOK_DIRECTIONS), (BISHOP, ray::BISHOP_DIRECTIONS)] {
        for (magic, from) in magics.iter().zip(Square::ALL) {
            let (first, firsts) = Line::all(from, [a, b], magic.mask);
            let (second, seconds) = Line::all(from, [c, d], magic.mask);
            for one in &first[..firsts] {
                for other in &second[..seconds] {
                    let attacks = one.attacks | other.attacks;
                    ATTACKS[magic.index(one.occupied | other.occupied)].store(attacks.0, Relaxed);
                }
            }
        }
    }
    FILLED.store(true, Release);
}

/// What a slider attacks on one line that is occupied like this.
#[derive(Copy, Clone)]
struct Line {
    occupied: Bitboard,
    attacks: Bitboard,
}

impl Line {
    /// All that matter, and how many they are.
    fn all(from: Square, ways: [Direction; 2], mask: u64) -> ([Line; 64], usize) {
        let walk = |occupied| ray::walk(from, ways[0], occupied) | ray::walk(from, ways[1], occupied);
        let mut lines = [Line { occupied: Bitboard::EMPTY, attacks: Bitboard::EMPTY }; 64];
        let mut count = 0;
        for (line, occupied) in lines.iter_mut().zip((walk(Bitboard::EMPTY) & Bitboard(mask)).subsets()) {
            *line = Line { occupied, attacks: walk(occupied) };
            count += 1;
        }
        (lines, count)
    }
}

impl Magic {
    #[inline(always)]
    fn index(&self, occupied: Bitboard) -> usize {
        ((occupied.0 & self.mask).wrapping_mul(self.number) >> self.shift) as usize + self.offset as usize
    }
}

/// Attacks by magic bitboards whose tables are filled when the first of these is made: the choice for WebAssembly.
///
/// Like a token of [`cpu`](crate::cpu) it is a proof, here that the tables are filled, so a look-up need not ask.
#[derive(Copy, Clone, Debug)]
pub struct LazyMagic(());

impl LazyMagic {
    /// Fills the tables unless they are filled.
    #[inline(always)]
    pub fn new() -> LazyMagic {
        if !FILLED.load(Acquire) {
            fill();
        }
        LazyMagic(())
    }

    #[inline(always)]
    fn look_up(self, magic: &'static Magic, occupied: Bitboard) -> Bitboard {
        // SAFETY: the shift leaves popcount(mask) bits, and `magics` asserts at compile time that a part of
        // 2^popcount(mask) entries from the offset on lies inside the table. What a bounds check costs was measured for
        // the other tables.
        Bitboard(unsafe { ATTACKS.get_unchecked(magic.index(occupied)) }.load(Relaxed))
    }
}

impl Default for LazyMagic {
    #[inline(always)]
    fn default() -> LazyMagic {
        LazyMagic::new()
    }
}

impl Sliders for LazyMagic {
    #[inline(always)]
    fn rook(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.look_up(&ROOK[from as usize], occupied)
    }

    #[inline(always)]
    fn bishop(self, from: Square, occupied: Bitboard) -> Bitboard {
        self.look_up(&BISHOP[from as usize], occupied)
    }
}
