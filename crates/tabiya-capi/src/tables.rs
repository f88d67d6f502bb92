//! The functions of the header for endgame tables: Syzygy's, and those that this library solves.
//!
//! They keep to the contract of [`functions`](crate::functions). Tables are the one thing that the library keeps
//! between calls: under a number, so that a number without tables is an error and never a dangling pointer.
#![allow(clippy::missing_safety_doc)]

use std::ffi::c_char;
use std::sync::atomic::{AtomicBool, AtomicU64};

use tabiya_retro::endgame::{Distance, EndgameError, Endgames, Material, Options};
use tabiya_syzygy::{SyzygyError, Tablebase};

use crate::functions::TabiyaMove;
use crate::handles::Handles;
use crate::memory::{answer, null, read, text, write, write_all};
use crate::position::TabiyaPosition;
use crate::status::{Failure, TabiyaError, TabiyaStatus};

/// Open Syzygy tables: a number, not a pointer. Threads may share it.
pub type TabiyaSyzygy = u64;

/// Tables of distances to mate: a number, not a pointer. Threads may share it.
pub type TabiyaEndgames = u64;

/// A move of a position as Syzygy tables rank it.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct TabiyaRankedMove {
    /// The distance to the next zeroing move or mate, from the position before the move: 1 for a move that mates or
    /// zeroes the clock and wins.
    pub dtz: i32,
    /// The result for the side that makes it, with the fifty-move clock where it stands, from bad to good: -3 a loss,
    /// -2 perhaps a loss (the table is rounded), -1 a loss but for the fifty-move rule, 0 a draw, 1 a win but for the
    /// fifty-move rule, 2 perhaps a win, 3 a win.
    pub outcome: i32,
    /// The move.
    pub mv: TabiyaMove,
    /// Whether the distance is known to the ply; if not, it may be one longer.
    pub exact: bool,
    /// Whether the move sets the fifty-move clock to 0.
    pub zeroing: bool,
}

/// A move of a solved position.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct TabiyaSolvedMove {
    /// For the side that makes it: 1 a win, 0 a draw, -1 a loss.
    pub result: i32,
    /// The plies from the position before the move to the mate; 0 for a draw.
    pub plies: u32,
    /// The move.
    pub mv: TabiyaMove,
}

static SYZYGY: Handles<Tablebase> = Handles::new("Syzygy tables");
static ENDGAMES: Handles<Endgames> = Handles::new("solved endgames");

impl From<SyzygyError> for Failure {
    fn from(error: SyzygyError) -> Failure {
        let status = match error {
            SyzygyError::Castling | SyzygyError::TooManyMen { .. } | SyzygyError::Missing { .. } => {
                TabiyaStatus::NoAnswer
            }
            SyzygyError::Damaged { .. } | SyzygyError::Io { .. } => TabiyaStatus::BadFile,
            _ => TabiyaStatus::BadArgument,
        };
        Failure::new(status, error)
    }
}

impl From<EndgameError> for Failure {
    fn from(error: EndgameError) -> Failure {
        let status = match error {
            EndgameError::Castling | EndgameError::NoTable(_) => TabiyaStatus::NoAnswer,
            EndgameError::TooManyMen(_) => TabiyaStatus::BadArgument,
            EndgameError::TooLong(_) | EndgameError::OutOfMemory(_) => TabiyaStatus::TooLarge,
            EndgameError::Contradiction(_) => TabiyaStatus::BadFile,
            _ => TabiyaStatus::Internal,
        };
        Failure::new(status, error)
    }
}

/// Opens the Syzygy tables of folders, which are written with ':' between them, on Windows with ';'. Files are opened
/// when they are first asked. `count` may be null; it gets how many there are, which may be none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_syzygy_open(
    folders: *const c_char,
    length: usize,
    tables: *mut TabiyaSyzygy,
    count: *mut usize,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let folders = unsafe { text(folders, length)? };
        if tables.is_null() {
            return Err(null("the tables"));
        }
        let mut opened = Tablebase::new();
        opened.add_path(folders)?;
        if !count.is_null() {
            // SAFETY: the contract of this module.
            unsafe { write(count, opened.len(), "the count")? };
        }
        // SAFETY: the contract of this module.
        unsafe { write(tables, SYZYGY.open(opened), "the tables") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// The men of the largest Syzygy table, kings included; 0 without tables.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_syzygy_max_men(
    tables: TabiyaSyzygy,
    men: *mut u32,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    // SAFETY: the contract of this module.
    let work = || unsafe { write(men, SYZYGY.get(tables)?.max_men(), "the number of men") };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// The result of a position if its fifty-move clock stood at 0: 2 a win, 1 a win but for the fifty-move rule, 0 a draw,
/// -1 a loss but for the fifty-move rule, -2 a loss. This is the call for a search, after a zeroing move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_syzygy_probe_wdl(
    tables: TabiyaSyzygy,
    position: *const TabiyaPosition,
    wdl: *mut i32,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let found = SYZYGY.get(tables)?.probe_wdl(&position)?;
        // SAFETY: the contract of this module.
        unsafe { write(wdl, found.number(), "the result") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// The distance in plies to the next zeroing move or mate: positive for a win, negative for a loss, 0 for a draw,
/// beyond 100 where the fifty-move rule draws. `exact` may be null; it gets whether the distance is known to the ply,
/// or may be one longer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_syzygy_probe_dtz(
    tables: TabiyaSyzygy,
    position: *const TabiyaPosition,
    dtz: *mut i32,
    exact: *mut bool,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let found = SYZYGY.get(tables)?.probe_dtz(&position)?;
        if !exact.is_null() {
            // SAFETY: the contract of this module.
            unsafe { write(exact, found.is_exact(), "the answer")? };
        }
        // SAFETY: the contract of this module.
        unsafe { write(dtz, found.plies(), "the distance") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Every legal move, the best first. Playing the first each time wins what is won, and all moves with its outcome keep
/// the result. `TABIYA_MAX_MOVES` are always room enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_syzygy_rank(
    tables: TabiyaSyzygy,
    position: *const TabiyaPosition,
    moves: *mut TabiyaRankedMove,
    capacity: usize,
    count: *mut usize,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let ranked = SYZYGY.get(tables)?.rank_root_moves(&position)?.into_iter().map(|ranked| TabiyaRankedMove {
            dtz: ranked.dtz.plies(),
            outcome: ranked.outcome as i32 - tabiya_syzygy::ClockedWdl::Draw as i32,
            mv: ranked.mv.bits(),
            exact: ranked.dtz.is_exact(),
            zeroing: ranked.is_zeroing,
        });
        // SAFETY: the contract of this module.
        unsafe { write_all(&ranked.collect::<Vec<_>>(), moves, capacity, count, "moves") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Closes Syzygy tables. A probe that another thread has begun is finished.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_syzygy_close(tables: TabiyaSyzygy, error: *mut TabiyaError) -> TabiyaStatus {
    // SAFETY: the contract of this module.
    unsafe { answer(error, || SYZYGY.close(tables)) }
}

/// Solves an endgame of at most five men, written as in KRKN or KQPKR, and all that it can become: the distance to mate
/// of every position. Three men take milliseconds, four seconds, five minutes and hundreds of megabytes. `threads` is
/// how many to work with; 0 for one on each core.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_endgame_solve(
    material: *const c_char,
    length: usize,
    threads: usize,
    tables: *mut TabiyaEndgames,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let material = unsafe { text(material, length)? };
        let material: Material = material.parse().map_err(|error| Failure::new(TabiyaStatus::BadText, error))?;
        // Not after minutes of work.
        if tables.is_null() {
            return Err(null("the tables"));
        }
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        };
        let mut solved = Endgames::new();
        solved.add(material, Options { threads, cancel: &AtomicBool::new(false), done: &AtomicU64::new(0) })?;
        // SAFETY: the contract of this module.
        unsafe { write(tables, ENDGAMES.open(solved), "the tables") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Reads the tables of a folder that `tabiya solve --tables` has written. `count` may be null; it gets how many there
/// are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_endgame_open(
    folder: *const c_char,
    length: usize,
    tables: *mut TabiyaEndgames,
    count: *mut usize,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let folder = unsafe { text(folder, length)? };
        if tables.is_null() {
            return Err(null("the tables"));
        }
        let mut found = Endgames::new();
        let read = found.read_folder(folder).map_err(|error| Failure::new(TabiyaStatus::BadFile, error))?;
        if !count.is_null() {
            // SAFETY: the contract of this module.
            unsafe { write(count, read, "the count")? };
        }
        // SAFETY: the contract of this module.
        unsafe { write(tables, ENDGAMES.open(found), "the tables") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// The result of a solved position (1 a win for the side to move, 0 a draw, -1 a loss) and the plies to the mate, 0 for
/// a draw and on the board of a mate. `plies` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_endgame_probe(
    tables: TabiyaEndgames,
    position: *const TabiyaPosition,
    result: *mut i32,
    plies: *mut u32,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let (value, distance) = solved(ENDGAMES.get(tables)?.probe(&position)?);
        if !plies.is_null() {
            // SAFETY: the contract of this module.
            unsafe { write(plies, distance, "the distance")? };
        }
        // SAFETY: the contract of this module.
        unsafe { write(result, value, "the result") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Every legal move of a solved position, the best first: the shortest win, or the longest loss. `TABIYA_MAX_MOVES` are
/// always room enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_endgame_moves(
    tables: TabiyaEndgames,
    position: *const TabiyaPosition,
    moves: *mut TabiyaSolvedMove,
    capacity: usize,
    count: *mut usize,
    error: *mut TabiyaError,
) -> TabiyaStatus {
    let work = || {
        // SAFETY: the contract of this module.
        let position = unsafe { read(position, "the position")?.read()? };
        let found = ENDGAMES.get(tables)?.moves(&position)?.into_iter().map(|(mv, distance)| {
            let (result, plies) = solved(distance);
            TabiyaSolvedMove { result, plies, mv: mv.bits() }
        });
        // SAFETY: the contract of this module.
        unsafe { write_all(&found.collect::<Vec<_>>(), moves, capacity, count, "moves") }
    };
    // SAFETY: the contract of this module.
    unsafe { answer(error, work) }
}

/// Closes solved endgames. A probe that another thread has begun is finished.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tabiya_endgame_close(tables: TabiyaEndgames, error: *mut TabiyaError) -> TabiyaStatus {
    // SAFETY: the contract of this module.
    unsafe { answer(error, || ENDGAMES.close(tables)) }
}

/// A result as a number, and its plies.
fn solved(distance: Distance) -> (i32, u32) {
    match distance {
        Distance::Win(plies) => (1, plies),
        Distance::Draw => (0, 0),
        Distance::Loss(plies) => (-1, plies),
    }
}
