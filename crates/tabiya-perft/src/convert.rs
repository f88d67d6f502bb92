//! The way in: from a position of the rules crate to a counting board.

use tabiya::{Position, Role};

use crate::board::Board;

impl Board {
    /// The counting board of a position, relative to the side to move.
    pub fn new(position: &Position) -> Self {
        let board = position.board();
        let set = |role| board.by_role(role).0;
        Self {
            us: position.us().0,
            them: position.them().0,
            pawns: set(Role::Pawn),
            knights: set(Role::Knight),
            diagonal: set(Role::Bishop) | set(Role::Queen),
            straight: set(Role::Rook) | set(Role::Queen),
            kings: set(Role::King),
            castling: position.castling_rights().rooks().0,
            en_passant: position.en_passant().map_or(0, |square| square.bitboard().0),
        }
    }
}
