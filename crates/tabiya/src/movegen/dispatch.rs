//! The generator as tasks, compiled once for each level; the choice between the copies is made once per call.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::writer::{ListSink, Writer};
use super::{AnyMove, Kind, Legal, MoveCounter, Sink, generate};
use crate::MoveList;
use crate::arch::Arch;
use crate::cpu::{Compiled, Detected, Token, copies};
use crate::position::Node;

/// Hands the moves to a sink.
#[inline(always)]
pub(super) fn into_sink<K: Kind, N: Node, T: Sink>(cpu: Detected, node: N, sink: &mut T) {
    // Sets are made one at a time: where nothing writes a list, vectors only make the copies larger
    // (2 % slower when counted).
    cpu.run_scalar(IntoSink { node, sink, kind: PhantomData::<K> });
}

struct IntoSink<'a, K, N, T> {
    node: N,
    sink: &'a mut T,
    kind: PhantomData<K>,
}

impl<A: Arch, K: Kind, N: Node, T: Sink> Compiled<A> for IntoSink<'_, K, N, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, arch: A) {
        generate::<K, N, _, T>(self.node, arch.sliders(), self.sink);
    }

    copies!(A);
}

/// Counts the legal moves.
#[inline(always)]
pub(super) fn count_legal<N: Node>(cpu: Detected, node: N) -> usize {
    cpu.run_scalar(CountLegal { node })
}

struct CountLegal<N> {
    node: N,
}

impl<A: Arch, N: Node> Compiled<A> for CountLegal<N> {
    type Output = usize;

    #[inline(always)]
    fn run(self, arch: A) -> usize {
        let mut counter = MoveCounter::default();
        generate::<Legal, _, _, _>(self.node, arch.sliders(), &mut counter);
        counter.count
    }

    copies!(A);
}

/// Whether there is a legal move.
#[inline(always)]
pub(super) fn has_legal_move<N: Node>(cpu: Detected, node: N) -> bool {
    cpu.run_scalar(FindLegal { node })
}

struct FindLegal<N> {
    node: N,
}

impl<A: Arch, N: Node> Compiled<A> for FindLegal<N> {
    type Output = bool;

    #[inline(always)]
    fn run(self, arch: A) -> bool {
        let mut any = AnyMove::default();
        generate::<Legal, _, _, _>(self.node, arch.sliders(), &mut any);
        any.found
    }

    copies!(A);
}

/// Hands a task that writes a list to the level whose way of writing lists this one has: levels that differ only in how
/// they play moves share a copy.
struct Listing<T>(T);

impl<A: Arch, T: Compiled<A::Lists>> Compiled<A> for Listing<T> {
    type Output = T::Output;

    #[inline(always)]
    fn run(self, arch: A) -> T::Output {
        arch.lists().run(self.0)
    }

    copies!(A, in_place);
}

/// Appends the moves to a list.
#[inline(always)]
pub(super) fn append<K: Kind, N: Node>(cpu: Detected, node: N, list: &mut MoveList) {
    cpu.run(Listing(Append { node, list, kind: PhantomData::<K> }));
}

struct Append<'a, K, N> {
    node: N,
    list: &'a mut MoveList,
    kind: PhantomData<K>,
}

impl<A: Arch, K: Kind, N: Node> Compiled<A> for Append<'_, K, N> {
    type Output = ();

    #[inline(always)]
    fn run(self, arch: A) {
        write::<K, N>(arch, self.node, Writer::append(self.list));
    }

    copies!(A);
}

/// The moves as a list.
#[inline(always)]
pub(super) fn list<K: Kind, N: Node>(cpu: Detected, node: N) -> MoveList {
    cpu.run(List { node, kind: PhantomData::<K> })
}

/// Written for the optimiser: a list that nothing but one call and one copy touches, the callee not being inlined, is
/// filled where the copy would go, in the end in the caller's own variable. Any other way to write this copies 1.4 KB,
/// which was a seventh of the time of making a list. So the variable is there once per level.
struct List<K, N> {
    node: N,
    kind: PhantomData<K>,
}

impl<A: Arch, K: Kind, N: Node> Compiled<A> for List<K, N> {
    type Output = MoveList;

    #[inline(always)]
    fn run(self, arch: A) -> MoveList {
        let mut list = MaybeUninit::uninit();
        arch.lists().run(Fill { node: self.node, list: &mut list, kind: self.kind });
        // SAFETY: the task has made it a list, as `ListSink::finish` promises.
        unsafe { list.as_ptr().read() }
    }

    copies!(A, in_place);
}

struct Fill<'a, K, N> {
    node: N,
    list: &'a mut MaybeUninit<MoveList>,
    kind: PhantomData<K>,
}

impl<A: Arch, K: Kind, N: Node> Compiled<A> for Fill<'_, K, N> {
    type Output = ();

    #[inline(always)]
    fn run(self, arch: A) {
        write::<K, N>(arch, self.node, Writer::new(self.list));
    }

    copies!(A);
}

#[inline(always)]
fn write<K: Kind, N: Node>(arch: impl Arch, node: N, writer: Writer<'_>) {
    // SAFETY: only the generator gets it, whose sets are cut out of the attacks of the piece, and whose pawns capture
    // what `them` has and step to empty squares.
    let mut writer = unsafe { arch.writer(writer, node.position().them()) };
    generate::<K, N, _, _>(node, arch.sliders(), &mut writer);
    writer.finish();
}
