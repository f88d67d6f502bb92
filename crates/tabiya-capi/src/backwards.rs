//! The functions of the header that look backwards, and at what can still happen.
//!
//! They keep to the contract of [`functions`](crate::functions).
#![allow(clippy::missing_safety_doc)]

use tabiya_retro::Retro;
use tabiya_retro::can_win::can_win;

use crate::functions::{TABIYA_NO_SQUARE, TabiyaMove, color};
use crate::memory::{answer, read, write, write_all};
use crate::position::TabiyaPosition;
use crate::status::{TabiyaError, TabiyaStatus};

/// Where a role would stand and there is none.
pub const TABIYA_NO_ROLE: u8 = 6;

/// A move that can have led to a position.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct TabiyaUnmove {
    /// The move as it was played.
    pub mv: TabiyaMove,
    /// What it captured, `TABIYA_ROLE_…`, or `TABIYA_NO_ROLE`.
    pub captured: u8,
    /// Where that stood: the move's target, or behind it for a capture en passant; or `TABIYA_NO_SQUARE`.
    pub captured_square: u8,
}

/// Whether a side can still win.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum TabiyaCanWin {
    /// No legal moves end with its mate.
    No = 0,
    /// Some do.
    Yes = 1,
    /// The search came to its limit.
    Unknown = 2,
}

/// Every move that can have led to a position, with what it captured. There may be many more than `TABIYA_MAX_MOVES`:
/// on `TABIYA_STATUS_TOO_SMALL` the count says how many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_unmoves(
    position: *const TabiyaPosition,
    unmoves: *mut TabiyaUnmove,
    capacity: usize,
    count: *mut usize,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let list = Retro::new(&position).unmoves();
        let found = list.iter().map(|unmove| TabiyaUnmove {
            mv: unmove.forward().bits(),
            captured: unmove.captured().map_or(TABIYA_NO_ROLE, |role| role as u8),
            captured_square: unmove.captured_square().map_or(TABIYA_NO_SQUARE, |square| square as u8),
        });
        // SAFETY: the contract of this module.
        unsafe { write_all(&found.collect::<Vec<_>>(), unmoves, capacity, count, "unmoves") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Whether a side (0 white, 1 black) can still win by any legal moves, as `TABIYA_CAN_WIN_…`: what decides a game when
/// the other side's time runs out. Most answers take microseconds, an unknown one a quarter of a second.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_can_win(
    position: *const TabiyaPosition,
    color_number: u32,
    answer_to: *mut u32,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let known = match can_win(&position, color(color_number)?).known() {
            Some(false) => TabiyaCanWin::No,
            Some(true) => TabiyaCanWin::Yes,
            None => TabiyaCanWin::Unknown,
        };
        // SAFETY: the contract of this module.
        unsafe { write(answer_to, known as u32, "the answer") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}
