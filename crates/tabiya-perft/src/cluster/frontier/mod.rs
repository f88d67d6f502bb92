//! The distinct positions a number of plies away, and how many paths lead to each.
//!
//! Level by level: every position of a level is expanded, its children are sorted and equal ones
//! merged, and the sorted runs of all threads are merged into the next level. Whole positions are compared, so nothing
//! depends on a hash. What does not fit into the memory that was granted goes to a file. The order is that
//! of the codes, whatever the number of threads or the memory.

mod code;
mod cut;
mod store;

use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use tabiya::{Color, Position};

use crate::run::memory::room_for_tables;
use crate::run::plan::{Node, Turn};
use crate::run::work::share_out;
pub(crate) use code::{Code, MOST_PIECES};
use store::{ENTRY_BYTES, Entry, Run, Spill};

/// The positions some plies away from a position, ready to be found.
///
/// ```
/// use tabiya::Position;
/// use tabiya_perft::Frontier;
///
/// let found = Frontier::new(&Position::startpos(), 3).run().unwrap();
/// assert_eq!((found.distinct(), found.paths()), (5362, 8902));
/// let first = found.iter().next().unwrap().unwrap();
/// assert!(first.paths >= 1);
/// ```
#[derive(Clone)]
pub struct Frontier<'a> {
    position: &'a Position,
    plies: u32,
    threads: usize,
    memory: usize,
    folder: Option<PathBuf>,
    cancel: Option<&'a AtomicBool>,
}

/// Why the positions could not be found.
#[derive(Debug)]
#[non_exhaustive]
pub enum FrontierError {
    /// There are more pieces than a game begins with.
    TooManyPieces,
    /// More paths lead to one position than 64 bits can say.
    TooManyPaths,
    /// More ranges were asked for than [`Positions::MOST_RANGES`].
    TooManyRanges(usize),
    /// The flag that cancels was raised.
    Cancelled,
    /// A file for what did not fit into memory could not be written or read.
    Io(io::Error),
}

impl fmt::Display for FrontierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrontierError::TooManyPieces => write!(f, "positions of more than {MOST_PIECES} pieces cannot be merged"),
            FrontierError::TooManyPaths => write!(f, "more paths lead to one position than fit into 64 bits"),
            FrontierError::TooManyRanges(ranges) => {
                write!(f, "{ranges} ranges are too many; the most is {}", Positions::MOST_RANGES)
            }
            FrontierError::Cancelled => write!(f, "cancelled"),
            FrontierError::Io(error) => {
                write!(f, "the temporary file for positions that do not fit into memory: {error}")
            }
        }
    }
}

impl std::error::Error for FrontierError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            FrontierError::Io(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for FrontierError {
    fn from(error: io::Error) -> Self {
        FrontierError::Io(error)
    }
}

/// One of the positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The position, as if a game began with it: no past, the first move.
    pub position: Position,
    /// How many sequences of moves lead to it.
    pub paths: u64,
}

/// The positions that were found, in the order of their squares and pieces.
pub struct Positions {
    level: Level,
    color: Color,
    distinct: u64,
    paths: u128,
    spilled: bool,
    threads: usize,
}

/// A level: sorted runs that follow each other, and the file that holds what is not in memory.
struct Level {
    runs: Vec<Run>,
    spill: Spill,
}

impl<'a> Frontier<'a> {
    /// The positions `plies` plies away, on all cores, with 2 GiB of memory, or half of what this machine or the
    /// control group of this process has to spare if that is less.
    pub fn new(position: &'a Position, plies: u32) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { position, plies, threads, memory: usual_memory(room_for_tables()), folder: None, cancel: None }
    }

    /// On how many threads; one at least.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// About how many bytes of memory may be used before positions go to a file; 8 MiB at least.
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes.max(LEAST_MEMORY);
        self
    }

    /// Where that file is made: by default the system's folder for temporary files.
    pub fn folder(mut self, folder: PathBuf) -> Self {
        self.folder = Some(folder);
        self
    }

    /// Stops soon after this flag becomes true.
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Finds them.
    pub fn run(self) -> Result<Positions, FrontierError> {
        if self.position.occupied().len() > MOST_PIECES {
            return Err(FrontierError::TooManyPieces);
        }
        let top = Turn::from(self.position);
        let first = Entry { code: Code::new(&top), paths: 1 };
        let mut level = Level { runs: vec![Run::Here(vec![first])], spill: self.spill() };
        let mut color = top.color;
        for ply in 0..self.plies {
            if level.runs.iter().all(|run| run.len() == 0) {
                // The game is over here, however many plies are left.
                color = if (self.plies - ply).is_multiple_of(2) { color } else { !color };
                break;
            }
            let runs = self.expand(&level, color)?;
            level = self.merge(runs)?;
            color = !color;
        }
        self.found(level, color)
    }

    /// The last level, with its sums.
    fn found(&self, level: Level, color: Color) -> Result<Positions, FrontierError> {
        let (mut distinct, mut paths, mut spilled) = (0, 0, false);
        for run in &level.runs {
            distinct += run.len() as u64;
            spilled |= matches!(run, Run::Spilled { .. });
            for at in (0..run.len()).step_by(BLOCK) {
                self.look()?;
                paths += level.spill.read(run, at, BLOCK)?.iter().map(|entry| u128::from(entry.paths)).sum::<u128>();
            }
        }
        Ok(Positions { level, color, distinct, paths, spilled, threads: self.threads })
    }

    fn spill(&self) -> Spill {
        Spill::new(&self.folder.clone().unwrap_or_else(std::env::temp_dir))
    }

    /// What the children of a level, or a level, may take: both are in memory while one becomes the other, in two forms
    /// each.
    fn share(&self) -> usize {
        self.memory / 4
    }

    /// How many parents a thread takes at a time: it has their children in memory, forty of each or so, before they are
    /// merged.
    fn slice(&self) -> usize {
        (self.share() / self.threads / (40 * ENTRY_BYTES)).clamp(256, BLOCK)
    }

    /// How much of each run a thread has in memory while it merges this number of runs.
    fn ahead(&self, runs: usize) -> usize {
        (self.share() / self.threads / ENTRY_BYTES / runs.max(1)).clamp(16, 4096)
    }

    /// Into how many ranges this number of entries is cut; the ranges are merged one by one.
    fn parts(&self, entries: usize) -> usize {
        self.threads.saturating_mul(4).min(1 + entries / 1024)
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Relaxed))
    }

    /// Looks at the flag that cancels.
    fn look(&self) -> Result<(), FrontierError> {
        if self.is_cancelled() { Err(FrontierError::Cancelled) } else { Ok(()) }
    }

    /// Does the work of each number below `count`, unless something goes wrong, and collects what comes of it in order.
    fn in_parallel<T: Send>(
        &self,
        count: usize,
        work: impl Fn(usize) -> Result<T, FrontierError> + Sync,
    ) -> Result<Vec<T>, FrontierError> {
        in_parallel(count, self.threads, |index| {
            self.look()?;
            work(index)
        })
    }

    /// The children of a level, as sorted runs that may overlap.
    fn expand(&self, level: &Level, color: Color) -> Result<Level, FrontierError> {
        let slice = self.slice();
        let starts = |run: &Run| (0..run.len()).step_by(slice);
        let slices: Vec<(&Run, usize)> =
            level.runs.iter().flat_map(|run| starts(run).map(move |at| (run, at))).collect();
        let spill = self.spill();
        let kept = Mutex::new(0);
        let runs = self.in_parallel(slices.len(), |index| {
            let (run, at) = slices[index];
            let mut merged = self.children(&level.spill.read(run, at, slice)?, color)?;
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            if *kept + merged.len() * ENTRY_BYTES > self.share() {
                return Ok(spill.append(&merged)?);
            }
            *kept += merged.len() * ENTRY_BYTES;
            merged.shrink_to_fit();
            Ok(Run::Here(merged))
        })?;
        Ok(Level { runs, spill })
    }

    /// The children of some positions, sorted and equal ones merged.
    fn children(&self, parents: &[Entry], color: Color) -> Result<Vec<Entry>, FrontierError> {
        let mut children = Vec::new();
        for parents in parents.chunks(LOOK) {
            self.look()?;
            for parent in parents {
                parent.code.turn(color).for_each_child(|child, _| {
                    children.push(Entry { code: Code::new(&child), paths: parent.paths });
                });
            }
        }
        self.sort(&mut children)?;
        let mut merged: Vec<Entry> = Vec::with_capacity(children.len());
        for entry in children {
            add(&mut merged, entry)?;
        }
        Ok(merged)
    }

    /// Sorts; two million entries at once would keep a cancelling user waiting for too long.
    fn sort(&self, entries: &mut [Entry]) -> Result<(), FrontierError> {
        self.look()?;
        if entries.len() <= SORTED_AT_ONCE {
            entries.sort_unstable_by_key(|entry| entry.code);
            return Ok(());
        }
        let (low, _, high) = entries.select_nth_unstable_by_key(entries.len() / 2, |entry| entry.code);
        self.sort(low)?;
        self.sort(high)
    }

    /// One sorted level out of runs that overlap: cut into ranges of codes, each merged by itself.
    fn merge(&self, from: Level) -> Result<Level, FrontierError> {
        let entries: usize = from.runs.iter().map(Run::len).sum();
        let keep = entries * ENTRY_BYTES <= self.share();
        let mut splitters = Vec::new();
        for run in &from.runs {
            self.look()?;
            for sample in 1..16 {
                splitters.extend(from.spill.read(run, run.len() * sample / 16, 1)?.first().map(|entry| entry.code));
            }
        }
        splitters.sort_unstable();
        let parts = self.parts(entries);
        let splitters: Vec<Code> =
            (1..parts).filter_map(|i| splitters.get(splitters.len() * i / parts).copied()).collect();

        let spill = self.spill();
        let merged = self.in_parallel(splitters.len() + 1, |part| {
            let mut cursors = Vec::with_capacity(from.runs.len());
            let block = self.ahead(from.runs.len());
            for run in &from.runs {
                self.look()?;
                let start = if part == 0 { 0 } else { from.spill.rank(run, splitters[part - 1])? };
                let end = if part == splitters.len() { run.len() } else { from.spill.rank(run, splitters[part])? };
                cursors.push(Cursor { run, next: start, end, block, buffer: Vec::new().into_iter() });
            }
            self.merge_part(&from.spill, cursors, keep, &spill)
        })?;
        Ok(Level { runs: merged.into_iter().flatten().collect(), spill })
    }

    /// What is between the ends of the cursors, in order: in memory if it is to be kept there.
    fn merge_part(
        &self,
        from: &Spill,
        mut cursors: Vec<Cursor<'_>>,
        keep: bool,
        spill: &Spill,
    ) -> Result<Vec<Run>, FrontierError> {
        let mut heap = BinaryHeap::new();
        for (index, cursor) in cursors.iter_mut().enumerate() {
            heap.extend(cursor.next(from)?.map(|entry| Reverse((entry.code, index, entry.paths))));
        }
        let (mut runs, mut merged) = (Vec::new(), Vec::<Entry>::new());
        while let Some(Reverse((code, index, paths))) = heap.pop() {
            let is_new = merged.last().is_some_and(|last| last.code != code);
            if is_new && merged.len().is_multiple_of(LOOK) {
                self.look()?;
            }
            if !keep && merged.len() >= BLOCK && is_new {
                runs.push(spill.append(&merged)?);
                merged.clear();
            }
            add(&mut merged, Entry { code, paths })?;
            heap.extend(cursors[index].next(from)?.map(|entry| Reverse((entry.code, index, entry.paths))));
        }
        runs.push(if keep { Run::Here(merged) } else { spill.append(&merged)? });
        Ok(runs)
    }
}

/// How much memory is used by default, from the free memory if that is known: half of it, because the limit is kept
/// only roughly, and other programs need memory too.
fn usual_memory(room: Option<usize>) -> usize {
    room.map_or(MOST_USUAL, |room| (room / 2).clamp(LEAST_MEMORY, MOST_USUAL))
}

/// Does the work of each number below `count` until something goes wrong, and collects what comes of it in order.
fn in_parallel<T: Send>(
    count: usize,
    threads: usize,
    work: impl Fn(usize) -> Result<T, FrontierError> + Sync,
) -> Result<Vec<T>, FrontierError> {
    let results = Mutex::new((Vec::with_capacity(count), None));
    share_out(count, threads, |index| {
        let result = work(index);
        let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
        match result {
            Ok(result) => results.0.push((index, result)),
            Err(error) => {
                results.1.get_or_insert(error);
            }
        }
        results.1.is_none().then_some(())
    });
    let (mut results, error) = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = error {
        return Err(error);
    }
    results.sort_by_key(|&(index, _)| index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

/// Less is not enough for the blocks of a few threads.
const LEAST_MEMORY: usize = 8 << 20;

/// More is used only on request.
const MOST_USUAL: usize = 2 << 30;

/// Entries handled at once: two megabytes.
const BLOCK: usize = 1 << 16;

/// How many entries are expanded or merged between two looks at the flag that cancels.
const LOOK: usize = 1 << 12;

/// How many entries are sorted between two such looks.
const SORTED_AT_ONCE: usize = 1 << 17;

/// Adds an entry to a sorted list in which it comes last.
fn add(list: &mut Vec<Entry>, entry: Entry) -> Result<(), FrontierError> {
    match list.last_mut() {
        Some(last) if last.code == entry.code => {
            last.paths = last.paths.checked_add(entry.paths).ok_or(FrontierError::TooManyPaths)?;
        }
        _ => list.push(entry),
    }
    Ok(())
}

/// A part of a run, read block by block.
struct Cursor<'a> {
    run: &'a Run,
    next: usize,
    end: usize,
    block: usize,
    buffer: std::vec::IntoIter<Entry>,
}

impl Cursor<'_> {
    fn next(&mut self, spill: &Spill) -> io::Result<Option<Entry>> {
        if self.buffer.as_slice().is_empty() && self.next < self.end {
            let count = self.block.min(self.end - self.next);
            self.buffer = spill.read(self.run, self.next, count)?.into_iter();
            self.next += count;
        }
        Ok(self.buffer.next())
    }
}

impl Positions {
    /// How many different positions there are.
    pub fn distinct(&self) -> u64 {
        self.distinct
    }

    /// How many paths lead to them, all together: the perft of as many plies.
    pub fn paths(&self) -> u128 {
        self.paths
    }

    /// Whether they are in a file: before equal ones were merged they would have taken more than a quarter of the
    /// memory that was granted. The rest of it is for the level before them, and for what is in two forms at a time.
    pub fn is_spilled(&self) -> bool {
        self.spilled
    }

    fn found(&self, entry: &Entry) -> Result<Found, FrontierError> {
        let damaged = || io::Error::new(io::ErrorKind::InvalidData, "an entry is not a position: the file was changed");
        Ok(Found { position: entry.code.position(self.color).ok_or_else(damaged)?, paths: entry.paths })
    }

    /// The positions, in an order that depends on nothing but them.
    pub fn iter(&self) -> impl Iterator<Item = Result<Found, FrontierError>> + '_ {
        let blocks = self.level.runs.iter().flat_map(|run| (0..run.len()).step_by(BLOCK).map(move |at| (run, at)));
        blocks.flat_map(|(run, at)| {
            let (entries, error) = match self.level.spill.read(run, at, BLOCK) {
                Ok(entries) => (entries, None),
                Err(error) => (Vec::new(), Some(Err(error.into()))),
            };
            let found = entries.into_iter().map(|entry| self.found(&entry));
            error.into_iter().chain(found)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{KIWIPETE, random_games};

    #[test]
    fn a_code_is_its_position() {
        random_games(60, 4711, |board, white, _| {
            let color = if white { Color::White } else { Color::Black };
            let turn = Turn { board: *board, color };
            let code = Code::new(&turn);
            let back = code.turn(color);
            assert_eq!(Code::new(&back), code);
            // En passant that no pawn may really take is left out; all else is the same.
            let same = Turn { board: CountBoard { en_passant: back.board.en_passant, ..*board }, color };
            assert!(back == same, "{board:?}");
            assert!(back.board.en_passant.is_empty() || back.board.en_passant == board.en_passant);
            let position = code.position(color).expect("a position of a game");
            assert!(Turn::from(&position) == back, "{board:?}");
        });
    }

    /// If a capture en passant is illegal because it would expose the king, the code does not record it.
    #[test]
    fn en_passant_that_is_not_legal_is_no_part_of_a_code() {
        let position = Position::from_fen("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1").unwrap();
        let mut jumped = 0;
        Turn::from(&position).for_each_child(|child, _| {
            let plain = Turn { board: CountBoard { en_passant: tabiya::Bitboard::EMPTY, ..child.board }, ..child };
            jumped += u32::from(child.board.en_passant.any());
            assert_eq!(Code::new(&child), Code::new(&plain));
        });
        assert_eq!(jumped, 1);
    }

    use crate::count::board::CountBoard;

    fn list(frontier: Frontier<'_>) -> Vec<(String, u64)> {
        let found = frontier.run().unwrap();
        let list: Vec<_> =
            found.iter().map(|found| found.map(|found| (found.position.fen(), found.paths)).unwrap()).collect();
        assert_eq!(list.len() as u64, found.distinct());
        assert_eq!(list.iter().map(|&(_, paths)| u128::from(paths)).sum::<u128>(), found.paths());
        list
    }

    #[test]
    fn the_known_numbers_of_positions() {
        let start = Position::startpos();
        for (plies, distinct) in [(0, 1), (1, 20), (2, 400), (3, 5362), (4, 72_078)] {
            let found = Frontier::new(&start, plies).threads(2).run().unwrap();
            assert_eq!(found.distinct(), distinct, "after {plies} plies");
            assert_eq!(found.paths(), crate::perft(&start, plies), "after {plies} plies");
        }
    }

    #[test]
    fn memory_and_threads_change_nothing() {
        let busy = Position::from_fen(KIWIPETE).unwrap();
        for (position, plies, spilled) in [(busy, 3, false), (Position::startpos(), 4, true)] {
            let whole = list(Frontier::new(&position, plies).threads(1));
            let small = Frontier::new(&position, plies).threads(3).memory(0);
            assert_eq!(small.clone().run().unwrap().is_spilled(), spilled);
            assert!(list(small) == whole);
        }
    }

    #[test]
    fn memory_is_shared_out() {
        let start = Position::startpos();
        let frontier = |memory, threads| Frontier::new(&start, 3).memory(memory).threads(threads);
        assert_eq!(frontier(0, 1).share(), 1 << 21, "a quarter of what is the least");
        assert_eq!(frontier(40_000_004, 1).share(), 10_000_001);
        assert_eq!(
            [frontier(1 << 26, 2).slice(), frontier(0, 8).slice(), frontier(usize::MAX, 2).slice()],
            [6553, 256, BLOCK]
        );
        assert_eq!(frontier(1 << 26, 2).ahead(1000), 262);
        assert_eq!([frontier(0, 8).ahead(1000), frontier(1 << 26, 2).ahead(0)], [16, 4096]);
        assert_eq!(
            [0, 1023, 1024, 7167, 7168, usize::MAX].map(|entries| frontier(0, 2).parts(entries)),
            [1, 1, 2, 7, 8, 8]
        );
    }

    #[test]
    fn no_more_than_half_of_the_room_is_used() {
        let usual = [None, Some(3 << 30), Some(360 << 20), Some(0)].map(usual_memory);
        assert_eq!(usual, [2 << 30, 3 << 29, 180 << 20, 8 << 20]);
        // On 32 bits no process has more than four.
        #[cfg(target_pointer_width = "64")]
        assert_eq!([4 << 30, 5 << 30, usize::MAX].map(|room| usual_memory(Some(room))), [2 << 30; 3]);
        let start = Position::startpos();
        let room = room_for_tables().map_or(usize::MAX, |room| room.max(16 << 20));
        assert!(Frontier::new(&start, 3).memory <= room, "more than there is");
    }

    #[test]
    fn children_take_no_more_than_their_share() {
        let start = Position::startpos();
        let frontier = Frontier::new(&start, 3).threads(2).memory(0);
        let found = frontier.clone().run().unwrap();
        let children = frontier.expand(&found.level, found.color).unwrap();
        let here = |run: &Run| if let Run::Here(entries) = run { entries.len() * ENTRY_BYTES } else { 0 };
        let bytes: usize = children.runs.iter().map(here).sum();
        assert!((1..=frontier.share()).contains(&bytes), "{bytes} bytes");
        assert!(children.runs.iter().any(|run| here(run) == 0), "the rest is in the file");
    }

    #[test]
    fn what_fits_into_memory_needs_no_file() {
        let start = Position::startpos();
        let nowhere = |plies| Frontier::new(&start, plies).threads(1).folder("/nonexistent/folder".into());
        for (frontier, distinct) in [(nowhere(2).memory(0), 400), (nowhere(5), 822_518)] {
            let found = frontier.run().expect("no file");
            assert_eq!((found.distinct(), found.is_spilled()), (distinct, false));
        }
    }

    /// The flag is looked at while a part is merged, not only before.
    #[test]
    fn merging_stops_when_it_is_cancelled() {
        let (start, raised) = (Position::startpos(), AtomicBool::new(true));
        let found = Frontier::new(&start, 3).threads(1).run().unwrap();
        let entries: Vec<Entry> =
            found.level.runs.iter().flat_map(|run| found.level.spill.read(run, 0, run.len()).unwrap()).collect();
        let merge = |frontier: Frontier<'_>, len: usize| {
            let run = Run::Here(entries[..len].to_vec());
            let cursor = Cursor { run: &run, next: 0, end: len, block: 16, buffer: Vec::new().into_iter() };
            frontier.merge_part(&found.level.spill, vec![cursor], true, &frontier.spill())
        };
        let (free, cancelled) = (Frontier::new(&start, 3), Frontier::new(&start, 3).cancel(&raised));
        assert_eq!(merge(free, entries.len()).unwrap()[0].len(), entries.len());
        assert_eq!(merge(cancelled.clone(), LOOK).unwrap()[0].len(), LOOK, "so little is not worth a look");
        assert!(matches!(merge(cancelled, LOOK + 1), Err(FrontierError::Cancelled)));
    }

    /// The flag is looked at now and then: before parents, while their children are sorted, and while paths are added
    /// up.
    #[test]
    fn expanding_sorting_and_adding_up_stop_when_they_are_cancelled() {
        let (start, flag) = (Position::startpos(), AtomicBool::new(false));
        let frontier = Frontier::new(&start, 3).threads(1).cancel(&flag);
        let found = frontier.clone().run().unwrap();
        let parents: Vec<Entry> =
            found.level.runs.iter().flat_map(|run| found.level.spill.read(run, 0, run.len()).unwrap()).collect();
        let children = frontier.children(&parents, found.color).unwrap();
        assert!(children.is_sorted_by(|one, other| one.code < other.code));
        assert_eq!(children.len(), 72_078);

        let mut entries: Vec<Entry> = (0..SORTED_AT_ONCE as u64 * 5)
            .map(|number| Entry { code: Code([number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44, 0, 0]), paths: number })
            .collect();
        let mut sorted = entries.clone();
        sorted.sort_by_key(|entry| entry.code);
        let mixed = entries.clone();
        frontier.sort(&mut entries).unwrap();
        let codes = |list: &[Entry]| list.iter().map(|entry| entry.code).collect::<Vec<_>>();
        assert!(codes(&entries) == codes(&sorted));

        flag.store(true, Relaxed);
        assert!(matches!(frontier.children(&parents, found.color), Err(FrontierError::Cancelled)));
        entries.clone_from(&mixed);
        assert!(matches!(frontier.sort(&mut entries), Err(FrontierError::Cancelled)));
        assert!(entries == mixed, "nothing is begun any more");
        assert!(matches!(frontier.found(found.level, found.color), Err(FrontierError::Cancelled)));
    }

    #[test]
    fn armies_that_only_tolerance_lets_in_are_listed_too() {
        for (fen, plies, distinct) in
            [("4k3/8/8/8/8/8/PPPPPPPP/QQQQK3 w - - 0 1", 1, 17), ("4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1", 0, 1)]
        {
            let position = Position::from_fen_with(fen, tabiya::Tolerance::ALL).unwrap();
            let found = Frontier::new(&position, plies).run().unwrap();
            assert_eq!(found.distinct(), distinct, "{fen}");
            let all = found.range(0..distinct).unwrap();
            assert_eq!(all.len() as u64, distinct, "{fen}");
            assert_eq!(found.iter().map(Result::unwrap).collect::<Vec<_>>(), all);
            let count = crate::Counter::new().count(&crate::Task::new(2, all)).unwrap();
            assert_eq!(count.nodes, crate::perft(&position, plies + 2), "{fen}");
        }
    }

    #[test]
    fn a_frontier_without_positions_is_found_at_any_depth() {
        let stalemate = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        for plies in [1, 2, u32::MAX - 1, u32::MAX] {
            let found = Frontier::new(&stalemate, plies).run().unwrap();
            let turn = if plies % 2 == 0 { Color::Black } else { Color::White };
            assert_eq!((found.distinct(), found.paths(), found.color), (0, 0, turn));
        }
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        let nowhere = Frontier::new(&position, 4).memory(0).folder("/nonexistent/folder".into());
        let error = nowhere.run().err().expect("no such folder");
        assert!(matches!(error, FrontierError::Io(_)));
        // Where there is room, the folder is not needed.
        let roomy = Frontier::new(&position, 3).memory(1 << 30).folder("/nonexistent/folder".into());
        let found = roomy.run().expect("no file");
        assert_eq!((found.paths(), found.is_spilled()), (97_862, false));
        let cause = std::error::Error::source(&error).expect("what the system said").to_string();
        assert_eq!(error.to_string(), format!("the temporary file for positions that do not fit into memory: {cause}"));
        let raised = AtomicBool::new(true);
        assert!(matches!(Frontier::new(&position, 4).cancel(&raised).run(), Err(FrontierError::Cancelled)));
    }
}
