//! The twin of [`can_win`](super::can_win): every position that can follow, in the order of plies, without a thought.

use std::collections::{HashSet, VecDeque};

use tabiya::{Color, EnPassantField, Position, Setup};

/// Whether a side can still win, by looking at every position that can follow; `None` if there are more than `limit`
/// of them without a mate among the first.
pub fn can_win(position: &Position, color: Color, limit: usize) -> Option<bool> {
    let essence =
        |position: &Position| Setup { halfmove_clock: 0, fullmove: 1, ..position.setup(EnPassantField::Legal) };
    let mut seen = HashSet::from([essence(position)]);
    let mut queue = VecDeque::from([*position]);
    while let Some(here) = queue.pop_front() {
        if here.turn() != color && here.is_checkmate() {
            return Some(true);
        }
        for mv in here.legal_moves() {
            let after = here.after(mv);
            if seen.insert(essence(&after)) {
                queue.push_back(after);
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    Some(false)
}
