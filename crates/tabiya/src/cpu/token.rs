//! Tokens: values that exist only where the CPU has certain instructions, and the one place where code is compiled for them.

#[cfg(x86_simd)]
use super::{BUILT_FOR_AVX2, BUILT_FOR_AVX512, BUILT_FOR_BMI2};
use super::{Detected, Level};
#[cfg(x86_simd)]
use crate::cpu::detect::Found;

/// Work to be compiled for the instructions of a token; see [`Token::run`].
///
/// What is to use the instructions must be inlined into [`run`](Task::run), and that method must be `#[inline(always)]` itself:
/// a function that stays outside, closures included, is compiled for the plainest CPU.
pub trait Task {
    /// What comes of it.
    type Output;
    /// Does the work.
    fn run(self) -> Self::Output;
}

mod sealed {
    pub trait Sealed {}
}

/// The proof that this CPU has the instructions of a [`Level`]. Whoever holds one may use them.
///
/// ```
/// use tabiya::cpu::{Bmi2, Task, Token};
///
/// struct Count(u64);
/// impl Task for Count {
///     type Output = u32;
///     #[inline(always)]
///     fn run(self) -> u32 {
///         self.0.count_ones()
///     }
/// }
///
/// if let Some(token) = Bmi2::new() {
///     assert_eq!(token.run(Count(0b1011)), 3); // by one POPCNT
/// }
/// ```
pub trait Token: Copy + Into<Detected> + Send + Sync + 'static + sealed::Sealed {
    /// Whose instructions these are.
    const LEVEL: Level;

    /// Does the work in a function that is compiled for the instructions. It may be inlined into one that has them too.
    fn run<T: Task>(self, task: T) -> T::Output;

    /// As [`run`](Token::run), in a function that is never inlined.
    fn run_outlined<T: Task>(self, task: T) -> T::Output;
}

/// What a token holds where it can exist. Elsewhere it holds an [`Infallible`](core::convert::Infallible), so that there is
/// none.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Exists;

#[cfg(x86_simd)]
type Proof = Exists;
#[cfg(not(x86_simd))]
type Proof = core::convert::Infallible;

macro_rules! x86_tokens {
    ($($(#[$meta:meta])* $name:ident($built_for:ident, $found:ident, $features:literal);)*) => {$(
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub struct $name(Proof);

        impl $name {
            /// The token, if this CPU has the instructions, whether or not they are fast.
            #[inline]
            pub fn new() -> Option<$name> {
                #[cfg(x86_simd)]
                return if $built_for || Found::get().$found() { Some($name(Exists)) } else { None };
                #[cfg(not(x86_simd))]
                return None;
            }

            /// The token without a question, for code that has made sure of the instructions in another way.
            ///
            /// # Safety
            /// The CPU must have them.
            #[cfg(x86_simd)]
            #[inline(always)]
            pub(super) const unsafe fn new_unchecked() -> $name {
                $name(Exists)
            }
        }

        impl sealed::Sealed for $name {}

        impl From<$name> for Detected {
            #[inline(always)]
            fn from(token: $name) -> Detected {
                Detected::$name(token)
            }
        }

        #[cfg(x86_simd)]
        impl Token for $name {
            const LEVEL: Level = Level::$name;

            #[inline(always)]
            fn run<T: Task>(self, task: T) -> T::Output {
                /// # Safety
                /// The CPU must have the instructions.
                #[inline]
                #[target_feature(enable = $features)]
                fn compiled<T: Task>(task: T) -> T::Output {
                    task.run()
                }
                // SAFETY: there is a token only where the CPU has the instructions.
                unsafe { compiled(task) }
            }

            #[inline(always)]
            fn run_outlined<T: Task>(self, task: T) -> T::Output {
                /// # Safety
                /// The CPU must have the instructions.
                #[inline(never)]
                #[target_feature(enable = $features)]
                fn compiled<T: Task>(task: T) -> T::Output {
                    task.run()
                }
                // SAFETY: there is a token only where the CPU has the instructions.
                unsafe { compiled(task) }
            }
        }

        #[cfg(not(x86_simd))]
        impl Token for $name {
            const LEVEL: Level = Level::$name;

            fn run<T: Task>(self, _: T) -> T::Output {
                match self.0 {}
            }

            fn run_outlined<T: Task>(self, _: T) -> T::Output {
                match self.0 {}
            }
        }
    )*};
}

x86_tokens! {
    /// This CPU has BMI1, BMI2, POPCNT and LZCNT.
    Bmi2(BUILT_FOR_BMI2, has_bmi2, "bmi1,bmi2,popcnt,lzcnt");
    /// This CPU has AVX2 and what [`Bmi2`] stands for.
    Avx2(BUILT_FOR_AVX2, has_avx2, "bmi1,bmi2,popcnt,lzcnt,avx2");
    /// This CPU has AVX-512 with F, BW, DQ, VL, VBMI2 and VPOPCNTDQ, and what [`Avx2`] stands for.
    Avx512(
        BUILT_FOR_AVX512,
        has_avx512,
        "bmi1,bmi2,popcnt,lzcnt,avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"
    );
}

impl From<Avx2> for Bmi2 {
    #[inline(always)]
    fn from(token: Avx2) -> Bmi2 {
        Bmi2(token.0)
    }
}

impl From<Avx512> for Bmi2 {
    #[inline(always)]
    fn from(token: Avx512) -> Bmi2 {
        Bmi2(token.0)
    }
}

impl From<Avx512> for Avx2 {
    #[inline(always)]
    fn from(token: Avx512) -> Avx2 {
        Avx2(token.0)
    }
}

impl Bmi2 {
    /// The bits of `value` under the mask, moved together at the low end: the instruction PEXT.
    #[inline(always)]
    pub fn pext(self, value: u64, mask: u64) -> u64 {
        #[cfg(x86_simd)]
        // SAFETY: there is a token only where the CPU has BMI2.
        return unsafe { core::arch::x86_64::_pext_u64(value, mask) };
        #[cfg(not(x86_simd))]
        {
            let _ = (value, mask);
            match self.0 {}
        }
    }
}

/// Tokens of what the build itself demands: there is nothing to find out and nothing to compile anew.
macro_rules! static_tokens {
    ($($(#[$meta:meta])* $name:ident($proof:ty);)*) => {$(
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub struct $name($proof);

        impl sealed::Sealed for $name {}

        impl From<$name> for Detected {
            #[inline(always)]
            fn from(token: $name) -> Detected {
                Detected::$name(token)
            }
        }

        impl Token for $name {
            const LEVEL: Level = Level::$name;

            #[inline(always)]
            fn run<T: Task>(self, task: T) -> T::Output {
                task.run()
            }

            #[inline(always)]
            fn run_outlined<T: Task>(self, task: T) -> T::Output {
                #[inline(never)]
                fn outlined<T: Task>(task: T) -> T::Output {
                    task.run()
                }
                outlined(task)
            }
        }
    )*};
}

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
type NeonProof = Exists;
#[cfg(not(all(target_arch = "aarch64", target_feature = "neon")))]
type NeonProof = core::convert::Infallible;
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
type Simd128Proof = Exists;
#[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
type Simd128Proof = core::convert::Infallible;

static_tokens! {
    /// Any CPU at all.
    Portable(Exists);
    /// This build is for 64-bit Arm with NEON.
    Neon(NeonProof);
    /// This build is for WebAssembly with 128-bit vectors.
    Simd128(Simd128Proof);
}

impl Portable {
    /// The token, which everybody may have.
    #[inline(always)]
    pub const fn new() -> Portable {
        Portable(Exists)
    }
}

impl Default for Portable {
    fn default() -> Portable {
        Portable::new()
    }
}

impl Neon {
    /// The token, if the build is for such a CPU.
    #[inline(always)]
    pub const fn new() -> Option<Neon> {
        #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
        return Some(Neon(Exists));
        #[cfg(not(all(target_arch = "aarch64", target_feature = "neon")))]
        return None;
    }
}

impl Simd128 {
    /// The token, if the build is for such a machine.
    #[inline(always)]
    pub const fn new() -> Option<Simd128> {
        #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
        return Some(Simd128(Exists));
        #[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
        return None;
    }
}
