//! A position on the board of a search, with what every node asks of it.

use tabiya::{Keys, Move, Position};

use crate::tt::Table;

/// A position, and what is asked of it more than once: computed when it comes onto the board.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) position: Position,
    /// The key of the position.
    pub(crate) key: u64,
    /// The keys of its parts.
    pub(crate) parts: Keys,
    pub(crate) in_check: bool,
}

impl Board {
    /// The root of a search.
    pub(crate) fn new(position: &Position) -> Board {
        Board { position: *position, key: position.key(), parts: Keys::of(position), in_check: position.in_check() }
    }

    /// The board after a legal move. The entry of the table is on its way into the cache while the move is played.
    #[inline(always)]
    pub(crate) fn after(&self, mv: Move, table: &Table) -> Board {
        let key = self.position.key_after(mv);
        table.prefetch(key);
        let mut parts = self.parts;
        self.position.changes(mv).report(&mut parts);
        let position = self.position.after_unchecked(mv);
        Board { position, key, parts, in_check: position.in_check() }
    }

    /// The board after passing; `None` in check.
    pub(crate) fn after_null(&self, table: &Table) -> Option<Board> {
        let key = self.position.key_after_null();
        table.prefetch(key);
        // No side leaves the other in check, so neither does one that passes.
        Some(Board { position: self.position.after_null()?, key, parts: self.parts, in_check: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench;

    fn assert_fresh(board: &Board) {
        let fresh = Board::new(&board.position);
        assert_eq!((board.key, board.parts, board.in_check), (fresh.key, fresh.parts, fresh.in_check));
    }

    #[test]
    fn what_is_kept_is_what_would_be_computed() {
        let table = Table::smallest();
        for position in bench::positions() {
            let board = Board::new(&position);
            for mv in &position.legal_moves() {
                let next = board.after(mv, &table);
                assert_fresh(&next);
                if let Some(passed) = next.after_null(&table) {
                    assert_fresh(&passed);
                }
            }
        }
    }
}
