//! Page 4: moves, how they are made, and legality by trying.

use crate::*;

// [move]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Normal,
    DoublePush,
    EnPassant,
    /// The king takes its own rook: `to` is the rook's square.
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

// [targets]
/// The squares that a piece attacks, with any occupancy that the caller imagines.
pub fn attacks(role: Role, white: bool, from: Square, occupied: Set) -> Set {
    match role {
        Role::Pawn => pawn_attacks(white, bit(from)),
        Role::Knight => knights(bit(from)),
        Role::Bishop => bishop(from, occupied),
        Role::Rook => rook(from, occupied),
        Role::Queen => rook(from, occupied) | bishop(from, occupied),
        Role::King => king(bit(from)),
    }
}

/// Where a piece could go if its king were never in danger; castling and en passant are not counted.
pub fn targets(position: &Position, role: Role, from: Square) -> Set {
    let (white, occupied) = (position.white_to_move, position.occupied());
    let attacked = attacks(role, white, from, occupied);
    if role != Role::Pawn {
        return attacked & !position.ours();
    }
    // A pawn captures where it may not push, and pushes where it may not capture.
    let pushes = single_pushes(white, bit(from), !occupied) | double_pushes(white, bit(from), !occupied);
    attacked & position.theirs() | pushes
}
// [/targets]

// [emit]
/// Turns a set of targets into moves. All that is special about a pawn's move is here.
pub fn emit(role: Role, from: Square, targets: Set, moves: &mut Vec<Move>) {
    for to in squares(targets) {
        let mut push = |kind| moves.push(Move { from, to, kind });
        if role != Role::Pawn {
            push(Kind::Normal);
        } else if bit(to) & (RANK_1 | RANK_8) != 0 {
            for promoted in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                push(Kind::Promotion(promoted));
            }
        } else if from.abs_diff(to) == 16 {
            push(Kind::DoublePush);
        } else {
            push(Kind::Normal);
        }
    }
}
// [/emit]

// [steps]
/// The moves of all pieces of the side to move, each to the targets that a function gives it.
pub fn steps(position: &Position, targets: impl Fn(&Position, Role, Square) -> Set) -> Vec<Move> {
    let mut moves = Vec::new();
    for role in Role::ALL {
        for from in squares(position.pieces(role, position.white_to_move)) {
            emit(role, from, targets(position, role, from), &mut moves);
        }
    }
    moves
}
// [/steps]

// [landing]
/// Where king and rook land when they castle: on the g- and f-file, or on the c- and d-file.
pub fn castled(king: Square, rook: Square) -> (Square, Square) {
    let home = king - king % 8;
    if rook > king { (home + 6, home + 5) } else { (home + 2, home + 3) }
}

/// One step back, from the point of view of the mover.
pub fn behind(square: Square, white: bool) -> Square {
    if white { square - 8 } else { square + 8 }
}
// [/landing]

// [after]
impl Position {
    pub fn lift(&mut self, square: Square) {
        self.roles.iter_mut().chain(&mut self.colors).for_each(|set| *set &= !bit(square));
    }

    pub fn put(&mut self, square: Square, role: Role, white: bool) {
        self.roles[role as usize] |= bit(square);
        self.colors[usize::from(!white)] |= bit(square);
    }

    /// The position after a move. The old one stays as it is: nothing has to be undone, so nothing can be forgotten.
    pub fn after(&self, mv: Move) -> Position {
        let white = self.white_to_move;
        let role = self.role_at(mv.from).expect("a move begins on a piece");
        let mut next = *self;
        next.lift(mv.from);
        next.lift(if mv.kind == Kind::EnPassant { behind(mv.to, white) } else { mv.to });
        match mv.kind {
            Kind::Castle => {
                let (king_to, rook_to) = castled(mv.from, mv.to);
                next.put(king_to, Role::King, white);
                next.put(rook_to, Role::Rook, white);
            }
            Kind::Promotion(promoted) => next.put(mv.to, promoted, white),
            _ => next.put(mv.to, role, white),
        }
        // A right is lost when its rook moves or is captured. Both are lost when the king moves.
        next.castling &= !(bit(mv.from) | bit(mv.to));
        if role == Role::King {
            next.castling &= !self.ours();
        }
        next.en_passant = (mv.kind == Kind::DoublePush).then(|| behind(mv.to, white));
        next.white_to_move = !white;
        next
    }
}
// [/after]

// [by_trying]
/// The shortest test that is right: make every move, and keep those after which the king cannot be captured.
pub fn keep_legal(position: &Position, mut moves: Vec<Move>) -> Vec<Move> {
    moves.retain(|&mv| {
        let next = position.after(mv);
        let king = next.king(position.white_to_move);
        steps(&next, targets).into_iter().all(|reply| reply.to != king)
    });
    moves
}

pub fn steps_by_trying(position: &Position) -> Vec<Move> {
    keep_legal(position, steps(position, targets))
}
// [/by_trying]
