//! The keys and move codes of the Polyglot book format.
//!
//! The key of a position is the exclusive-or of numbers that the format fixes: one for every piece on its square, for
//! every castling right, for the file of a double push that a pawn stands ready to capture, and for white to move.
//! A move is 16 bits: three each for the target's file and rank and the origin's file and rank, three for the
//! promotion. Castling is written as the king taking its own rook.

use super::polyglot_numbers::{CASTLING, EN_PASSANT, NUMBERS, PIECES, WHITE_TO_MOVE};
use crate::{Color, Move, Position, Role, Square, Wing};

/// The key under which a book knows the position.
///
/// The en passant file counts when a pawn of the side to move stands beside the pushed pawn, even if it is pinned and
/// may not capture: books have been written that way from the beginning.
///
/// ```
/// use tabiya::{Position, notation::polyglot};
///
/// assert_eq!(polyglot::key(&Position::startpos()), 0x463b_9618_1691_fc9c);
/// ```
#[must_use]
pub fn key(position: &Position) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for role in Role::ALL {
            let kind = 2 * role.index() + usize::from(color == Color::White);
            for square in position.board().pieces(color, role) {
                key ^= NUMBERS[PIECES + 64 * kind + square.index()];
            }
        }
        for wing in [Wing::King, Wing::Queen] {
            if position.castling_rights().has(color, wing) {
                key ^= NUMBERS[CASTLING + 2 * color.index() + usize::from(wing == Wing::Queen)];
            }
        }
    }
    if let Some(square) = position.en_passant() {
        key ^= NUMBERS[EN_PASSANT + square.file().index()];
    }
    if position.turn() == Color::White {
        key ^= NUMBERS[WHITE_TO_MOVE];
    }
    key
}

impl Position {
    /// The key under which Polyglot books know the position: see [`key`].
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        key(self)
    }
}

/// The 16 bits that stand for a move in a book.
#[must_use]
pub fn encode(mv: Move) -> u16 {
    let promotion = match mv.promotion() {
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(Role::Queen) => 4,
        _ => 0,
    };
    (promotion << 12) | ((mv.from().index() as u16) << 6) | mv.to().index() as u16
}

/// The legal move that 16 bits from a book stand for, if there is one.
///
/// Castling is also understood as the king going two squares, which some books contain.
#[must_use]
pub fn decode(position: &Position, code: u16) -> Option<Move> {
    let to = Square::from_index(usize::from(code & 63))?;
    let from = Square::from_index(usize::from(code >> 6 & 63))?;
    let promotion = match code >> 12 {
        0 => None,
        1 => Some(Role::Knight),
        2 => Some(Role::Bishop),
        3 => Some(Role::Rook),
        4 => Some(Role::Queen),
        _ => return None,
    };
    let moves = position.legal_moves();
    let exact = moves.iter().copied().find(|mv| mv.from() == from && mv.to() == to && mv.promotion() == promotion);
    exact.or_else(|| {
        let two_squares = position.role_at(from) == Some(Role::King)
            && from.rank() == to.rank()
            && from.distance(to) == 2
            && promotion.is_none();
        let wing = if to > from { Wing::King } else { Wing::Queen };
        moves.iter().copied().find(|mv| two_squares && mv.from() == from && mv.castling_wing() == Some(wing))
    })
}
