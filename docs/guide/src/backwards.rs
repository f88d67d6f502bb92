//! Page 13: moves taken back, and an endgame solved with them.

use crate::*;

// [unmove]
/// A move seen from the position after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unmove {
    pub mv: Move,
    pub captured: Option<Role>,
}
// [/unmove]

// [before]
impl Position {
    /// The position before a move, with no castling right but those that are left.
    pub fn before(&self, unmove: Unmove) -> Position {
        let Unmove { mv, captured } = unmove;
        let white = !self.white_to_move;
        let promoted = matches!(mv.kind, Kind::Promotion(_));
        let role = if promoted { Role::Pawn } else { self.role_at(mv.to).expect("a move ends on its piece") };
        let mut old = *self;
        old.lift(mv.to);
        old.put(mv.from, role, white);
        if let Some(captured) = captured {
            let square = if mv.kind == Kind::EnPassant { behind(mv.to, white) } else { mv.to };
            old.put(square, captured, !white);
        }
        old.en_passant = (mv.kind == Kind::EnPassant).then_some(mv.to);
        old.white_to_move = white;
        old
    }
}
// [/before]

// [origins]
/// The empty squares from which a piece can have come to a square, with a capture or without.
pub fn origins(position: &Position, role: Role, to: Square, captured: bool) -> Set {
    let (white, empty) = (!position.white_to_move, !position.occupied());
    if role != Role::Pawn {
        return attacks(role, white, to, !empty) & empty;
    }
    if captured {
        // A pawn of the other colour on `to` attacks the squares that this one captured from.
        return pawn_attacks(!white, bit(to)) & empty;
    }
    let one = forward(!white, bit(to)) & empty;
    let fourth = if white { 0xff << 24 } else { 0xff << 32 };
    one | if bit(to) & fourth != 0 { forward(!white, one) & empty } else { 0 }
}
// [/origins]

// [candidates]
/// Every move that can have ended on a square, as far as the way there goes, with whatever it may have captured.
pub fn candidates(position: &Position, to: Square) -> Vec<Unmove> {
    let role = position.role_at(to).expect("a piece stands there");
    let (white, last_rank) = (!position.white_to_move, bit(to) & (RANK_1 | RANK_8) != 0);
    let mut found = Vec::new();
    let mut add = |was: Role, captured: Option<Role>, kind: Kind| {
        for from in squares(origins(position, was, to, captured.is_some())) {
            let two_steps = was == Role::Pawn && from.abs_diff(to) == 16;
            let kind = if two_steps { Kind::DoublePush } else { kind };
            found.push(Unmove { mv: Move { from, to, kind }, captured });
        }
    };
    let promoted = last_rank && !matches!(role, Role::Pawn | Role::King);
    let pasts = [Some((role, Kind::Normal)), promoted.then_some((Role::Pawn, Kind::Promotion(role)))];
    for (was, kind) in pasts.into_iter().flatten() {
        add(was, None, kind);
        for captured in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            if captured != Role::Pawn || !last_rank {
                add(was, Some(captured), kind);
            }
        }
    }
    let sixth = if white { 0xff << 40 } else { 0xff << 16 };
    if role == Role::Pawn && bit(to) & sixth != 0 {
        // The captured pawn jumped from one side of the square to the other.
        let jumped = bit(behind(to, white)) | bit(behind(to, !white));
        if position.occupied() & jumped == 0 {
            add(Role::Pawn, Some(Role::Pawn), Kind::EnPassant);
        }
    }
    found
}
// [/candidates]

// [unmoves]
/// Whether the side that did not move could have taken the king.
pub fn leaves_check(old: &Position) -> bool {
    attackers(old, old.king(!old.white_to_move), old.white_to_move, old.occupied()) != 0
}

/// What is right is again decided by trying: the position before is possible, and the move leads from it to this one.
pub fn unmoves(position: &Position) -> Vec<Unmove> {
    let mut found: Vec<Unmove> = squares(position.theirs()).flat_map(|to| candidates(position, to)).collect();
    found.retain(|unmove| {
        let old = position.before(*unmove);
        // No pawn stands on the first or last rank.
        let possible = old.role(Role::Pawn) & (RANK_1 | RANK_8) == 0 && !leaves_check(&old);
        possible && legal(&old).contains(&unmove.mv) && old.after(unmove.mv) == *position
    });
    found
}
// [/unmoves]

// [mates]
/// Every position in which Black is mated by king and rook.
pub fn rook_mates() -> Vec<Position> {
    let mut mates = Vec::new();
    let edge = FILE_A | FILE_H | RANK_1 | RANK_8;
    for black_king in squares(edge) {
        // From more than two squares away the king does not help.
        let near = king(king(bit(black_king)));
        for (white_king, white_rook) in squares(near).flat_map(|king| squares(!0).map(move |rook| (king, rook))) {
            let mut position =
                Position { roles: [0; 6], colors: [0; 2], white_to_move: false, castling: 0, en_passant: None };
            position.put(white_king, Role::King, true);
            position.put(white_rook, Role::Rook, true);
            position.put(black_king, Role::King, false);
            let is_mate = || checkers(&position) != 0 && legal(&position).is_empty();
            if position.occupied().count_ones() == 3 && !leaves_check(&position) && is_mate() {
                mates.push(position);
            }
        }
    }
    mates
}
// [/mates]

// [solve]
use std::collections::HashMap;

/// From mates backwards: every position that is decided, by its key, with the plies it takes. No capture or promotion
/// is taken back, so the pieces stay the same.
pub fn solve(mates: Vec<Position>, plies: u32) -> HashMap<u64, u32> {
    let mut decided: HashMap<u64, u32> = mates.iter().map(|mate| (key(mate), 0)).collect();
    let mut last = mates;
    for ply in 1..=plies {
        let mut next = Vec::new();
        for position in &last {
            let quiet = |unmove: &Unmove| unmove.captured.is_none() && unmove.mv.kind == Kind::Normal;
            for unmove in unmoves(position).into_iter().filter(quiet) {
                let old = position.before(unmove);
                // One good move wins. Only if every move loses is a position lost.
                let is_won = ply % 2 == 1;
                let leads_on = |mv: Move| decided.contains_key(&key(&old.after(mv)));
                if !decided.contains_key(&key(&old)) && (is_won || legal(&old).into_iter().all(leads_on)) {
                    decided.insert(key(&old), ply);
                    next.push(old);
                }
            }
        }
        last = next;
    }
    decided
}
// [/solve]
