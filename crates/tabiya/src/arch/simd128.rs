//! WebAssembly with 128-bit vectors: a build has them or not, and nothing is found out at run time.

use super::{Arch, plain_board, plain_writer};
use crate::cpu::static_token;

#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
type Proof = crate::cpu::Exists;
#[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
type Proof = core::convert::Infallible;

static_token! {
    /// This build is for WebAssembly with 128-bit vectors.
    Simd128(Proof), copy simd128
}

impl Simd128 {
    /// The token, if the build is for such a machine.
    #[inline(always)]
    pub const fn new() -> Option<Simd128> {
        #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
        // SAFETY: the build demands the instructions.
        return Some(Simd128(unsafe { Proof::assume() }));
        #[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
        return None;
    }
}

impl Arch for Simd128 {
    plain_board!();
    plain_writer!();
}
