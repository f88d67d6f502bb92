//! Men who can have been fewer of the men at the start than they are.
//!
//! Argument: the men on the board were different men at the start: a pawn one of the eight pawns, a piece one of the
//! eight pieces or of the pawns. If there is no matching of men to those they can have been, the position is
//! impossible, and some of the men have fewer origins together than they are (Hall's theorem); these are marked.

use tabiya::Role;

use super::Case;
use crate::can_arise::matching::Matching;
use crate::can_arise::origins::{PAWNS, PIECES};
use crate::can_arise::reason::CannotArise;

/// For pawns by themselves.
pub(super) fn refute(case: &Case<'_>) -> Option<CannotArise> {
    case.origins.iter().find_map(|origins| {
        let (squares, costs) = origins.costs_of(|role| role == Role::Pawn);
        let matching = Matching::new(&costs, PAWNS);
        let color = origins.color;
        (!matching.left_over.is_empty()).then(|| CannotArise::PawnOrigins { color, pawns: matching.too_many(&squares) })
    })
}

/// For all men, promoted pawns included.
pub(super) fn refute_all(case: &Case<'_>) -> Option<CannotArise> {
    // Without promoted pieces the pieces have origins of their own already.
    case.origins.iter().filter(|origins| origins.promoted > 0).find_map(|origins| {
        let (squares, costs) = origins.costs_of(|_| true);
        let matching = Matching::new(&costs, PAWNS | PIECES);
        let color = origins.color;
        (!matching.left_over.is_empty()).then(|| CannotArise::Origins { color, men: matching.too_many(&squares) })
    })
}
