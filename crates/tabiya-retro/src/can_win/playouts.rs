//! Games of random moves in which one side always mates when it can: on full boards they come to a mate sooner than a
//! search does, because almost everything leads to one.

use tabiya::{Color, Move, Position};

/// The same numbers every time, so that an answer does not depend on the day.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        // xorshift64*, the high half scaled.
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((high * bound as u64) >> 32) as usize
    }
}

/// Longer games seldom help.
const PLIES: usize = 160;

/// Games from a position, each different from those before.
pub(super) struct Playouts(Numbers);

impl Playouts {
    pub fn new() -> Playouts {
        Playouts(Numbers(0x9e37_79b9_7f4a_7c15))
    }

    /// Plays `games` more games; the moves of the first that ends with a mate by `color`.
    pub fn mate(&mut self, position: &Position, color: Color, games: usize) -> Option<Vec<Move>> {
        let mut line = Vec::with_capacity(PLIES);
        (0..games).find_map(|_| {
            line.clear();
            play(*position, color, &mut self.0, &mut line).then(|| line.clone())
        })
    }
}

/// One game; whether it ends with the mate.
fn play(mut position: Position, color: Color, numbers: &mut Numbers, line: &mut Vec<Move>) -> bool {
    for _ in 0..PLIES {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return false;
        }
        if position.turn() == color {
            let info = position.check_info();
            let mate = moves
                .iter()
                .find(|&&mv| position.gives_check_with(mv, &info) && position.after_unchecked(mv).is_checkmate());
            if let Some(&mv) = mate {
                line.push(mv);
                return true;
            }
        }
        let mv = moves[numbers.below(moves.len())];
        let after = position.after_unchecked(mv);
        if mv.is_capture() && after.has_insufficient_material(color) {
            // A second choice, which may be the same.
            let other = moves[numbers.below(moves.len())];
            line.push(other);
            position = position.after_unchecked(other);
            continue;
        }
        line.push(mv);
        position = after;
    }
    false
}
