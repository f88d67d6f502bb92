//! What counting does with the instructions of each level, one file for each: how eight sets of squares live side by
//! side ([`Lanes`]), and whether the last two plies are counted in them.
//!
//! The levels, their tokens and the choice between them are those of [`tabiya::cpu`]. Counting is written once, for any
//! [`Arch`], and compiled once for each level (see [`Compiled`]); the choice is made once per run, by [`run`].

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx2;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod bmi2;
pub(crate) mod lanes;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
mod portable;
pub(crate) mod rows;
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
mod simd128;
mod tally;
#[cfg(all(test, target_arch = "x86_64"))]
mod tests;

#[cfg(not(target_arch = "x86_64"))]
use tabiya::cpu::{CompiledForAll, Detected};
use tabiya::cpu::{Level, Token};

pub(crate) use lanes::Lanes;
#[cfg(test)]
pub(crate) use portable::Array;

/// A token together with what counting does on its level.
pub(crate) trait Arch: Token {
    /// Where eight directions live.
    type Lanes: Lanes;
    /// The level of the same CPU that counts without lanes: compiled for vectors, code that works on plain words is
    /// slower by a twentieth.
    type WithoutLanes: Arch;
    /// Whether the last two plies are counted together in lanes.
    const LANES: bool;
    /// Boards with at most so many pieces, a rook or a bishop counting twice and a queen three times, are counted
    /// without lanes even where there are lanes: on them the moves are too few. Where the levels were not timed, the
    /// border is low.
    const FEW: u32 = 12;

    /// What lanes are made with.
    fn lanes(self) -> <Self::Lanes as Lanes>::Token;

    /// The same CPU without lanes.
    fn without_lanes(self) -> Self::WithoutLanes;
}

/// Sliders that need no special instruction.
#[inline(always)]
pub(crate) fn plain_sliders() -> tabiya::attacks::Portable {
    tabiya::attacks::Portable::default()
}

/// The level that counts fastest on this machine: what [`Perft`](crate::Perft) uses. Unlike
/// [`Level::best`] it may be one whose PEXT is slow, because counting does not use it then.
///
/// ```
/// assert!(tabiya_perft::best_level().is_available());
/// ```
pub fn best_level() -> Level {
    Level::ALL.into_iter().rev().find(|level| level.is_available()).unwrap_or(Level::Portable)
}

/// Does something with the counters of a level.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn run<T: CompiledForAll<O>, O>(detected: Detected, task: T) -> O {
    detected.run(task)
}

/// For tests: other CPUs have no PEXT.
#[cfg(all(test, not(target_arch = "x86_64")))]
pub(crate) fn run_with<T: CompiledForAll<O>, O>(detected: Detected, _pext: bool, task: T) -> O {
    detected.run(task)
}

#[cfg(target_arch = "x86_64")]
pub(crate) use bmi2::run;
#[cfg(all(test, target_arch = "x86_64"))]
pub(crate) use bmi2::run_with;
