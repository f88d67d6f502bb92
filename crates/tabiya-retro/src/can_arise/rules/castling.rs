//! Castling rights beside pieces that can only have passed over the king's or the rook's square.
//!
//! Argument: a king and a rook with a castling right have not moved, so that nothing has ever stood on their squares or
//! passed over them. If a piece can have come to its square without these rights and cannot with them, the rights and
//! the piece contradict each other. (That it cannot with them is the argument of `cages`.)

use super::{Case, cages};
use crate::can_arise::origins::Origins;
use crate::can_arise::reason::CannotArise;

pub(super) fn refute(case: &Case<'_>) -> Option<CannotArise> {
    let position = case.view.position;
    let rooks = position.castling_rights().rooks();
    if rooks.is_empty() {
        return None;
    }
    case.origins.iter().find_map(|origins| {
        let color = origins.color;
        let (piece, role) = cages::outside(&case.view, origins)?;
        let without = case.view.without_rights();
        if cages::outside(&without, &Origins::new(&without, color)).is_some() {
            return None;
        }
        let kings = tabiya::Color::ALL.into_iter().filter(|color| rooks.intersects(color.back_rank().bitboard()));
        let with_rights = kings.fold(rooks, |all, color| all.with(position.king_of(color)));
        let bars = cages::bars(&case.view, origins, piece, role) & with_rights;
        let by = if bars.any() { bars } else { with_rights };
        Some(CannotArise::CagedByCastling { piece, role, color, by })
    })
}
