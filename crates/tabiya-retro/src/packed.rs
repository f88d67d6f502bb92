//! A position without its clocks in thirty-two bytes, exact: what a search remembers that it has seen.

use core::hash::{BuildHasherDefault, Hash, Hasher};
use std::collections::HashSet;

use tabiya::{Bitboard, Color, Position, Role};

/// Three bits for what stands on each square, as three sets, and a set of the white men.
///
/// The bits are 0 for an empty square, 1 to 6 for pawn, knight, bishop, rook, queen and king, and 7 for a rook with a
/// castling right or a pawn that can be taken en passant; those never stand on the same ranks. Empty squares are in the
/// set of the white men if Black is to move.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) struct Packed([u64; 4]);

impl Packed {
    pub fn of(position: &Position) -> Packed {
        let [pawns, knights, bishops, rooks, queens, kings] = Role::ALL.map(|role| position.by_role(role));
        let passed = position.en_passant_legal().map(crate::unmove::behind);
        let special = position.castling_rights().rooks() | passed.map_or(Bitboard::EMPTY, |square| square.bitboard());
        let white = position.by_color(Color::White);
        let told = match position.turn() {
            Color::White => white,
            Color::Black => white | !position.occupied(),
        };
        let low = pawns | bishops | queens | special;
        let middle = knights | bishops | kings | special;
        let high = rooks | queens | kings | special;
        Packed([low, middle, high, told].map(|set| set.0))
    }
}

impl Hash for Packed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for word in self.0 {
            state.write_u64(word);
        }
    }
}

/// Multiplies and turns: the words are not chosen by an attacker who could gain from collisions, because the limit of
/// positions holds whatever the hash does.
#[derive(Default)]
pub(crate) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(25) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// The positions that a search has seen.
pub(crate) type Seen = HashSet<Packed, BuildHasherDefault<Mix>>;
