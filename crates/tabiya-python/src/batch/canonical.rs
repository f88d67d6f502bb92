//! The board as Leela's canonical formats turn it, so that positions that differ only by a symmetry look the same.
//!
//! Without castling rights the king of the side to move goes to the files e to h. Without pawns it goes to the first
//! four ranks as well, and to the side of the diagonal a8–h1 that holds h1's rank; a king on that diagonal leaves the
//! choice to the other pieces.

use tabiya::{Bitboard, Position, Role, Square};

/// Up to three reflections, done in this order: of the files, of the ranks, and at the diagonal a8–h1. The bits are
/// Leela's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Transform(u8);

const FILES: u8 = 1;
const RANKS: u8 = 2;
const DIAGONAL: u8 = 4;

/// The squares above the diagonal a8–h1, in the quarter of h1.
const ABOVE: Bitboard = Bitboard(0xe0c0_8000);
/// The squares of that diagonal in the same quarter: h1, g2, f3, e4.
const ON: Bitboard = Bitboard(0x1020_4080);

impl Transform {
    pub const NONE: Transform = Transform(0);

    /// How a position is turned.
    pub fn of(position: &Position) -> Transform {
        if !position.castling_rights().is_empty() {
            return Transform::NONE;
        }
        let board = position.board();
        let mut bits = 0;
        let mut king = position.king_of(position.turn()).relative_to(position.turn());
        if (king as u8 & 7) < 4 {
            bits |= FILES;
            king = king.flip_horizontal();
        }
        if !board.by_role(Role::Pawn).is_empty() {
            return Transform(bits);
        }
        if king as u8 >= 32 {
            bits |= RANKS;
            king = king.flip_vertical();
        }
        if !(king.bitboard() & ABOVE).is_empty() || !(king.bitboard() & ON).is_empty() && is_less_turned(position, bits)
        {
            bits |= DIAGONAL;
        }
        Transform(bits)
    }

    /// Where a square goes that is seen by the side to move.
    #[inline]
    pub fn square(self, seen: Square) -> Square {
        let mut square = seen as u8;
        if self.0 & FILES != 0 {
            square ^= 7;
        }
        if self.0 & RANKS != 0 {
            square ^= 56;
        }
        if self.0 & DIAGONAL != 0 {
            square = 63 - (square >> 3 | (square & 7) << 3);
        }
        Square::from_low_bits(square)
    }

    /// Where squares go that are seen by the side to move.
    fn bitboard(self, seen: Bitboard) -> Bitboard {
        let mut squares = seen;
        if self.0 & FILES != 0 {
            squares = squares.flip_horizontal();
        }
        if self.0 & RANKS != 0 {
            squares = squares.flip_vertical();
        }
        if self.0 & DIAGONAL != 0 {
            squares = squares.flip_diagonal().flip_vertical().flip_horizontal();
        }
        squares
    }

    pub fn bits(self) -> u8 {
        self.0
    }
}

/// Whether the reflection at the diagonal makes the first set of squares that it changes a smaller number.
fn is_less_turned(position: &Position, bits: u8) -> bool {
    let board = position.board();
    let roles = [Role::King, Role::Queen, Role::Rook, Role::Knight, Role::Bishop];
    let sets =
        [board.occupied(), board.by_color(position.turn())].into_iter().chain(roles.map(|role| board.by_role(role)));
    let (as_it_is, turned) = (Transform(bits), Transform(bits | DIAGONAL));
    for set in sets {
        let seen = if position.turn() == tabiya::Color::White { set } else { set.flip_vertical() };
        let (here, there) = (as_it_is.bitboard(seen).0, turned.bitboard(seen).0);
        if here != there {
            return there < here;
        }
    }
    false
}
