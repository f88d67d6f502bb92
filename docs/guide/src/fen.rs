//! A reader of FEN for the tests, so that the guide's generator can be fed; it trusts what it reads.
//!
//! A reader for users would answer a mistake with the column and a repair: see `notation/fen.rs` of the rules crate.

use crate::position::{Position, Role};
use crate::sets::{Set, Square, bit, square};

/// Reads the first four fields. `None` for what is no FEN.
pub fn read(text: &str) -> Option<Position> {
    let mut fields = text.split_ascii_whitespace();
    let mut position = Position { roles: [0; 6], colors: [0; 2], white_to_move: true, castling: 0, en_passant: None };
    for (row, rank) in fields.next()?.split('/').enumerate() {
        let mut file = 0;
        for letter in rank.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let role = "pnbrqk".find(letter.to_ascii_lowercase())?;
            let set: Set = bit((8 * 7usize.checked_sub(row)? + file) as Square);
            position.roles[role] |= set;
            position.colors[usize::from(letter.is_ascii_lowercase())] |= set;
            file += 1;
        }
    }
    position.white_to_move = fields.next()? == "w";
    for letter in fields.next()?.chars().filter(|&letter| letter != '-') {
        position.castling |= rook_of(&position, letter)?;
    }
    position.en_passant = fields.next().filter(|&name| name != "-").map(square);
    Some(position)
}

/// `K` and `Q` are the outermost rooks beside the king, `A` to `H` (Shredder) name the file.
fn rook_of(position: &Position, letter: char) -> Option<Set> {
    let white = letter.is_ascii_uppercase();
    let king = position.king(white);
    let home = king & !7;
    let rooks = position.role(Role::Rook) & position.of_color(white);
    let from_the_edge: Box<dyn Iterator<Item = Square>> = match letter.to_ascii_lowercase() {
        'k' => Box::new((king + 1..home + 8).rev()),
        'q' => Box::new(home..king),
        file @ 'a'..='h' => Box::new(std::iter::once(home + (file as u8 - b'a'))),
        _ => return None,
    };
    from_the_edge.map(bit).find(|&rook| rooks & rook != 0)
}
