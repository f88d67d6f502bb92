//! x86-64 with BMI2: sliding attacks by PEXT.

use crate::attacks::Sliders;
use crate::attacks::pext::{BISHOP, BISHOP_ATTACKS, Entry, ROOK, ROOK_ATTACKS};
use crate::cpu::x86_token;
use crate::{Bitboard, Square};

x86_token! {
    /// This CPU has BMI1, BMI2, POPCNT and LZCNT.
    Bmi2, copy bmi2, scalar Bmi2, includes []
}

impl Bmi2 {
    /// Whether the build itself demands the instructions.
    pub(crate) const BUILT_IN: bool = cfg!(all(
        x86_simd,
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "popcnt",
        target_feature = "lzcnt"
    ));

    /// Whether the CPU says that it has them.
    #[cfg(x86_simd)]
    pub(crate) fn asked() -> bool {
        use crate::cpu::detect::{bits, cpuid};
        const POPCNT: u32 = 23; // leaf 1, ecx
        const BMI1: u32 = 3; // leaf 7, ebx
        const BMI2: u32 = 8; // leaf 7, ebx
        const LZCNT: u32 = 5; // leaf 0x8000_0001, ecx
        bits(cpuid(1, 0).ecx, &[POPCNT])
            && bits(cpuid(7, 0).ebx, &[BMI1, BMI2])
            && bits(cpuid(0x8000_0001, 0).ecx, &[LZCNT])
    }

    /// The bits of `value` under the mask, moved together at the low end: the instruction PEXT.
    #[inline(always)]
    pub fn pext(self, value: u64, mask: u64) -> u64 {
        #[cfg(x86_simd)]
        // SAFETY: there is a token only where the CPU has BMI2.
        return unsafe { core::arch::x86_64::_pext_u64(value, mask) };
        #[cfg(not(x86_simd))]
        {
            let _ = (value, mask);
            match self.0 {}
        }
    }
}

#[cfg(x86_simd)]
impl super::Arch for Bmi2 {
    super::plain_board!();
    super::plain_writer!();
}

/// All that one look-up needs. The large tables exist once and are pointed to: an offset would need their address
/// besides, which every use of a static loads.
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
        // SAFETY: `entries` asserts at compile time that the parts, each 2^popcount(mask) long, fill the table exactly,
        // and PEXT yields popcount(mask) bits, so the index is inside; what the bounds check would cost was measured
        // for magic bitboards, whose look-up has the same shape.
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
