//! A position without its clocks in forty bytes, exact: what a search remembers that it has seen.

use core::hash::{BuildHasherDefault, Hash, Hasher};
use std::collections::HashSet;

use tabiya::{Color, Position, Role};

/// The occupied squares, and four bits for each of the men on them in the order of squares.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) struct Packed([u64; 5]);

/// Above the twelve pieces: what four bits can tell of turn, castling rights and en passant.
const ROOK_WITH_RIGHT: u64 = 12;
const EN_PASSANT_PAWN: u64 = 14;
const WHITE_KING_TO_MOVE: u64 = 15;

impl Packed {
    pub fn of(position: &Position) -> Packed {
        let board = position.board();
        let mut words = [0; 5];
        words[0] = board.occupied().iter().fold(0, |bits, square| bits | 1 << square as u64);
        let rights = position.castling_rights().rooks();
        let passed = position.en_passant_legal().map(crate::unmove::behind);
        for (i, (square, piece)) in board.iter().enumerate() {
            let code = if rights.contains(square) {
                ROOK_WITH_RIGHT + piece.color() as u64
            } else if passed == Some(square) {
                EN_PASSANT_PAWN
            } else if piece.role() == Role::King && piece.color() == Color::White && position.turn() == Color::White {
                WHITE_KING_TO_MOVE
            } else {
                2 * piece.role() as u64 + piece.color() as u64
            };
            words[1 + i / 16] |= code << (4 * (i % 16));
        }
        Packed(words)
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
