//! Page 5: the pieces that attack a square.

use crate::*;

// [attackers]
/// The pieces of one colour that attack a square, with any occupancy that the caller imagines.
///
/// Put a piece of every role on the square and look what it could capture: moves can be read backwards, except a
/// pawn's.
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
/// The enemy pieces that give check: none, one or two.
pub fn checkers(position: &Position) -> Set {
    let white = position.white_to_move;
    attackers(position, position.king(white), !white, position.occupied())
}
// [/checkers]
