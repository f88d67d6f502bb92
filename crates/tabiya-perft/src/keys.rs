//! 128-bit Zobrist keys for the hash table.
//!
//! Two positions that differ get keys that differ by the exclusive or of some of these numbers. If
//! the numbers were drawn at random, any `n` bits of that are all zero with probability 2^-n, and
//! the bound in [`crate::table`] rests on this and nothing else. They come from a fixed generator
//! so that runs repeat.

use crate::board::{Board, role};
use crate::children::Step;
use crate::geometry::squares;
use crate::side::Side;

struct Keys {
    /// By colour (white first), role and square.
    pieces: [[[u128; 64]; 6]; 2],
    castling: [u128; 64],
    en_passant: [u128; 64],
    black_to_move: u128,
}

/// One output of the SplitMix64 generator.
const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

const fn draw(state: &mut u64) -> u128 {
    (next(state) as u128) << 64 | next(state) as u128
}

const fn keys() -> Keys {
    let mut state = 0x7461_6269_7961;
    let mut keys =
        Keys { pieces: [[[0; 64]; 6]; 2], castling: [0; 64], en_passant: [0; 64], black_to_move: draw(&mut state) };
    let mut square = 0;
    while square < 64 {
        let mut role = 0;
        while role < 6 {
            keys.pieces[0][role][square] = draw(&mut state);
            keys.pieces[1][role][square] = draw(&mut state);
            role += 1;
        }
        keys.castling[square] = draw(&mut state);
        keys.en_passant[square] = draw(&mut state);
        square += 1;
    }
    keys
}

static KEYS: Keys = keys();

impl Board {
    /// The role of the piece on an occupied square.
    #[inline(always)]
    pub fn role_on(&self, square: u64) -> u8 {
        if self.pawns & square != 0 {
            role::PAWN
        } else if self.knights & square != 0 {
            role::KNIGHT
        } else if self.kings & square != 0 {
            role::KING
        } else if self.diagonal & self.straight & square != 0 {
            role::QUEEN
        } else if self.straight & square != 0 {
            role::ROOK
        } else {
            role::BISHOP
        }
    }

    /// The key of this board with `S` to move, from nothing.
    pub fn key<S: Side>(&self) -> u128 {
        let us = usize::from(!S::IS_WHITE);
        let mut key = state_key(self);
        if !S::IS_WHITE {
            key ^= KEYS.black_to_move;
        }
        for (side, set) in [(us, self.us), (us ^ 1, self.them)] {
            for square in squares(set) {
                key ^= KEYS.pieces[side][self.role_on(1 << square) as usize][square];
            }
        }
        key
    }

    /// The key after a step, from the key before it.
    #[inline(always)]
    pub fn key_after<S: Side>(&self, key: u128, step: Step, child: &Board) -> u128 {
        let [ours, theirs] = if S::IS_WHITE { [0, 1] } else { [1, 0] }.map(|side: usize| &KEYS.pieces[side]);
        let mut key = key ^ KEYS.black_to_move;
        if self.castling != child.castling {
            for square in squares(self.castling ^ child.castling) {
                key ^= KEYS.castling[square];
            }
        }
        for jumped in squares(self.en_passant).chain(squares(child.en_passant)) {
            key ^= KEYS.en_passant[jumped];
        }
        let arrived = |from: u8, to: u8, before: u8, after: u8| {
            let mut change = ours[before as usize][from as usize] ^ ours[after as usize][to as usize];
            if self.them >> to & 1 != 0 {
                change ^= theirs[self.role_on(1 << to) as usize][to as usize];
            }
            change
        };
        key ^ match step {
            Step::Plain { role, from, to } => arrived(from, to, role, role),
            Step::DoublePush { from, to } => arrived(from, to, role::PAWN, role::PAWN),
            Step::Promotion { role, from, to } => arrived(from, to, role::PAWN, role),
            Step::EnPassant { from, to } => {
                let captured = S::Foe::up(1 << to).trailing_zeros() as usize & 63;
                arrived(from, to, role::PAWN, role::PAWN) ^ theirs[role::PAWN as usize][captured]
            }
            Step::Castle { king, rook } => {
                let path = crate::board::CastlingPath::new(king as usize, rook as usize);
                let at = |role: u8, square: u32| ours[role as usize][square as usize & 63];
                at(role::KING, u32::from(king))
                    ^ at(role::KING, path.king_to.trailing_zeros())
                    ^ at(role::ROOK, u32::from(rook))
                    ^ at(role::ROOK, path.rook_to.trailing_zeros())
            }
        }
    }
}

fn state_key(b: &Board) -> u128 {
    let castling = squares(b.castling).map(|square| KEYS.castling[square]);
    let en_passant = squares(b.en_passant).map(|square| KEYS.en_passant[square]);
    castling.chain(en_passant).fold(0, |key, number| key ^ number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::children::for_each_child;
    use crate::side::{Black, White};
    use crate::sliders::Portable;
    use crate::testing::random_games;

    fn compare<S: Side>(b: &Board) {
        let key = b.key::<S>();
        for_each_child::<S, Portable>(b, |child, step| {
            assert_eq!(b.key_after::<S>(key, step, child), child.key::<S::Foe>(), "{step:?} {b:?}");
        });
    }

    #[test]
    fn keys_kept_up_to_date_are_the_keys_made_from_nothing() {
        random_games(60, 77, |b, white, _| if white { compare::<White>(b) } else { compare::<Black>(b) });
    }
}
