//! What this CPU can do, found out at run time, so that a plain build uses the best instructions of any machine.
//!
//! - A [`Level`] is the name of a set of instructions: to be shown, parsed, and asked whether this CPU has it.
//! - A token ([`Bmi2`], [`Avx2`], [`Avx512`], …) is the proof that this CPU has them. No token exists without the
//!   instructions, so code that holds one may use them.
//! - [`Detected`] is a level together with its token. [`Detected::best`] is what generating, playing and counting moves
//!   use, chosen once per call and not once per instruction.
//! - A [`Compiled`] is work that is compiled once for each level. [`Detected::run`] takes the copy for its level.
//!
//! Every level does exactly the same. In a build for a certain CPU (`-C target-cpu=native`) the answer is a constant
//! where the build demands the best level, and the choice vanishes.

#[cfg(x86_simd)]
pub(crate) mod detect;
mod levels;
mod token;

#[doc(inline)]
pub use crate::__copies as copies;
pub use crate::arch::{Avx2, Avx512, Bmi2, Neon, Portable, Simd128};
#[cfg(x86_simd)]
pub(crate) use detect::found;
pub use token::{Compiled, Token, Wrapped};
pub(crate) use token::{Exists, X86Proof, static_token, x86_token};

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

macro_rules! define_levels {
    ([] $($(#[$meta:meta])* $name:ident $copy:ident = $number:literal, $here:meta, [$($features:literal)?];)*) => {
        /// A set of instructions that moves are generated, played and counted with. Every level does exactly the same.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum Level {
            $($(#[$meta])* $name = $number,)*
        }

        impl Level {
            /// Every level; those of one family of CPUs from the plainest to the fastest.
            pub const ALL: [Level; [$(Level::$name),*].len()] = [$(Level::$name),*];

            /// The name: `portable`, `bmi2`, `avx2`, `avx512`, `neon` or `simd128`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Level::$name => stringify!($copy),)*
                }
            }

            /// The level with its token, if this CPU has it.
            pub fn detect(self) -> Option<Detected> {
                match self {
                    $(Level::$name => <$name as Token>::detect().map(Detected::$name),)*
                }
            }
        }

        /// A level that this CPU has, with the token that proves it.
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        #[non_exhaustive]
        pub enum Detected {
            $(#[doc = concat!("See [`Level::", stringify!($name), "`].")] $name($name),)*
        }

        /// The tokens that can exist on this target; in place of the others the plainest one.
        mod here {
            $(
                #[cfg($here)]
                pub use super::$name;
                #[cfg(not($here))]
                pub use super::Portable as $name;
            )*
        }

        #[doc(hidden)]
        /// Work that is [`Compiled`] for every level of this target, always with the same result: what
        /// [`Detected::run`] takes.
        pub trait CompiledForAll<O>: Sized $(+ Compiled<here::$name, Output = O>)* {}

        impl<T, O> CompiledForAll<O> for T where T: Sized $(+ Compiled<here::$name, Output = O>)* {}

        impl Detected {
            /// Its name.
            #[inline(always)]
            pub const fn level(self) -> Level {
                match self {
                    $(Detected::$name(_) => Level::$name,)*
                }
            }

            /// Does the work by the copy for the level of the same CPU that uses no vectors; see [`Token::scalar`].
            /// Copies for levels with vectors are then not even compiled.
            #[inline(always)]
            pub fn run_scalar<T: CompiledForAll<O>, O>(self, task: T) -> O {
                match self {
                    $(#[cfg($here)] Detected::$name(token) => token.scalar().run(task),)*
                    // Levels of other targets, which have no tokens here.
                    #[allow(unreachable_patterns)]
                    _ => Portable::new().run(task),
                }
            }

            /// Does the work by the copy that is compiled for this level: the one choice between the copies.
            #[inline(always)]
            pub fn run<T: CompiledForAll<O>, O>(self, task: T) -> O {
                match self {
                    $(#[cfg($here)] Detected::$name(token) => token.run(task),)*
                    // Levels of other targets, which have no tokens here.
                    #[allow(unreachable_patterns)]
                    _ => Portable::new().run(task),
                }
            }

            /// The best level of this target, if the build itself demands it.
            #[cfg(x86_simd)]
            #[inline(always)]
            const fn built_in() -> Option<Detected> {
                // The rows of this target follow each other, and the last one counts.
                $(#[cfg($here)] let _best = if $name::BUILT_IN {
                    // SAFETY: such a build runs nowhere else.
                    Some(Detected::$name(unsafe { $name::new_unchecked() }))
                } else {
                    None
                };)*
                _best
            }

            /// The token of a level of this target without a question.
            ///
            /// # Safety
            /// The number must be that of a level that was detected, or zero.
            #[cfg(x86_simd)]
            #[inline(always)]
            unsafe fn by_number(number: u8) -> Option<Detected> {
                match number {
                    // SAFETY: the caller has promised the same.
                    $(#[cfg($here)] $number => Some(Detected::$name(unsafe { $name::new_unchecked() })),)*
                    _ => None,
                }
            }
        }

        #[cfg(x86_simd)]
        impl detect::Found {
            /// The levels of this target that the CPU says it has.
            fn ask_for_levels() -> u16 {
                0 $(| {
                    #[cfg($here)]
                    let found = u16::from($name::asked()) << $number;
                    #[cfg(not($here))]
                    let found = 0;
                    found
                })*
            }
        }
    };
}
crate::__levels! { {define_levels} }

impl Level {
    /// Whether this CPU has it, fast or slow.
    pub fn is_available(self) -> bool {
        self.detect().is_some()
    }

    /// Those this CPU has.
    pub fn available() -> impl Iterator<Item = Level> {
        Level::ALL.into_iter().filter(|level| level.is_available())
    }

    /// The fastest level of this CPU: what generating, playing and counting moves use. Where PEXT is there but slow
    /// (AMD before Zen 3) no level that uses it is the fastest.
    #[inline]
    pub fn best() -> Level {
        Detected::best().level()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that is not the name of a [`Level`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UnknownLevel {
    /// The text.
    pub name: String,
}

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown instruction set '{}', expected one of", self.name)?;
        Level::ALL.iter().try_for_each(|level| write!(f, " {level}"))
    }
}

impl core::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        let named = Level::ALL.into_iter().find(|level| level.name() == text);
        named.ok_or_else(|| UnknownLevel { name: text.to_owned() })
    }
}

impl Detected {
    /// The fastest level of this CPU; see [`Level::best`].
    #[cfg(x86_simd)]
    #[inline(always)]
    pub fn best() -> Detected {
        use core::sync::atomic::{AtomicU8, Ordering};

        /// The best level's own number, zero before the first question: it is wanted with every list and every move and
        /// is to cost one load and one comparison. Taking it from the bits of what was found took fourteen
        /// instructions.
        static BEST: AtomicU8 = AtomicU8::new(0);

        #[cold]
        #[inline(never)]
        fn ask() -> Detected {
            let best = Detected::ask();
            BEST.store(best.level() as u8, Ordering::Relaxed);
            best
        }

        if let Some(best) = Detected::built_in() {
            return best;
        }
        // SAFETY: only `ask` writes the number, and what it writes it has found.
        unsafe { Detected::by_number(BEST.load(Ordering::Relaxed)) }.unwrap_or_else(ask)
    }

    /// The fastest level of this CPU; see [`Level::best`].
    #[cfg(not(x86_simd))]
    #[inline(always)]
    pub fn best() -> Detected {
        Detected::ask()
    }

    fn ask() -> Detected {
        let is_fast = |level: &Detected| !(pext_is_slow() && level.uses_pext());
        let mut levels = Level::ALL.into_iter().rev().filter_map(Level::detect);
        levels.find(is_fast).unwrap_or(Detected::Portable(Portable::new()))
    }

    /// Whether its sliding attacks are found by PEXT: so it is on all of x86-64 but the plainest.
    fn uses_pext(self) -> bool {
        cfg!(x86_simd) && !matches!(self, Detected::Portable(_))
    }
}

#[doc(hidden)]
/// Whether this CPU's PEXT is slower than the multiplication of magic bitboards: it is microcode in AMD before Zen 3.
pub fn pext_is_slow() -> bool {
    #[cfg(x86_simd)]
    return detect::Found::get().has_slow_pext();
    #[cfg(not(x86_simd))]
    return false;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_level_is_there() {
        assert!(Level::best().is_available() && Level::Portable.is_available());
        assert_eq!(Level::best().detect(), Some(Detected::best()));
        assert_eq!(Detected::best(), Detected::ask());
    }

    #[test]
    fn names_are_read_back() {
        for level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
            assert_eq!(level.detect().map(Detected::level), level.is_available().then_some(level));
        }
        let error = "sse9".parse::<Level>().unwrap_err();
        assert_eq!(
            std::string::ToString::to_string(&error),
            "unknown instruction set 'sse9', expected one of portable bmi2 avx2 avx512 neon simd128"
        );
    }

    #[test]
    fn every_level_includes_the_plainer_ones_of_its_family() {
        assert!(!Level::Avx512.is_available() || Level::Avx2.is_available());
        assert!(!Level::Avx2.is_available() || Level::Bmi2.is_available());
        assert!(!Level::Neon.is_available() || !Level::Bmi2.is_available());
    }

    #[cfg(all(x86_simd, not(miri)))]
    #[test]
    fn the_standard_library_agrees() {
        use std::is_x86_feature_detected as has;
        let bmi2 = has!("bmi1") && has!("bmi2") && has!("popcnt") && has!("lzcnt");
        assert_eq!(Level::Bmi2.is_available(), bmi2);
        let avx2 = bmi2 && has!("avx2");
        assert_eq!(Level::Avx2.is_available(), avx2);
        let avx512 = has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl");
        let avx512 = avx512 && has!("avx512vbmi2") && has!("avx512vpopcntdq");
        assert_eq!(Level::Avx512.is_available(), avx2 && avx512);
    }
}
