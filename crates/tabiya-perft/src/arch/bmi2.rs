//! x86-64 with BMI2: sliders by PEXT, no lanes. Where PEXT is slow, the levels that have it are used without it.

use tabiya::attacks;
use tabiya::cpu::{self, Avx2, Bmi2, Compiled, CompiledForAll, Detected, Level, Token, Wrapped};

use super::portable::Array;
use super::{Arch, plain_sliders};

impl Arch for Bmi2 {
    type Lanes = Array;
    type WithoutLanes = Bmi2;
    const LANES: bool = false;

    #[inline(always)]
    fn lanes(self) {}

    #[inline(always)]
    fn without_lanes(self) -> Bmi2 {
        self.scalar()
    }
}

/// A level whose sliders do without PEXT: AMD before Zen 3 spends hundreds of cycles on one. No such CPU has AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct WithoutPext<T>(T);

impl<T: Token> Token for WithoutPext<T> {
    const LEVEL: Level = T::LEVEL;
    type Sliders = attacks::Portable;
    type Scalar = WithoutPext<T::Scalar>;

    fn detect() -> Option<Self> {
        T::detect().map(WithoutPext)
    }
    #[inline(always)]
    fn sliders(self) -> attacks::Portable {
        plain_sliders()
    }
    #[inline(always)]
    fn scalar(self) -> WithoutPext<T::Scalar> {
        WithoutPext(self.0.scalar())
    }
    #[inline(always)]
    fn run<K: Compiled<Self>>(self, task: K) -> K::Output {
        self.0.run(Wrapped { task, arch: self })
    }
}

impl<T: Arch> Arch for WithoutPext<T> {
    type Lanes = T::Lanes;
    type WithoutLanes = WithoutPext<T::WithoutLanes>;
    const LANES: bool = T::LANES;
    // What counts without lanes needs sliders, and takes half as long again without PEXT.
    const FEW: u32 = 15;

    #[inline(always)]
    fn lanes(self) -> <T::Lanes as super::Lanes>::Token {
        self.0.lanes()
    }

    #[inline(always)]
    fn without_lanes(self) -> WithoutPext<T::WithoutLanes> {
        WithoutPext(self.0.without_lanes())
    }
}

/// Work for every level, and for the levels that can do without PEXT.
pub(crate) trait AlsoWithoutPext<O>:
    CompiledForAll<O> + Compiled<WithoutPext<Bmi2>, Output = O> + Compiled<WithoutPext<Avx2>, Output = O>
{
}

impl<T, O> AlsoWithoutPext<O> for T where
    T: CompiledForAll<O> + Compiled<WithoutPext<Bmi2>, Output = O> + Compiled<WithoutPext<Avx2>, Output = O>
{
}

/// Does something with the counters of a level; without PEXT where that is slow.
pub(crate) fn run<T: AlsoWithoutPext<O>, O>(detected: Detected, task: T) -> O {
    run_with(detected, !cpu::pext_is_slow(), task)
}

/// The same, with PEXT only if it may be used.
pub(crate) fn run_with<T: AlsoWithoutPext<O>, O>(detected: Detected, pext: bool, task: T) -> O {
    match detected {
        Detected::Bmi2(token) if !pext => WithoutPext(token).run(task),
        Detected::Avx2(token) if !pext => WithoutPext(token).run(task),
        _ => detected.run(task),
    }
}
