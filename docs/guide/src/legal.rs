//! Chapters 5 and 6: legal moves without trying them.

use crate::attacks::{attackers, checkers};
use crate::castling::may_castle;
use crate::en_passant::{capturers, is_legal};
use crate::leapers::{king, knights, pawn_attacks};
use crate::position::{Kind, Move, Position, Role, pieces};
use crate::pseudo::{emit, targets};
use crate::sets::{Set, Square, bit, squares};
use crate::sliders::{DIRECTIONS, bishop, rook, walk};

// [between]
/// The squares strictly between two squares on a line; nothing if they share none. A table of 64 × 64 sets in real life.
pub fn between(a: Square, b: Square) -> Set {
    let on_the_way = DIRECTIONS.iter().map(|&direction| walk(a, direction, bit(b)));
    on_the_way.into_iter().find(|ray| ray & bit(b) != 0).map_or(0, |ray| ray & !bit(b))
}
// [/between]

// [check_mask]
/// Where a piece other than the king must go. Without a check: anywhere. With one: take the checker or block. With two:
/// nowhere, only the king can help himself.
pub fn check_mask(position: &Position) -> Set {
    let king = position.king(position.white_to_move);
    let checkers = checkers(position);
    match checkers.count_ones() {
        0 => !0,
        1 => checkers | between(king, checkers.trailing_zeros() as Square),
        _ => 0,
    }
}
// [/check_mask]

// [pins]
/// The enemy sliders that would see our king if the board were empty but for their own side.
pub fn snipers(position: &Position) -> Set {
    let king = position.king(position.white_to_move);
    let (queens, theirs) = (position.role(Role::Queen), position.theirs());
    let orthogonal = rook(king, theirs) & (position.role(Role::Rook) | queens);
    let diagonal = bishop(king, theirs) & (position.role(Role::Bishop) | queens);
    (orthogonal | diagonal) & theirs
}

/// If exactly one piece stands between a sniper and the king it is pinned: it may move along the line, and take the sniper.
pub fn pin_mask(position: &Position, from: Square) -> Set {
    let king = position.king(position.white_to_move);
    for sniper in squares(snipers(position)) {
        let line = between(king, sniper);
        if line & position.occupied() == bit(from) {
            return line | bit(sniper);
        }
    }
    !0
}
// [/pins]

// [danger]
/// Every square that the enemy attacks, with our king taken off the board: he cannot hide in his own shadow.
pub fn king_danger(position: &Position) -> Set {
    let white = position.white_to_move;
    let occupied = position.occupied() & !bit(position.king(white));
    let attacks = |role, from| match role {
        Role::Pawn => pawn_attacks(!white, bit(from)),
        Role::Knight => knights(bit(from)),
        Role::Bishop => bishop(from, occupied),
        Role::Rook => rook(from, occupied),
        Role::Queen => rook(from, occupied) | bishop(from, occupied),
        Role::King => king(bit(from)),
    };
    let each = Role::ALL.into_iter().flat_map(|role| pieces(position, role, !white).map(move |from| (role, from)));
    each.fold(0, |danger, (role, from)| danger | attacks(role, from))
}
// [/danger]

// [legal]
/// The targets of a piece that leave its king safe. Every mask is a set; legality is their intersection.
pub fn legal_targets(position: &Position, role: Role, from: Square) -> Set {
    let targets = targets(position, role, from);
    if role == Role::King {
        targets & !king_danger(position)
    } else {
        targets & check_mask(position) & pin_mask(position, from)
    }
}

pub fn legal(position: &Position) -> Vec<Move> {
    let white = position.white_to_move;
    let mut moves = Vec::new();
    for role in Role::ALL {
        for from in pieces(position, role, white) {
            emit(role, from, legal_targets(position, role, from), &mut moves);
        }
    }
    if let Some(to) = position.en_passant {
        let legal = squares(capturers(position)).filter(|&from| is_legal(position, from));
        moves.extend(legal.map(|from| Move { from, to, kind: Kind::EnPassant }));
    }
    let king = position.king(white);
    let rooks = squares(position.castling & position.ours()).filter(|&rook| may_castle(position, rook));
    moves.extend(rooks.map(|rook| Move { from: king, to: rook, kind: Kind::Castle }));
    moves
}
// [/legal]

/// Whether the side to move is mated: in check, and without a move.
pub fn is_mate(position: &Position) -> bool {
    let white = position.white_to_move;
    attackers(position, position.king(white), !white, position.occupied()) != 0 && legal(position).is_empty()
}
