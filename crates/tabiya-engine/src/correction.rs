//! Correction histories: by how much the evaluation was wrong in positions that share a part with this one.
//!
//! A search ends with a better value than the evaluation it began with. The difference is remembered under the keys of
//! the position's parts, and the next evaluation of a position with the same part is corrected by it.
//!
//! | part | |
//! |---|---|
//! | pawns | those of both sides |
//! | pieces | White's and Black's, each on its own, kings included |
//! | minors | the knights and bishops of both sides |

use tabiya::order::HistoryEntry;
use tabiya::{Color, Keys};

use crate::board::Board;
use crate::history::filled;
use crate::margins::{CORRECTION_DEPTH, CORRECTION_PER_PAWN, CORRECTION_SCALE};
use crate::score::{DECIDED_BOUND, Value};

const SLOTS: usize = 16_384;
const PARTS: usize = 4;

/// The tables of one thread, by side to move and part.
#[derive(Clone)]
pub(crate) struct Corrections(Box<[[[HistoryEntry; SLOTS]; PARTS]; 2]>);

impl Corrections {
    /// What they take on the heap.
    pub(crate) const BYTES: usize = size_of::<[[[HistoryEntry; SLOTS]; PARTS]; 2]>();

    /// Corrections that know nothing.
    pub(crate) fn new() -> Corrections {
        Corrections(filled([[HistoryEntry::default(); SLOTS]; PARTS]))
    }

    /// The evaluation of a position out of check, corrected. It stays apart from mates.
    pub(crate) fn corrected(&self, board: &Board, eval: Value) -> Value {
        let tables = &self.0[board.position.turn().index()];
        let wrong: i32 = tables.iter().zip(slots(&board.parts)).map(|(table, slot)| table[slot].get()).sum();
        (eval + wrong / CORRECTION_SCALE).clamp(1 - DECIDED_BOUND, DECIDED_BOUND - 1)
    }

    /// Starts to bring what [`corrected`](Corrections::corrected) will read into the cache.
    #[inline(always)]
    pub(crate) fn prefetch(&self, board: &Board) {
        let tables = &self.0[board.position.turn().index()];
        for (table, slot) in tables.iter().zip(slots(&board.parts)) {
            tabiya_perft::prefetch(&table[slot]);
        }
    }

    /// A search of this depth found the corrected evaluation to be `wrong` by this much.
    pub(crate) fn learn(&mut self, board: &Board, wrong: Value, depth: i32) {
        let bonus = wrong * depth.min(CORRECTION_DEPTH) * CORRECTION_PER_PAWN / 100;
        let bonus = bonus.clamp(-HistoryEntry::LIMIT / 4, HistoryEntry::LIMIT / 4);
        let tables = &mut self.0[board.position.turn().index()];
        for (table, slot) in tables.iter_mut().zip(slots(&board.parts)) {
            table[slot].update(bonus);
        }
    }
}

fn slots(parts: &Keys) -> [usize; PARTS] {
    let [white, black] = [Color::White, Color::Black].map(|color| parts.non_pawns[color.index()]);
    [parts.pawns, white, black, parts.minors].map(|key| key as usize % SLOTS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::Position;

    #[test]
    fn what_was_wrong_is_corrected_where_a_part_is_the_same() {
        let at = |fen| Board::new(&Position::from_fen(fen).unwrap());
        let here = at("4k3/pp3n2/8/3P4/8/5N2/PP6/R3K3 w - - 0 1");
        let (same_pawns, stranger) = (at("8/pp3k2/8/3P4/8/8/PP3K2/8 w - - 0 1"), at("8/5k2/8/8/8/7p/5K2/8 w - - 0 1"));
        let mut corrections = Corrections::new();
        assert_eq!(corrections.corrected(&here, 17), 17);
        for _ in 0..20 {
            corrections.learn(&here, 120, 8);
        }
        let by = |board| corrections.corrected(board, 0);
        assert!(by(&here) > by(&same_pawns) && by(&same_pawns) > 0);
        assert_eq!(by(&stranger), 0);
        assert_eq!(by(&Board::new(&here.position.after_null().unwrap())), 0, "the other side has tables of its own");
        assert_eq!(corrections.corrected(&here, Value::MAX / 2), DECIDED_BOUND - 1);
    }
}
