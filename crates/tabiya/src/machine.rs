//! What the rules do with the instructions of each level, and the one choice between the copies that are compiled for them.

use crate::Bitboard;
use crate::attacks::{self, Sliders};
use crate::cpu::{Portable, Token};
use crate::movegen::{ListSink, Writer};
use crate::position::{BoardOps, PlainOps};

/// A token together with the ways that are fastest on its level. Code below a [`with_machine`] is generic over this.
pub(crate) trait Machine: Token {
    /// How sliding attacks are found.
    type Sliders: Sliders;
    /// How a board is looked at and changed when a move is played.
    type BoardOps: BoardOps;
    /// How lists of moves are written.
    type Writer<'a>: ListSink;

    fn sliders(self) -> Self::Sliders;
    fn board_ops(self) -> Self::BoardOps;
    /// A writer of moves; whatever lands on a square of `enemies` will be a capture.
    ///
    /// # Safety
    /// As the generator does:
    /// - its method [`piece`](crate::movegen::Sink::piece) may only be given squares that a piece of that role attacks from where it stands
    ///   on some board: the writer makes room for no more;
    /// - its method [`pawns`](crate::movegen::Sink::pawns) may only be given targets that a pawn reaches by that step, among `enemies` if it
    ///   captures and not among them if it does not: the writer looks at nothing else.
    unsafe fn writer(self, list: Writer<'_>, enemies: Bitboard) -> Self::Writer<'_>;
}

impl Machine for Portable {
    type Sliders = attacks::Portable;
    type BoardOps = PlainOps;
    type Writer<'a> = Writer<'a>;

    #[inline(always)]
    fn sliders(self) -> attacks::Portable {
        attacks::Portable::default()
    }

    #[inline(always)]
    fn board_ops(self) -> PlainOps {
        PlainOps
    }

    #[inline(always)]
    unsafe fn writer(self, list: Writer<'_>, _: Bitboard) -> Writer<'_> {
        list
    }
}

#[cfg(x86_simd)]
mod x86 {
    use super::*;
    use crate::attacks::Pext;
    use crate::cpu::{Avx2, Avx512, Bmi2};
    use crate::movegen::VectorWriter;
    use crate::position::{Avx2Ops, Avx512Ops};

    impl Machine for Bmi2 {
        type Sliders = Pext;
        type BoardOps = PlainOps;
        type Writer<'a> = Writer<'a>;

        #[inline(always)]
        fn sliders(self) -> Pext {
            self.into()
        }

        #[inline(always)]
        fn board_ops(self) -> PlainOps {
            PlainOps
        }

        #[inline(always)]
        unsafe fn writer(self, list: Writer<'_>, _: Bitboard) -> Writer<'_> {
            list
        }
    }

    impl Machine for Avx2 {
        type Sliders = Pext;
        type BoardOps = Avx2Ops;
        type Writer<'a> = Writer<'a>;

        #[inline(always)]
        fn sliders(self) -> Pext {
            Bmi2::from(self).into()
        }

        #[inline(always)]
        fn board_ops(self) -> Avx2Ops {
            Avx2Ops::new(self)
        }

        #[inline(always)]
        unsafe fn writer(self, list: Writer<'_>, _: Bitboard) -> Writer<'_> {
            list
        }
    }

    impl Machine for Avx512 {
        type Sliders = Pext;
        type BoardOps = Avx512Ops;
        type Writer<'a> = VectorWriter<'a>;

        #[inline(always)]
        fn sliders(self) -> Pext {
            Bmi2::from(self).into()
        }

        #[inline(always)]
        fn board_ops(self) -> Avx512Ops {
            Avx512Ops::new(self)
        }

        #[inline(always)]
        unsafe fn writer(self, list: Writer<'_>, enemies: Bitboard) -> VectorWriter<'_> {
            // SAFETY: the caller has promised the same.
            unsafe { VectorWriter::new(self, list, enemies) }
        }
    }
}

/// Evaluates an expression with the [`Machine`] of a [`Detected`](crate::cpu::Detected) level. The expression is there once per
/// machine, so its types may differ.
macro_rules! with_machine {
    ($detected:expr, $machine:ident => $body:expr) => {
        match $detected {
            #[cfg(x86_simd)]
            $crate::cpu::Detected::Avx512($machine) => $body,
            #[cfg(x86_simd)]
            $crate::cpu::Detected::Avx2($machine) => $body,
            #[cfg(x86_simd)]
            $crate::cpu::Detected::Bmi2($machine) => $body,
            _ => {
                let $machine = $crate::cpu::Portable::new();
                $body
            }
        }
    };
}
pub(crate) use with_machine;
