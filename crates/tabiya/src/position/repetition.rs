//! Whether the side to move can repeat a position: found in a table of all reversible moves, without making moves.
//!
//! The key after a move of a piece other than a pawn differs from the key before it by two numbers of that piece and
//! the number of the turn. Two positions whose keys differ by such a sum are one move apart. The table holds all 3668
//! sums, placed by cuckoo hashing, so that two look-ups tell whether a difference is among them and which move it is.

use super::{Position, key};
use crate::attacks::between;
use crate::{Color, Role, Square};

const SLOTS: usize = 8192;
/// One entry for every piece of either side and every pair of squares that it moves between on an empty board.
const MOVES: usize = 3668;

struct Table {
    sums: [u64; SLOTS],
    /// The two squares.
    ends: [[u8; 2]; SLOTS],
}

const fn slots(sum: u64) -> [usize; 2] {
    [sum as usize % SLOTS, (sum >> 16) as usize % SLOTS]
}

/// Whether a piece other than a pawn moves between two squares of an empty board.
const fn reaches(role: Role, from: usize, to: usize) -> bool {
    let files = (from % 8).abs_diff(to % 8);
    let ranks = (from / 8).abs_diff(to / 8);
    let (orthogonal, diagonal) = (files == 0 || ranks == 0, files == ranks);
    match role {
        Role::Pawn => false,
        Role::Knight => files * ranks == 2,
        Role::Bishop => diagonal,
        Role::Rook => orthogonal,
        Role::Queen => orthogonal || diagonal,
        Role::King => files <= 1 && ranks <= 1,
    }
}

static TABLE: Table = {
    let mut table = Table { sums: [0; SLOTS], ends: [[0; 2]; SLOTS] };
    let mut count = 0;
    let mut piece = 0;
    while piece < 12 {
        let (color, role) = (Color::ALL[piece / 6], Role::ALL[piece % 6]);
        let mut from = 0;
        while from < 64 {
            let mut to = from + 1;
            while to < 64 {
                if reaches(role, from, to) {
                    let (one, other) = (Square::ALL[from], Square::ALL[to]);
                    let mut sum = key::piece(color, role, one) ^ key::piece(color, role, other) ^ key::BLACK_TO_MOVE;
                    let mut ends = [from as u8, to as u8];
                    // What lies in the slot moves to its other slot, until a slot is empty.
                    let mut slot = slots(sum)[0];
                    while sum != 0 {
                        (sum, table.sums[slot]) = (table.sums[slot], sum);
                        (ends, table.ends[slot]) = (table.ends[slot], ends);
                        let [first, second] = slots(sum);
                        slot = if slot == first { second } else { first };
                    }
                    count += 1;
                }
                to += 1;
            }
            from += 1;
        }
        piece += 1;
    }
    assert!(count == MOVES);
    table
};

/// The two squares of the reversible move by which two keys differ.
#[inline(always)]
fn reversible_move(difference: u64) -> Option<[Square; 2]> {
    let slot = slots(difference).into_iter().find(|&slot| TABLE.sums[slot] == difference)?;
    Some(TABLE.ends[slot].map(Square::from_low_bits))
}

impl Position {
    /// Whether the side to move has a legal move after which one of the earlier positions is on the board again: a
    /// search that sees it can count on a draw without making the move. `past` holds the [keys](Position::key) of the
    /// positions before this one, the oldest first; more than the moves since the last capture, pawn move or null move
    /// are not looked at if [`halfmove_clock`](Position::halfmove_clock) counts them.
    ///
    /// Hand it the keys since the last null move: a position before it cannot come back by moves alone.
    ///
    /// ```
    /// use tabiya::Position;
    /// let mut position = Position::startpos();
    /// let mut past = Vec::new();
    /// for text in ["g1f3", "g8f6", "f3g1"] {
    ///     assert!(!position.upcoming_repetition(&past));
    ///     past.push(position.key());
    ///     position.play_uci(text)?;
    /// }
    /// assert!(position.upcoming_repetition(&past)); // f6g8
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    #[must_use]
    pub fn upcoming_repetition(&self, past: &[u64]) -> bool {
        self.upcoming_repetition_by(past.len(), |plies| past[past.len() - plies])
    }

    /// The same, with the key of the position some plies ago, from 1 to `reach`, given by a function.
    #[inline]
    pub(crate) fn upcoming_repetition_by(&self, reach: usize, key_ago: impl Fn(usize) -> u64) -> bool {
        let reach = reach.min(self.halfmove_clock as usize);
        if reach < 3 {
            return false;
        }
        let key = self.key();
        // After an even number of plies it was this side's turn; one ply ago the enemy moved.
        (3..=reach).step_by(2).any(|plies| self.leads_to(key ^ key_ago(plies)))
    }

    /// Whether a legal move changes the key by this difference, as a move of a piece other than a pawn.
    #[inline(always)]
    fn leads_to(&self, difference: u64) -> bool {
        let Some([one, other]) = reversible_move(difference) else {
            return false;
        };
        // The keys agree on everything else, so one of the squares holds the piece and the other is empty. If it is the
        // enemy's piece, the positions are one move of the enemy apart. The king is safe afterwards, as it was then.
        (self.us().contains(one) != self.us().contains(other)) && !between(one, other).intersects(self.occupied())
    }
}
