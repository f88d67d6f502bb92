//! Pieces and squares as a sentence wants them.

use core::fmt;

use crate::{Bitboard, Color, Piece, Position, Square};

/// The colour's English name.
pub(super) fn color(color: Color) -> &'static str {
    color.pick("white", "black")
}

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stand {
    /// The piece.
    pub piece: Piece,
    /// Its square.
    pub square: Square,
}

impl Stand {
    /// What stands on the square, if anything does.
    pub(super) fn on(position: &Position, square: Square) -> Option<Stand> {
        position.piece_at(square).map(|piece| Stand { piece, square })
    }
}

impl fmt::Display for Stand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} on {}", self.piece.role().name(), self.square)
    }
}

/// Up to this many pieces can attack one square.
const MOST: usize = 16;

/// Some pieces where they stand, listed with commas and an "and".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stands {
    list: [Option<Stand>; MOST],
}

impl Stands {
    /// The pieces on those squares.
    pub(super) fn on(position: &Position, squares: Bitboard) -> Stands {
        let mut list = [None; MOST];
        for (slot, square) in list.iter_mut().zip(squares) {
            *slot = Stand::on(position, square);
        }
        Stands { list }
    }

    /// The pieces one by one.
    pub fn iter(&self) -> impl Iterator<Item = Stand> + '_ {
        self.list.iter().flatten().copied()
    }

    /// Their squares.
    pub fn squares(&self) -> Bitboard {
        self.iter().map(|stand| stand.square).collect()
    }
}

impl fmt::Display for Stands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.iter().count();
        for (index, stand) in self.iter().enumerate() {
            let before = match index {
                0 => "",
                _ if index + 1 == count => " and ",
                _ => ", ",
            };
            write!(f, "{before}{stand}")?;
        }
        Ok(())
    }
}
