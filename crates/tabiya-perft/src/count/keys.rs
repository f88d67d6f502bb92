//! 128-bit Zobrist keys for the hash table.
//!
//! Two positions that differ get keys that differ by the exclusive or of some of these numbers. If
//! the numbers were drawn at random, any `n` bits of that are all zero with probability 2^-n, and
//! the bound in [`crate::run::table`] rests on this and nothing else. They come from a fixed generator
//! so that runs repeat.

use tabiya::{Color, MoveKind, Role, Side, Square};

use crate::count::board::{CountBoard, castled, only};
use crate::count::children::Step;

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

/// A checksum of the numbers: tables are of use only to those who have the same.
#[cfg(target_os = "linux")]
pub(crate) fn digest() -> u64 {
    let mut digest = crate::count::digest::Digest::new();
    let pieces = KEYS.pieces.iter().flatten().flatten();
    for number in pieces.chain(&KEYS.castling).chain(&KEYS.en_passant).chain([&KEYS.black_to_move]) {
        digest.word(*number as u64);
        digest.word((*number >> 64) as u64);
    }
    digest.value()
}

impl CountBoard {
    /// The key of this board with `S` to move, from nothing.
    pub fn key<S: Side>(&self) -> u128 {
        let mut key = if S::COLOR == Color::White { 0 } else { KEYS.black_to_move };
        for (color, set) in [(S::COLOR, self.us), (!S::COLOR, self.them)] {
            for square in set {
                key ^= KEYS.pieces[color as usize][self.role_on(square) as usize][square as usize];
            }
        }
        let castling = self.castling.into_iter().map(|square| KEYS.castling[square as usize]);
        let en_passant = self.en_passant.into_iter().map(|square| KEYS.en_passant[square as usize]);
        castling.chain(en_passant).fold(key, |key, number| key ^ number)
    }

    /// The key after a step, from the key before it.
    #[inline(always)]
    pub fn key_after<S: Side>(&self, key: u128, step: Step, child: &CountBoard) -> u128 {
        let ours = |role: Role, square: Square| KEYS.pieces[S::COLOR as usize][role as usize][square as usize];
        let theirs = |role: Role, square: Square| KEYS.pieces[!S::COLOR as usize][role as usize][square as usize];
        let mut key = key ^ KEYS.black_to_move;
        if self.castling != child.castling {
            for square in self.castling ^ child.castling {
                key ^= KEYS.castling[square as usize];
            }
        }
        for jumped in self.en_passant.into_iter().chain(child.en_passant) {
            key ^= KEYS.en_passant[jumped as usize];
        }
        let Step { role, from, to, kind } = step;
        if matches!(kind, MoveKind::CastleKing | MoveKind::CastleQueen) {
            let (king_to, rook_to) = castled(from, to);
            let king = ours(Role::King, from) ^ ours(Role::King, only(king_to));
            return key ^ king ^ ours(Role::Rook, to) ^ ours(Role::Rook, only(rook_to));
        }
        key ^= ours(role, from) ^ ours(kind.promotion().unwrap_or(role), to);
        if self.them.contains(to) {
            key ^= theirs(self.role_on(to), to);
        } else if matches!(kind, MoveKind::EnPassant) {
            key ^= theirs(Role::Pawn, only(to.bitboard().shift(<S::Opponent as Side>::UP)));
        }
        key
    }
}

#[cfg(test)]
mod tests {
    use tabiya::side::{Black, White};

    use super::*;
    use crate::arch::plain_sliders;
    use crate::count::children::for_each_child;
    use crate::testing::random_games;

    fn compare<S: Side>(b: &CountBoard) {
        let key = b.key::<S>();
        for_each_child::<S, _>(plain_sliders(), b, |child, step| {
            assert_eq!(b.key_after::<S>(key, step, child), child.key::<S::Opponent>(), "{step:?} {b:?}");
        });
    }

    /// The first numbers of SplitMix64 from seed 0, as its authors' program prints them.
    #[test]
    fn numbers_are_those_of_splitmix64() {
        let mut state = 0;
        let numbers = [(); 3].map(|()| next(&mut state));
        assert_eq!(numbers, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
        let mut state = 0;
        assert_eq!(draw(&mut state), 0xe220_a839_7b1d_cdaf_6e78_9e6a_a1b9_65f4);
    }

    /// Processes that share a table compare this number. A change of the keys, or of their order, changes it here too.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_digest_is_that_of_these_numbers() {
        assert_eq!(digest(), 0xd867_175e_54d8_e1d1);
    }

    /// All numbers are different, and none is zero.
    #[test]
    fn numbers_are_all_different() {
        let pieces = KEYS.pieces.iter().flatten().flatten();
        let all: Vec<u128> =
            pieces.chain(&KEYS.castling).chain(&KEYS.en_passant).chain([&KEYS.black_to_move]).copied().collect();
        let different: std::collections::HashSet<u128> = all.iter().copied().filter(|&number| number != 0).collect();
        assert_eq!((all.len(), different.len()), (897, 897));
    }

    #[test]
    fn keys_kept_up_to_date_are_the_keys_made_from_nothing() {
        random_games(60, 77, |b, white, _| if white { compare::<White>(b) } else { compare::<Black>(b) });
    }
}
