//! Board operations: three ways to look at a board and to change it when a move is played, for different instructions.

#[cfg(x86_simd)]
mod avx2;
#[cfg(x86_simd)]
mod avx512;

#[cfg(x86_simd)]
pub(crate) use avx2::Avx2Ops;
#[cfg(x86_simd)]
pub(crate) use avx512::Avx512Ops;

use super::checks::Facing;
use crate::{Bitboard, Board, Piece, Role, Side, Square};

/// Looks at a board and makes the next one of it. All ways do the same on any board a game leads to.
pub(crate) trait BoardOps: Copy {
    /// A piece that was looked at.
    type Seen: Copy;

    /// The piece on a square that is known not to be empty.
    fn look(self, board: &Board, square: Square) -> Self::Seen;

    /// Which one it is.
    fn role(self, seen: Self::Seen) -> Role;

    /// The board after a piece of side `S` has gone from one square to another, perhaps promoted, and perhaps one of the
    /// other side has vanished.
    fn changed<S: Side>(
        self,
        board: &Board,
        mover: Self::Seen,
        way: (Square, Square),
        promoted: Option<Role>,
        vanished: Option<(Self::Seen, Square)>,
    ) -> Board;

    /// Those of the `attackers`, which are all pieces of side `S`, that face the other side's king on `king`.
    fn facing_king<S: Side>(self, board: &Board, attackers: Bitboard, king: Square) -> Facing;
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
        vanished: Option<(Role, Square)>,
    ) -> Board {
        let vanished = vanished.map(|(role, square)| (Piece::new(!S::COLOR, role), square));
        let landed = Piece::new(S::COLOR, promoted.unwrap_or(mover));
        board.changed((Piece::new(S::COLOR, mover), from), (landed, to), vanished)
    }

    #[inline(always)]
    fn facing_king<S: Side>(self, board: &Board, attackers: Bitboard, king: Square) -> Facing {
        board.facing_king(!S::COLOR, attackers, king)
    }
}
