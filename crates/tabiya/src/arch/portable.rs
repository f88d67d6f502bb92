//! Plain arithmetic: runs everywhere, and is the twin of every other level.

use super::{Arch, plain_board, plain_writer};
use crate::cpu::{Exists, static_token};
use crate::{Board, Role, Side, Square};

static_token! {
    /// Any CPU at all.
    Portable(Exists), copy portable
}

impl Portable {
    /// The token, which all code may have.
    #[inline(always)]
    pub const fn new() -> Portable {
        // SAFETY: this level needs no special instructions.
        Portable(unsafe { Exists::assume() })
    }
}

/// For the table of levels, which asks every level of x86-64 the same.
#[cfg(x86_simd)]
impl Portable {
    pub(crate) const BUILT_IN: bool = true;

    pub(crate) fn asked() -> bool {
        true
    }

    /// # Safety
    /// Nothing: other tokens ask for something here.
    #[inline(always)]
    pub(crate) const unsafe fn new_unchecked() -> Portable {
        Portable::new()
    }
}

impl Default for Portable {
    fn default() -> Portable {
        Portable::new()
    }
}

impl Arch for Portable {
    plain_board!();
    plain_writer!();
}

/// [`Arch::changed`] for sets that are changed one by one.
#[inline(always)]
pub(super) fn changed<S: Side>(
    board: &Board,
    mover: Role,
    (from, to): (Square, Square),
    promoted: Option<Role>,
    captured: Option<Role>,
) -> Board {
    let mut after = board.toggled(S::COLOR, mover, from.bitboard() ^ to.bitboard());
    if let Some(role) = captured {
        after = after.toggled(!S::COLOR, role, to.bitboard());
    }
    if let Some(role) = promoted {
        // Twice in the set of the colour, which is to say not at all.
        after = after.toggled(S::COLOR, Role::Pawn, to.bitboard()).toggled(S::COLOR, role, to.bitboard());
    }
    after
}
