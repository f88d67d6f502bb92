//! Plain arithmetic: runs everywhere, and is the twin of every other level.

use core::hint::select_unpredictable;

use super::{Arch, plain_board, plain_writer};
use crate::attacks::Sliders;
use crate::cpu::{Exists, static_token};
use crate::{Bitboard, Board, Color, Role, Side, Square};

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

/// See [`Arch::sliders_reach`](super::Arch::sliders_reach).
#[inline(always)]
pub(super) fn sliders_reach(sliders: impl Sliders, sets: [Bitboard; 3], occupied: Bitboard) -> [Bitboard; 3] {
    let [bishops, rooks, queens] = sets;
    [
        reached_by(sliders, Role::Bishop, bishops, 2, occupied),
        reached_by(sliders, Role::Rook, rooks, 2, occupied),
        reached_by(sliders, Role::Queen, queens, 1, occupied),
    ]
}

/// What these sliders of one role attack together. For the `usual` number of them it looks without asking whether they
/// are there: how often a loop goes round cannot be predicted, and that costs more than a look that comes to nothing.
#[inline(always)]
fn reached_by(sliders: impl Sliders, role: Role, set: Bitboard, usual: u32, occupied: Bitboard) -> Bitboard {
    let (mut rest, mut reached) = (set.0, 0);
    for _ in 0..usual {
        let from = Square::from_low_bits(rest.trailing_zeros() as u8);
        let found = sliders.of(role, Color::White, from, occupied).0;
        reached |= select_unpredictable(rest != 0, found, 0);
        rest &= rest.wrapping_sub(1);
    }
    for from in Bitboard(rest) {
        reached |= sliders.of(role, Color::White, from, occupied).0;
    }
    Bitboard(reached)
}
