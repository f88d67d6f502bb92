//! Two plies at once: the legal moves of a board and the replies to each of them, summed.
//!
//! Moves are made only where nothing else is left: [`dense`] counts in lanes and costs the same however many moves
//! there are, [`sparse`] counts in plain words and wins where there are few, and [`one_by_one`] makes every move: the
//! twin of both.

pub(crate) mod dense;
mod one_by_one;
mod promotions;
pub(crate) mod sparse;

use tabiya::Side;

use crate::arch::Arch;
use crate::count::board::CountBoard;

/// Legal moves and their replies, two plies, summed.
#[inline(always)]
pub(crate) fn pairs<S: Side, A: Arch>(arch: A, b: &CountBoard) -> u64 {
    if A::LANES {
        dense::pairs::<S, A>(arch, b)
    } else if !sparse::WORTH_ITS_SIZE {
        one_by_one::make_and_count::<S, A>(arch, b)
    } else {
        sparse::pairs::<S, A>(arch, b)
    }
}
