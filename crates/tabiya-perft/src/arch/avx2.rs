//! x86-64 with AVX2: eight lanes in two registers.

use core::arch::x86_64::*;

use tabiya::Bitboard;
use tabiya::cpu::{Avx2, Bmi2, Token};

use super::{Arch, Lanes};

impl Arch for Avx2 {
    type Lanes = Avx2Lanes;
    type WithoutLanes = Bmi2;
    const LANES: bool = true;
    const FEW: u32 = 20;

    #[inline(always)]
    fn lanes(self) -> Avx2 {
        self
    }

    #[inline(always)]
    fn without_lanes(self) -> Bmi2 {
        self.scalar()
    }
}

/// One register, and the token without which it cannot be made: the reason every block below is sound.
#[derive(Clone, Copy)]
struct Register(__m256i, Avx2);

/// Two AVX2 registers: lanes 0, 1, 4, 5, whose directions go up in the order of squares, and lanes 2,
/// 3, 6, 7, which go down. So a step is one shift a register, opposite directions lie in the same
/// place of the other register, and packing the two brings the lanes back in order.
#[derive(Clone, Copy)]
pub(crate) struct Avx2Lanes {
    up: Register,
    down: Register,
}

impl Register {
    #[inline(always)]
    fn with(self, register: __m256i) -> Self {
        Self(register, self.1)
    }

    /// The same value in every lane.
    #[inline(always)]
    fn all(token: Avx2, value: u64) -> Self {
        // SAFETY: AVX2 is present (see the type).
        Self(unsafe { _mm256_set1_epi64x(value as i64) }, token)
    }

    /// These values, the first one in the lowest lane.
    #[inline(always)]
    fn of(token: Avx2, a: u64, b: u64, c: u64, d: u64) -> Self {
        // SAFETY: AVX2 is present (see the type).
        Self(unsafe { _mm256_setr_epi64x(a as i64, b as i64, c as i64, d as i64) }, token)
    }
}

/// Functions of two registers, one instruction each.
macro_rules! operations {
    ($($(#[$meta:meta])* $name:ident($a:ident, $b:ident) = $instruction:expr;)*) => {$(
        $(#[$meta])*
        #[inline(always)]
        fn $name($a: Register, $b: Register) -> Register {
            // SAFETY: AVX2 is present (see the type).
            $a.with(unsafe { $instruction })
        }
    )*};
}

operations! {
    and(a, b) = _mm256_and_si256(a.0, b.0);
    or(a, b) = _mm256_or_si256(a.0, b.0);
    xor(a, b) = _mm256_xor_si256(a.0, b.0);
    /// What is in the first but not in the second.
    minus(a, b) = _mm256_andnot_si256(b.0, a.0);
    add(a, b) = _mm256_add_epi64(a.0, b.0);
    sub(a, b) = _mm256_sub_epi64(a.0, b.0);
    times(a, b) = _mm256_mul_epi32(a.0, b.0);
    /// A shift by 64 leaves nothing.
    shift_left(a, amounts) = _mm256_sllv_epi64(a.0, amounts.0);
    shift_right(a, amounts) = _mm256_srlv_epi64(a.0, amounts.0);
    /// All ones in the lanes that are the same.
    equal(a, b) = _mm256_cmpeq_epi64(a.0, b.0);
}

/// All ones in the lanes that are zero.
#[inline(always)]
fn is_zero(a: Register) -> Register {
    equal(a, Register::all(a.1, 0))
}

/// The bits of every byte counted, half a byte at a time.
#[inline(always)]
fn popcount_bytes(a: Register) -> Register {
    // SAFETY: AVX2 is present (see the type).
    a.with(unsafe {
        let counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
        let half = _mm256_set1_epi8(0xf);
        let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(a.0, half));
        let high = _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi16::<4>(a.0), half));
        _mm256_add_epi8(low, high)
    })
}

/// The eight bytes of every lane added.
#[inline(always)]
fn sum_bytes(a: Register) -> Register {
    // SAFETY: AVX2 is present (see the type).
    a.with(unsafe { _mm256_sad_epu8(a.0, _mm256_setzero_si256()) })
}

#[inline(always)]
fn halves_exchanged(a: Register) -> Register {
    // SAFETY: AVX2 is present (see the type).
    a.with(unsafe { _mm256_permute2x128_si256::<1>(a.0, a.0) })
}

#[inline(always)]
fn neighbours_exchanged(a: Register) -> Register {
    // SAFETY: AVX2 is present (see the type).
    a.with(unsafe { _mm256_shuffle_epi32::<0x4e>(a.0) })
}

/// The sum of three digits and what is carried.
#[inline(always)]
fn full_add(a: Register, b: Register, c: Register) -> (Register, Register) {
    let differ = xor(a, b);
    (xor(differ, c), or(and(a, b), and(differ, c)))
}

/// The lanes of two registers in memory order from the two of [`Avx2Lanes`], or the other way round.
#[inline(always)]
fn middle_exchanged(a: Register, b: Register) -> (Register, Register) {
    // SAFETY: AVX2 is present (see the type).
    let (low, high) =
        unsafe { (_mm256_permute2x128_si256::<0x20>(a.0, b.0), _mm256_permute2x128_si256::<0x31>(a.0, b.0)) };
    (a.with(low), a.with(high))
}

impl Avx2Lanes {
    #[inline(always)]
    fn both(register: Register) -> Self {
        Self { up: register, down: register }
    }

    /// All ones in the lanes whose bit is set.
    #[inline(always)]
    fn mask(token: Avx2, bits: u8) -> Self {
        let bits = Register::all(token, u64::from(bits));
        let (up, down) = (Register::of(token, 1, 2, 16, 32), Register::of(token, 4, 8, 64, 128));
        Self { up: equal(and(bits, up), up), down: equal(and(bits, down), down) }
    }

    /// All ones in the lanes that have nothing in common.
    #[inline(always)]
    fn apart(self, other: Self) -> Self {
        let common = self.and(other);
        Self { up: is_zero(common.up), down: is_zero(common.down) }
    }
}

/// Where in a register the lanes of a table lie that the lanes of `index` name, as pairs of 32 bits.
#[inline(always)]
fn places(index: Register) -> Register {
    let token = index.1;
    // Lanes 0, 1, 4, 5 (or 2, 3, 6, 7) are in places 0, 1, 2, 3.
    let first = add(and(index, Register::all(token, 5)), and(index, Register::all(token, 1)));
    // SAFETY: AVX2 is present (see the type).
    let twice = first.with(unsafe { _mm256_shuffle_epi32::<0xa0>(first.0) });
    or(twice, Register::all(token, 1 << 32))
}

#[inline(always)]
fn look_up(index: Register, table: Avx2Lanes) -> Register {
    let places = places(index).0;
    // SAFETY: AVX2 is present (see the type).
    index.with(unsafe {
        let up = _mm256_castsi256_pd(_mm256_permutevar8x32_epi32(table.up.0, places));
        let down = _mm256_castsi256_pd(_mm256_permutevar8x32_epi32(table.down.0, places));
        // The bit worth two says which register, and the blend asks the topmost bit.
        let which = _mm256_castsi256_pd(_mm256_slli_epi64::<62>(index.0));
        _mm256_castpd_si256(_mm256_blendv_pd(up, down, which))
    })
}

impl Lanes for Avx2Lanes {
    type Token = Avx2;
    #[inline(always)]
    fn token(self) -> Avx2 {
        self.up.1
    }
    #[inline(always)]
    fn load(token: Avx2, lanes: &[u64; 8]) -> Self {
        let at = lanes.as_ptr();
        // SAFETY: AVX2 is present (see the type); the array is four times 16 readable bytes.
        unsafe {
            let (a, b) = (_mm_loadu_si128(at.cast()), _mm_loadu_si128(at.add(2).cast()));
            let (c, d) = (_mm_loadu_si128(at.add(4).cast()), _mm_loadu_si128(at.add(6).cast()));
            Self { up: Register(_mm256_set_m128i(c, a), token), down: Register(_mm256_set_m128i(d, b), token) }
        }
    }
    #[inline(always)]
    fn load_first(token: Avx2, lanes: &[u64]) -> Self {
        let at = lanes.as_ptr().cast::<i64>();
        let wanted = lanes.len() as i64;
        // SAFETY: AVX2 is present (see the type); lanes that are not in the list are not read, and the
        // address of the second four is not that of anything then.
        let (low, high) = unsafe {
            let wanted = _mm256_set1_epi64x(wanted);
            let low = _mm256_cmpgt_epi64(wanted, _mm256_setr_epi64x(0, 1, 2, 3));
            let high = _mm256_cmpgt_epi64(wanted, _mm256_setr_epi64x(4, 5, 6, 7));
            (_mm256_maskload_epi64(at, low), _mm256_maskload_epi64(at.wrapping_add(4), high))
        };
        let (up, down) = middle_exchanged(Register(low, token), Register(high, token));
        Self { up, down }
    }
    #[inline(always)]
    fn gather(token: Avx2, lanes: [u64; 8]) -> Self {
        let [a, b, c, d, e, f, g, h] = lanes;
        Self { up: Register::of(token, a, b, e, f), down: Register::of(token, c, d, g, h) }
    }
    #[inline(always)]
    fn splat(token: Avx2, value: u64) -> Self {
        Self::both(Register::all(token, value))
    }
    #[inline(always)]
    fn orthogonal_and_diagonal(token: Avx2, Bitboard(o): Bitboard, Bitboard(d): Bitboard) -> Self {
        Self::both(Register::of(token, o, o, d, d))
    }
    #[inline(always)]
    fn first_lane(token: Avx2, value: u64) -> Self {
        Self { up: Register::of(token, value, 0, 0, 0), down: Register::all(token, 0) }
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self { up: and(self.up, other.up), down: and(self.down, other.down) }
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self { up: or(self.up, other.up), down: or(self.down, other.down) }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self { up: xor(self.up, other.up), down: xor(self.down, other.down) }
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self { up: minus(self.up, other.up), down: minus(self.down, other.down) }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { up: add(self.up, other.up), down: add(self.down, other.down) }
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { up: sub(self.up, other.up), down: sub(self.down, other.down) }
    }
    #[inline(always)]
    fn twice(self) -> Self {
        self.add(self)
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Self { up: times(self.up, other.up), down: times(self.down, other.down) }
    }
    #[inline(always)]
    fn rotate_left(self, amounts: Self) -> Self {
        let back = Self::splat(self.token(), 64).sub(amounts);
        Self {
            up: or(shift_left(self.up, amounts.up), shift_right(self.up, back.up)),
            down: or(shift_left(self.down, amounts.down), shift_right(self.down, back.down)),
        }
    }
    #[inline(always)]
    fn rotate_right(self, amounts: Self) -> Self {
        self.rotate_left(Self::splat(self.token(), 64).sub(amounts))
    }
    #[inline(always)]
    fn step(self, amounts: Self) -> Self {
        Self {
            up: shift_left(self.up, amounts.up),
            down: shift_right(self.down, sub(Register::all(self.token(), 64), amounts.down)),
        }
    }
    #[inline(always)]
    fn step_back(self, amounts: Self) -> Self {
        Self {
            up: shift_right(self.up, amounts.up),
            down: shift_left(self.down, sub(Register::all(self.token(), 64), amounts.down)),
        }
    }
    #[inline(always)]
    fn popcount_in_parts(self) -> Self {
        Self { up: popcount_bytes(self.up), down: popcount_bytes(self.down) }
    }
    #[inline(always)]
    fn whole(self) -> Self {
        Self { up: sum_bytes(self.up), down: sum_bytes(self.down) }
    }
    #[inline(always)]
    fn sum(self) -> u64 {
        let fours = add(self.up, self.down).0;
        // SAFETY: AVX2 is present (see the type).
        unsafe {
            let pairs = _mm_add_epi64(_mm256_castsi256_si128(fours), _mm256_extracti128_si256::<1>(fours));
            _mm_cvtsi128_si64(_mm_add_epi64(pairs, _mm_unpackhi_epi64(pairs, pairs))) as u64
        }
    }
    #[inline(always)]
    fn unions(self, other: Self) -> [Bitboard; 2] {
        let (these, those) = (or(self.up, self.down).0, or(other.up, other.down).0);
        // SAFETY: AVX2 is present (see the type).
        unsafe {
            let pairs = _mm256_or_si256(_mm256_unpacklo_epi64(these, those), _mm256_unpackhi_epi64(these, those));
            let both = _mm_or_si128(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256::<1>(pairs));
            [Bitboard(_mm_cvtsi128_si64(both) as u64), Bitboard(_mm_extract_epi64::<1>(both) as u64)]
        }
    }
    #[inline(always)]
    fn store(self) -> [u64; 8] {
        let mut lanes = [0_u64; 8];
        let (low, high) = middle_exchanged(self.up, self.down);
        // SAFETY: AVX2 is present (see the type); the array is twice 32 writable bytes.
        unsafe {
            _mm256_storeu_si256(lanes.as_mut_ptr().cast(), low.0);
            _mm256_storeu_si256(lanes.as_mut_ptr().add(4).cast(), high.0);
        }
        lanes
    }
    #[inline(always)]
    fn lane(&self, index: usize) -> u64 {
        let register = if index & 2 == 0 { &self.up } else { &self.down };
        let place = index & 1 | (index & 4) >> 1;
        // SAFETY: a register in memory is four lanes.
        unsafe { (&raw const register.0).cast::<u64>().add(place).read() }
    }
    #[inline(always)]
    fn look_up(self, table: Self) -> Self {
        Self { up: look_up(self.up, table), down: look_up(self.down, table) }
    }
    #[inline(always)]
    fn meets(self, other: Self) -> u8 {
        let apart = self.apart(other);
        // SAFETY: AVX2 is present (see the type).
        let bits = unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_packs_epi32(apart.up.0, apart.down.0))) };
        !(bits as u8)
    }
    #[inline(always)]
    fn keep(self, bits: u8) -> Self {
        self.and(Self::mask(self.token(), bits))
    }
    #[inline(always)]
    fn keep_meeting(self, these: Self, those: Self) -> Self {
        self.minus(these.apart(those))
    }
    #[inline(always)]
    fn opposite(self) -> Self {
        Self { up: self.down, down: self.up }
    }
    #[inline(always)]
    fn count_up(self, other: Self) -> [Self; 4] {
        // Four registers without moving a lane, then twice a register and itself with lanes exchanged.
        let (ones, carry) = full_add(self.up, self.down, other.up);
        let (ones, next) = (xor(ones, other.down), and(ones, other.down));
        let (twos, fours) = (xor(carry, next), and(carry, next));

        let with = halves_exchanged(ones);
        let (ones, carry) = (xor(ones, with), and(ones, with));
        let (twos, carry) = full_add(twos, halves_exchanged(twos), carry);
        let (fours, eights) = full_add(fours, halves_exchanged(fours), carry);

        let with = neighbours_exchanged(ones);
        let (ones, carry) = (xor(ones, with), and(ones, with));
        let (twos, carry) = full_add(twos, neighbours_exchanged(twos), carry);
        let (fours, carry) = full_add(fours, neighbours_exchanged(fours), carry);
        let eights = xor(xor(eights, neighbours_exchanged(eights)), carry);
        [Self::both(ones), Self::both(twos), Self::both(fours), Self::both(eights)]
    }
}
