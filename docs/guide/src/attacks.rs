//! Chapter 5: who attacks a square.

use crate::leapers::{king, knights, pawns_attacking};
use crate::position::{Position, Role};
use crate::sets::{Set, Square, bit};
use crate::sliders::{bishop, rook};

// [attackers]
/// The pieces of one colour that attack a square, with whatever occupancy we like to imagine.
///
/// Put a piece of every kind on the square and look who it could take: moves can be read backwards, except a pawn's.
pub fn attackers(position: &Position, square: Square, white: bool, occupied: Set) -> Set {
    let queens = position.role(Role::Queen);
    let attackers = rook(square, occupied) & (position.role(Role::Rook) | queens)
        | bishop(square, occupied) & (position.role(Role::Bishop) | queens)
        | knights(bit(square)) & position.role(Role::Knight)
        | king(bit(square)) & position.role(Role::King)
        | pawns_attacking(white, bit(square), position.role(Role::Pawn));
    attackers & position.of_color(white)
}
// [/attackers]

// [checkers]
/// The enemy pieces that give check: none, one, or two.
pub fn checkers(position: &Position) -> Set {
    let white = position.white_to_move;
    attackers(position, position.king(white), !white, position.occupied())
}
// [/checkers]
