//! Two plies by making every move.

use core::marker::PhantomData;

use tabiya::Side;
use tabiya::cpu::{Compiled, Token, copies};

use crate::count::board::CountBoard;
use crate::count::children::for_each_child;
use crate::count::moves::moves;

/// Legal moves and their replies, in a function of its own.
#[inline(always)]
pub(super) fn pairs<S: Side, A: Token>(arch: A, b: &CountBoard) -> u64 {
    arch.run(OneByOne::<S>(b, PhantomData))
}

struct OneByOne<'a, S>(&'a CountBoard, PhantomData<S>);

impl<A: Token, S: Side> Compiled<A> for OneByOne<'_, S> {
    type Output = u64;
    #[inline(always)]
    fn run(self, arch: A) -> u64 {
        make_and_count::<S, A>(arch, self.0)
    }
    copies!(A);
}

/// The same as part of the caller.
#[inline(always)]
pub(super) fn make_and_count<S: Side, A: Token>(arch: A, b: &CountBoard) -> u64 {
    let mut total = 0;
    for_each_child::<S, _>(arch.sliders(), b, |child, _| total += u64::from(moves::<S::Opponent, _>(arch, child)));
    total
}
