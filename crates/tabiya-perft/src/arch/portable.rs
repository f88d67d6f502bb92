//! Plain arithmetic: runs everywhere. No lanes are used at this level, but here is their plain form: an array, of which
//! the compiler of other levels makes what it can, and the twin of the registers.

use tabiya::Bitboard;
use tabiya::cpu::{Portable, Token};

use super::tally::Tally;
use super::{Arch, Lanes};

impl Arch for Portable {
    type Lanes = Array;
    type WithoutLanes = Portable;
    const LANES: bool = false;

    #[inline(always)]
    fn lanes(self) {}

    #[inline(always)]
    fn without_lanes(self) -> Portable {
        self.scalar()
    }
}

/// Eight lanes in an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Array([u64; 8]);

impl Array {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut lanes = self.0;
        for (lane, with) in lanes.iter_mut().zip(other.0) {
            *lane = f(*lane, with);
        }
        Self(lanes)
    }
}

impl Lanes for Array {
    type Token = ();
    #[inline(always)]
    fn token(self) {}
    #[inline(always)]
    fn load((): (), lanes: &[u64; 8]) -> Self {
        Self(*lanes)
    }
    #[inline(always)]
    fn gather((): (), lanes: [u64; 8]) -> Self {
        Self(lanes)
    }
    #[inline(always)]
    fn splat((): (), value: u64) -> Self {
        Self([value; 8])
    }
    #[inline(always)]
    fn orthogonal_and_diagonal((): (), Bitboard(o): Bitboard, Bitboard(d): Bitboard) -> Self {
        Self([o, o, o, o, d, d, d, d])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_sub)
    }
    #[inline(always)]
    fn twice(self) -> Self {
        self.add(self)
    }
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.zip(other, u64::wrapping_mul)
    }
    #[inline(always)]
    fn rotate_left(self, amounts: Self) -> Self {
        self.zip(amounts, |a, n| a.rotate_left(n as u32))
    }
    #[inline(always)]
    fn rotate_right(self, amounts: Self) -> Self {
        self.zip(amounts, |a, n| a.rotate_right(n as u32))
    }
    #[inline(always)]
    fn popcount_in_parts(self) -> Self {
        self.zip(self, |a, _| u64::from(a.count_ones()))
    }
    #[inline(always)]
    fn whole(self) -> Self {
        self
    }
    #[inline(always)]
    fn sum(self) -> u64 {
        self.0.into_iter().fold(0, u64::wrapping_add)
    }
    #[inline(always)]
    fn unions(self, other: Self) -> [Bitboard; 2] {
        [self.0, other.0].map(|lanes| Bitboard(lanes.into_iter().fold(0, |all, lane| all | lane)))
    }
    #[inline(always)]
    fn load_first((): (), lanes: &[u64]) -> Self {
        let mut loaded = [0; 8];
        for (to, from) in loaded.iter_mut().zip(lanes) {
            *to = *from;
        }
        Self(loaded)
    }
    #[inline(always)]
    fn store(self) -> [u64; 8] {
        self.0
    }
    #[inline(always)]
    fn lane(&self, index: usize) -> u64 {
        self.0[index & 7]
    }
    #[inline(always)]
    fn first_lane((): (), value: u64) -> Self {
        Self([value, 0, 0, 0, 0, 0, 0, 0])
    }
    #[inline(always)]
    fn look_up(self, table: Self) -> Self {
        self.zip(self, |index, _| table.0[index as usize & 7])
    }
    #[inline(always)]
    fn meets(self, other: Self) -> u8 {
        let lanes = self.and(other).0;
        lanes.iter().enumerate().fold(0, |bits, (i, &lane)| bits | u8::from(lane != 0) << i)
    }
    #[inline(always)]
    fn keep(self, bits: u8) -> Self {
        let mut lanes = self.0;
        for (i, lane) in lanes.iter_mut().enumerate() {
            if bits >> i & 1 == 0 {
                *lane = 0;
            }
        }
        Self(lanes)
    }
    #[inline(always)]
    fn opposite(self) -> Self {
        let [a, b, c, d, e, f, g, h] = self.0;
        Self([c, d, a, b, g, h, e, f])
    }
    #[inline(always)]
    fn count_up(self, other: Self) -> [Self; 4] {
        let mut tally = Tally::default();
        for lane in self.0.into_iter().chain(other.0) {
            tally.add(lane);
        }
        tally.0.map(|digit| Self::splat((), digit))
    }
}
