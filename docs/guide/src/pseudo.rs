//! Chapter 4: pseudo-legal moves, and the short generator that is right.

use crate::attacks::attackers;
use crate::castling::may_castle;
use crate::en_passant::capturers;
use crate::leapers::{double_pushes, king, knights, pawn_attacks, single_pushes};
use crate::position::{Kind, Move, Position, Role, pieces};
use crate::sets::{RANK_1, RANK_8, Set, Square, bit, squares};
use crate::sliders::{bishop, rook};

// [targets]
/// Where a piece of ours could go if the king's safety were nobody's business; castling and en passant not counted.
pub fn targets(position: &Position, role: Role, from: Square) -> Set {
    let occupied = position.occupied();
    let all = match role {
        Role::Pawn => return pawn_targets(position, from),
        Role::Knight => knights(bit(from)),
        Role::Bishop => bishop(from, occupied),
        Role::Rook => rook(from, occupied),
        Role::Queen => rook(from, occupied) | bishop(from, occupied),
        Role::King => king(bit(from)),
    };
    all & !position.ours()
}

/// A pawn captures where it may not push, and pushes where it may not capture.
fn pawn_targets(position: &Position, from: Square) -> Set {
    let (white, empty) = (position.white_to_move, !position.occupied());
    single_pushes(white, bit(from), empty)
        | double_pushes(white, bit(from), empty)
        | pawn_attacks(white, bit(from)) & position.theirs()
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
            Role::PROMOTIONS.into_iter().for_each(|role| push(Kind::Promotion(role)));
        } else if from.abs_diff(to) == 16 {
            push(Kind::DoublePush);
        } else {
            push(Kind::Normal);
        }
    }
}
// [/emit]

// [pseudo_legal]
pub fn pseudo_legal(position: &Position) -> Vec<Move> {
    let white = position.white_to_move;
    let mut moves = Vec::new();
    for role in Role::ALL {
        for from in pieces(position, role, white) {
            emit(role, from, targets(position, role, from), &mut moves);
        }
    }
    if let Some(to) = position.en_passant {
        moves.extend(squares(capturers(position)).map(|from| Move { from, to, kind: Kind::EnPassant }));
    }
    let king = position.king(white);
    let rooks = squares(position.castling & position.ours()).filter(|&rook| may_castle(position, rook));
    moves.extend(rooks.map(|rook| Move { from: king, to: rook, kind: Kind::Castle }));
    moves
}
// [/pseudo_legal]

// [by_trying]
/// The shortest generator that is right: make every move, and keep those after which the king cannot be taken.
pub fn legal_by_trying(position: &Position) -> Vec<Move> {
    let white = position.white_to_move;
    let mut moves = pseudo_legal(position);
    moves.retain(|&mv| {
        let next = position.after(mv);
        attackers(&next, next.king(white), !white, next.occupied()) == 0
    });
    moves
}
// [/by_trying]
