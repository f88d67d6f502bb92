//! The generator, compiled once for each [`Machine`]; the choice between the copies is made once per call.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::writer::{ListSink, Writer};
use super::{AnyMove, Counter, Kind, Legal, Sink};
use crate::cpu::{Detected, Task, Token};
use crate::machine::{Machine, with_machine};
use crate::{MoveList, Position};

/// Sets are made one at a time: where nothing writes a list, vectors only make the copies larger (2 % slower when counted).
#[inline(always)]
fn without_vectors(cpu: Detected) -> Detected {
    match cpu {
        Detected::Avx512(token) => Detected::Bmi2(token.into()),
        Detected::Avx2(token) => Detected::Bmi2(token.into()),
        plain => plain,
    }
}

/// Hands the moves to a sink.
#[inline(always)]
pub(super) fn generate<K: Kind, T: Sink>(cpu: Detected, position: &Position, sink: &mut T) {
    struct Generate<'a, M, K, T> {
        machine: M,
        position: &'a Position,
        sink: &'a mut T,
        kind: PhantomData<K>,
    }

    impl<M: Machine, K: Kind, T: Sink> Task for Generate<'_, M, K, T> {
        type Output = ();

        #[inline(always)]
        fn run(self) {
            super::generate::<K, _, T>(self.position, self.machine.sliders(), self.sink);
        }
    }

    with_machine!(without_vectors(cpu), machine => machine.run_outlined(Generate::<_, K, T> { machine, position, sink, kind: PhantomData }));
}

/// Counts the legal moves.
#[inline(always)]
pub(super) fn count_legal(cpu: Detected, position: &Position) -> usize {
    struct Count<'a, M> {
        machine: M,
        position: &'a Position,
    }

    impl<M: Machine> Task for Count<'_, M> {
        type Output = usize;

        #[inline(always)]
        fn run(self) -> usize {
            let mut counter = Counter::default();
            super::generate::<Legal, _, _>(self.position, self.machine.sliders(), &mut counter);
            counter.count
        }
    }

    with_machine!(without_vectors(cpu), machine => machine.run_outlined(Count { machine, position }))
}

/// Whether there is a legal move.
#[inline(always)]
pub(super) fn has_legal_move(cpu: Detected, position: &Position) -> bool {
    struct Find<'a, M> {
        machine: M,
        position: &'a Position,
    }

    impl<M: Machine> Task for Find<'_, M> {
        type Output = bool;

        #[inline(always)]
        fn run(self) -> bool {
            let mut any = AnyMove::default();
            super::generate::<Legal, _, _>(self.position, self.machine.sliders(), &mut any);
            any.found
        }
    }

    with_machine!(without_vectors(cpu), machine => machine.run_outlined(Find { machine, position }))
}

/// Appends the moves to a list.
#[inline(always)]
pub(super) fn append<K: Kind>(cpu: Detected, position: &Position, list: &mut MoveList) {
    struct Append<'a, M, K> {
        machine: M,
        position: &'a Position,
        list: &'a mut MoveList,
        kind: PhantomData<K>,
    }

    impl<M: Machine, K: Kind> Task for Append<'_, M, K> {
        type Output = ();

        #[inline(always)]
        fn run(self) {
            write::<K>(self.machine, self.position, Writer::append(self.list));
        }
    }

    with_machine!(cpu, machine => machine.run_outlined(Append::<_, K> { machine, position, list, kind: PhantomData }));
}

/// The moves as a list.
///
/// Written for the optimiser: a list that nothing but one call and one copy touches, the callee not being inlined, is filled
/// where the copy would go, in the end in the caller's own variable. Any other way to write this copies 1.4 KB, which
/// was a seventh of the time of making a list.
#[inline(always)]
pub(super) fn list<K: Kind>(cpu: Detected, position: &Position) -> MoveList {
    struct Fill<'a, M, K> {
        machine: M,
        position: &'a Position,
        list: &'a mut MaybeUninit<MoveList>,
        kind: PhantomData<K>,
    }

    impl<M: Machine, K: Kind> Task for Fill<'_, M, K> {
        type Output = ();

        #[inline(always)]
        fn run(self) {
            write::<K>(self.machine, self.position, Writer::new(self.list));
        }
    }

    with_machine!(cpu, machine => {
        let mut list = MaybeUninit::uninit();
        machine.run_outlined(Fill::<_, K> { machine, position, list: &mut list, kind: PhantomData });
        // SAFETY: the task has made it a list, as `ListSink::finish` promises.
        unsafe { list.as_ptr().read() }
    })
}

#[inline(always)]
fn write<K: Kind>(machine: impl Machine, position: &Position, writer: Writer<'_>) {
    // SAFETY: only the generator gets it, whose sets are cut out of the attacks of the piece, and whose pawns capture what `them` has and step to
    // empty squares.
    let mut writer = unsafe { machine.writer(writer, position.them()) };
    super::generate::<K, _, _>(position, machine.sliders(), &mut writer);
    writer.finish();
}
