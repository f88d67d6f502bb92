//! Chapter 8: the capture that empties two squares at once.

use crate::attacks::attackers;
use crate::leapers::pawns_attacking;
use crate::position::{Position, Role, behind};
use crate::sets::{Set, Square, bit};

// [capturers]
/// The pawns that stand ready to capture en passant, legally or not.
pub fn capturers(position: &Position) -> Set {
    let Some(target) = position.en_passant else { return 0 };
    pawns_attacking(position.white_to_move, bit(target), position.role(Role::Pawn) & position.ours())
}
// [/capturers]

// [is_legal]
/// Imagine the board after the capture and ask who attacks the king: no case needs to be known by name.
pub fn is_legal(position: &Position, from: Square) -> bool {
    let white = position.white_to_move;
    let Some(target) = position.en_passant else { return false };
    let captured = bit(behind(target, white));
    let occupied = position.occupied() & !bit(from) & !captured | bit(target);
    attackers(position, position.king(white), !white, occupied) & !captured == 0
}
// [/is_legal]
