//! What the rules do with the instructions of each level, one file for each: its token, how sliders are found, how a
//! board is looked at and changed when a move is played, how a list of moves is written.
//!
//! The levels are the rows of the table in `cpu/levels.rs`. [`Arch`] is what each file implements; the generator and
//! `play` are written once for any [`Arch`] and compiled once for each level (see [`Compiled`](crate::cpu::Compiled)).

pub(crate) mod avx2;
pub(crate) mod avx512;
pub(crate) mod bmi2;
mod neon;
mod portable;
mod simd128;

pub use avx2::Avx2;
pub use avx512::Avx512;
pub use bmi2::Bmi2;
pub use neon::Neon;
pub use portable::Portable;
pub use simd128::Simd128;

use crate::cpu::Token;
use crate::movegen::{ListSink, Writer};
use crate::{Bitboard, Board, Role, Side, Square};

/// A token together with the ways that are fastest on its level. All ways do the same on any board that a game leads
/// to.
pub(crate) trait Arch: Token {
    /// A piece that was looked at.
    type Seen: Copy;
    /// The level whose copies write lists: this one, if it has a way of its own.
    type Lists: Arch;
    /// How lists of moves are written.
    type Writer<'a>: ListSink;

    /// The level whose copies write lists.
    fn lists(self) -> Self::Lists;

    /// The piece on a square that is known not to be empty.
    fn look(self, board: &Board, square: Square) -> Self::Seen;

    /// Which one it is.
    fn role(self, seen: Self::Seen) -> Role;

    /// The board after a piece of side `S` has gone from one square to another, perhaps promoted, and perhaps in place
    /// of one of the other side.
    fn changed<S: Side>(
        self,
        board: &Board,
        mover: Self::Seen,
        way: (Square, Square),
        promoted: Option<Role>,
        captured: Option<Self::Seen>,
    ) -> Board;

    /// What these bishops, rooks and queens attack, all those of a role together. Levels with vectors of eight lanes
    /// look in all directions at once.
    #[inline(always)]
    fn sliders_reach(self, sliders: [Bitboard; 3], occupied: Bitboard) -> [Bitboard; 3] {
        portable::sliders_reach(self.sliders(), sliders, occupied)
    }

    /// A writer of moves. A move to a square of `enemies` will be a capture.
    ///
    /// # Safety
    /// As the generator does:
    /// - its method [`piece`](crate::movegen::Sink::piece) may only be given squares that a piece of that role attacks
    ///   from where it stands on some board: the writer makes room for no more;
    /// - its method [`pawns`](crate::movegen::Sink::pawns) may only be given targets that a pawn reaches by that step,
    ///   among `enemies` if it captures and not among them if it does not: the writer looks at nothing else.
    unsafe fn writer(self, list: Writer<'_>, enemies: Bitboard) -> Self::Writer<'_>;
}

/// The board operations of a level without vectors of its own, in its implementation of [`Arch`].
macro_rules! plain_board {
    () => {
        type Seen = crate::Role;

        #[inline(always)]
        fn look(self, board: &crate::Board, square: crate::Square) -> crate::Role {
            board.role_on_occupied(square)
        }

        #[inline(always)]
        fn role(self, seen: crate::Role) -> crate::Role {
            seen
        }

        #[inline(always)]
        fn changed<S: crate::Side>(
            self,
            board: &crate::Board,
            mover: crate::Role,
            way: (crate::Square, crate::Square),
            promoted: Option<crate::Role>,
            captured: Option<crate::Role>,
        ) -> crate::Board {
            crate::arch::portable::changed::<S>(board, mover, way, promoted, captured)
        }
    };
}
use plain_board;

/// The list writer of a level without one of its own, in its implementation of [`Arch`].
macro_rules! plain_writer {
    () => {
        type Lists = <Self as crate::cpu::Token>::Scalar;
        type Writer<'a> = crate::movegen::Writer<'a>;

        #[inline(always)]
        fn lists(self) -> Self::Lists {
            crate::cpu::Token::scalar(self)
        }

        #[inline(always)]
        unsafe fn writer(
            self,
            list: crate::movegen::Writer<'_>,
            _enemies: crate::Bitboard,
        ) -> crate::movegen::Writer<'_> {
            list
        }
    };
}
use plain_writer;
