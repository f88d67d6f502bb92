//! Chapter 1: sets of squares in one machine word.

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

// [lines]
/// The squares of the a-file, and of the first rank; every other file and rank is a shift of these.
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
/// The squares of a set, from a1 to h8: find the lowest bit, take it away, repeat.
pub fn squares(mut set: Set) -> impl Iterator<Item = Square> {
    core::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = set.trailing_zeros() as Square;
        set &= set - 1;
        Some(square)
    })
}
// [/squares]

/// A square by name; panics for what is none, since only the guide's own tests name squares.
pub fn square(name: &str) -> Square {
    let [file, rank] = name.as_bytes() else { panic!("no square: {name}") };
    assert!((b'a'..=b'h').contains(file) && (b'1'..=b'8').contains(rank), "no square: {name}");
    (rank - b'1') * 8 + (file - b'a')
}
