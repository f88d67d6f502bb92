//! What the pawns are worth wherever the other pieces stand, and the table that keeps it: in most positions of a search
//! the pawns stand as in one judged before.

use tabiya::{Bitboard, Color, Direction, Position, Role, attacks};

use super::{Score, ahead_of, tables};
use crate::history::filled;

const DOUBLED_PAWN: Score = Score::new(-8, -18);
const ISOLATED_PAWN: Score = Score::new(-12, -12);
const PROTECTED_PAWN: Score = Score::new(10, 6);
/// By the pawn's rank as its owner counts.
const PASSED_PAWN: [Score; 8] = [
    Score::new(0, 0),
    Score::new(2, 8),
    Score::new(2, 12),
    Score::new(8, 28),
    Score::new(24, 52),
    Score::new(52, 92),
    Score::new(90, 150),
    Score::new(0, 0),
];

/// The pawns of both sides, judged.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Structure {
    /// White's less Black's.
    pub(super) score: Score,
    /// The passed pawns of both sides.
    pub(super) passed: Bitboard,
}

impl Structure {
    /// The pawns of a position.
    pub(crate) fn of(position: &Position) -> Structure {
        let [white, black] = [Color::White, Color::Black].map(|color| position.board().pieces(color, Role::Pawn));
        let (of_white, of_black) = (one_side(Color::White, white, black), one_side(Color::Black, black, white));
        Structure { score: of_white.score - of_black.score, passed: of_white.passed | of_black.passed }
    }
}

fn one_side(color: Color, pawns: Bitboard, enemies: Bitboard) -> Structure {
    let (mut score, mut passed) = (Score::default(), Bitboard::EMPTY);
    for pawn in pawns {
        score += tables::value(color, Role::Pawn, pawn);
        let file = pawn.file().bitboard();
        let beside = file.shift(Direction::East) | file.shift(Direction::West);
        let ahead = ahead_of(color, pawn.rank());
        if pawns.intersects(file & ahead) {
            score += DOUBLED_PAWN;
        } else if !enemies.intersects((file | beside) & ahead) {
            score += PASSED_PAWN[pawn.rank().relative_to(color).index()];
            passed = passed.with(pawn);
        }
        if !pawns.intersects(beside) {
            score += ISOLATED_PAWN;
        }
    }
    score += PROTECTED_PAWN * (pawns & attacks::pawns(color, pawns)).len() as i32;
    Structure { score, passed }
}

const SLOTS: usize = 2_048;

/// Structures by the key of the pawns. One for each thread.
#[derive(Clone)]
pub(crate) struct PawnCache(Box<[(u64, Structure); SLOTS]>);

impl PawnCache {
    /// What it takes on the heap.
    pub(crate) const BYTES: usize = size_of::<[(u64, Structure); SLOTS]>();

    /// An empty cache: as it is, it says that a board without pawns, whose key is 0, has none.
    pub(crate) fn new() -> PawnCache {
        PawnCache(filled((0, Structure::default())))
    }

    /// The pawns of a position, judged now or before.
    #[inline(always)]
    pub(crate) fn structure(&mut self, position: &Position) -> &Structure {
        let key = position.pawn_key();
        let (of, structure) = &mut self.0[key as usize % SLOTS];
        if *of != key {
            (*of, *structure) = (key, Structure::of(position));
        }
        structure
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench;

    #[test]
    fn what_is_kept_is_what_would_be_found() {
        let mut cache = PawnCache::new();
        let without_pawns = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        for _ in 0..2 {
            for position in bench::positions().chain([without_pawns]) {
                for mv in &position.legal_moves() {
                    let next = position.after(mv);
                    assert_eq!(*cache.structure(&next), Structure::of(&next), "{}", next.fen());
                }
            }
        }
    }

    #[test]
    fn passed_pawns_are_those_that_no_enemy_can_stop_or_take() {
        let position = Position::from_fen("4k3/p7/8/3PP3/4P3/6p1/5P2/4K3 w - - 0 1").unwrap();
        let passed = Structure::of(&position).passed;
        let names: Vec<String> = passed.into_iter().map(|square| square.to_string()).collect();
        assert_eq!(names, ["d5", "e5", "a7"]);
    }
}
