//! The choice between the copies of the generator, one for each [`Level`], made once a call.

use core::mem::MaybeUninit;

use super::writer::Writer;
use super::{Counter, Kind, Legal, Sink};
use crate::attacks::Portable;
use crate::cpu::Level;
use crate::{MoveList, Position};

/// Hands the moves to a sink.
#[inline(always)]
pub(super) fn generate<K: Kind, T: Sink>(position: &Position, sink: &mut T) {
    match Level::best() {
        // SAFETY: the level is this CPU's.
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        Level::Bmi2 | Level::Avx512 => unsafe { x86::generate::<K, T>(position, sink) },
        _ => super::generate::<K, _, T>(position, Portable::default(), sink),
    }
}

/// Appends the moves to a list.
#[inline(always)]
pub(super) fn append<K: Kind>(position: &Position, list: &mut MoveList) {
    let writer = Writer::append(list);
    match Level::best() {
        // SAFETY: the level is this CPU's.
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        Level::Avx512 => unsafe { x86::write_vectors::<K>(position, writer.list, writer.len) },
        // SAFETY: the level is this CPU's.
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        Level::Bmi2 => unsafe { x86::write::<K>(position, writer.list, writer.len) },
        _ => write_portable::<K>(position, writer.list, writer.len),
    }
}

/// The moves as a list.
#[inline(always)]
pub(super) fn list<K: Kind>(position: &Position) -> MoveList {
    // SAFETY: the level is this CPU's.
    unsafe { list_unchecked::<K>(Level::best(), position) }
}

/// As [`list`], at a level of the caller's choice, if there is such a level here.
pub(super) fn list_at<K: Kind>(level: Level, position: &Position) -> Option<MoveList> {
    // SAFETY: the level is found available first.
    level.is_available().then(|| unsafe { list_unchecked::<K>(level, position) })
}

/// Written for the optimiser: a list that nothing but one call and one copy touches, the callee not being inlined, is filled
/// where the copy would go, in the end in the caller's own variable. Any other way to write this copies 1.4 KB, which
/// was a seventh of the time of making a list.
///
/// # Safety
/// The CPU must have the level.
#[inline(always)]
unsafe fn list_unchecked<K: Kind>(level: Level, position: &Position) -> MoveList {
    match level {
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        Level::Avx512 => {
            let mut list = MaybeUninit::uninit();
            // SAFETY: the level is the caller's promise, and the callee makes it a list.
            unsafe {
                x86::write_vectors::<K>(position, &mut list, 0);
                list.as_ptr().read()
            }
        }
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        Level::Bmi2 => {
            let mut list = MaybeUninit::uninit();
            // SAFETY: the level is the caller's promise, and the callee makes it a list.
            unsafe {
                x86::write::<K>(position, &mut list, 0);
                list.as_ptr().read()
            }
        }
        _ => {
            let mut list = MaybeUninit::uninit();
            // SAFETY: the callee makes it a list.
            unsafe {
                write_portable::<K>(position, &mut list, 0);
                list.as_ptr().read()
            }
        }
    }
}

/// Writes the moves behind the first `len`, which are there, and leaves a list. As its two siblings of other levels, out
/// of line: see [`list_unchecked`].
#[inline(never)]
fn write_portable<K: Kind>(position: &Position, list: &mut MaybeUninit<MoveList>, len: usize) {
    let mut writer = Writer { list, len };
    super::generate::<K, _, _>(position, Portable::default(), &mut writer);
    writer.finish();
}

/// Counts the legal moves.
#[inline(always)]
pub(super) fn count_legal(position: &Position) -> usize {
    // SAFETY: the level is this CPU's.
    unsafe { count_legal_unchecked(Level::best(), position) }
}

/// As [`count_legal`], at a level of the caller's choice, if there is such a level here.
pub(super) fn count_legal_at(level: Level, position: &Position) -> Option<usize> {
    // SAFETY: the level is found available first.
    level.is_available().then(|| unsafe { count_legal_unchecked(level, position) })
}

/// # Safety
/// The CPU must have the level.
#[inline(always)]
unsafe fn count_legal_unchecked(level: Level, position: &Position) -> usize {
    match level {
        // SAFETY: the caller's promise.
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        Level::Bmi2 | Level::Avx512 => unsafe { x86::count_legal(position) },
        _ => {
            let mut counter = Counter::default();
            super::generate::<Legal, _, _>(position, Portable::default(), &mut counter);
            counter.count
        }
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod x86 {
    use super::super::vectors::VectorWriter;
    use super::*;
    use crate::attacks::Pext;

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn generate<K: Kind, T: Sink>(position: &Position, sink: &mut T) {
        // SAFETY: this very function demands BMI2.
        let pext = unsafe { Pext::assume_supported() };
        super::super::generate::<K, _, T>(position, pext, sink);
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    pub(super) fn count_legal(position: &Position) -> usize {
        let mut counter = Counter::default();
        generate::<Legal, _>(position, &mut counter);
        counter.count
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
    #[inline(never)]
    pub(super) fn write<K: Kind>(position: &Position, list: &mut MaybeUninit<MoveList>, len: usize) {
        let mut writer = Writer { list, len };
        generate::<K, _>(position, &mut writer);
        writer.finish();
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2")]
    #[inline(never)]
    pub(super) fn write_vectors<K: Kind>(position: &Position, list: &mut MaybeUninit<MoveList>, len: usize) {
        // SAFETY: this very function demands the instructions of both.
        let (pext, mut writer) =
            unsafe { (Pext::assume_supported(), VectorWriter::new(Writer { list, len }, position.them())) };
        super::super::generate::<K, _, _>(position, pext, &mut writer);
        writer.rest.finish();
    }
}
