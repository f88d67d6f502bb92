//! Instruction sets: what this machine can do, and the same code compiled for each.
//!
//! The recursion is generic over [`Isa`]; each instruction set stamps its own copy behind
//! functions that carry the `target_feature` attributes, so everything inlined below them may use
//! the instructions. The choice between copies is made once a call, in [`crate::Perft`].

use core::sync::atomic::AtomicBool;

use crate::board::Board;
use crate::children::for_each_child;
use crate::count::count_moves;
use crate::lanes::{Array, Lanes};
use crate::lift::{KingZone, Movers};
use crate::side::Side;
use crate::sliders::{Portable, Sliders};
use crate::tree::{Shared, hashed_tree_step, tree_step};

/// The counters of one instruction set.
pub(crate) trait Isa: Sliders + Send + Sync + 'static {
    /// Where eight directions live.
    type Lanes: Lanes;
    /// Legal moves of the side to move.
    fn moves<S: Side>(b: &Board) -> u32;
    /// Legal moves and their replies, two plies, summed.
    fn pairs<S: Side>(b: &Board) -> u64;
    /// The same by making every move.
    fn pairs_one_by_one<S: Side>(b: &Board) -> u64;
    /// The two halves of pair counting that are too large to be part of one function: what
    /// surrounds the replier's king, and the moves of the mover.
    fn look_at_king<S: Side>(b: &Board, zone: &mut KingZone<Self::Lanes>) -> bool;
    fn list_movers<S: Side>(movers: &mut Movers<'_, S, Self>)
    where
        Self: Sized;
    /// Leaves `depth` plies below.
    fn tree<S: Side>(b: &Board, depth: u32, cancel: &AtomicBool) -> u128;
    /// The same with a table of counts; `key` is the board's.
    fn hashed_tree<S: Side>(b: &Board, key: u128, depth: u32, shared: &Shared<'_>) -> u128;
}

#[inline(always)]
fn make_and_count<I: Isa, S: Side>(b: &Board) -> u64 {
    let mut total = 0;
    for_each_child::<S, I>(b, |child, _| total += u64::from(I::moves::<S::Foe>(child)));
    total
}

impl Isa for Portable {
    type Lanes = Array;
    fn look_at_king<S: Side>(b: &Board, zone: &mut KingZone<Array>) -> bool {
        zone.look::<S, Self>(b)
    }
    fn list_movers<S: Side>(movers: &mut Movers<'_, S, Self>) {
        movers.list();
    }
    fn moves<S: Side>(b: &Board) -> u32 {
        count_moves::<S, Self>(b)
    }
    fn pairs<S: Side>(b: &Board) -> u64 {
        make_and_count::<Self, S>(b)
    }
    fn pairs_one_by_one<S: Side>(b: &Board) -> u64 {
        make_and_count::<Self, S>(b)
    }
    fn tree<S: Side>(b: &Board, depth: u32, cancel: &AtomicBool) -> u128 {
        tree_step::<Self, S>(b, depth, cancel)
    }
    fn hashed_tree<S: Side>(b: &Board, key: u128, depth: u32, shared: &Shared<'_>) -> u128 {
        hashed_tree_step::<Self, S>(b, key, depth, shared)
    }
}

/// Stamps the counters of one x86 instruction set.
#[cfg(target_arch = "x86_64")]
macro_rules! x86_isa {
    ($module:ident, $isa:ty, $lanes:ty, $features:literal, $pairs:expr) => {
        mod $module {
            use super::*;

            #[target_feature(enable = $features)]
            fn moves<S: Side>(b: &Board) -> u32 {
                count_moves::<S, $isa>(b)
            }
            #[target_feature(enable = $features)]
            fn pairs<S: Side>(b: &Board) -> u64 {
                $pairs(b)
            }
            #[inline(never)]
            #[target_feature(enable = $features)]
            fn pairs_one_by_one<S: Side>(b: &Board) -> u64 {
                make_and_count::<$isa, S>(b)
            }
            #[inline(never)]
            #[target_feature(enable = $features)]
            fn look_at_king<S: Side>(b: &Board, zone: &mut KingZone<$lanes>) -> bool {
                zone.look::<S, $isa>(b)
            }
            #[inline(never)]
            #[target_feature(enable = $features)]
            fn list_movers<S: Side>(movers: &mut Movers<'_, S, $isa>) {
                movers.list();
            }
            #[target_feature(enable = $features)]
            fn tree<S: Side>(b: &Board, depth: u32, cancel: &AtomicBool) -> u128 {
                tree_step::<$isa, S>(b, depth, cancel)
            }
            #[target_feature(enable = $features)]
            fn hashed_tree<S: Side>(b: &Board, key: u128, depth: u32, shared: &Shared<'_>) -> u128 {
                hashed_tree_step::<$isa, S>(b, key, depth, shared)
            }

            impl Isa for $isa {
                type Lanes = $lanes;
                #[inline(always)]
                fn look_at_king<S: Side>(b: &Board, zone: &mut KingZone<$lanes>) -> bool {
                    // SAFETY: the type is named only where its features were detected.
                    unsafe { look_at_king::<S>(b, zone) }
                }
                #[inline(always)]
                fn list_movers<S: Side>(movers: &mut Movers<'_, S, $isa>) {
                    // SAFETY: the type is named only where its features were detected.
                    unsafe { list_movers::<S>(movers) }
                }
                #[inline(always)]
                fn moves<S: Side>(b: &Board) -> u32 {
                    // SAFETY: the type is named only where its features were detected.
                    unsafe { moves::<S>(b) }
                }
                #[inline(always)]
                fn pairs<S: Side>(b: &Board) -> u64 {
                    // SAFETY: the type is named only where its features were detected.
                    unsafe { pairs::<S>(b) }
                }
                #[inline(always)]
                fn pairs_one_by_one<S: Side>(b: &Board) -> u64 {
                    // SAFETY: the type is named only where its features were detected.
                    unsafe { pairs_one_by_one::<S>(b) }
                }
                #[inline(always)]
                fn tree<S: Side>(b: &Board, depth: u32, cancel: &AtomicBool) -> u128 {
                    // SAFETY: the type is named only where its features were detected.
                    unsafe { tree::<S>(b, depth, cancel) }
                }
                #[inline(always)]
                fn hashed_tree<S: Side>(b: &Board, key: u128, depth: u32, shared: &Shared<'_>) -> u128 {
                    // SAFETY: the type is named only where its features were detected.
                    unsafe { hashed_tree::<S>(b, key, depth, shared) }
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::*;
    use crate::lanes::{Ymm, Zmm};
    use crate::sliders::Pext;

    /// Bit extraction, and eight directions in one register.
    pub(crate) struct Avx512;
    /// Bit extraction, and eight directions in two registers.
    pub(crate) struct Avx2;

    macro_rules! sliders_by_pext {
        ($($isa:ty),*) => {$(
            impl Sliders for $isa {
                #[inline(always)]
                fn rook(square: usize, occupied: u64) -> u64 {
                    Pext::rook(square, occupied)
                }
                #[inline(always)]
                fn bishop(square: usize, occupied: u64) -> u64 {
                    Pext::bishop(square, occupied)
                }
            }
        )*};
    }
    sliders_by_pext!(Avx512, Avx2);

    x86_isa!(bmi2, Pext, Array, "bmi1,bmi2,popcnt,lzcnt", make_and_count::<Pext, S>);
    x86_isa!(avx2, Avx2, Ymm, "bmi1,bmi2,popcnt,lzcnt,avx2", crate::lift::pairs::<S, Avx2>);
    x86_isa!(
        avx512,
        Avx512,
        Zmm,
        "bmi1,bmi2,popcnt,lzcnt,avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq",
        crate::lift::pairs::<S, Avx512>
    );
}
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512};
