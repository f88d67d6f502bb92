//! [`Table`]: the distance to mate of every position of one material, one byte each.

use tabiya::{Board, Color};

use super::index::Layout;
use super::material::Material;

/// What a table says of a position, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Distance {
    /// It mates in this number of plies, an odd one.
    Win(u32),
    /// Neither side can force mate.
    Draw,
    /// It is mated in this number of plies, an even one; 0 if it is mated already.
    Loss(u32),
}

impl Distance {
    /// The same one ply earlier, for the other side, which chooses the move that leads here.
    #[must_use]
    pub fn before(self) -> Distance {
        match self {
            Distance::Win(plies) => Distance::Loss(plies + 1),
            Distance::Draw => Distance::Draw,
            Distance::Loss(plies) => Distance::Win(plies + 1),
        }
    }

    /// A number that is larger for what the side to move likes better: quick wins, draws, slow losses.
    pub fn rank(self) -> i32 {
        match self {
            Distance::Win(plies) => 10_000 - plies as i32,
            Distance::Draw => 0,
            Distance::Loss(plies) => plies as i32 - 10_000,
        }
    }

    /// The moves to mate, as the field counts them; `None` for a draw.
    pub fn moves(self) -> Option<u32> {
        match self {
            Distance::Win(plies) | Distance::Loss(plies) => Some(plies.div_ceil(2)),
            Distance::Draw => None,
        }
    }
}

/// One byte of a table: 0 a draw, 1 to 127 a win in that number of moves, 128 + N a loss in N moves.
///
/// The longest mate with five men takes 127 moves, so every byte has a meaning. A place without a position holds the
/// byte of a mate: no move leads to it or away from it, and only walks over a whole table see it.
pub(crate) mod code {
    use super::Distance;

    /// Nothing decided, and in the end a draw.
    pub const DRAW: u8 = 0;
    /// No position, or one whose place is another; the same byte as `loss(0)`.
    pub const NO_POSITION: u8 = 128;
    /// The most moves that fit.
    pub const MAX_MOVES: u8 = 127;

    pub const fn win(moves: u8) -> u8 {
        moves
    }

    pub const fn loss(moves: u8) -> u8 {
        128 + moves
    }

    /// The meaning of a byte at the place of a position.
    pub fn read(byte: u8) -> Distance {
        match byte {
            DRAW => Distance::Draw,
            1..=MAX_MOVES => Distance::Win(2 * u32::from(byte) - 1),
            _ => Distance::Loss(2 * u32::from(byte - 128)),
        }
    }

    /// The byte of a distance; `None` if it takes more than [`MAX_MOVES`].
    pub fn write(distance: Distance) -> Option<u8> {
        let moves = u8::try_from(distance.moves().unwrap_or(0)).ok().filter(|&moves| moves <= MAX_MOVES)?;
        Some(match distance {
            Distance::Draw => DRAW,
            Distance::Win(_) => win(moves),
            Distance::Loss(_) => loss(moves),
        })
    }
}

/// The solved positions of one material, castling and en passant left out.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) layout: Layout,
    /// By the side to move, White first.
    pub(crate) values: [Vec<u8>; 2],
}

impl Table {
    /// The pieces of this table.
    pub fn material(&self) -> Material {
        self.layout.material
    }

    /// What the table says of a board of its material; `flipped` if Black has the white part of it.
    #[inline]
    pub(crate) fn get(&self, board: &Board, turn: Color, flipped: bool) -> Distance {
        let turn = if flipped { !turn } else { turn };
        let index = self.layout.index(self.layout.men_of(board, flipped));
        code::read(self.values[turn as usize][index])
    }

    /// How many bytes the values take.
    pub fn size(&self) -> usize {
        2 * self.layout.len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_back() {
        for byte in 0..=255 {
            assert_eq!(code::write(code::read(byte)), Some(byte));
        }
        assert_eq!((code::read(127), code::read(255)), (Distance::Win(253), Distance::Loss(254)));
        assert_eq!((code::write(Distance::Win(255)), code::write(Distance::Loss(256))), (None, None));
    }

    #[test]
    fn quick_wins_and_slow_losses_are_liked() {
        use Distance::*;
        let order = [Loss(0), Loss(8), Draw, Win(9), Win(1)];
        assert!(order.windows(2).all(|pair| pair[0].rank() < pair[1].rank()));
        assert_eq!(Loss(0).before(), Win(1));
        assert_eq!((Win(1).moves(), Loss(0).moves(), Loss(2).moves()), (Some(1), Some(0), Some(1)));
    }
}
