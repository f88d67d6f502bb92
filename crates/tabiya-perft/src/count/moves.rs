//! One ply, counted: the number of legal moves, without expanding a single set.

use core::marker::PhantomData;

use tabiya::Side;
use tabiya::attacks::Sliders;
use tabiya::cpu::{Compiled, Token, copies};
use tabiya::movegen::MoveCounter;

use super::board::CountBoard;
use super::generate::generate;

/// The number of legal moves of the side to move.
#[inline(always)]
pub(crate) fn count_moves<S: Side, A: Sliders>(sliders: A, b: &CountBoard) -> u32 {
    let mut counter = MoveCounter::default();
    generate::<S, A, _>(sliders, b, &mut counter);
    counter.count as u32
}

/// The same with the instructions of a level.
#[inline(always)]
pub(crate) fn moves<S: Side, A: Token>(arch: A, b: &CountBoard) -> u32 {
    arch.run(Moves::<S>(b, PhantomData))
}

struct Moves<'a, S>(&'a CountBoard, PhantomData<S>);

impl<A: Token, S: Side> Compiled<A> for Moves<'_, S> {
    type Output = u32;
    #[inline(always)]
    fn run(self, arch: A) -> u32 {
        count_moves::<S, _>(arch.sliders(), self.0)
    }
    copies!(A, inline);
}
