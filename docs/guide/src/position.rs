//! Page 1: a position.

use crate::*;

// [position]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    pub const ALL: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
}

/// Eight sets say where everything stands; the rest is what the board cannot show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Pawns, knights, bishops, rooks, queens, kings, of both colours.
    pub roles: [Set; 6],
    /// White's pieces, then Black's.
    pub colors: [Set; 2],
    pub white_to_move: bool,
    /// The rooks that may still castle.
    pub castling: Set,
    /// The square that a pawn has just jumped over.
    pub en_passant: Option<Square>,
}
// [/position]

// [questions]
impl Position {
    pub fn occupied(&self) -> Set {
        self.colors[0] | self.colors[1]
    }

    pub fn of_color(&self, white: bool) -> Set {
        self.colors[usize::from(!white)]
    }

    pub fn ours(&self) -> Set {
        self.of_color(self.white_to_move)
    }

    pub fn theirs(&self) -> Set {
        self.of_color(!self.white_to_move)
    }

    pub fn role(&self, role: Role) -> Set {
        self.roles[role as usize]
    }

    /// The pieces of one role and colour.
    pub fn pieces(&self, role: Role, white: bool) -> Set {
        self.role(role) & self.of_color(white)
    }

    pub fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.role(role) & bit(square) != 0)
    }

    pub fn king(&self, white: bool) -> Square {
        self.pieces(Role::King, white).trailing_zeros() as Square
    }
}
// [/questions]
