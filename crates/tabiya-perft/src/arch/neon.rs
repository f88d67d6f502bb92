//! 64-bit Arm with NEON: two plies at once in arrays, of which the compiler makes NEON registers.

use tabiya::cpu::{Neon, Portable, Token};

use super::Arch;
use super::portable::Array;

impl Arch for Neon {
    type Lanes = Array;
    type WithoutLanes = Portable;
    const LANES: bool = true;

    #[inline(always)]
    fn lanes(self) {}

    #[inline(always)]
    fn without_lanes(self) -> Portable {
        self.scalar()
    }
}
