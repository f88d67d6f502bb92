//! Chapter 10: hash keys and repetition.

use crate::position::{Position, Role};
use crate::sets::squares;

// [numbers]
/// A number that looks random, the same for the same input on every machine (the mixer of SplitMix64).
pub const fn number(n: u64) -> u64 {
    let mut z = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
// [/numbers]

// [key]
/// One number per piece on a square, right, en passant file and turn, all of them combined by XOR.
pub fn key(position: &Position) -> u64 {
    let mut key = if position.white_to_move { 0 } else { number(1000) };
    for (color, set) in position.colors.into_iter().enumerate() {
        for role in Role::ALL {
            for square in squares(position.role(role) & set) {
                key ^= piece_number(color, role, square);
            }
        }
    }
    key ^= squares(position.castling).map(|rook| number(800 + u64::from(rook))).fold(0, |all, n| all ^ n);
    key ^ position.en_passant.map_or(0, |square| number(900 + u64::from(square % 8)))
}

pub fn piece_number(color: usize, role: Role, square: u8) -> u64 {
    number(((color * 6 + role as usize) * 64 + square as usize) as u64)
}
// [/key]

// [incremental]
/// The same key from the key before: whatever differs is taken out and put in, and XOR does both.
pub fn key_after(before: u64, old: &Position, new: &Position) -> u64 {
    let mut key = before ^ number(1000);
    for color in 0..2 {
        for role in Role::ALL {
            let changed = (old.role(role) & old.colors[color]) ^ (new.role(role) & new.colors[color]);
            key = squares(changed).fold(key, |key, square| key ^ piece_number(color, role, square));
        }
    }
    key = squares(old.castling ^ new.castling).fold(key, |key, rook| key ^ number(800 + u64::from(rook)));
    for en_passant in [old.en_passant, new.en_passant].into_iter().flatten() {
        key ^= number(900 + u64::from(en_passant % 8));
    }
    key
}
// [/incremental]

// [repetitions]
/// How often the last key has occurred before. A capture or a pawn move can never be undone, so the search may stop there.
pub fn repetitions(keys: &[u64], reversible_plies: usize) -> usize {
    let Some((last, past)) = keys.split_last() else { return 0 };
    past.iter().rev().take(reversible_plies).filter(|&key| key == last).count()
}
// [/repetitions]
