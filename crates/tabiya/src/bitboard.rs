//! Sets of squares, one bit per square.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use crate::{Direction, File, Rank, Square};

/// A set of squares: bit `n` is the square with index `n`, so a1 is the lowest bit and h8 the highest.
///
/// `&`, `|`, `^`, `!` and `-` are intersection, union, difference in either, complement and "without".
/// `Debug` draws the set as a board.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

impl Bitboard {
    /// No squares.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The squares of h1's colour.
    pub const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
    /// The squares of a1's colour.
    pub const DARK: Bitboard = Bitboard(!Bitboard::LIGHT.0);
    /// The squares at the edge of the board.
    pub const EDGES: Bitboard = Bitboard(0xff81_8181_8181_81ff);
    /// a1, h1, a8 and h8.
    pub const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
    /// Where pawns can never stand.
    pub const BACK_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);

    /// The set drawn as eight ranks of eight letters, the eighth rank first: a dot is an empty square. As a constant it
    /// costs nothing, and a drawing of another size does not compile.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    /// const CENTRE: Bitboard = Bitboard::drawn([
    ///     "........", //
    ///     "........",
    ///     "........",
    ///     "...XX...",
    ///     "...XX...",
    ///     "........",
    ///     "........",
    ///     "........",
    /// ]);
    /// assert_eq!(CENTRE, [Square::D4, Square::E4, Square::D5, Square::E5].into_iter().collect());
    /// ```
    ///
    /// # Panics
    /// If a rank does not have eight bytes.
    #[doc(alias = "bitboard")]
    #[must_use]
    pub const fn drawn(ranks: [&str; 8]) -> Bitboard {
        let mut set = 0;
        let mut square = 0;
        while square < 64 {
            let rank = ranks[7 - square / 8].as_bytes();
            assert!(rank.len() == 8, "a rank has eight squares");
            if rank[square % 8] != b'.' {
                set |= 1 << square;
            }
            square += 1;
        }
        Bitboard(set)
    }

    /// The set of one square.
    #[inline(always)]
    pub const fn from_square(square: Square) -> Bitboard {
        square.bitboard()
    }

    /// Whether the square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bitboard().0 != 0
    }

    /// How many squares the set has.
    #[doc(alias = "popcount")]
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no square.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has a square.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two squares or more.
    #[inline(always)]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the two sets share a square.
    #[inline(always)]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every square of this set is in `other`.
    #[inline(always)]
    pub const fn is_subset_of(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// The lowest square: nearest to a1 along the ranks.
    #[doc(alias = "lsb")]
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_low_bits(self.0.trailing_zeros() as u8)) }
    }

    /// The highest square.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_low_bits(63 - self.0.leading_zeros() as u8)) }
    }

    /// The only square of a set of exactly one.
    #[inline(always)]
    pub const fn single(self) -> Option<Square> {
        if self.has_many() { None } else { self.first() }
    }

    /// Takes the lowest square out of the set.
    #[inline(always)]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// The set with this square added.
    #[inline(always)]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | square.bitboard().0)
    }

    /// The set with this square taken out.
    #[inline(always)]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !square.bitboard().0)
    }

    /// Every square moved one step; what steps over the edge is gone, nothing wraps around.
    #[inline(always)]
    pub const fn shift(self, direction: Direction) -> Bitboard {
        Bitboard(match direction {
            Direction::North => self.0 << 8,
            Direction::South => self.0 >> 8,
            Direction::East => (self.0 & NOT_H) << 1,
            Direction::West => (self.0 & NOT_A) >> 1,
            Direction::NorthEast => (self.0 & NOT_H) << 9,
            Direction::NorthWest => (self.0 & NOT_A) << 7,
            Direction::SouthEast => (self.0 & NOT_H) >> 7,
            Direction::SouthWest => (self.0 & NOT_A) >> 9,
        })
    }

    /// The set mirrored at the board's middle line.
    #[inline(always)]
    pub const fn flip_vertical(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// The set mirrored from left to right: the a-file becomes the h-file.
    #[must_use]
    pub const fn flip_horizontal(self) -> Bitboard {
        Bitboard(self.0.swap_bytes().reverse_bits())
    }

    /// The set mirrored at the diagonal from a1 to h8: files become ranks.
    #[must_use]
    pub const fn flip_diagonal(self) -> Bitboard {
        // Swap the halves of ever smaller blocks across the diagonal.
        let mut x = self.0;
        let mut t = 0x0f0f_0f0f_0000_0000 & (x ^ (x << 28));
        x ^= t ^ (t >> 28);
        t = 0x3333_0000_3333_0000 & (x ^ (x << 14));
        x ^= t ^ (t >> 14);
        t = 0x5500_5500_5500_5500 & (x ^ (x << 7));
        Bitboard(x ^ t ^ (t >> 7))
    }

    /// Every subset of this set, the empty one first and the full one last.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    /// let set = Bitboard::from_iter([Square::A1, Square::C3]);
    /// assert_eq!(set.subsets().count(), 4);
    /// ```
    pub const fn subsets(self) -> Subsets {
        Subsets { set: self.0, next: Some(0) }
    }

    /// Iterates over the squares, lowest first.
    #[inline(always)]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }
}

/// Iterator over the squares of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        self.0.pop_first()
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl DoubleEndedIterator for Squares {
    fn next_back(&mut self) -> Option<Square> {
        let last = self.0.last()?;
        self.0 = self.0.without(last);
        Some(last)
    }
}

/// Iterator over the subsets of a [`Bitboard`]; see [`Bitboard::subsets`].
#[derive(Clone, Debug)]
pub struct Subsets {
    set: u64,
    next: Option<u64>,
}

impl Iterator for Subsets {
    type Item = Bitboard;

    #[inline]
    fn next(&mut self) -> Option<Bitboard> {
        let current = self.next?;
        // Counting up with every bit outside the set held at one lets the carry run through the gaps.
        let following = current.wrapping_sub(self.set) & self.set;
        self.next = (following != 0).then_some(following);
        Some(Bitboard(current))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            *self = self.with(square);
        }
    }
}

impl From<u64> for Bitboard {
    fn from(bits: u64) -> Bitboard {
        Bitboard(bits)
    }
}

impl From<Bitboard> for u64 {
    fn from(set: Bitboard) -> u64 {
        set.0
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Bitboard {
        square.bitboard()
    }
}

impl From<File> for Bitboard {
    fn from(file: File) -> Bitboard {
        file.bitboard()
    }
}

impl From<Rank> for Bitboard {
    fn from(rank: Rank) -> Bitboard {
        rank.bitboard()
    }
}

macro_rules! set_operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, |$a:ident, $b:ident| $result:expr) => {
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($result)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign(&mut self, other: Bitboard) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

set_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
set_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
set_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |a, b| a ^ b);
set_operator!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    /// Eight lines from the eighth rank down, `1` for a member and `.` for the rest.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.contains(Square::new(file, rank)) { '1' } else { '.' };
                let end = if file != File::H {
                    " "
                } else if rank != Rank::First {
                    "\n"
                } else {
                    ""
                };
                write!(f, "{mark}{end}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Bitboard {
    /// The same drawing as `Debug`'s.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl fmt::LowerHex for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    extern crate alloc;
    use super::*;
    use alloc::format;
    use alloc::vec::Vec;

    #[test]
    fn shifts_agree_with_single_steps() {
        let sets = [0u64, !0, 0x8100_0000_0000_0081, 0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210];
        for set in sets.map(Bitboard) {
            for direction in Direction::ALL {
                let stepped: Bitboard = set.into_iter().filter_map(|s| s.step(direction)).collect();
                assert_eq!(set.shift(direction), stepped, "{direction:?}");
            }
        }
    }

    #[test]
    fn subsets_are_all_different_and_complete() {
        let set = Bitboard(0x8000_0000_1000_0105);
        let mut all: Vec<Bitboard> = set.subsets().collect();
        assert_eq!(all.len(), 1 << set.len());
        assert!(all.iter().all(|s| s.is_subset_of(set)));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 1 << set.len());
        assert_eq!(Bitboard::EMPTY.subsets().count(), 1);
    }

    #[test]
    fn iteration_both_ways() {
        let set = Bitboard::from_iter([Square::A1, Square::E4, Square::H8]);
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::E4, Square::H8]);
        assert_eq!(set.into_iter().rev().collect::<Vec<_>>(), [Square::H8, Square::E4, Square::A1]);
        assert_eq!((set.len(), set.first(), set.last()), (3, Some(Square::A1), Some(Square::H8)));
        assert_eq!(set.single(), None);
        assert_eq!(Square::E4.bitboard().single(), Some(Square::E4));
        let edges = |square: &Square| {
            let (file, rank) = (square.index() % 8, square.index() / 8);
            usize::from(file == 0 || file == 7) + usize::from(rank == 0 || rank == 7)
        };
        assert_eq!(Bitboard::drawn(["........"; 8]), Bitboard::EMPTY);
        let mut ranks =
            ["#.......", "........", "........", "........", "........", "........", ".......#", "........"];
        assert_eq!(Bitboard::drawn(ranks), Square::A8.bitboard().with(Square::H2));
        ranks[3] = ".......";
        assert!(std::panic::catch_unwind(|| Bitboard::drawn(ranks)).is_err());
        assert_eq!(Bitboard::EDGES, Square::ALL.into_iter().filter(|s| edges(s) > 0).collect());
        assert_eq!(Bitboard::CORNERS, Square::ALL.into_iter().filter(|s| edges(s) == 2).collect());
        assert_eq!(Bitboard::LIGHT, Square::ALL.into_iter().filter(|s| s.is_light()).collect());
    }

    #[test]
    fn flips_move_every_square() {
        for square in Square::ALL {
            let (file, rank) = (square.file().index(), square.rank().index());
            let at = |file: usize, rank: usize| Square::new(File::ALL[file], Rank::ALL[rank]).bitboard();
            let set = square.bitboard();
            assert_eq!(set.flip_vertical(), at(file, 7 - rank));
            assert_eq!(set.flip_horizontal(), at(7 - file, rank));
            assert_eq!(set.flip_diagonal(), at(rank, file));
        }
        assert_eq!(u64::from(Bitboard::from(7)), 7);
    }

    #[test]
    fn debug_draws_a_board() {
        let drawing = format!("{:?}", Bitboard::from_iter([Square::A8, Square::H1]));
        assert!(drawing.starts_with("1 . . . . . . .\n") && drawing.ends_with("\n. . . . . . . 1"));
        assert_eq!(drawing.lines().count(), 8);
    }
}
