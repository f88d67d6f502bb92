//! WebAssembly with 128-bit vectors: two plies at once in arrays, of which the compiler makes vectors.

use tabiya::cpu::{Portable, Simd128, Token};

use super::Arch;
use super::portable::Array;

impl Arch for Simd128 {
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
