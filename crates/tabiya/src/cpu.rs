//! What this CPU can do, found out at run time, so that a plain build uses the best instructions of any machine.
//!
//! The generator is compiled once for each [`Level`]; [`Level::best`] chooses between the copies once a call. In a build
//! for a certain CPU (`-C target-cpu=native`) the answer is a constant and the choice vanishes.
//!
//! A build for x86-64 that shuns even SSE2, as kernels are built (`x86_64-unknown-none`), has the plainest level only: nobody
//! may save the vector registers there, and the compiler cannot handle vectors.

use core::fmt;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use core::sync::atomic::{AtomicU8, Ordering};

/// A set of instructions that moves are generated and played with. Every level does exactly the same.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Level {
    /// Plain arithmetic and magic bitboards: runs everywhere.
    Portable = 1,
    /// PEXT, counting and scanning of bits (x86-64 with BMI1, BMI2, POPCNT and LZCNT).
    Bmi2 = 2,
    /// In addition lists written by whole vectors (AVX-512 with F, BW, DQ, VL and VBMI2).
    Avx512 = 3,
}

/// Whether the build itself demands what a level needs.
const BUILT_FOR_BMI2: bool = cfg!(all(
    target_arch = "x86_64",
    target_feature = "bmi1",
    target_feature = "bmi2",
    target_feature = "popcnt",
    target_feature = "lzcnt"
));
const BUILT_FOR_AVX512: bool = BUILT_FOR_BMI2
    && cfg!(all(
        target_feature = "avx512f",
        target_feature = "avx512bw",
        target_feature = "avx512dq",
        target_feature = "avx512vl",
        target_feature = "avx512vbmi2"
    ));

impl Level {
    /// Every level, from the plainest to the fastest.
    pub const ALL: [Level; 3] = [Level::Portable, Level::Bmi2, Level::Avx512];

    /// Whether this CPU has it.
    #[inline]
    pub fn is_available(self) -> bool {
        match self {
            Level::Portable => true,
            Level::Bmi2 => BUILT_FOR_BMI2 || Found::get().has_bmi2(),
            Level::Avx512 => BUILT_FOR_AVX512 || Found::get().has_avx512(),
        }
    }

    /// The fastest level of this CPU: what generating and playing moves uses.
    #[inline(always)]
    pub fn best() -> Level {
        if BUILT_FOR_AVX512 { Level::Avx512 } else { Found::best() }
    }

    /// Makes [`best`](Level::best) answer at most this level from now on, in the whole program; a higher level lifts the
    /// limit again. For measurements: nothing changes but the speed. In a build that itself demands the instructions of a
    /// level nothing changes at all.
    pub fn limit(level: Level) {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        BEST.store(level.min(Found::get().level()) as u8, Ordering::Relaxed);
        #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
        let _ = level;
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Level::Portable => "portable",
            Level::Bmi2 => "bmi2",
            Level::Avx512 => "avx512",
        })
    }
}

/// Whether this CPU has PEXT, fast or slow.
#[inline]
pub(crate) fn has_pext() -> bool {
    cfg!(all(target_arch = "x86_64", target_feature = "bmi2")) || Found::get().has_bmi2()
}

/// The number of the best level; zero before somebody asked.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
static BEST: AtomicU8 = AtomicU8::new(0);

/// What was found out about this CPU, as bits; none of them before somebody asked.
#[derive(Copy, Clone)]
struct Found(u8);

impl Found {
    const ASKED: u8 = 1;
    const BMI2: u8 = 2;
    const FAST_BMI2: u8 = 4;
    const AVX512: u8 = 8;

    #[inline(always)]
    fn has_bmi2(self) -> bool {
        self.0 & Found::BMI2 != 0
    }

    #[inline(always)]
    fn has_fast_bmi2(self) -> bool {
        self.0 & Found::FAST_BMI2 != 0
    }

    #[inline(always)]
    fn has_avx512(self) -> bool {
        self.0 & Found::AVX512 != 0
    }

    /// The fastest level, kept as its own number: asked for with every list and every move, it is to cost one load and
    /// one comparison. Taking it from the bits of what was found took fourteen instructions.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    #[inline(always)]
    fn best() -> Level {
        #[cold]
        #[inline(never)]
        fn ask() -> Level {
            let best = Found::get().level();
            BEST.store(best as u8, Ordering::Relaxed);
            best
        }

        match BEST.load(Ordering::Relaxed) {
            1 => Level::Portable,
            2 => Level::Bmi2,
            3 => Level::Avx512,
            _ => ask(),
        }
    }

    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    #[inline(always)]
    fn best() -> Level {
        Found::get().level()
    }

    fn level(self) -> Level {
        if self.has_avx512() {
            Level::Avx512
        } else if BUILT_FOR_BMI2 || self.has_fast_bmi2() {
            Level::Bmi2
        } else {
            Level::Portable
        }
    }

    /// Asking takes hundreds of cycles, so the answer is kept. Two threads that both ask find out the same.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    #[inline(always)]
    fn get() -> Found {
        static FOUND: AtomicU8 = AtomicU8::new(0);

        #[cold]
        #[inline(never)]
        fn ask() -> Found {
            let found = Found::ask();
            FOUND.store(found.0, Ordering::Relaxed);
            found
        }

        let known = FOUND.load(Ordering::Relaxed);
        if known == 0 { ask() } else { Found(known) }
    }

    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    #[inline(always)]
    fn get() -> Found {
        Found::ask()
    }

    fn ask() -> Found {
        let mut found = Found::ASKED;
        if detect::has_bmi2() {
            found |= Found::BMI2;
            if !detect::pext_is_slow() {
                found |= Found::FAST_BMI2;
            }
        }
        if detect::has_avx512() {
            found |= Found::AVX512;
        }
        Found(found)
    }
}

/// Questions to the CPU itself, because the standard library's answers are not there without `std`.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(miri)))]
mod detect {
    use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv};

    const fn bits(register: u32, wanted: &[u32]) -> bool {
        let mut i = 0;
        while i < wanted.len() {
            if register >> wanted[i] & 1 == 0 {
                return false;
            }
            i += 1;
        }
        true
    }

    // Some versions of the standard library call these functions unsafe, though every x86-64 CPU has the instruction.
    #[allow(unused_unsafe)]
    fn cpuid(leaf: u32, subleaf: u32) -> core::arch::x86_64::CpuidResult {
        // SAFETY: CPUID exists on every x86-64 CPU and changes nothing but its results.
        let last = unsafe { __cpuid(leaf & 0x8000_0000) }.eax;
        let known = if leaf <= last { leaf } else { leaf & 0x8000_0000 };
        // SAFETY: as above.
        let result = unsafe { __cpuid_count(known, subleaf) };
        if known == leaf { result } else { core::arch::x86_64::CpuidResult { eax: 0, ebx: 0, ecx: 0, edx: 0 } }
    }

    pub(super) fn has_bmi2() -> bool {
        const POPCNT: u32 = 23; // leaf 1, ecx
        const BMI1: u32 = 3; // leaf 7, ebx
        const BMI2: u32 = 8; // leaf 7, ebx
        const LZCNT: u32 = 5; // leaf 0x8000_0001, ecx
        bits(cpuid(1, 0).ecx, &[POPCNT])
            && bits(cpuid(7, 0).ebx, &[BMI1, BMI2])
            && bits(cpuid(0x8000_0001, 0).ecx, &[LZCNT])
    }

    pub(super) fn has_avx512() -> bool {
        const FMA: u32 = 12; // leaf 1, ecx, as the next two: F implies AVX2 and FMA for the compiler
        const F16C: u32 = 29;
        const AVX: u32 = 28;
        const AVX2: u32 = 5; // leaf 7, ebx, as the next four
        const AVX512F: u32 = 16;
        const AVX512DQ: u32 = 17;
        const AVX512BW: u32 = 30;
        const AVX512VL: u32 = 31;
        const AVX512VBMI2: u32 = 6; // leaf 7, ecx
        let leaf7 = cpuid(7, 0);
        has_bmi2()
            && keeps_wide_registers()
            && bits(cpuid(1, 0).ecx, &[FMA, F16C, AVX])
            && bits(leaf7.ebx, &[AVX2, AVX512F, AVX512DQ, AVX512BW, AVX512VL])
            && bits(leaf7.ecx, &[AVX512VBMI2])
    }

    /// Whether the operating system saves the registers of AVX-512 when it switches between programs.
    fn keeps_wide_registers() -> bool {
        const OSXSAVE: u32 = 27;
        const XMM_YMM_MASKS_ZMM: u64 = 0b1110_0110;
        if !bits(cpuid(1, 0).ecx, &[OSXSAVE]) {
            return false;
        }
        #[target_feature(enable = "xsave")]
        fn saved() -> u64 {
            // SAFETY: register 0 always exists where the instruction does.
            unsafe { _xgetbv(0) }
        }
        // SAFETY: OSXSAVE says that the instruction exists and the system allows it.
        unsafe { saved() & XMM_YMM_MASKS_ZMM == XMM_YMM_MASKS_ZMM }
    }

    /// Whether PEXT is there but slower than a multiplication: AMD before Zen 3 spends up to hundreds of cycles on it.
    pub(super) fn pext_is_slow() -> bool {
        let vendor = cpuid(0, 0);
        let is_amd = (vendor.ebx, vendor.edx, vendor.ecx)
            == (u32::from_le_bytes(*b"Auth"), u32::from_le_bytes(*b"enti"), u32::from_le_bytes(*b"cAMD"));
        let is_hygon = (vendor.ebx, vendor.edx, vendor.ecx)
            == (u32::from_le_bytes(*b"Hygo"), u32::from_le_bytes(*b"nGen"), u32::from_le_bytes(*b"uine"));
        let version = cpuid(1, 0).eax;
        let (base, extended) = (version >> 8 & 0xf, version >> 20 & 0xff);
        let family = if base == 0xf { base + extended } else { base };
        (is_amd || is_hygon) && family < 0x19
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2", not(miri))))]
mod detect {
    pub(super) fn has_bmi2() -> bool {
        false
    }

    pub(super) fn has_avx512() -> bool {
        false
    }

    pub(super) fn pext_is_slow() -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_level_is_there() {
        assert!(Level::best().is_available() && Level::Portable.is_available());
    }

    #[test]
    fn a_limit_holds_until_it_is_lifted() {
        let best = Level::best();
        for level in Level::ALL {
            Level::limit(level);
            let built_for = BUILT_FOR_BMI2 || !cfg!(target_arch = "x86_64");
            assert!(Level::best() == level.min(best) || built_for, "{level}");
        }
        assert_eq!(Level::best(), best);
    }

    #[cfg(all(target_arch = "x86_64", target_feature = "sse2", not(miri)))]
    #[test]
    fn the_standard_library_agrees() {
        use std::is_x86_feature_detected as has;
        let bmi2 = has!("bmi1") && has!("bmi2") && has!("popcnt") && has!("lzcnt");
        assert_eq!(Level::Bmi2.is_available(), bmi2);
        let avx512 = has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl") && has!("avx512vbmi2");
        assert_eq!(Level::Avx512.is_available(), bmi2 && avx512);
    }
}
