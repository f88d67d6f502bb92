//! Questions to the CPU itself: the standard library would answer them, but the rules do without it.

/// What was found out about this CPU, as bits.
#[derive(Copy, Clone)]
pub(super) struct Found(u8);

impl Found {
    const ASKED: u8 = 1;
    const BMI2: u8 = 2;
    const SLOW_PEXT: u8 = 4;
    const AVX2: u8 = 8;
    const AVX512: u8 = 16;

    #[inline(always)]
    pub(super) fn has_bmi2(self) -> bool {
        self.0 & Found::BMI2 != 0
    }

    #[inline(always)]
    pub(super) fn has_slow_pext(self) -> bool {
        self.0 & Found::SLOW_PEXT != 0
    }

    #[inline(always)]
    pub(super) fn has_avx2(self) -> bool {
        self.0 & Found::AVX2 != 0
    }

    #[inline(always)]
    pub(super) fn has_avx512(self) -> bool {
        self.0 & Found::AVX512 != 0
    }

    /// Asking takes hundreds of cycles, so the answer is kept. Two threads that both ask find out the same.
    #[cfg(not(miri))]
    #[inline(always)]
    pub(super) fn get() -> Found {
        use core::sync::atomic::{AtomicU8, Ordering};
        static FOUND: AtomicU8 = AtomicU8::new(0);

        #[cold]
        #[inline(never)]
        fn ask() -> Found {
            let mut found = Found::ASKED;
            if x86::has_bmi2() {
                found |= Found::BMI2;
                found |= if x86::has_avx2() { Found::AVX2 } else { 0 };
                found |= if x86::has_avx512() { Found::AVX512 } else { 0 };
            }
            found |= if x86::pext_is_slow() { Found::SLOW_PEXT } else { 0 };
            FOUND.store(found, Ordering::Relaxed);
            Found(found)
        }

        let known = FOUND.load(Ordering::Relaxed);
        if known == 0 { ask() } else { Found(known) }
    }

    #[cfg(miri)]
    pub(super) fn get() -> Found {
        Found(Found::ASKED)
    }
}

#[cfg(not(miri))]
mod x86 {
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

    pub(super) fn has_avx2() -> bool {
        const AVX: u32 = 28; // leaf 1, ecx
        const AVX2: u32 = 5; // leaf 7, ebx
        const XMM_YMM: u64 = 0b0110;
        system_saves(XMM_YMM) && bits(cpuid(1, 0).ecx, &[AVX]) && bits(cpuid(7, 0).ebx, &[AVX2])
    }

    pub(super) fn has_avx512() -> bool {
        const FMA: u32 = 12; // leaf 1, ecx, as the next one: F implies both for the compiler
        const F16C: u32 = 29;
        const AVX512F: u32 = 16; // leaf 7, ebx, as the next three
        const AVX512DQ: u32 = 17;
        const AVX512BW: u32 = 30;
        const AVX512VL: u32 = 31;
        const AVX512VBMI2: u32 = 6; // leaf 7, ecx, as the next one
        const AVX512VPOPCNTDQ: u32 = 14;
        const XMM_YMM_MASKS_ZMM: u64 = 0b1110_0110;
        let leaf7 = cpuid(7, 0);
        has_avx2()
            && system_saves(XMM_YMM_MASKS_ZMM)
            && bits(cpuid(1, 0).ecx, &[FMA, F16C])
            && bits(leaf7.ebx, &[AVX512F, AVX512DQ, AVX512BW, AVX512VL])
            && bits(leaf7.ecx, &[AVX512VBMI2, AVX512VPOPCNTDQ])
    }

    /// Whether the operating system saves these registers when it switches between programs.
    fn system_saves(registers: u64) -> bool {
        const OSXSAVE: u32 = 27;
        if !bits(cpuid(1, 0).ecx, &[OSXSAVE]) {
            return false;
        }
        /// # Safety
        /// The CPU must have the instruction, and the system must allow it.
        #[target_feature(enable = "xsave")]
        fn saved() -> u64 {
            // SAFETY: register 0 always exists where the instruction does.
            unsafe { _xgetbv(0) }
        }
        // SAFETY: OSXSAVE says that the instruction exists and the system allows it.
        unsafe { saved() & registers == registers }
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
