//! The generator as tasks, compiled once for each level; the choice between the copies is made once per call.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::writer::{ListSink, Writer};
use super::{AnyMove, Kind, Legal, MoveCounter, Sink, generate};
use crate::arch::Arch;
use crate::cpu::{Compiled, Detected, copies};
use crate::{MoveList, Position};

/// Hands the moves to a sink.
#[inline(always)]
pub(super) fn into_sink<K: Kind, T: Sink>(cpu: Detected, position: &Position, sink: &mut T) {
    // Sets are made one at a time: where nothing writes a list, vectors only make the copies larger
    // (2 % slower when counted).
    cpu.scalar().run(IntoSink { position, sink, kind: PhantomData::<K> });
}

struct IntoSink<'a, K, T> {
    position: &'a Position,
    sink: &'a mut T,
    kind: PhantomData<K>,
}

impl<A: Arch, K: Kind, T: Sink> Compiled<A> for IntoSink<'_, K, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, arch: A) {
        generate::<K, _, T>(self.position, arch.sliders(), self.sink);
    }

    copies!(A);
}

/// Counts the legal moves.
#[inline(always)]
pub(super) fn count_legal(cpu: Detected, position: &Position) -> usize {
    cpu.scalar().run(CountLegal { position })
}

struct CountLegal<'a> {
    position: &'a Position,
}

impl<A: Arch> Compiled<A> for CountLegal<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, arch: A) -> usize {
        let mut counter = MoveCounter::default();
        generate::<Legal, _, _>(self.position, arch.sliders(), &mut counter);
        counter.count
    }

    copies!(A);
}

/// Whether there is a legal move.
#[inline(always)]
pub(super) fn has_legal_move(cpu: Detected, position: &Position) -> bool {
    cpu.scalar().run(FindLegal { position })
}

struct FindLegal<'a> {
    position: &'a Position,
}

impl<A: Arch> Compiled<A> for FindLegal<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, arch: A) -> bool {
        let mut any = AnyMove::default();
        generate::<Legal, _, _>(self.position, arch.sliders(), &mut any);
        any.found
    }

    copies!(A);
}

/// Appends the moves to a list.
#[inline(always)]
pub(super) fn append<K: Kind>(cpu: Detected, position: &Position, list: &mut MoveList) {
    cpu.run(Append { position, list, kind: PhantomData::<K> });
}

struct Append<'a, K> {
    position: &'a Position,
    list: &'a mut MoveList,
    kind: PhantomData<K>,
}

impl<A: Arch, K: Kind> Compiled<A> for Append<'_, K> {
    type Output = ();

    #[inline(always)]
    fn run(self, arch: A) {
        write::<K>(arch, self.position, Writer::append(self.list));
    }

    copies!(A);
}

/// The moves as a list.
#[inline(always)]
pub(super) fn list<K: Kind>(cpu: Detected, position: &Position) -> MoveList {
    cpu.run(List { position, kind: PhantomData::<K> })
}

/// Written for the optimiser: a list that nothing but one call and one copy touches, the callee not being inlined, is
/// filled where the copy would go, in the end in the caller's own variable. Any other way to write this copies 1.4 KB,
/// which was a seventh of the time of making a list. So the variable is there once per level.
struct List<'a, K> {
    position: &'a Position,
    kind: PhantomData<K>,
}

impl<A: Arch, K: Kind> Compiled<A> for List<'_, K> {
    type Output = MoveList;

    #[inline(always)]
    fn run(self, arch: A) -> MoveList {
        let mut list = MaybeUninit::uninit();
        arch.run(Fill { position: self.position, list: &mut list, kind: self.kind });
        // SAFETY: the task has made it a list, as `ListSink::finish` promises.
        unsafe { list.as_ptr().read() }
    }

    copies!(A, in_place);
}

struct Fill<'a, K> {
    position: &'a Position,
    list: &'a mut MaybeUninit<MoveList>,
    kind: PhantomData<K>,
}

impl<A: Arch, K: Kind> Compiled<A> for Fill<'_, K> {
    type Output = ();

    #[inline(always)]
    fn run(self, arch: A) {
        write::<K>(arch, self.position, Writer::new(self.list));
    }

    copies!(A);
}

#[inline(always)]
fn write<K: Kind>(arch: impl Arch, position: &Position, writer: Writer<'_>) {
    // SAFETY: only the generator gets it, whose sets are cut out of the attacks of the piece, and whose pawns capture
    // what `them` has and step to empty squares.
    let mut writer = unsafe { arch.writer(writer, position.them()) };
    generate::<K, _, _>(position, arch.sliders(), &mut writer);
    writer.finish();
}
