//! Chapters 1, 4 and 10: a position, and what a move makes of it.

use crate::castling::castled;
use crate::sets::{Set, Square, bit, squares};

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
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
}

/// Eight sets say where everything stands; the rest is what the board cannot show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
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

    pub fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.role(role) & bit(square) != 0)
    }

    pub fn king(&self, white: bool) -> Square {
        (self.role(Role::King) & self.of_color(white)).trailing_zeros() as Square
    }
}
// [/questions]

// [move]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Normal,
    DoublePush,
    EnPassant,
    /// The king takes his own rook: `to` is the rook's square.
    Castle,
    Promotion(Role),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub from: Square,
    pub to: Square,
    pub kind: Kind,
}
// [/move]

// [after]
impl Position {
    fn lift(&mut self, square: Square) {
        self.roles.iter_mut().chain(&mut self.colors).for_each(|set| *set &= !bit(square));
    }

    fn put(&mut self, square: Square, role: Role, white: bool) {
        self.roles[role as usize] |= bit(square);
        self.colors[usize::from(!white)] |= bit(square);
    }

    /// The position after a move. Positions are copied, never undone: there is nothing to restore, so nothing to forget.
    pub fn after(&self, mv: Move) -> Position {
        let white = self.white_to_move;
        let role = self.role_at(mv.from).expect("a move begins on a piece");
        let mut next = *self;
        next.lift(mv.from);
        if mv.kind == Kind::Castle {
            next.lift(mv.to);
            let (king_to, rook_to) = castled(mv.from, mv.to);
            next.put(king_to, Role::King, white);
            next.put(rook_to, Role::Rook, white);
        } else {
            next.lift(if mv.kind == Kind::EnPassant { behind(mv.to, white) } else { mv.to });
            let arriving = if let Kind::Promotion(role) = mv.kind { role } else { role };
            next.put(mv.to, arriving, white);
        }
        // A right is lost when its rook moves or is taken, and both are lost when the king moves.
        next.castling &= !(bit(mv.from) | bit(mv.to));
        if role == Role::King {
            next.castling &= !self.ours();
        }
        next.en_passant = (mv.kind == Kind::DoublePush).then(|| behind(mv.to, white));
        next.white_to_move = !white;
        next
    }
}

/// One step back, from the point of view of the mover.
pub fn behind(square: Square, white: bool) -> Square {
    if white { square - 8 } else { square + 8 }
}
// [/after]

/// A move as UCI writes it, in Chess960's way for castling (`e1h1`).
pub fn uci(mv: Move) -> String {
    let name = |square: Square| format!("{}{}", (b'a' + square % 8) as char, square / 8 + 1);
    let promotion = match mv.kind {
        Kind::Promotion(role) => &"pnbrqk"[role as usize..=role as usize],
        _ => "",
    };
    format!("{}{}{promotion}", name(mv.from), name(mv.to))
}

/// The pieces of one colour and role, one by one.
pub fn pieces(position: &Position, role: Role, white: bool) -> impl Iterator<Item = Square> {
    squares(position.role(role) & position.of_color(white))
}
