//! Pawn structures that need more captures than men of the other side are missing.
//!
//! Argument: a pawn changes its file only by capturing, by one file a capture. `PawnPaths` has the fewest captures from
//! each file to each square, past men that have not moved. Different pawns come from different files, so the pawns
//! together have made at least as many captures as the cheapest matching of pawns to files costs. Each captured a man
//! of the other side that is missing now, and not the same man twice.
//!
//! Missing pieces that never left squares where no pawn can capture were captured by pieces (`captured_by_pieces` of
//! `Origins` says how many there are at least), so that they are left out.
//!
//! With the promoted pieces: each that cannot be one from the start was a pawn, which came to the last rank where the
//! piece can have set out from. Which pieces were promoted is left open: the cheapest matching of all men decides. So a
//! bishop costs a capture if the pawns that are missing promote on the other colour only.

use tabiya::Role;

use super::Case;
use crate::can_arise::reason::CannotArise;

/// For the pawns that are still pawns.
pub(super) fn of_pawns(case: &Case<'_>) -> Option<CannotArise> {
    case.origins.iter().find_map(|origins| {
        let color = origins.color;
        let needed = origins.captures_of_pawns()?;
        let (pawns, victims) = (case.view.position.pieces(color, Role::Pawn), case.victims(color));
        (needed > victims.count()).then_some(CannotArise::PawnCaptures { color, pawns, needed, victims })
    })
}

/// For all men, promoted pawns included.
pub(super) fn of_promoted_pawns(case: &Case<'_>) -> Option<CannotArise> {
    // Without promoted pieces the pawns need what they need by themselves.
    case.origins.iter().filter(|origins| origins.promoted > 0).find_map(|origins| {
        let color = origins.color;
        let needed = origins.captures()?;
        let men = case.view.position.pieces(color, Role::Pawn) | origins.promoted_among;
        let victims = case.victims(color);
        (needed > victims.count()).then_some(CannotArise::PromotionCaptures { color, men, needed, victims })
    })
}
