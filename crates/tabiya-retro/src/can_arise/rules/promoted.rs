//! Too many promoted pieces for the missing pawns.
//!
//! Argument: every piece is one that started as such, or a promoted pawn. The first kind can be told apart: such a
//! piece can have come from its home square, and no two come from the same one. So at least as many pieces are promoted
//! as are left over by the largest matching of pieces to home squares; bishops of one colour, and bishops, rooks and
//! queens that men who never moved shut in or out, are counted by it. Each was a pawn that is missing now.

use tabiya::Role;

use super::Case;
use crate::can_arise::reason::CannotArise;

pub(super) fn refute(case: &Case<'_>) -> Option<CannotArise> {
    case.origins.iter().find_map(|origins| {
        let color = origins.color;
        let missing = 8u32.saturating_sub(case.view.position.pieces(color, Role::Pawn).len());
        let (promoted, among) = (origins.promoted, origins.promoted_among);
        (promoted > missing).then_some(CannotArise::Promoted { color, among, promoted, missing })
    })
}
