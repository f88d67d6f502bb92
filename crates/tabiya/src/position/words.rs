//! A position as twelve numbers, for memory that belongs to other code: the C interface, a buffer shared between
//! processes.

use super::{EnPassant, Position};
use crate::{Bitboard, Board, Color, Square};

/// The colours' sets stand behind the six roles'.
const ROLES: usize = 6;
const KING: usize = 5;

impl Position {
    /// The position as numbers. Only [`from_words_unchecked`](Position::from_words_unchecked) of the same version of
    /// this crate reads them; to keep a position for longer, write its [FEN](Position::fen).
    #[inline]
    pub fn to_words(&self) -> [u64; 12] {
        let sets = self.board.sets();
        let small = u64::from(self.fullmove)
            | u64::from(self.halfmove_clock) << 32
            | (self.turn as u64) << 48
            | (self.en_passant as u64) << 49
            | self.double_push.map_or(0, |square| square.index() as u64 + 1) << 52;
        [
            sets[0].0,
            sets[1].0,
            sets[2].0,
            sets[3].0,
            sets[4].0,
            sets[5].0,
            sets[6].0,
            sets[7].0,
            self.pieces_key,
            self.pawn_key,
            self.castling.0,
            small,
        ]
    }

    /// The position that [`to_words`](Position::to_words) gave these numbers for.
    ///
    /// `None` if they cannot be such numbers: two pieces on a square, not one king per side, a field without meaning.
    /// Beyond that nothing is checked. Numbers that `to_words` never gave may make a position that no game can reach,
    /// whose moves mean nothing and whose methods may panic; they cannot do worse.
    ///
    /// ```
    /// use tabiya::Position;
    ///
    /// let position = Position::startpos();
    /// assert_eq!(Position::from_words_unchecked(&position.to_words()), Some(position));
    /// assert_eq!(Position::from_words_unchecked(&[0; 12]), None);
    /// ```
    #[inline]
    pub fn from_words_unchecked(words: &[u64; 12]) -> Option<Position> {
        let small = words[11];
        let en_passant = match small >> 49 & 7 {
            0 => EnPassant::Impossible,
            1 => EnPassant::PseudoLegal,
            2 => EnPassant::Legal,
            _ => return None,
        };
        let double_push = match small >> 52 {
            0 => None,
            square => Some(Square::from_index(square as usize - 1)?),
        };
        let (mut roles, mut twice) = (0, 0);
        for &set in &words[..ROLES] {
            twice |= roles & set;
            roles |= set;
        }
        let (white, black) = (words[ROLES], words[ROLES + 1]);
        let one = |set: u64| set != 0 && set & (set - 1) == 0;
        let kings = words[KING];
        if twice | (white & black) | (roles ^ white ^ black) != 0 || !one(kings & white) || !one(kings & black) {
            return None;
        }
        let mut sets = [Bitboard::EMPTY; 8];
        for (set, &word) in sets.iter_mut().zip(words) {
            *set = Bitboard(word);
        }
        Some(Position {
            board: Board::from_sets(sets),
            pieces_key: words[8],
            pawn_key: words[9],
            castling: Bitboard(words[10]),
            fullmove: small as u32,
            halfmove_clock: (small >> 32) as u16,
            turn: if small >> 48 & 1 == 0 { Color::White } else { Color::Black },
            double_push,
            en_passant,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 17",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 65535",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR b HFhf - 150 9",
        ];
        for fen in fens {
            let position = Position::from_fen(fen).unwrap();
            for position in position.legal_moves().iter().map(|&mv| position.after(mv)).chain([position]) {
                let read = Position::from_words_unchecked(&position.to_words()).unwrap();
                assert_eq!(read, position, "{fen}");
                assert_eq!(read.legal_moves().to_vec(), position.legal_moves().to_vec());
            }
        }
    }

    #[test]
    fn what_cannot_have_been_written_is_refused() {
        let good = Position::startpos().to_words();
        let with = |at: usize, word: u64| {
            let mut words = good;
            words[at] = word;
            Position::from_words_unchecked(&words)
        };
        assert!(with(0, good[0]).is_some());
        assert_eq!(with(0, 0), None);
        assert_eq!(with(0, good[0] | good[1]), None);
        assert_eq!(with(KING, good[KING] | 1 << 30), None);
        assert_eq!(with(7, good[7] | 1 << 8), None);
        assert_eq!(with(11, good[11] | 3 << 49), None);
        assert_eq!(with(11, good[11] | 65 << 52), None);
        assert_eq!(with(11, good[11] | 1 << 51), None);

        // Faults that hide each other where only their sum is looked at.
        let changed = |changes: &[(usize, u64)]| {
            let mut words = good;
            changes.iter().for_each(|&(at, bits)| words[at] ^= bits);
            Position::from_words_unchecked(&words)
        };
        let (empty, black_king) = (1 << 28, good[KING] & good[7]);
        assert_eq!(changed(&[(0, empty), (1, empty), (6, empty), (7, empty)]), None, "two roles, two colours");
        assert_eq!(changed(&[(0, empty), (1, empty)]), None, "two roles, no colour");
        assert_eq!(changed(&[(6, empty), (7, empty)]), None, "two colours, no role");
        assert_eq!(changed(&[(KING, black_king), (7, black_king)]), None, "no black king");
        assert_eq!(changed(&[(6, black_king), (7, black_king)]), None, "both kings white");
        assert!(changed(&[(0, empty), (7, empty)]).is_some(), "one more black pawn");
    }

    #[test]
    fn no_numbers_do_worse_than_panic() {
        // Random rights and keys on every board that passes: generating, judging and playing must stay
        // inside memory. Miri and the sanitizers watch this test.
        let mut random = fastrand::Rng::with_seed(1);
        let mut next = move || random.u64(..);
        let good = Position::startpos().to_words();
        let mut survived = 0;
        for _ in 0..if cfg!(miri) { 20 } else { 2_000 } {
            let mut words = good;
            for word in &mut words[8..11] {
                *word = next();
            }
            words[11] = (next() & !(7 << 49) & ((1 << 52) - 1)) | (next() % 3) << 49 | (next() % 65) << 52;
            let Some(position) = Position::from_words_unchecked(&words) else { panic!("a board that passes") };
            let played = std::panic::catch_unwind(|| {
                let moves = position.legal_moves();
                moves.iter().map(|&mv| position.after_unchecked(mv).count_legal()).sum::<usize>()
            });
            survived += usize::from(played.is_ok());
        }
        assert!(survived > 0);
    }
}
