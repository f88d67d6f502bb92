//! The choice between the copies of the generator, one for each [`Level`], made once a call.

use super::writer::Writer;
use super::{Counter, Kind, Legal, Sink};
use crate::attacks::MagicBitboards;
use crate::cpu::Level;
use crate::{MoveList, Position};

/// Hands the moves to a sink.
#[inline(always)]
pub(super) fn generate<K: Kind, T: Sink>(position: &Position, sink: &mut T) {
    match Level::best() {
        // SAFETY: the level is this CPU's.
        #[cfg(target_arch = "x86_64")]
        Level::Bmi2 | Level::Avx512 => unsafe { x86::generate::<K, T>(position, sink) },
        _ => super::generate::<K, _, T>(position, MagicBitboards, sink),
    }
}

/// Appends the moves to a list.
#[inline(always)]
pub(super) fn write<K: Kind>(position: &Position, list: &mut MoveList) {
    // SAFETY: the level is this CPU's.
    unsafe { write_unchecked::<K>(Level::best(), position, list) }
}

/// As [`write`], at a level of the caller's choice, if there is such a level here.
pub(super) fn write_at<K: Kind>(level: Level, position: &Position, list: &mut MoveList) -> Option<()> {
    if !level.is_available() {
        return None;
    }
    // SAFETY: the level was just found available.
    unsafe { write_unchecked::<K>(level, position, list) };
    Some(())
}

/// # Safety
/// The CPU must have the level.
#[inline(always)]
unsafe fn write_unchecked<K: Kind>(level: Level, position: &Position, list: &mut MoveList) {
    match level {
        // SAFETY: the caller's promise.
        #[cfg(target_arch = "x86_64")]
        Level::Avx512 => unsafe { x86::write_vectors::<K>(position, list) },
        // SAFETY: the caller's promise.
        #[cfg(target_arch = "x86_64")]
        Level::Bmi2 => unsafe { x86::write::<K>(position, list) },
        _ => write_portable::<K>(position, list),
    }
}

/// Out of line, as its two siblings have to be, so that the list is filled where the caller keeps it and not copied.
#[inline(never)]
fn write_portable<K: Kind>(position: &Position, list: &mut MoveList) {
    super::generate::<K, _, _>(position, MagicBitboards, &mut Writer::new(list));
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
        #[cfg(target_arch = "x86_64")]
        Level::Bmi2 | Level::Avx512 => unsafe { x86::count_legal(position) },
        _ => {
            let mut counter = Counter::default();
            super::generate::<Legal, _, _>(position, MagicBitboards, &mut counter);
            counter.count
        }
    }
}

#[cfg(target_arch = "x86_64")]
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
    pub(super) fn write<K: Kind>(position: &Position, list: &mut MoveList) {
        generate::<K, _>(position, &mut Writer::new(list));
    }

    #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2")]
    #[inline(never)]
    pub(super) fn write_vectors<K: Kind>(position: &Position, list: &mut MoveList) {
        // SAFETY: this very function demands the instructions of both.
        let (pext, mut writer) = unsafe { (Pext::assume_supported(), VectorWriter::new(Writer::new(list))) };
        super::super::generate::<K, _, _>(position, pext, &mut writer);
    }
}
