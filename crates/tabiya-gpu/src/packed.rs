//! Converts a position of the rules crate to the four words that kernels read.

use tabiya::{Color, EnPassantField, Position, Role, Tolerance};

use crate::error::Error;

/// A whole position in four words, a square in one bit of each; `kernels/board.cu` says what they mean.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(C)]
pub struct Packed(pub [u64; 4]);

/// What a rook is that may castle, and a pawn that may be captured en passant.
const CASTLING_ROOK: u32 = 5;
const EN_PASSANT: u32 = 15;

/// A position again, with every check but whether a game leads there. Kernels look for kings without asking whether
/// there are any, and what was played or read without a check may have none, or one that can be taken.
pub(crate) fn checked(position: &Position) -> Result<Position, Error> {
    let mut setup = position.setup(EnPassantField::Always);
    // Square by square, as it is packed: after an illegal move a square may be in several sets.
    setup.board = setup.board.iter().collect();
    Position::from_setup_with(setup, Tolerance::ALL).map_err(Error::Invalid)
}

impl Packed {
    /// Packs a position. The side to move goes up: with black to move the board is turned over.
    pub fn new(position: &Position) -> Self {
        let mut packed = Self::default();
        let black = position.turn() == Color::Black;
        let castling = position.castling_rights().rooks();
        // As the kernels see it: only where a pawn stands ready, whether or not it may legally take.
        let jumped = position.en_passant().map(|target| target.index() ^ 8);
        for square in position.occupied() {
            let Some(piece) = position.piece_at(square) else { continue };
            let role = match piece.role() {
                Role::Pawn => 0,
                Role::Knight => 1,
                Role::Bishop => 2,
                Role::King => 3,
                Role::Rook if castling.0 >> square.index() & 1 != 0 => CASTLING_ROOK,
                Role::Rook => 4,
                Role::Queen => 6,
            };
            let mut code = if piece.color() == position.turn() { 8 | role } else { 7 ^ role };
            if jumped == Some(square.index()) {
                code = EN_PASSANT;
            }
            let at = if black { square.index() ^ 56 } else { square.index() };
            for (i, word) in packed.0.iter_mut().enumerate() {
                *word |= u64::from(code >> i & 1) << at;
            }
        }
        packed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    /// How many squares have this code.
    fn count(packed: Packed, code: usize) -> u32 {
        let with = |i: usize| if code >> i & 1 == 0 { !packed.0[i] } else { packed.0[i] };
        (0..4).map(with).fold(!0, |all, word| all & word).count_ones()
    }

    /// Refused, or with a king for each side and none that can be taken.
    fn is_refused(position: &Position) -> bool {
        let Ok(position) = checked(position) else { return true };
        let kings = [3 | 8, 3 ^ 7].map(|king| count(Packed::new(&position), king));
        assert_eq!(kings, [1, 1], "{position:?}");
        let king = position.king_of(!position.turn());
        assert!(position.legal_moves().iter().all(|mv| mv.to() != king), "{position:?}");
        false
    }

    #[test]
    fn what_games_lead_to_is_counted() {
        let chess960 = [0, 518, 959].map(|number| Position::chess960(number).unwrap());
        let fens = [KIWIPETE, "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 99 70"];
        let mut level: Vec<_> = fens.map(|fen| Position::from_fen(fen).unwrap()).into_iter().chain(chess960).collect();
        for _ in 0..3 {
            level.iter().for_each(|position| assert_eq!(checked(position), Ok(*position)));
            let after = |parent: &Position| parent.legal_moves().iter().map(|&mv| parent.after(mv)).collect::<Vec<_>>();
            level = level.iter().flat_map(after).collect();
        }
        let passed = Position::startpos().after_null().unwrap();
        assert_eq!(checked(&passed), Ok(passed));
    }

    #[test]
    fn what_was_tolerated_is_counted() {
        let fens = [
            "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
            "4k3/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/4K3 b - - 0 1",
            "4k3/8/3N1N2/1B5B/8/4R3/8/4K3 b - - 0 1",
            "4k3/8/8/3pP3/8/4r3/8/4K3 w - d6 0 1",
        ];
        for fen in fens {
            let position = Position::from_fen_with(fen, Tolerance::ALL).unwrap();
            assert!(Position::from_fen(fen).is_err(), "not odd: {fen}");
            assert_eq!(checked(&position), Ok(position));
            assert!(!is_refused(&position));
        }
    }

    #[test]
    fn what_no_check_has_seen_is_refused() {
        let changed = |fen: &str, changes: &[(usize, u64)]| {
            let mut words = Position::from_fen(fen).unwrap().to_words();
            changes.iter().for_each(|&(at, bits)| words[at] ^= bits);
            Position::from_words_unchecked(&words).unwrap()
        };
        const CHECK: &str = "4k3/8/8/8/8/8/8/4RK2 b - - 0 1";
        assert!(!is_refused(&changed(CHECK, &[])));
        assert!(is_refused(&changed(CHECK, &[(11, 1 << 48)])), "the king can be taken");
        assert!(is_refused(&changed(CHECK, &[(0, 1), (6, 1)])), "a pawn on a1");
        assert!(is_refused(&changed(CHECK, &[(10, 1)])), "a right without a rook");
        assert!(is_refused(&changed(CHECK, &[(11, 21 << 52)])), "a double push without a pawn");
        assert!(is_refused(&changed(CHECK, &[(5, 1 << 5 | 1 << 51), (6, 1 << 5 | 1 << 51)])), "kings side by side");
        let error = checked(&changed(CHECK, &[(11, 1 << 48)])).unwrap_err();
        assert!(error.to_string().contains("the king on e8 is in check"), "{error}");
        // What is kept about capturing en passant is found out again.
        let pushed = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
        assert_eq!(checked(&changed(pushed, &[(11, 2 << 49)])), Ok(Position::from_fen(pushed).unwrap()));
    }

    /// Debug builds panic where an illegal move is played.
    #[cfg(not(debug_assertions))]
    #[test]
    fn no_move_without_a_check_does_worse() {
        use tabiya::{Move, MoveKind, Square};

        let check = Position::from_fen("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").unwrap();
        let stays = check.after_unchecked(Move::new(Square::E8, Square::E8, MoveKind::Capture));
        let taken = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
        let taken = taken.after_unchecked(Move::new(Square::A1, Square::E8, MoveKind::Capture));
        assert!(is_refused(&stays) && is_refused(&taken));
        let start = Position::from_fen(KIWIPETE).unwrap();
        let moves = (1..=u16::MAX).filter_map(Move::from_bits);
        let refused = moves.filter(|&mv| is_refused(&start.after_unchecked(mv))).count();
        assert!(refused > 10_000, "{refused}");
    }
}
