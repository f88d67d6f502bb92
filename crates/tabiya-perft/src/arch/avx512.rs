//! x86-64 with AVX-512: eight lanes in one register.

use core::arch::x86_64::*;

use tabiya::Bitboard;
use tabiya::cpu::{Avx512, Bmi2, Token};

use super::{Arch, Lanes};

impl Arch for Avx512 {
    type Lanes = Avx512Lanes;
    type WithoutLanes = Bmi2;
    const LANES: bool = true;
    const FEW: u32 = 15;

    #[inline(always)]
    fn lanes(self) -> Avx512 {
        self
    }

    #[inline(always)]
    fn without_lanes(self) -> Bmi2 {
        self.scalar()
    }
}

/// One AVX-512 register, and the token without which it cannot be made: the reason every block below
/// is sound.
#[derive(Clone, Copy)]
pub(crate) struct Avx512Lanes(__m512i, Avx512);

impl Avx512Lanes {
    /// Another register of the same machine.
    #[inline(always)]
    fn with(self, register: __m512i) -> Self {
        Self(register, self.1)
    }
}

impl Lanes for Avx512Lanes {
    type Token = Avx512;
    #[inline(always)]
    fn token(self) -> Avx512 {
        self.1
    }
    #[inline(always)]
    fn load(token: Avx512, lanes: &[u64; 8]) -> Self {
        // SAFETY: AVX-512F is present (see the type); the array is 64 readable bytes.
        Self(unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }, token)
    }
    #[inline(always)]
    fn gather(token: Avx512, lanes: [u64; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = lanes;
        let (a, b, c, d) = (a as i64, b as i64, c as i64, d as i64);
        let (e, f, g, h) = (e as i64, f as i64, g as i64, h as i64);
        // SAFETY: AVX-512F is present (see the type).
        Self(unsafe { _mm512_setr_epi64(a, b, c, d, e, f, g, h) }, token)
    }
    #[inline(always)]
    fn splat(token: Avx512, value: u64) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        Self(unsafe { _mm512_set1_epi64(value as i64) }, token)
    }
    #[inline(always)]
    fn orthogonal_and_diagonal(token: Avx512, orthogonal: Bitboard, diagonal: Bitboard) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        Self(unsafe { _mm512_mask_set1_epi64(_mm512_set1_epi64(orthogonal.0 as i64), 0xf0, diagonal.0 as i64) }, token)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_and_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_or_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_andnot_si512(other.0, self.0) })
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_add_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_sub_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn twice(self) -> Self {
        self.add(self)
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_mul_epi32(self.0, other.0) })
    }
    #[inline(always)]
    fn rotate_left(self, amounts: Self) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_rolv_epi64(self.0, amounts.0) })
    }
    #[inline(always)]
    fn rotate_right(self, amounts: Self) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_rorv_epi64(self.0, amounts.0) })
    }
    #[inline(always)]
    fn popcount_in_parts(self) -> Self {
        // SAFETY: AVX-512 VPOPCNTDQ is present (see the type).
        self.with(unsafe { _mm512_popcnt_epi64(self.0) })
    }
    #[inline(always)]
    fn whole(self) -> Self {
        self
    }
    #[inline(always)]
    fn sum(self) -> u64 {
        // SAFETY: AVX-512F is present (see the type).
        unsafe { _mm512_reduce_add_epi64(self.0) as u64 }
    }
    #[inline(always)]
    fn unions(self, other: Self) -> [Bitboard; 2] {
        // SAFETY: AVX-512F is present (see the type).
        let quarters = unsafe {
            let low = _mm512_shuffle_i64x2::<0x44>(self.0, other.0);
            self.with(_mm512_or_si512(low, _mm512_shuffle_i64x2::<0xee>(self.0, other.0)))
        };
        let pairs = quarters.or(quarters.opposite());
        let all = pairs.or(pairs.neighbours_exchanged()).0;
        // SAFETY: AVX-512F is present (see the type).
        let (first, second) = unsafe { (_mm512_castsi512_si128(all), _mm512_extracti64x2_epi64::<2>(all)) };
        // SAFETY: SSE2 is part of x86-64.
        unsafe { [Bitboard(_mm_cvtsi128_si64(first) as u64), Bitboard(_mm_cvtsi128_si64(second) as u64)] }
    }
    #[inline(always)]
    fn load_first(token: Avx512, lanes: &[u64]) -> Self {
        let wanted = (1_u32 << lanes.len().min(8)).wrapping_sub(1) as u8;
        // SAFETY: AVX-512F is present (see the type); lanes that are not in the list are not read.
        Self(unsafe { _mm512_maskz_loadu_epi64(wanted, lanes.as_ptr().cast()) }, token)
    }
    #[inline(always)]
    fn lane(&self, index: usize) -> u64 {
        // SAFETY: a register in memory is eight lanes.
        unsafe { (&raw const self.0).cast::<u64>().add(index & 7).read() }
    }
    #[inline(always)]
    fn store(self) -> [u64; 8] {
        let mut lanes = [0; 8];
        // SAFETY: AVX-512F is present (see the type); the array is 64 writable bytes.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }
    #[inline(always)]
    fn first_lane(token: Avx512, value: u64) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        Self(unsafe { _mm512_maskz_set1_epi64(1, value as i64) }, token)
    }
    #[inline(always)]
    fn look_up(self, table: Self) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_permutexvar_epi64(self.0, table.0) })
    }
    #[inline(always)]
    fn meets(self, other: Self) -> u8 {
        // SAFETY: AVX-512F is present (see the type).
        unsafe { _mm512_test_epi64_mask(self.0, other.0) }
    }
    #[inline(always)]
    fn keep(self, bits: u8) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_maskz_mov_epi64(bits, self.0) })
    }
    #[inline(always)]
    fn opposite(self) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_permutex_epi64::<0x4e>(self.0) })
    }
    #[inline(always)]
    fn count_up(self, other: Self) -> [Self; 4] {
        // Two numbers per lane become one with one digit more, first from the two
        // registers, then three times from the register and itself with lanes exchanged.
        let mut ones = self.xor(other);
        let twos = self.and(other);
        let with = ones.halves_exchanged();
        let carry = ones.and(with);
        ones = ones.xor(with);
        let (mut twos, mut fours) = {
            let with = twos.halves_exchanged();
            let sums = twos.xor(with).xor(carry);
            (sums, majority(twos, with, carry))
        };
        let with = ones.quarters_exchanged();
        let carry = ones.and(with);
        ones = ones.xor(with);
        let with = twos.quarters_exchanged();
        let next = majority(twos, with, carry);
        twos = twos.xor(with).xor(carry);
        let with = fours.quarters_exchanged();
        let mut eights = majority(fours, with, next);
        fours = fours.xor(with).xor(next);

        let with = ones.neighbours_exchanged();
        let carry = ones.and(with);
        ones = ones.xor(with);
        let with = twos.neighbours_exchanged();
        let next = majority(twos, with, carry);
        twos = twos.xor(with).xor(carry);
        let with = fours.neighbours_exchanged();
        let last = majority(fours, with, next);
        fours = fours.xor(with).xor(next);
        eights = eights.xor(eights.neighbours_exchanged()).xor(last);
        [ones, twos, fours, eights]
    }
}

#[inline(always)]
fn majority(a: Avx512Lanes, b: Avx512Lanes, c: Avx512Lanes) -> Avx512Lanes {
    // SAFETY: AVX-512F is present (see the type).
    a.with(unsafe { _mm512_ternarylogic_epi64::<0xe8>(a.0, b.0, c.0) })
}

impl Avx512Lanes {
    #[inline(always)]
    fn halves_exchanged(self) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_shuffle_i64x2::<0x4e>(self.0, self.0) })
    }
    #[inline(always)]
    fn quarters_exchanged(self) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_shuffle_i64x2::<0xb1>(self.0, self.0) })
    }
    #[inline(always)]
    fn neighbours_exchanged(self) -> Self {
        // SAFETY: AVX-512F is present (see the type).
        self.with(unsafe { _mm512_permutex_epi64::<0xb1>(self.0) })
    }
}
