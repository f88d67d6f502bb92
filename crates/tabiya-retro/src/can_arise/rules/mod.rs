//! The rules that refute a position by what stands on the board: one file each, every one with its argument.
//!
//! A rule is only ever told that nothing is known for certain but what [`View`] and [`Origins`] say, so each holds by
//! itself; their order decides which reason is given where several hold.

mod cages;
mod captures;
mod castling;
pub(super) mod last_move;
mod passed;
mod pawn_origins;
mod promoted;
mod tempo;

use tabiya::Color;

use super::origins::Origins;
use super::reason::{CannotArise, Victims};
use super::view::View;

/// What the rules know of one case.
pub(super) struct Case<'a> {
    pub view: View<'a>,
    /// By colour.
    pub origins: [Origins; 2],
}

impl<'a> Case<'a> {
    pub fn new(view: View<'a>) -> Case<'a> {
        let origins = Color::ALL.map(|color| Origins::new(&view, color));
        Case { view, origins }
    }

    fn of(&self, color: Color) -> &Origins {
        &self.origins[color as usize]
    }

    /// What the pawns of a side can have captured.
    fn victims(&self, color: Color) -> Victims {
        let theirs = self.of(!color);
        Victims {
            missing: self.view.missing(!color),
            captured_by_pieces: theirs.captured_by_pieces,
            homes: theirs.captured_at_home,
        }
    }
}

/// A rule says why a position cannot arise, or nothing.
type Rule = fn(&Case<'_>) -> Option<CannotArise>;

/// The rules, in the order in which they are asked.
const RULES: [Rule; 9] = [
    castling::refute,
    cages::refute,
    promoted::refute,
    pawn_origins::refute,
    captures::of_pawns,
    pawn_origins::refute_all,
    captures::of_promoted_pawns,
    passed::refute,
    tempo::refute,
];

/// The first rule's answer.
pub(super) fn refute(view: View<'_>) -> Option<CannotArise> {
    let case = Case::new(view);
    RULES.into_iter().find_map(|rule| rule(&case))
}
