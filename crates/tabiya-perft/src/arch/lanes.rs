//! Eight 64-bit sets side by side, one a direction.
//!
//! [`Lanes`] is all the vector arithmetic counting needs. [`Array`](super::portable::Array) is the plain twin: it runs
//! anywhere, the compiler vectorises it where it can, and tests compare every other
//! implementation with it. The registers are in the files of their levels.
//!
//! A value of a register type holds the token of its instructions, and to make one out of words a token is
//! asked for. So every function here is safe to call: lanes exist only on a CPU that has the instructions.
//!
//! Rotations stand in for shifts in both directions; a mask of the squares that a step in each
//! direction can enter ([`Steps::enter`]) removes what wrapped around the board's edge.

use tabiya::{Bitboard, Square};

use super::rows::{KNIGHT_STEPS, SLIDER_STEPS};

/// Eight sets of squares, or eight counts.
pub(crate) trait Lanes: Copy {
    /// The proof that the instructions are there.
    type Token: Copy + Send + Sync + 'static;
    /// The proof that was asked for when this was made.
    fn token(self) -> Self::Token;
    fn load(token: Self::Token, lanes: &[u64; 8]) -> Self;
    /// The first eight lanes of a list, those that it lacks zero.
    fn load_first(token: Self::Token, lanes: &[u64]) -> Self;
    /// Like `load`, for values that are still in registers.
    fn gather(token: Self::Token, lanes: [u64; 8]) -> Self;
    /// The same number in every lane.
    fn splat(token: Self::Token, value: u64) -> Self;
    /// The same set in every lane.
    #[inline(always)]
    fn set(token: Self::Token, set: Bitboard) -> Self {
        Self::splat(token, set.0)
    }
    /// `orthogonal` in the four lanes of orthogonal directions, `diagonal` in the others.
    fn orthogonal_and_diagonal(token: Self::Token, orthogonal: Bitboard, diagonal: Bitboard) -> Self;
    /// `value` in the first lane, zero in the others.
    fn first_lane(token: Self::Token, value: u64) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// These lanes but for what is in `other`.
    fn minus(self, other: Self) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    /// Lanes doubled.
    fn twice(self) -> Self;
    /// Lanes multiplied, as signed numbers that fit 32 bits.
    fn times(self, other: Self) -> Self;
    /// Each lane rotated left by its own amount.
    fn rotate_left(self, amounts: Self) -> Self;
    fn rotate_right(self, amounts: Self) -> Self;
    /// Each lane moved by an amount of its direction from a [`Steps`]. What leaves the board at one
    /// end may come back at the other or not: callers have made sure of it, or mask it.
    #[inline(always)]
    fn step(self, amounts: Self) -> Self {
        self.rotate_left(amounts)
    }
    /// The same against the direction.
    #[inline(always)]
    fn step_back(self, amounts: Self) -> Self {
        self.rotate_right(amounts)
    }
    /// How many bits each lane has.
    #[inline(always)]
    fn popcount(self) -> Self {
        self.popcount_in_parts().whole()
    }
    /// The same, eight at most, for each part of a lane, however large parts are. These may be added up
    /// as if they were lanes, to 255 at most a part, before [`Self::whole`] makes lanes of them: that
    /// is dear where popcounts are emulated.
    fn popcount_in_parts(self) -> Self;
    fn whole(self) -> Self;
    /// All lanes added.
    fn sum(self) -> u64;
    /// The union of all lanes, of these and of the others.
    fn unions(self, other: Self) -> [Bitboard; 2];
    fn store(self) -> [u64; 8];
    /// One lane of a value in memory.
    fn lane(&self, index: usize) -> u64;
    /// The entries of `table` that the lanes name.
    fn look_up(self, table: Self) -> Self;
    /// Which lanes have something in common with `other`, one bit per lane.
    fn meets(self, other: Self) -> u8;
    /// These lanes where the bit is set, zero elsewhere.
    fn keep(self, bits: u8) -> Self;
    /// These lanes where `these` and `those` have something in common, zero elsewhere.
    #[inline(always)]
    fn keep_meeting(self, these: Self, those: Self) -> Self {
        self.keep(these.meets(those))
    }
    /// Each lane exchanged with that of the opposite direction.
    fn opposite(self) -> Self;
    /// For each square, in how many lanes of both it is: binary digits, the same in every lane. The
    /// numbers must be below sixteen.
    fn count_up(self, other: Self) -> [Self; 4];
}

/// One step in each of eight directions: how far to rotate, and which squares can be entered.
#[repr(align(64))]
pub(crate) struct Steps {
    pub one: [u64; 8],
    pub two: [u64; 8],
    pub three: [u64; 8],
    pub four: [u64; 8],
    pub enter: [u64; 8],
}

const fn steps(each: &[(i8, i8); 8]) -> Steps {
    let mut table = Steps { one: [0; 8], two: [0; 8], three: [0; 8], four: [0; 8], enter: [0; 8] };
    let mut lane = 0;
    while lane < 8 {
        let (files, ranks) = each[lane];
        let amount = files as i32 + 8 * ranks as i32;
        table.one[lane] = amount.rem_euclid(64) as u64;
        table.two[lane] = (2 * amount).rem_euclid(64) as u64;
        table.three[lane] = (3 * amount).rem_euclid(64) as u64;
        table.four[lane] = (4 * amount).rem_euclid(64) as u64;
        let mut square = 0;
        while square < 64 {
            if let Some(to) = Square::ALL[square].offset(files, ranks) {
                table.enter[lane] |= to.bitboard().0;
            }
            square += 1;
        }
        lane += 1;
    }
    table
}

/// Steps of the sliders, in the order of [`DIRECTIONS`](super::rows::DIRECTIONS).
pub(crate) const SLIDE: &Steps = &steps(&SLIDER_STEPS);
/// Steps of the knight.
pub(crate) const LEAP: &Steps = &steps(&KNIGHT_STEPS);
