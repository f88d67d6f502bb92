//! Board operations: three ways to look at a board and to change it when a move is played, for different instructions.

#[cfg(x86_simd)]
mod avx2;
#[cfg(x86_simd)]
mod avx512;

#[cfg(x86_simd)]
pub(crate) use avx2::Avx2Ops;
#[cfg(x86_simd)]
pub(crate) use avx512::Avx512Ops;

use crate::{Board, Role, Side, Square};

/// Looks at a board and makes the next one of it. All ways do the same on any board a game leads to.
pub(crate) trait BoardOps: Copy {
    /// A piece that was looked at.
    type Seen: Copy;

    /// The piece on a square that is known not to be empty.
    fn look(self, board: &Board, square: Square) -> Self::Seen;

    /// Which one it is.
    fn role(self, seen: Self::Seen) -> Role;

    /// The board after a piece of side `S` has gone from one square to another, perhaps promoted, and perhaps in place of one
    /// of the other side.
    fn changed<S: Side>(
        self,
        board: &Board,
        mover: Self::Seen,
        way: (Square, Square),
        promoted: Option<Role>,
        captured: Option<Self::Seen>,
    ) -> Board;
}

/// For any CPU.
#[derive(Copy, Clone)]
pub(crate) struct PlainOps;

impl BoardOps for PlainOps {
    type Seen = Role;

    #[inline(always)]
    fn look(self, board: &Board, square: Square) -> Role {
        board.role_on_occupied(square)
    }

    #[inline(always)]
    fn role(self, seen: Role) -> Role {
        seen
    }

    #[inline(always)]
    fn changed<S: Side>(
        self,
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
}
