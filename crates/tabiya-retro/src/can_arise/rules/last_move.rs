//! Positions that no move leads to, or only moves from positions that cannot arise either.
//!
//! Argument: a position that is not the start of a game comes from a position of the same game by a legal move, and
//! that position is among its predecessors, all of which `Retro` finds. So it is impossible if there is none, or if
//! every predecessor is impossible: by the other rules, or because it has no possible predecessor itself. A start
//! position among them is possible.
//!
//! Deeper and deeper within a bound. Most positions have a predecessor that no rule refutes, which is found at once;
//! the long way back is only taken where few moves can have been made.

use tabiya::Position;

use crate::can_arise::reason::CannotArise;
use crate::can_arise::starts::Starts;
use crate::can_arise::{Cases, is_start, refuted_by_rules};
use crate::{Retro, Unmove};

/// How many moves back it goes: one, for the plainest reason, and then as many as may help.
const PLIES: [u32; 2] = [1, 4];

pub(in crate::can_arise) fn refute(position: &Position, starts: Starts, cases: &mut Cases<'_>) -> Option<CannotArise> {
    PLIES.into_iter().find_map(|plies| impossible(position, starts, plies, cases))
}

/// Why a position that no rule refutes by itself cannot arise, going back some plies.
fn impossible(position: &Position, starts: Starts, plies: u32, cases: &mut Cases<'_>) -> Option<CannotArise> {
    if is_start(position, starts) {
        return None;
    }
    let retro = Retro::new(position).castles(starts.castles());
    let mut last_moves: Vec<Unmove> = Vec::new();
    let mut first = None;
    for before in retro.predecessors() {
        if plies == 0 || cases.left == 0 || is_start(&before.position, starts) {
            return None;
        }
        let why = refuted_by_rules(&before.position, starts, cases)
            .or_else(|| impossible(&before.position, starts, plies - 1, cases))?;
        first.get_or_insert_with(|| (before.position.fen(), Box::new(why)));
        if last_moves.last() != Some(&before.unmove) {
            last_moves.push(before.unmove);
        }
    }
    let Some((before, because)) = first else {
        return retro.why_none().map(CannotArise::NoLastMove);
    };
    Some(CannotArise::NoWayBack { last_moves, before, because })
}
