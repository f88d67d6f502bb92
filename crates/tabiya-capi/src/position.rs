//! The caller's memory for a position.
//!
//! It holds the twelve numbers of [`Position::to_words`] and room for two more between a tag and a checksum. The
//! checksum tells bytes that this library wrote from bytes that it did not: memory never set up, overwritten in part,
//! or moved by half a struct. It is not a secret, so bytes made on purpose can pass it;
//! [`Position::from_words_unchecked`] then sees to it that nothing worse happens than moves without meaning.

use tabiya::Position;

use crate::status::{Failure, TabiyaStatus};

/// A position in the caller's memory: 128 bytes without pointers, to be copied, stored and compared as bytes. Only the
/// functions of this library know what is in it.
#[derive(Copy, Clone, PartialEq, Eq)]
#[repr(C)]
pub struct TabiyaPosition {
    /// Not for reading or writing.
    pub private_words: [u64; 16],
}

/// Room for the numbers; what they leave is zero.
const WORDS: usize = 14;

/// "tabiya", and a number that changes with the meaning of the words.
const TAG: u64 = u64::from_le_bytes(*b"tabiya\0\x02");

/// Odd numbers without a pattern (fractional digits of square roots of primes), one for each word.
const FACTORS: [u64; WORDS] = [
    0x6a09_e667_f3bc_c909,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
    0xcbbb_9d5d_c105_9ed9,
    0x629a_292a_367c_d507,
    0x9159_015a_3070_dd17,
    0x152f_ecd8_f70e_5939,
    0x6733_2667_ffc0_0b31,
    0x8eb4_4a87_6858_1511,
];

/// Products that do not wait for each other: every bit of every word matters, and the sum costs a few nanoseconds.
#[inline(always)]
fn checksum(words: &[u64; WORDS]) -> u64 {
    let products =
        words.iter().zip(FACTORS).map(|(&word, factor)| (word ^ factor.rotate_left(32)).wrapping_mul(factor));
    let sum = products.fold(TAG, u64::wrapping_add);
    sum ^ sum >> 32
}

impl TabiyaPosition {
    /// The caller's bytes for a position.
    #[inline]
    pub fn new(position: &Position) -> TabiyaPosition {
        let mut words = [0; WORDS];
        words[..12].copy_from_slice(&position.to_words());
        let mut private_words = [0; 16];
        private_words[0] = TAG;
        private_words[1..=WORDS].copy_from_slice(&words);
        private_words[15] = checksum(&words);
        TabiyaPosition { private_words }
    }

    /// The position, if these bytes are one.
    #[inline(always)]
    pub fn read(&self) -> Result<Position, Failure> {
        let [tag, words @ .., sum] = &self.private_words;
        if *tag == TAG
            && *sum == checksum(words)
            && let Some(numbers) = words.first_chunk()
            && let Some(position) = Position::from_words_unchecked(numbers)
        {
            return Ok(position);
        }
        Err(self.explain())
    }

    #[cold]
    fn explain(&self) -> Failure {
        let what = if self.private_words == [0; 16] {
            "these bytes are all zero: set the position up first, for instance by tabiya_startpos"
        } else if self.private_words[0] == TAG {
            "the bytes of this position were changed by other code than this library"
        } else {
            "these bytes are not a position of this version of the library"
        };
        Failure::new(TabiyaStatus::NotAPosition, what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_bit_is_noticed() {
        let position = Position::from_fen("r3k2r/8/2n5/3pP3/5B2/8/8/R3K2R w KQkq d6 0 1").unwrap();
        let good = TabiyaPosition::new(&position);
        assert_eq!(good.read().unwrap(), position);
        for bit in 0..16 * 64 {
            let mut bad = good;
            bad.private_words[bit / 64] ^= 1 << (bit % 64);
            assert_eq!(bad.read().unwrap_err().status, TabiyaStatus::NotAPosition, "bit {bit}");
        }
        let mut swapped = good;
        swapped.private_words.swap(2, 3);
        assert!(swapped.read().is_err());
    }

    #[test]
    fn the_message_says_what_was_forgotten() {
        let said = |words: [u64; 16]| TabiyaPosition { private_words: words }.read().unwrap_err().message;
        assert!(said([0; 16]).contains("set the position up first"));
        assert!(said([7; 16]).contains("not a position of this version"));
        let mut half = TabiyaPosition::new(&Position::startpos()).private_words;
        half[9..].fill(0);
        assert!(said(half).contains("changed by other code"));
    }
}
