//! Pages 5 and 6: legal moves without trying them.

use crate::*;

// [between]
/// The squares strictly between two squares on a line; nothing if they share none. In a fast program: a table of 64 ×
/// 64 sets.
pub fn between(a: Square, b: Square) -> Set {
    let on_the_way = DIRECTIONS.iter().map(|&direction| walk(a, direction, bit(b)));
    on_the_way.into_iter().find(|ray| ray & bit(b) != 0).map_or(0, |ray| ray & !bit(b))
}
// [/between]

// [check_mask]
/// Where a piece other than the king may go. Without a check: anywhere. With one checker: capture it or block its line.
/// With two: nowhere, only a move of the king ends both checks.
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
/// The enemy sliders that would attack our king if our own pieces were not there.
pub fn snipers(position: &Position) -> Set {
    let king = position.king(position.white_to_move);
    let (queens, theirs) = (position.role(Role::Queen), position.theirs());
    let orthogonal = rook(king, theirs) & (position.role(Role::Rook) | queens);
    let diagonal = bishop(king, theirs) & (position.role(Role::Bishop) | queens);
    (orthogonal | diagonal) & theirs
}

/// If exactly one piece stands between a sniper and the king it is pinned: it may move along the line, and take the
/// sniper.
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
/// Every square that the enemy attacks, with our king taken off the board: it does not shelter the squares behind it.
pub fn king_danger(position: &Position) -> Set {
    let white = position.white_to_move;
    let occupied = position.occupied() & !bit(position.king(white));
    let mut danger = 0;
    for role in Role::ALL {
        for from in squares(position.pieces(role, !white)) {
            danger |= attacks(role, !white, from, occupied);
        }
    }
    danger
}
// [/danger]

// [legal_targets]
/// The targets of a piece that leave its king safe. Every mask is a set; legality is their intersection.
pub fn legal_targets(position: &Position, role: Role, from: Square) -> Set {
    let targets = targets(position, role, from);
    if role == Role::King {
        targets & !king_danger(position)
    } else {
        targets & check_mask(position) & pin_mask(position, from)
    }
}

pub fn legal_steps(position: &Position) -> Vec<Move> {
    steps(position, legal_targets)
}
// [/legal_targets]
