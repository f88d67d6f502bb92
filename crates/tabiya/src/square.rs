//! Files, ranks, squares and the directions between them.
//!
//! There is no "no square" value: a square that may be missing is an `Option<Square>`, which is as small as a
//! `Square` because the enums leave a niche.

use core::fmt;
use core::str::FromStr;

use crate::{Bitboard, Color};

/// Defines a dense `repr(u8)` enum with its list of values and a sound conversion from an index.
macro_rules! dense_enum {
    ($(#[$meta:meta])* $name:ident, $count:literal, [$($(#[$vmeta:meta])* $variant:ident),* $(,)?]) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum $name { $($(#[$vmeta])* $variant),* }

        impl $name {
            /// How many values there are.
            pub const COUNT: usize = $count;
            /// Every value, in index order.
            pub const ALL: [Self; $count] = [$(Self::$variant),*];

            /// The position of this value in [`ALL`](Self::ALL).
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The value with this index, if there is one.
            #[inline]
            pub const fn from_index(index: usize) -> Option<Self> {
                if index < $count { Some(Self::ALL[index]) } else { None }
            }
        }

        const _: () = assert!(size_of::<$name>() == 1 && size_of::<Option<$name>>() == 1);
    };
}
pub(crate) use dense_enum;

dense_enum! {
    /// A column of the board.
    File, 8, [A, B, C, D, E, F, G, H]
}

dense_enum! {
    /// A row of the board, counted from White's side.
    Rank, 8, [First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth]
}

dense_enum! {
    /// One of the 64 squares; the index counts along ranks: a1 = 0, b1 = 1, … h8 = 63.
    Square, 64, [
        A1, B1, C1, D1, E1, F1, G1, H1,
        A2, B2, C2, D2, E2, F2, G2, H2,
        A3, B3, C3, D3, E3, F3, G3, H3,
        A4, B4, C4, D4, E4, F4, G4, H4,
        A5, B5, C5, D5, E5, F5, G5, H5,
        A6, B6, C6, D6, E6, F6, G6, H6,
        A7, B7, C7, D7, E7, F7, G7, H7,
        A8, B8, C8, D8, E8, F8, G8, H8,
    ]
}

dense_enum! {
    /// One king step. White moves north, east is towards the h-file.
    Direction, 8, [North, South, East, West, NorthEast, NorthWest, SouthEast, SouthWest]
}

impl File {
    /// The lower-case letter of this file.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file with this letter, in either case.
    pub const fn from_letter(letter: char) -> Option<File> {
        match letter {
            'a'..='h' => File::from_index(letter as usize - 'a' as usize),
            'A'..='H' => File::from_index(letter as usize - 'A' as usize),
            _ => None,
        }
    }

    /// The eight squares of this file.
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << self as u8)
    }
}

impl Rank {
    /// The digit of this rank.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank with this digit.
    pub const fn from_digit(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Rank::from_index(digit as usize - '1' as usize),
            _ => None,
        }
    }

    /// The eight squares of this rank.
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(0xff << (8 * self as u8))
    }

    /// This rank seen from `color`'s side: the first rank is where that side's king begins.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self as usize],
        }
    }
}

impl Square {
    /// The square on this file and rank.
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::from_low_bits(rank as u8 * 8 + file as u8)
    }

    /// The square whose index is the low six bits of `bits`.
    #[inline(always)]
    pub const fn from_low_bits(bits: u8) -> Square {
        // SAFETY: `Square` is `repr(u8)` with all 64 values 0..=63, and the mask leaves nothing else. A table look-up
        // in its place costs a load in every loop over a bitboard.
        unsafe { core::mem::transmute::<u8, Square>(bits & 63) }
    }

    /// The column this square stands in.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::ALL[self as usize & 7]
    }

    /// The row this square stands in.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize >> 3]
    }

    /// The set of just this square.
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self as u8)
    }

    /// The square on the other side of the board's middle line: e2 and e7 change places.
    #[inline(always)]
    pub const fn flip_vertical(self) -> Square {
        Square::from_low_bits(self as u8 ^ 56)
    }

    /// The square mirrored from left to right: a1 and h1 change places.
    #[inline(always)]
    pub const fn flip_horizontal(self) -> Square {
        Square::from_low_bits(self as u8 ^ 7)
    }

    /// This square as `color` sees it: for Black the board is flipped.
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Square {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }

    /// The square some files to the right and some ranks up, if it is still on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = (self as i8 & 7) as i32 + files as i32;
        let rank = (self as i8 >> 3) as i32 + ranks as i32;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Square::from_low_bits((rank * 8 + file) as u8))
    }

    /// The neighbour in this direction, if there is one.
    pub const fn step(self, direction: Direction) -> Option<Square> {
        let (files, ranks) = direction.deltas();
        self.offset(files, ranks)
    }

    /// Whether this is a light square (h1 and a8 are light).
    pub const fn is_light(self) -> bool {
        (self as u8 ^ (self as u8 >> 3)) & 1 == 1
    }

    /// How many king steps away `other` is.
    pub const fn distance(self, other: Square) -> u8 {
        let files = (self as u8 & 7).abs_diff(other as u8 & 7);
        let ranks = (self as u8 >> 3).abs_diff(other as u8 >> 3);
        if files > ranks { files } else { ranks }
    }
}

impl Direction {
    /// The change of file and rank one step makes.
    pub const fn deltas(self) -> (i8, i8) {
        match self {
            Direction::North => (0, 1),
            Direction::South => (0, -1),
            Direction::East => (1, 0),
            Direction::West => (-1, 0),
            Direction::NorthEast => (1, 1),
            Direction::NorthWest => (-1, 1),
            Direction::SouthEast => (1, -1),
            Direction::SouthWest => (-1, -1),
        }
    }

    /// The change of square index one step makes.
    #[inline(always)]
    pub const fn delta(self) -> i8 {
        let (files, ranks) = self.deltas();
        files + 8 * ranks
    }

    /// The way back.
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::South => Direction::North,
            Direction::East => Direction::West,
            Direction::West => Direction::East,
            Direction::NorthEast => Direction::SouthWest,
            Direction::NorthWest => Direction::SouthEast,
            Direction::SouthEast => Direction::NorthWest,
            Direction::SouthWest => Direction::NorthEast,
        }
    }
}

/// A text that is not a file, a rank or a square.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum ParseSquareError {
    /// A file was expected.
    File,
    /// A rank was expected.
    Rank,
    /// A square was expected.
    Square,
}

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ParseSquareError::File => "expected a file from a to h",
            ParseSquareError::Rank => "expected a rank from 1 to 8",
            ParseSquareError::Square => "expected a square from a1 to h8",
        })
    }
}

impl core::error::Error for ParseSquareError {}

fn single_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let first = chars.next()?;
    chars.next().is_none().then_some(first)
}

impl FromStr for File {
    type Err = ParseSquareError;
    fn from_str(text: &str) -> Result<File, ParseSquareError> {
        let file = single_char(text).and_then(File::from_letter);
        file.ok_or(ParseSquareError::File)
    }
}

impl FromStr for Rank {
    type Err = ParseSquareError;
    fn from_str(text: &str) -> Result<Rank, ParseSquareError> {
        let rank = single_char(text).and_then(Rank::from_digit);
        rank.ok_or(ParseSquareError::Rank)
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;
    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let square = match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + (file - b'a')),
            _ => None,
        };
        square.map(Square::from_low_bits).ok_or(ParseSquareError::Square)
    }
}

/// A number that is not the index of a square.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct SquareIndexError {
    /// The number.
    pub index: u8,
}

impl fmt::Display for SquareIndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "squares are numbered from 0 (a1) to 63 (h8), not {}", self.index)
    }
}

impl core::error::Error for SquareIndexError {}

impl TryFrom<u8> for Square {
    type Error = SquareIndexError;

    fn try_from(index: u8) -> Result<Square, SquareIndexError> {
        Square::from_index(index.into()).ok_or(SquareIndexError { index })
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> u8 {
        square as u8
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.digit())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = [b'a' + (*self as u8 & 7), b'1' + (*self as u8 >> 3)];
        f.pad(core::str::from_utf8(&text).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    extern crate alloc;
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn text_round_trips() {
        for square in Square::ALL {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(Square::from_index(square.index()), Some(square));
        }
        assert_eq!(Square::E4.to_string(), "e4");
        for bad in ["", "e", "e9", "i1", "E4", "e44", "é4"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }

    #[test]
    fn offsets_stop_at_the_edge() {
        assert_eq!(Square::H4.step(Direction::East), None);
        assert_eq!(Square::A4.step(Direction::West), None);
        assert_eq!(Square::A1.offset(1, 2), Some(Square::B3));
        assert_eq!(Square::G8.step(Direction::North), None);
        for square in Square::ALL {
            for direction in Direction::ALL {
                if let Some(next) = square.step(direction) {
                    assert_eq!(next.step(direction.opposite()), Some(square));
                    assert_eq!(next as i8 - square as i8, direction.delta());
                }
            }
        }
    }

    #[test]
    fn colours_of_squares() {
        assert!(Square::H1.is_light() && Square::A8.is_light() && !Square::A1.is_light() && Square::E4.is_light());
        assert_eq!(Square::ALL.iter().filter(|s| s.is_light()).count(), 32);
    }
}
