//! The engine as a library: a table, histories, and a search by one or many threads.

use std::sync::LazyLock;
use std::thread;

use tabiya::{Game, Move};

use crate::control::Control;
use crate::margins::REDUCTIONS;
use crate::root::Report;
use crate::tables::Tables;
use crate::time::Limits;
use crate::tt::Table;
use crate::worker::{Line, Memory, Worker};

/// A search is recursive and every node keeps its moves on the stack.
pub(crate) const STACK: usize = 32 << 20;

/// What a thread takes of that while it searches: several times as much as was seen.
const STACK_USED: usize = 1 << 20;

/// What one more thread needs beside the table: its histories and its stack.
const THREAD: usize = STACK_USED + Memory::BYTES;

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// The line expected, best move first; empty if there is no legal move.
    pub line: Line,
}

impl Answer {
    /// The move to play.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }

    /// The move expected in reply.
    pub fn ponder(&self) -> Option<Move> {
        self.line.get(1).copied()
    }
}

/// What an engine remembers from one search to the next.
pub struct Engine {
    table: Table,
    /// One for each thread.
    memories: Vec<Memory>,
    /// How many mebibytes of table were asked for.
    asked: usize,
    /// Says how many bytes the table may take.
    room: fn() -> usize,
    /// Endgame tables, and how they are used.
    pub tables: Tables,
    /// How many of the best lines to find.
    pub lines: usize,
}

impl Engine {
    /// The most threads that may be asked for.
    pub const MAX_THREADS: usize = 256;

    /// An engine with one thread and a table of this many mebibytes, or as many as there is memory for. Everything that
    /// a search needs is built here, so that none of it is built on a clock.
    pub fn new(megabytes: usize) -> Engine {
        Engine::with_room(megabytes, room)
    }

    /// As [`new`](Engine::new), on a machine that has as much room for a table as `room` says.
    pub(crate) fn with_room(megabytes: usize, room: fn() -> usize) -> Engine {
        LazyLock::force(&REDUCTIONS);
        let table = Table::new(megabytes, room());
        Engine { table, memories: vec![Memory::new()], asked: megabytes, room, tables: Tables::default(), lines: 1 }
    }

    /// Exchanges the table for an empty one of another size, or of as much as there is memory for beside what the
    /// threads need, and says how many mebibytes it has.
    pub fn resize(&mut self, megabytes: usize) -> usize {
        // The old table goes first: there may not be room for both.
        self.table = Table::smallest();
        self.asked = megabytes;
        // The histories are there already; the stacks of the helpers grow when they search.
        let stacks = (self.memories.len() - 1) * STACK_USED;
        self.table = Table::new(megabytes, (self.room)().saturating_sub(stacks));
        self.table.megabytes()
    }

    /// How large the table is, in mebibytes.
    pub fn megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Searches with this many threads from now on, or with as many as there is memory for, and says with how many.
    /// Where there is not enough beside the table, it is exchanged for an empty one that leaves them room.
    pub fn set_threads(&mut self, threads: usize) -> usize {
        let threads = threads.clamp(1, Engine::MAX_THREADS);
        let more = threads.saturating_sub(self.memories.len());
        if more <= (self.room)() / THREAD {
            self.memories.resize_with(threads, Memory::new);
            return threads;
        }
        self.table = Table::smallest();
        let threads = self.memories.len() + more.min((self.room)() / THREAD);
        self.memories.resize_with(threads, Memory::new);
        self.resize(self.asked);
        threads
    }

    /// How many threads search.
    pub fn threads(&self) -> usize {
        self.memories.len()
    }

    /// Forgets everything about earlier games.
    pub fn forget(&mut self) {
        self.table.clear();
        self.memories.fill_with(Memory::new);
    }

    /// Finds the best line in the game's position.
    ///
    /// ```
    /// use tabiya::{CastlingStyle, Game, Position};
    /// use tabiya_engine::{Control, Engine, Limits};
    ///
    /// let game = Game::new(Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap());
    /// let limits = Limits { depth: Some(4), ..Limits::default() };
    /// let control = Control::new(&limits, std::time::Duration::ZERO);
    /// let answer = Engine::new(1).search(&game, &limits, &control, &mut |_report| {});
    /// assert_eq!(answer.best().unwrap().uci(CastlingStyle::Standard).to_string(), "a1a8");
    /// ```
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut (dyn FnMut(Report) + Send),
    ) -> Answer {
        thread::scope(|scope| {
            let search = || self.search_here(game, limits, control, report);
            match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search) {
                // A panic of the search is the caller's to hear of.
                Ok(search) => search.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                // No thread at all.
                Err(_) => Answer { line: limits.any_move(game.position()).into_iter().collect() },
            }
        })
    }

    /// As [`search`](Engine::search), for a caller whose thread has a large enough stack: on a busy machine
    /// every thread that must be waited for costs time on the clock.
    pub(crate) fn search_here(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control,
        report: &mut (dyn FnMut(Report) + Send),
    ) -> Answer {
        self.table.grow_older();
        let (table, lines) = (&self.table, self.lines);
        let keys = keys(game);
        // A search for a mate wants the mate, which tables do not know.
        let tables = limits.mate.is_none().then_some(&self.tables);
        let ranking = tables.and_then(|tables| tables.rank(game.position(), has_repetition(&keys)));
        let probing = tables.and_then(|tables| tables.below(ranking.as_ref()));
        let ranking = ranking.as_ref();
        control.add_table_hits(ranking.map_or(0, |ranking| ranking.moves.len() as u64));
        let mut memories = self.memories.iter_mut();
        let Some(main_memory) = memories.next() else {
            return Answer::default();
        };
        thread::scope(|scope| {
            // Whatever happens here, the helpers must end too.
            let _stop = StopAtEnd(control);
            for (number, memory) in memories.enumerate() {
                let keys = keys.clone();
                let helper = move || {
                    memory.histories.age();
                    let mut worker = Worker::new(control, table, memory, keys, false);
                    (worker.tables, worker.ranking) = (probing, ranking);
                    // Helpers are there to fill the table: half of them run a ply ahead.
                    let first = 1 + number as i32 % 2;
                    let unlimited = Limits { search_moves: limits.search_moves.clone(), ..Limits::default() };
                    worker.deepen(game.position(), &unlimited, lines, first, &mut |_| {});
                };
                // If the system has no thread to spare, the others do the work.
                let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, helper);
            }
            main_memory.histories.age();
            let mut worker = Worker::new(control, table, main_memory, keys, true);
            (worker.tables, worker.ranking) = (probing, ranking);
            let line = worker.deepen(game.position(), limits, lines, 1, report);
            control.wait_for_leave(limits);
            Answer { line }
        })
    }
}

/// Stops a search when it goes out of scope, by a panic too.
struct StopAtEnd<'a>(&'a Control);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// How many bytes a table may take: what this machine, or the container it runs in, has to spare. Where the system does
/// not say, only its refusal is a limit.
pub(crate) fn room() -> usize {
    tabiya_perft::room_for_tables().unwrap_or(usize::MAX)
}

/// Whether a position has come twice.
fn has_repetition(keys: &[u64]) -> bool {
    keys.iter().enumerate().any(|(index, key)| keys[..index].contains(key))
}

/// The keys of the positions since the last irreversible move, the present one's last.
fn keys(game: &Game) -> Vec<u64> {
    let mut earlier = game.clone();
    let mut keys = vec![game.position().key()];
    for _ in 0..game.position().halfmove_clock() {
        if earlier.ply() == 0 {
            break;
        }
        earlier.pop();
        keys.push(earlier.position().key());
    }
    keys.reverse();
    keys
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    #[test]
    fn a_table_keeps_to_the_room() {
        let mut engine = Engine::with_room(Table::MAX_MEGABYTES, || 3 << 20);
        assert_eq!(engine.table.megabytes(), 3);
        assert_eq!([2, 4, Table::MAX_MEGABYTES].map(|megabytes| engine.resize(megabytes)), [2, 3, 3]);
    }

    /// A machine whose room is what a table and threads leave of it.
    #[test]
    fn threads_come_before_the_table() {
        static LEFT: AtomicUsize = AtomicUsize::new(0);
        let room = || LEFT.load(Relaxed);
        LEFT.store(100 << 20, Relaxed);
        let mut engine = Engine::with_room(Table::MAX_MEGABYTES, room);
        assert_eq!(engine.megabytes(), 100);
        assert_eq!((engine.set_threads(21), engine.megabytes()), (21, 100), "there is room beside it");
        assert_eq!(engine.resize(Table::MAX_MEGABYTES), 80, "stacks are taken off");
        assert_eq!(
            (engine.set_threads(Engine::MAX_THREADS), engine.threads()),
            (51, 51),
            "no more than there is room for"
        );
        assert_eq!(engine.megabytes(), 50, "and the table leaves them room");
        LEFT.store(0, Relaxed);
        assert_eq!((engine.set_threads(3), engine.set_threads(4)), (3, 3), "fewer are always to be had");
        assert_eq!((engine.megabytes(), engine.threads()), (0, 3));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_room_is_less_than_the_machine_has() {
        let text = std::fs::read_to_string("/proc/meminfo").unwrap();
        let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB")).unwrap();
        let kibibytes: u64 = total.trim().parse().unwrap();
        assert!((room() as u64) >> 10 < kibibytes, "{} of {kibibytes} KiB", room() >> 10);
    }
}
