//! Page 9: portions of the moves, and what an exchange is worth.

use crate::*;

// [stages]
/// The legal moves whose targets lie under a mask; castling and en passant are added by the caller.
pub fn legal_steps_to(position: &Position, mask: Set) -> Vec<Move> {
    steps(position, |position, role, from| legal_targets(position, role, from) & mask)
}

pub fn captures(position: &Position) -> Vec<Move> {
    [legal_steps_to(position, position.theirs()), legal_en_passant(position)].concat()
}

pub fn quiets(position: &Position) -> Vec<Move> {
    [legal_steps_to(position, !position.occupied()), castles(position)].concat()
}
// [/stages]

// [gives_check]
/// Slow and obvious: make the move and look.
pub fn gives_check(position: &Position, mv: Move) -> bool {
    checkers(&position.after(mv)) != 0
}

pub fn quiet_checks(position: &Position) -> Vec<Move> {
    quiets(position).into_iter().filter(|&mv| gives_check(position, mv)).collect()
}
// [/gives_check]

// [see]
/// Pawn, knight, bishop, rook, queen, king.
const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 10_000];

/// What a move brings at once: the captured piece, and what a promotion adds to the pawn.
fn gain(position: &Position, mv: Move) -> i32 {
    let captured = match mv.kind {
        Kind::EnPassant => VALUES[Role::Pawn as usize],
        Kind::Castle => 0,
        _ => position.role_at(mv.to).map_or(0, |role| VALUES[role as usize]),
    };
    let promoted = match mv.kind {
        Kind::Promotion(role) => VALUES[role as usize] - VALUES[Role::Pawn as usize],
        _ => 0,
    };
    captured + promoted
}

/// What the side to move can win by capturing on a square, each side always with its least valuable piece.
pub fn exchange(position: &Position, square: Square) -> i32 {
    let onto = |mv: &Move| mv.to == square && matches!(mv.kind, Kind::Normal | Kind::Promotion(Role::Queen));
    let cheapest = |mv: &Move| position.role_at(mv.from).map(|role| role as u8);
    match legal_steps(position).into_iter().filter(onto).min_by_key(cheapest) {
        // A side may stop: then it wins nothing, and loses nothing.
        Some(mv) => see(position, mv).max(0),
        None => 0,
    }
}

/// What one move is worth: what it brings, less what the other side can win back on the same square.
pub fn see(position: &Position, mv: Move) -> i32 {
    match mv.kind {
        Kind::Castle => 0,
        _ => gain(position, mv) - exchange(&position.after(mv), mv.to),
    }
}
// [/see]
