//! What this CPU can do, found out at run time, so that a plain build uses the best instructions of any machine.
//!
//! - A [`Level`] is the name of a set of instructions: to be shown, parsed, and asked whether it is there.
//! - A token, [`Bmi2`], [`Avx2`] or [`Avx512`] and their kin, is the proof that they are: it can only be had where the CPU has the
//!   instructions, so whoever holds one may use them. [`Token::run`] compiles a piece of work for them.
//! - [`Detected`] is a level together with its token. [`Detected::best`] is what generating, playing and counting moves
//!   use, chosen once per call and not once per instruction.
//!
//! Every level does exactly the same. In a build for a certain CPU (`-C target-cpu=native`) the answer is a constant where the
//! build demands the best level, and the choice vanishes.

#[cfg(x86_simd)]
mod detect;
mod token;

pub use token::{Avx2, Avx512, Bmi2, Neon, Portable, Simd128, Task, Token};

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A set of instructions that moves are generated, played and counted with. Every level does exactly the same.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Level {
    /// Plain arithmetic and magic bitboards: runs everywhere.
    Portable = 1,
    /// PEXT, counting and scanning of bits (x86-64 with BMI1, BMI2, POPCNT and LZCNT: Intel since Haswell, AMD since
    /// Excavator, though only since Zen 3 with a fast PEXT).
    Bmi2 = 2,
    /// In addition vectors of four sets (AVX2).
    Avx2 = 3,
    /// In addition vectors of eight sets (AVX-512 with F, BW, DQ, VL, VBMI2 and VPOPCNTDQ: Intel since Ice Lake, AMD since
    /// Zen 4).
    Avx512 = 4,
    /// Vectors of two sets on 64-bit Arm.
    Neon = 5,
    /// Vectors of two sets in WebAssembly, in a build with `simd128`.
    Simd128 = 6,
}

/// Whether the build itself demands what a level needs.
pub(crate) const BUILT_FOR_BMI2: bool = cfg!(all(
    x86_simd,
    target_feature = "bmi1",
    target_feature = "bmi2",
    target_feature = "popcnt",
    target_feature = "lzcnt"
));
#[cfg(x86_simd)]
const BUILT_FOR_AVX2: bool = BUILT_FOR_BMI2 && cfg!(target_feature = "avx2");
#[cfg(x86_simd)]
const BUILT_FOR_AVX512: bool = BUILT_FOR_AVX2
    && cfg!(all(
        target_feature = "avx512f",
        target_feature = "avx512bw",
        target_feature = "avx512dq",
        target_feature = "avx512vl",
        target_feature = "avx512vbmi2",
        target_feature = "avx512vpopcntdq"
    ));

impl Level {
    /// Every level; those of one family of CPUs from the plainest to the fastest.
    pub const ALL: [Level; 6] = [Level::Portable, Level::Bmi2, Level::Avx2, Level::Avx512, Level::Neon, Level::Simd128];

    /// The name: `portable`, `bmi2`, `avx2`, `avx512`, `neon` or `simd128`.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Portable => "portable",
            Level::Bmi2 => "bmi2",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
            Level::Neon => "neon",
            Level::Simd128 => "simd128",
        }
    }

    /// The level with its token, if this CPU has it.
    pub fn detect(self) -> Option<Detected> {
        match self {
            Level::Portable => Some(Detected::Portable(Portable::new())),
            Level::Bmi2 => Bmi2::new().map(Detected::Bmi2),
            Level::Avx2 => Avx2::new().map(Detected::Avx2),
            Level::Avx512 => Avx512::new().map(Detected::Avx512),
            Level::Neon => Neon::new().map(Detected::Neon),
            Level::Simd128 => Simd128::new().map(Detected::Simd128),
        }
    }

    /// Whether this CPU has it, fast or slow.
    pub fn is_available(self) -> bool {
        self.detect().is_some()
    }

    /// Those this CPU has.
    pub fn available() -> impl Iterator<Item = Level> {
        Level::ALL.into_iter().filter(|level| level.is_available())
    }

    /// The fastest level of this CPU: what generating, playing and counting moves use. Where PEXT is there but slow (AMD before
    /// Zen 3) no level that uses it is the fastest.
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

/// A level that this CPU has, with the token that proves it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Detected {
    /// See [`Level::Portable`].
    Portable(Portable),
    /// See [`Level::Bmi2`].
    Bmi2(Bmi2),
    /// See [`Level::Avx2`].
    Avx2(Avx2),
    /// See [`Level::Avx512`].
    Avx512(Avx512),
    /// See [`Level::Neon`].
    Neon(Neon),
    /// See [`Level::Simd128`].
    Simd128(Simd128),
}

impl Detected {
    /// Its name.
    #[inline(always)]
    pub const fn level(self) -> Level {
        match self {
            Detected::Portable(_) => Level::Portable,
            Detected::Bmi2(_) => Level::Bmi2,
            Detected::Avx2(_) => Level::Avx2,
            Detected::Avx512(_) => Level::Avx512,
            Detected::Neon(_) => Level::Neon,
            Detected::Simd128(_) => Level::Simd128,
        }
    }

    /// The fastest level of this CPU; see [`Level::best`].
    #[cfg(x86_simd)]
    #[inline(always)]
    pub fn best() -> Detected {
        use core::sync::atomic::{AtomicU8, Ordering};

        /// The best level's own number, zero before somebody asked: it is wanted with every list and every move and is to
        /// cost one load and one comparison. Taking it from the bits of what was found took fourteen instructions.
        static BEST: AtomicU8 = AtomicU8::new(0);

        #[cold]
        #[inline(never)]
        fn ask() -> Detected {
            let best = Detected::ask();
            BEST.store(best.level() as u8, Ordering::Relaxed);
            best
        }

        const PORTABLE: u8 = Level::Portable as u8;
        const BMI2: u8 = Level::Bmi2 as u8;
        const AVX2: u8 = Level::Avx2 as u8;
        const AVX512: u8 = Level::Avx512 as u8;
        if BUILT_FOR_AVX512 {
            // SAFETY: such a build runs nowhere else.
            return Detected::Avx512(unsafe { Avx512::new_unchecked() });
        }
        // SAFETY: only `ask` writes the number, and what it writes it has found.
        unsafe {
            match BEST.load(Ordering::Relaxed) {
                AVX512 => Detected::Avx512(Avx512::new_unchecked()),
                AVX2 => Detected::Avx2(Avx2::new_unchecked()),
                BMI2 => Detected::Bmi2(Bmi2::new_unchecked()),
                PORTABLE => Detected::Portable(Portable::new()),
                _ => ask(),
            }
        }
    }

    /// The fastest level of this CPU; see [`Level::best`].
    #[cfg(not(x86_simd))]
    #[inline(always)]
    pub fn best() -> Detected {
        Detected::ask()
    }

    fn ask() -> Detected {
        let fast = |level: &Level| !(pext_is_slow() && matches!(level, Level::Bmi2 | Level::Avx2 | Level::Avx512));
        let levels = Level::ALL.into_iter().rev().filter(fast);
        levels.filter_map(Level::detect).next().unwrap_or(Detected::Portable(Portable::new()))
    }
}

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
