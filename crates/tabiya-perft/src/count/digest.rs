//! A checksum of numbers and positions, the same on every machine.

/// Words mixed one after the other.
pub(crate) struct Digest(u64);

impl Digest {
    pub fn new() -> Self {
        Self(0x7461_6269_7961)
    }

    /// The finalizer of SplitMix64, which every bit of both words goes through.
    pub fn word(&mut self, word: u64) {
        let mut bits = (self.0 ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 = bits ^ bits >> 31;
    }

    pub fn value(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A word goes through what makes the first number of SplitMix64, whose authors' program prints these for seeds 0
    /// and 0x9e37….
    #[test]
    fn digests_mix_as_splitmix64_does() {
        let mut digest = Digest(0);
        digest.word(0);
        assert_eq!(digest.value(), 0xe220_a839_7b1d_cdaf);
        let mut digest = Digest(0x1234);
        digest.word(0x1234 ^ 0x9e37_79b9_7f4a_7c15);
        assert_eq!(digest.value(), 0x6e78_9e6a_a1b9_65f4);
    }
}
