//! 64-bit Arm with NEON: the compiler uses it wherever it likes, because every build for such a CPU has it.

use super::{Arch, plain_board, plain_writer};
use crate::cpu::static_token;

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
type Proof = crate::cpu::Exists;
#[cfg(not(all(target_arch = "aarch64", target_feature = "neon")))]
type Proof = core::convert::Infallible;

static_token! {
    /// This build is for 64-bit Arm with NEON.
    Neon(Proof), copy neon
}

impl Neon {
    /// The token, if the build is for such a machine.
    #[inline(always)]
    pub const fn new() -> Option<Neon> {
        #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
        // SAFETY: the build demands the instructions.
        return Some(Neon(unsafe { Proof::assume() }));
        #[cfg(not(all(target_arch = "aarch64", target_feature = "neon")))]
        return None;
    }
}

impl Arch for Neon {
    plain_board!();
    plain_writer!();
}
