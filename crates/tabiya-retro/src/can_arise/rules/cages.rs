//! A bishop, rook, king or queen outside its cage of men that have not moved, or inside the other side's.
//!
//! Argument: a piece that is not a promoted pawn started on a home square of its kind and came to its square by its own
//! moves, or by castling and its own moves. `View::reach` holds every square it can have come from in this way. If no
//! home square of its kind is among them, nor one from which castling leads into them, it must be a promoted pawn. It
//! is none if it is a king, if no pawn of its side is missing, or if its reach has no square of the last rank to which
//! a pawn can have come.

use tabiya::{Bitboard, Role, Square};

use super::Case;
use crate::can_arise::matching::NEVER;
use crate::can_arise::origins::Origins;
use crate::can_arise::reason::CannotArise;
use crate::can_arise::view::View;

pub(super) fn refute(case: &Case<'_>) -> Option<CannotArise> {
    case.origins.iter().find_map(|origins| {
        let (piece, role) = outside(&case.view, origins)?;
        Some(CannotArise::Caged { piece, role, color: origins.color, by: bars(&case.view, origins, piece, role) })
    })
}

/// The first piece that can have come from nowhere.
pub(super) fn outside(view: &View<'_>, origins: &Origins) -> Option<(Square, Role)> {
    let no_pawn_is_missing = view.position.pieces(origins.color, Role::Pawn).len() >= 8;
    (0..origins.roles.len()).find_map(|man| {
        let (pieces, pawns) = origins.costs[man].split_at(8);
        let never = |costs: &[u32]| costs.iter().all(|&cost| cost >= NEVER);
        let is_piece = origins.roles[man] != Role::Pawn;
        (is_piece && never(pieces) && (no_pawn_is_missing || never(pawns)))
            .then_some((origins.squares[man], origins.roles[man]))
    })
}

/// The men that shut the piece in where it is, or out from where it started: those of the smaller cage.
pub(super) fn bars(view: &View<'_>, origins: &Origins, piece: Square, role: Role) -> Bitboard {
    let color = origins.color;
    let here = view.reach(color, role, piece);
    let mut around_home = Bitboard::EMPTY;
    let mut homes = Bitboard::EMPTY;
    if let Some(home) = view.homes[color as usize] {
        let same = |home: &Square| role != Role::Bishop || home.is_light() == piece.is_light();
        for home in home.squares(color, role).filter(same).filter(|&home| !view.unmoved.contains(home)) {
            let reach = view.reach(color, role, home);
            homes |= reach;
            around_home |= view.bars(color, role, reach);
        }
    }
    if homes.any() && homes.len() <= here.len() { around_home } else { view.bars(color, role, here) }
}
