//! Pieces and squares as a sentence wants them.

use core::fmt;

use crate::{Bitboard, Color, Piece, Position, Square};

/// The colour's English name.
pub(super) fn color(color: Color) -> &'static str {
    color.pick("white", "black")
}

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlacedPiece {
    /// The piece.
    pub piece: Piece,
    /// Its square.
    pub square: Square,
}

impl PlacedPiece {
    /// What stands on the square, if anything does.
    pub(super) fn on(position: &Position, square: Square) -> Option<PlacedPiece> {
        position.piece_at(square).map(|piece| PlacedPiece { piece, square })
    }
}

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} on {}", self.piece.role().name(), self.square)
    }
}

/// Up to this many pieces can attack one square.
const MOST: usize = 16;

/// Some pieces where they stand, listed with commas and an "and".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlacedPieces {
    list: [Option<PlacedPiece>; MOST],
}

impl PlacedPieces {
    /// The pieces on those squares.
    pub(super) fn on(position: &Position, squares: Bitboard) -> PlacedPieces {
        let mut list = [None; MOST];
        for (slot, square) in list.iter_mut().zip(squares) {
            *slot = PlacedPiece::on(position, square);
        }
        PlacedPieces { list }
    }

    /// The pieces one by one.
    pub fn iter(&self) -> impl Iterator<Item = PlacedPiece> + '_ {
        self.list.iter().flatten().copied()
    }

    /// Their squares.
    pub fn squares(&self) -> Bitboard {
        self.iter().map(|placed| placed.square).collect()
    }
}

impl fmt::Display for PlacedPieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.iter().count();
        for (index, placed) in self.iter().enumerate() {
            let before = match index {
                0 => "",
                _ if index + 1 == count => " and ",
                _ => ", ",
            };
            write!(f, "{before}{placed}")?;
        }
        Ok(())
    }
}
