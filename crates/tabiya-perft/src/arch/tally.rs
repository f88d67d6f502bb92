//! Adding up sets: for each square, in how many of them it was.
//!
//! The numbers are held in binary, one set of squares a digit, so that adding a set is a ripple of
//! carries through 64 little counters at once, and summing the numbers over a set of squares is one
//! popcount a digit. [`crate::arch::lanes`] does the same to sixteen sets at a time.

/// Numbers below sixteen for every square.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Tally(pub [u64; 4]);

impl Tally {
    #[inline(always)]
    pub fn add(&mut self, squares: u64) {
        let mut carry = squares;
        for digit in &mut self.0 {
            let next = *digit & carry;
            *digit ^= carry;
            carry = next;
        }
        debug_assert!(carry == 0, "a tally holds numbers below sixteen");
    }
}
