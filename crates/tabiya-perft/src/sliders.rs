//! Attacks of single sliding pieces: the seam between the generator and the machine.
//!
//! The tables are those of the rules crate. What this trait adds is that the choice is a type, with
//! nothing to carry along, so that whole counters can be compiled for one instruction set.

use tabiya::attacks;
use tabiya::{Bitboard, Square};

/// A way to find the squares a lone slider attacks. Squares are numbers below 64.
pub(crate) trait Sliders {
    fn rook(square: usize, occupied: u64) -> u64;
    fn bishop(square: usize, occupied: u64) -> u64;
}

/// Plain arithmetic, anywhere.
pub(crate) struct Portable;

impl Sliders for Portable {
    #[inline(always)]
    fn rook(square: usize, occupied: u64) -> u64 {
        attacks::Sliders::rook(attacks::Portable::default(), Square::from_low_bits(square as u8), Bitboard(occupied)).0
    }

    #[inline(always)]
    fn bishop(square: usize, occupied: u64) -> u64 {
        attacks::Sliders::bishop(attacks::Portable::default(), Square::from_low_bits(square as u8), Bitboard(occupied))
            .0
    }
}

/// Parallel bit extract. Named only by the instruction sets of [`crate::isa`], which are entered
/// after BMI2 was detected.
#[cfg(target_arch = "x86_64")]
pub(crate) struct Pext;

#[cfg(target_arch = "x86_64")]
impl Sliders for Pext {
    #[inline(always)]
    fn rook(square: usize, occupied: u64) -> u64 {
        // SAFETY: BMI2 is present (see the type).
        let pext = attacks::Pext::from(unsafe { tabiya::cpu::Bmi2::new_unchecked() });
        attacks::Sliders::rook(pext, Square::from_low_bits(square as u8), Bitboard(occupied)).0
    }

    #[inline(always)]
    fn bishop(square: usize, occupied: u64) -> u64 {
        // SAFETY: BMI2 is present (see the type).
        let pext = attacks::Pext::from(unsafe { tabiya::cpu::Bmi2::new_unchecked() });
        attacks::Sliders::bishop(pext, Square::from_low_bits(square as u8), Bitboard(occupied)).0
    }
}
