//! Chapter 9: the same moves in portions, and what a capture is worth.

use crate::attacks::attackers;
use crate::legal::{legal, legal_targets};
use crate::position::{Kind, Move, Position, Role, pieces};
use crate::pseudo::emit;
use crate::sets::{Set, Square};

// [stages]
/// Captures and quiet moves differ in nothing but a mask laid over the targets. En passant and castling are added apart.
pub fn targets_in(position: &Position, mask: Set) -> Vec<Move> {
    let mut moves = Vec::new();
    for role in Role::ALL {
        for from in pieces(position, role, position.white_to_move) {
            emit(role, from, legal_targets(position, role, from) & mask, &mut moves);
        }
    }
    moves
}

pub fn captures(position: &Position) -> Vec<Move> {
    targets_in(position, position.theirs())
}

pub fn quiets(position: &Position) -> Vec<Move> {
    targets_in(position, !position.occupied())
}
// [/stages]

// [gives_check]
/// Slow and obvious: make the move and look. The rules crate answers from sets of squares made once per position.
pub fn gives_check(position: &Position, mv: Move) -> bool {
    let next = position.after(mv);
    let white = next.white_to_move;
    attackers(&next, next.king(white), !white, next.occupied()) != 0
}

pub fn quiet_checks(position: &Position) -> Vec<Move> {
    quiets(position).into_iter().filter(|&mv| gives_check(position, mv)).collect()
}
// [/gives_check]

// [see]
const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 10_000];

/// What the side to move wins on a square if both sides go on capturing there with their least piece, as long as it pays.
pub fn exchange(position: &Position, square: Square) -> i32 {
    let onto = |mv: &Move| mv.to == square && matches!(mv.kind, Kind::Normal | Kind::Promotion(Role::Queen));
    let cheapest = legal(position).into_iter().filter(onto).min_by_key(|mv| position.role_at(mv.from).map(|r| r as u8));
    let (Some(mv), Some(victim)) = (cheapest, position.role_at(square)) else { return 0 };
    let gain = match mv.kind {
        Kind::Promotion(role) => VALUES[role as usize] - VALUES[Role::Pawn as usize],
        _ => 0,
    };
    // Nobody is forced to capture: the least that can come of it is nothing.
    (VALUES[victim as usize] + gain - exchange(&position.after(mv), square)).max(0)
}

/// What one capture is worth: the first one is made, wise or not.
pub fn see(position: &Position, mv: Move) -> i32 {
    let victim = position.role_at(mv.to).map_or(0, |role| VALUES[role as usize]);
    victim - exchange(&position.after(mv), mv.to)
}
// [/see]
