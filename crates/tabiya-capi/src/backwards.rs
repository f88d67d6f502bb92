//! The functions of the header that look backwards, at what can have happened and at what can still happen.
//!
//! They keep to the contract of [`functions`](crate::functions).
#![allow(clippy::missing_safety_doc)]

use std::ffi::c_char;

use tabiya::Position;
use tabiya_retro::Retro;
use tabiya_retro::can_arise::{Arise, Limits, Starts, can_arise_within};
use tabiya_retro::can_win::can_win;

use crate::functions::{TABIYA_NO_SQUARE, TabiyaBitboard, TabiyaMove, color};
use crate::memory::{answer, read, text, write, write_all};
use crate::position::TabiyaPosition;
use crate::status::{Failure, TabiyaError, TabiyaStatus, cut};

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

/// Whether a game can reach a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum TabiyaCanArise {
    /// No game does.
    No = 0,
    /// One does.
    Yes = 1,
    /// Neither a game nor a proof against it was found within the limits.
    Unknown = 2,
}

/// No game that `tabiya_can_arise` finds has more plies than this.
pub const TABIYA_MAX_PROOF_GAME: usize = 64;

/// How long the short name of a reason may be, its final zero included.
pub const TABIYA_REASON_SIZE: usize = 32;

/// How long a reason may be as a sentence, its final zero included.
pub const TABIYA_REASON_TEXT_SIZE: usize = 1024;

/// Whether a game can reach a position, with the game or with the reason why not.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct TabiyaArise {
    /// For a yes, where the game starts; else the position itself.
    pub start: TabiyaPosition,
    /// For a no, the squares that the reason speaks of.
    pub squares: TabiyaBitboard,
    /// `TABIYA_CAN_ARISE_…`.
    pub answer: u32,
    /// For a yes, how many moves the game has: no game is shorter.
    pub plies: u32,
    /// For a yes, its moves.
    pub moves: [TabiyaMove; TABIYA_MAX_PROOF_GAME],
    /// For a no, a short name of the reason (`pawn-captures`, `caged`, …), ended by a zero; else empty.
    pub reason: [c_char; TABIYA_REASON_SIZE],
    /// For a no, the reason as a sentence in English, UTF-8, ended by a zero, cut if it is too long; else empty.
    pub text: [c_char; TABIYA_REASON_TEXT_SIZE],
}

impl TabiyaArise {
    fn new(position: &Position, found: &Arise) -> TabiyaArise {
        let mut arise = TabiyaArise {
            start: TabiyaPosition::new(position),
            squares: 0,
            answer: TabiyaCanArise::Unknown as u32,
            plies: 0,
            moves: [0; TABIYA_MAX_PROOF_GAME],
            reason: [0; TABIYA_REASON_SIZE],
            text: [0; TABIYA_REASON_TEXT_SIZE],
        };
        match found {
            Arise::Yes(game) => {
                arise.answer = TabiyaCanArise::Yes as u32;
                arise.start = TabiyaPosition::new(&game.start);
                arise.plies = game.moves.len() as u32;
                for (at, mv) in arise.moves.iter_mut().zip(&game.moves) {
                    *at = mv.bits();
                }
            }
            Arise::No(why) => {
                arise.answer = TabiyaCanArise::No as u32;
                arise.squares = why.squares().0;
                arise.reason = cut(why.name());
                arise.text = cut(&why.to_string());
            }
            Arise::Unknown => {}
        }
        arise
    }
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

/// Whether a game can reach a position: the game, with as few moves as any, or the reason why not. Clocks are not looked
/// at. It takes up to a fifth of a second.
///
/// `starts` says where games begin: `standard`, `chess960`, `chess960:N` with the number of a start position,
/// `double-chess960` or `double-chess960:N:N`; null, with the length 0, for those that the castling rights tell of.
/// `positions` is how many the search for a game looks at; 0 for the usual 200,000.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_can_arise(
    position: *const TabiyaPosition,
    starts: *const c_char,
    starts_length: usize,
    positions: u64,
    answer_to: *mut TabiyaArise,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let starts = if starts.is_null() && starts_length == 0 {
            Starts::of(&position)
        } else {
            // SAFETY: the contract of this module.
            let name = unsafe { text(starts, starts_length)? };
            let bad = |error| Failure::new(TabiyaStatus::BadText, format_args!("{name:?}: {error}"));
            name.parse().map_err(bad)?
        };
        let mut limits = Limits::default();
        limits.plies = limits.plies.min(TABIYA_MAX_PROOF_GAME as u32);
        if positions > 0 {
            limits.positions = positions;
        }
        let found = can_arise_within(&position, starts, &limits);
        // SAFETY: the contract of this module.
        unsafe { write(answer_to, TabiyaArise::new(&position, &found), "the answer") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}
