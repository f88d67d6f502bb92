//! Page 1: a reader of FEN that trusts what it reads.

use crate::*;

// [start]
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
// [/start]

// [fen]
/// Reads a FEN. `None` if it cannot be read, or if a side has not exactly one king.
pub fn from_fen(text: &str) -> Option<Position> {
    let mut fields = text.split_whitespace();
    let mut position = Position { roles: [0; 6], colors: [0; 2], white_to_move: true, castling: 0, en_passant: None };
    for (rank, row) in (0..8).rev().zip(fields.next()?.split('/')) {
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty) = letter.to_digit(9) {
                file += empty as Square;
            } else if file < 8 {
                let here = bit(8 * rank + file);
                position.roles["pnbrqk".find(letter.to_ascii_lowercase())?] |= here;
                position.colors[usize::from(letter.is_lowercase())] |= here;
                file += 1;
            } else {
                return None;
            }
        }
    }
    if [true, false].into_iter().any(|white| position.pieces(Role::King, white).count_ones() != 1) {
        return None;
    }
    position.white_to_move = fields.next()? == "w";
    for letter in fields.next()?.chars().filter(|&letter| letter != '-') {
        position.castling |= castling_rook(&position, letter)?;
    }
    position.en_passant = fields.next().and_then(square);
    Some(position)
}

/// `K` and `Q` mean the outermost rook on that side of the king; `A` to `H` name the rook's file (Chess960).
fn castling_rook(position: &Position, letter: char) -> Option<Set> {
    let white = letter.is_uppercase();
    let king = position.king(white);
    let home = king - king % 8;
    let candidates: Vec<Square> = match letter.to_ascii_lowercase() {
        'k' => (king + 1..home + 8).rev().collect(),
        'q' => (home..king).collect(),
        file => vec![home + "abcdefgh".find(file)? as Square],
    };
    candidates.into_iter().map(bit).find(|&rook| position.pieces(Role::Rook, white) & rook != 0)
}
// [/fen]
