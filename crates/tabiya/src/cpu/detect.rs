//! Questions to the CPU itself: the standard library would answer them, but the rules do without it.

use core::arch::x86_64::{__cpuid, __cpuid_count, _xgetbv, CpuidResult};

use super::Level;

/// What was found out about this CPU, as bits: one for each level, by its number.
#[derive(Copy, Clone)]
pub(crate) struct Found(u16);

/// Whether this CPU has the instructions of a level.
#[inline(always)]
pub(crate) fn found(level: Level) -> bool {
    Found::get().0 >> level as u8 & 1 != 0
}

impl Found {
    /// No level has the number 0.
    const ASKED: u16 = 1;
    const SLOW_PEXT: u16 = 1 << 15;

    #[inline(always)]
    pub(super) fn has_slow_pext(self) -> bool {
        self.0 & Found::SLOW_PEXT != 0
    }

    /// Asking takes hundreds of cycles, so the answer is kept. Two threads that both ask find out the same.
    #[cfg(not(miri))]
    #[inline(always)]
    pub(super) fn get() -> Found {
        use core::sync::atomic::{AtomicU16, Ordering};
        static FOUND: AtomicU16 = AtomicU16::new(0);

        #[cold]
        #[inline(never)]
        fn ask() -> Found {
            let slow = if pext_is_slow() { Found::SLOW_PEXT } else { 0 };
            let found = Found::ASKED | Found::ask_for_levels() | slow;
            FOUND.store(found, Ordering::Relaxed);
            Found(found)
        }

        let known = FOUND.load(Ordering::Relaxed);
        if known == 0 { ask() } else { Found(known) }
    }

    /// The interpreter runs no instructions of any level.
    #[cfg(miri)]
    pub(super) fn get() -> Found {
        Found(Found::ASKED)
    }
}

/// Whether all these bits of a register are set.
pub(crate) const fn bits(register: u32, wanted: &[u32]) -> bool {
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
pub(crate) fn cpuid(leaf: u32, subleaf: u32) -> CpuidResult {
    // SAFETY: CPUID exists on every x86-64 CPU and changes nothing but its results.
    let last = unsafe { __cpuid(leaf & 0x8000_0000) }.eax;
    let known = if leaf <= last { leaf } else { leaf & 0x8000_0000 };
    // SAFETY: as above.
    let result = unsafe { __cpuid_count(known, subleaf) };
    if known == leaf { result } else { CpuidResult { eax: 0, ebx: 0, ecx: 0, edx: 0 } }
}

/// Whether the operating system saves these registers when it switches between programs.
pub(crate) fn system_saves(registers: u64) -> bool {
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
fn pext_is_slow() -> bool {
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
