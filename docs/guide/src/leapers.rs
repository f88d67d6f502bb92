//! Page 2: kings, knights and pawns, by shifts of whole sets.

use crate::*;

// [knights]
/// All squares that a set of knights attacks. Two files and one rank, or one file and two ranks.
pub const fn knights(set: Set) -> Set {
    let one = east(set) | west(set);
    let two = east(east(set)) | west(west(set));
    north(north(one)) | south(south(one)) | north(two) | south(two)
}
// [/knights]

// [kings]
/// All squares that a king attacks: a row of three, and the rows above and below it.
pub const fn king(set: Set) -> Set {
    let row = set | east(set) | west(set);
    (row | north(row) | south(row)) & !set
}
// [/kings]

// [pawns]
/// Up the board for White, down for Black.
pub const fn forward(white: bool, set: Set) -> Set {
    if white { north(set) } else { south(set) }
}

/// Where pawns may be pushed one step: forward, if that square is empty.
pub const fn single_pushes(white: bool, pawns: Set, empty: Set) -> Set {
    forward(white, pawns) & empty
}

/// Where pawns may be pushed two steps: a pawn that arrived on the third rank goes one step further.
pub const fn double_pushes(white: bool, pawns: Set, empty: Set) -> Set {
    let third_rank = if white { RANK_1 << 16 } else { RANK_8 >> 16 };
    forward(white, single_pushes(white, pawns, empty) & third_rank) & empty
}

/// The squares that pawns attack, towards the a-file and towards the h-file.
pub const fn pawn_attacks(white: bool, pawns: Set) -> Set {
    let ahead = forward(white, pawns);
    east(ahead) | west(ahead)
}
// [/pawns]

// [origin]
/// The pawns that attack a square are those that a pawn of the *other* colour would attack from it.
pub const fn pawns_attacking(white: bool, square: Set, pawns: Set) -> Set {
    pawn_attacks(!white, square) & pawns
}
// [/origin]
