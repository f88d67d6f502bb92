//! Page 10: hash keys and repetition.

use crate::*;

// [key]
pub fn piece_number(color: usize, role: Role, square: Square) -> u64 {
    number(((color * 6 + role as usize) * 64 + square as usize) as u64)
}

/// The en passant file, if a capture there is legal. Otherwise the square changes nothing, and two positions are the
/// same.
pub fn en_passant_number(position: &Position) -> u64 {
    legal_en_passant(position).first().map_or(0, |mv| number(900 + u64::from(mv.to % 8)))
}

/// One number for each piece on its square, each right, the en passant file and the turn, all combined by XOR.
pub fn key(position: &Position) -> u64 {
    let mut key = if position.white_to_move { 0 } else { number(1000) };
    for color in 0..2 {
        for role in Role::ALL {
            let pieces = position.role(role) & position.colors[color];
            key = squares(pieces).fold(key, |key, square| key ^ piece_number(color, role, square));
        }
    }
    key = squares(position.castling).fold(key, |key, rook| key ^ number(800 + u64::from(rook)));
    key ^ en_passant_number(position)
}
// [/key]

// [incremental]
/// The key after a move from the key before it: what changed is XORed, which removes the old and adds the new.
pub fn key_after(before: u64, old: &Position, new: &Position) -> u64 {
    let mut key = before ^ number(1000);
    for color in 0..2 {
        for role in Role::ALL {
            let changed = (old.role(role) & old.colors[color]) ^ (new.role(role) & new.colors[color]);
            key = squares(changed).fold(key, |key, square| key ^ piece_number(color, role, square));
        }
    }
    key = squares(old.castling ^ new.castling).fold(key, |key, rook| key ^ number(800 + u64::from(rook)));
    key ^ en_passant_number(old) ^ en_passant_number(new)
}
// [/incremental]

// [repetitions]
/// How often the last key has occurred before. A capture or a pawn move cannot be taken back, so the search stops
/// there.
pub fn repetitions(keys: &[u64], reversible_plies: usize) -> usize {
    let Some((last, past)) = keys.split_last() else { return 0 };
    past.iter().rev().take(reversible_plies).filter(|&key| key == last).count()
}
// [/repetitions]
