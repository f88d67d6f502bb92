//! Page 8: the capture that empties two squares at once.

use crate::*;

// [capturers]
/// The en passant captures that pawns stand ready for, legal or not.
pub fn en_passant_captures(position: &Position) -> Vec<Move> {
    let Some(to) = position.en_passant else { return Vec::new() };
    let white = position.white_to_move;
    let capturers = pawns_attacking(white, bit(to), position.pieces(Role::Pawn, white));
    squares(capturers).map(|from| Move { from, to, kind: Kind::EnPassant }).collect()
}
// [/capturers]

// [is_legal]
/// Imagine the board after the capture and ask who attacks the king: no case needs code of its own.
pub fn en_passant_is_legal(position: &Position, mv: Move) -> bool {
    let white = position.white_to_move;
    let captured = bit(behind(mv.to, white));
    let occupied = position.occupied() & !bit(mv.from) & !captured | bit(mv.to);
    attackers(position, position.king(white), !white, occupied) & !captured == 0
}

pub fn legal_en_passant(position: &Position) -> Vec<Move> {
    let mut moves = en_passant_captures(position);
    moves.retain(|&mv| en_passant_is_legal(position, mv));
    moves
}
// [/is_legal]

// [legal]
/// All legal moves, directly.
pub fn legal(position: &Position) -> Vec<Move> {
    [legal_steps(position), legal_en_passant(position), castles(position)].concat()
}

/// All legal moves, by trying: the twin that `legal` is compared with.
pub fn legal_by_trying(position: &Position) -> Vec<Move> {
    keep_legal(position, [steps(position, targets), en_passant_captures(position), castles(position)].concat())
}
// [/legal]
