//! The table of instruction sets. Everything that lists them is made from it: [`Level`](super::Level),
//! [`Detected`](super::Detected), the copies of a [`Compiled`](super::Compiled), the choice between the copies.

/// Hands the rows of the table to another macro: `levels! { {path::of_the_macro} its own arguments }`.
///
/// A row is the token, the name of the copy of a task that is compiled for it, the number, the targets that may have
/// it, and the compiler's names of what it adds to those targets. Levels of one family of CPUs stand in a row, the
/// plainest first.
#[doc(hidden)]
#[macro_export]
macro_rules! __levels {
    ({$($then:tt)*} $($arguments:tt)*) => {
        $($then)*! {
            [$($arguments)*]

            /// Plain arithmetic and magic bitboards: runs everywhere.
            Portable portable = 1, all(), [];

            /// PEXT, counting and scanning of bits (x86-64 with BMI1, BMI2, POPCNT and LZCNT: Intel since Haswell, AMD
            /// since Excavator, though only since Zen 3 with a fast PEXT).
            Bmi2 bmi2 = 2, all(target_arch = "x86_64", target_feature = "sse2", not(target_env = "sgx")),
                ["bmi1,bmi2,popcnt,lzcnt"];

            /// In addition vectors of four sets (AVX2).
            Avx2 avx2 = 3, all(target_arch = "x86_64", target_feature = "sse2", not(target_env = "sgx")),
                ["bmi1,bmi2,popcnt,lzcnt,avx2"];

            /// In addition vectors of eight sets (AVX-512 with F, BW, DQ, VL, VBMI2 and VPOPCNTDQ: Intel since Ice
            /// Lake, AMD since Zen 4).
            Avx512 avx512 = 4, all(target_arch = "x86_64", target_feature = "sse2", not(target_env = "sgx")),
                ["bmi1,bmi2,popcnt,lzcnt,avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq"];

            /// Vectors of two sets on 64-bit Arm.
            Neon neon = 5, all(target_arch = "aarch64", target_feature = "neon"), [];

            /// Vectors of two sets in WebAssembly, in a build with `simd128`.
            Simd128 simd128 = 6, all(target_family = "wasm", target_feature = "simd128"), [];
        }
    };
}

/// The copies of a [`Compiled`](crate::cpu::Compiled), one for each level; see there.
#[doc(hidden)]
#[macro_export]
macro_rules! __copies {
    ($arch:ty) => {
        $crate::__levels! { {$crate::__compiled_copies} $arch, #[inline(never)] }
    };
    ($arch:ty, inline) => {
        $crate::__levels! { {$crate::__compiled_copies} $arch, #[inline] }
    };
    ($arch:ty, in_place) => {
        $crate::__levels! { {$crate::__copies_in_place} $arch }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __compiled_copies {
    ([$arch:ty, #[$inline:meta]] $(
        $(#[$_meta:meta])* $_name:ident $copy:ident = $_number:literal, $here:meta, [$($features:literal)?];
    )*) => {$(
        #[allow(unsafe_code)]
        #[$inline]
        $(#[cfg_attr($here, target_feature(enable = $features))])?
        unsafe fn $copy(self, arch: $arch) -> Self::Output {
            $crate::cpu::Compiled::<$arch>::run(self, arch)
        }
    )*};
}

#[doc(hidden)]
#[macro_export]
macro_rules! __copies_in_place {
    ([$arch:ty] $(
        $(#[$_meta:meta])* $_name:ident $copy:ident = $_number:literal, $_here:meta, [$($_features:literal)?];
    )*) => {$(
        #[allow(unsafe_code)]
        #[inline(always)]
        unsafe fn $copy(self, arch: $arch) -> Self::Output {
            $crate::cpu::Compiled::<$arch>::run(self, arch)
        }
    )*};
}

// The targets of the table are those that `build.rs` names.
const _: () = assert!(
    cfg!(x86_simd) == cfg!(all(target_arch = "x86_64", target_feature = "sse2", not(target_env = "sgx"))),
    "the table of levels and build.rs disagree about this target"
);
