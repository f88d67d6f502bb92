//! Page 1: sets of squares in one machine word.

// [square]
/// A square: a1 is 0, b1 is 1, … h8 is 63.
pub type Square = u8;
/// A set of squares: bit n stands for square n.
pub type Set = u64;

/// The set with one square in it.
pub const fn bit(square: Square) -> Set {
    1 << square
}
// [/square]

// [names]
/// A square as text: `e4`.
pub fn name(square: Square) -> String {
    format!("{}{}", (b'a' + square % 8) as char, square / 8 + 1)
}

/// The square that a text names.
pub fn square(text: &str) -> Option<Square> {
    (0..64).find(|&square| name(square) == text)
}
// [/names]

// [lines]
/// Every file is the a-file shifted sideways; every rank is the first rank shifted up.
pub const FILE_A: Set = 0x0101_0101_0101_0101;
pub const FILE_H: Set = FILE_A << 7;
pub const RANK_1: Set = 0xff;
pub const RANK_8: Set = RANK_1 << 56;
// [/lines]

// [shifts]
pub const fn north(set: Set) -> Set {
    set << 8
}

pub const fn south(set: Set) -> Set {
    set >> 8
}

/// One step east. The h-file must stay behind: its bits would come out on the a-file, one rank higher.
pub const fn east(set: Set) -> Set {
    (set & !FILE_H) << 1
}

/// One step west. Without the mask the a-file would come out on the h-file, one rank lower.
pub const fn west(set: Set) -> Set {
    (set & !FILE_A) >> 1
}
// [/shifts]

// [squares]
/// The squares of a set, from a1 to h8: find the lowest bit, remove it, repeat.
pub fn squares(mut set: Set) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = set.trailing_zeros() as Square;
        set &= set - 1;
        Some(square)
    })
}
// [/squares]
