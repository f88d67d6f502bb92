//! Watched runs: progress that moves, and cancelling that is obeyed at once.
//!
//! Most of it is measured in leaves, which a busy machine cannot falsify: how many are counted
//! between two calls of the watcher, and how many after the flag was raised; the rest in the time that the counting
//! thread had on a processor.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tabiya::Position;
use tabiya::cpu::Level;
use tabiya_check::positions::KIWIPETE;
use tabiya_perft::{Error, Perft, Progress};

/// White has 218 moves, more than in any other position that a game can reach.
const MOST_MOVES: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
/// Six queens each, on open files.
const QUEENS: &str = "7k/qqqqqqpp/8/8/8/8/PPQQQQQQ/K7 w - - 0 1";

/// What a run found, whichever kind it was: leaves, and whether they are all.
type Found = Result<(u128, bool), Error>;
/// A kind of run.
type Kind = (&'static str, fn(Perft<'_>) -> Found);

const KINDS: [Kind; 3] = [
    ("run", |perft| perft.run().map(|report| (report.nodes, report.complete))),
    ("divide", |perft| {
        let division = perft.divide()?;
        let sum: u128 = division.branches.iter().map(|branch| branch.nodes).sum();
        assert_eq!(sum, division.report.nodes);
        Ok((sum, division.report.complete))
    }),
    ("statistics", |perft| perft.statistics().map(|report| (report.statistics.nodes, report.complete))),
];

/// Everything that can be in the way of stopping: kinds of runs, threads, and small and large tables.
fn every_way(mut visit: impl FnMut(&str, Kind, usize, usize)) {
    for kind in KINDS {
        for threads in [1, 2, 7] {
            for hash in [0, 16 << 20, 1 << 30] {
                if kind.0 != "statistics" || hash == 0 {
                    visit(&format!("{} on {threads} threads with {hash} bytes", kind.0), kind, threads, hash);
                }
            }
        }
    }
}

/// The most leaves that may be counted between two calls of a watcher, on one thread. The smallest
/// rate of any counter, some 500 million leaves per second, makes that 60 ms.
const MOST_LEAVES_UNSEEN: u128 = 32_000_000;

#[test]
fn progress_begins_with_nothing_ends_with_everything_and_moves_in_small_steps() {
    for (fen, depth, nodes) in [(KIWIPETE, 5, 193_690_690), (QUEENS, 4, 0), (MOST_MOVES, 5, 0)] {
        let position = Position::from_fen(fen).unwrap();
        let told = Mutex::new(Vec::new());
        let callback = |progress: Progress| told.lock().unwrap().push(progress);
        let report = Perft::new(&position).depth(depth).progress(&callback).run().unwrap();
        assert!(nodes == 0 || report.nodes == nodes);
        let told = told.into_inner().unwrap();
        let (first, last) = (told[0], told[told.len() - 1]);
        assert_eq!((first.done, first.nodes, first.fraction), (0, 0, 0.0));
        assert_eq!((last.done, last.nodes, last.fraction), (last.parts, report.nodes, 1.0));
        for step in told.windows(2) {
            let (before, after) = (step[0], step[1]);
            assert!(before.done <= after.done && before.fraction <= after.fraction && before.elapsed <= after.elapsed);
            let leaves = after.nodes - before.nodes;
            assert!(leaves <= MOST_LEAVES_UNSEEN, "{fen}: {leaves} leaves unseen");
            // The fraction is of parts, which are not equally large, but none is a quarter of the tree.
            let share = after.nodes as f64 / report.nodes as f64;
            assert!((after.fraction - share).abs() < 0.25, "{fen}: {} is shown for {share}", after.fraction);
        }
    }
}

#[test]
fn progress_of_several_threads_never_goes_backwards() {
    let position = Position::from_fen(KIWIPETE).unwrap();
    for (name, kind) in KINDS {
        for hash in [0, 8 << 20] {
            let last = Mutex::new((0, 0, 0.0));
            let callback = |progress: Progress| {
                let now = (progress.done, progress.nodes, progress.fraction);
                let mut last = last.try_lock().expect("one callback at a time");
                assert!(last.0 <= now.0 && last.1 <= now.1 && last.2 <= now.2, "{name}: {last:?}, then {now:?}");
                *last = now;
            };
            let perft = Perft::new(&position).depth(4).threads(3).hash(hash).progress(&callback);
            assert_eq!(kind(perft), Ok((4_085_603, true)), "{name}");
            let (_, nodes, fraction) = last.into_inner().unwrap();
            assert_eq!((nodes, fraction), (4_085_603, 1.0), "{name}");
        }
    }
}

/// One thread that raises the flag itself counts nothing more; of several, each at most ends the
/// item it is at.
#[test]
fn nothing_is_begun_after_the_flag_was_raised() {
    let position = Position::startpos();
    every_way(|name, (_, kind), threads, hash| {
        for calls in [0, 1, 5] {
            let flag = AtomicBool::new(false);
            let heard = AtomicU64::new(0);
            let at_raise = Mutex::new(None);
            let callback = |progress: Progress| {
                if heard.fetch_add(1, Relaxed) == calls {
                    flag.store(true, Relaxed);
                    *at_raise.lock().unwrap() = Some(progress.nodes);
                }
            };
            let perft = Perft::new(&position).depth(11).threads(threads).hash(hash);
            let (nodes, complete) = kind(perft.progress(&callback).cancel(&flag)).unwrap();
            let before = at_raise.into_inner().unwrap().unwrap();
            // What is entered at once may be a whole subtree that the table knows.
            let item = if hash == 0 { MOST_LEAVES_UNSEEN } else { 1 << 36 };
            assert!(!complete, "{name}");
            assert!(nodes - before <= item * (threads as u128 - 1), "{name}: {} leaves too many", nodes - before);
        }
    });
}

/// The time of a thread, by its entry in `/proc`: unlike the clock's, it does not pass while others have the processor.
/// Where there is no such entry, or one that says nothing, the clock's time.
#[derive(Clone)]
struct Processor {
    entry: Option<PathBuf>,
    began: Instant,
}

impl Processor {
    /// Of the thread that calls this.
    fn of_this_thread() -> Processor {
        let thread = std::fs::read_link("/proc/thread-self").ok();
        let entry = thread.map(|thread| Path::new("/proc").join(thread).join("schedstat"));
        let processor = Processor { entry: entry.filter(|entry| entry.exists()), began: Instant::now() };
        // A kernel may be built without these numbers; a thread that has come this far has used some time.
        let says_something = processor.numbers().is_some_and(|[used, _]| used > Duration::ZERO);
        Processor { entry: processor.entry.filter(|_| says_something), ..processor }
    }

    /// The time on a processor, and the time that the thread waited for one.
    fn numbers(&self) -> Option<[Duration; 2]> {
        let text = std::fs::read_to_string(self.entry.as_ref()?).expect("a thread that runs");
        let mut words = text.split_whitespace().map(|word| Duration::from_nanos(word.parse().expect("a number")));
        Some([words.next(), words.next()].map(|number| number.expect("three numbers")))
    }

    /// The time on a processor.
    fn used(&self) -> Duration {
        self.numbers().map_or_else(|| self.began.elapsed(), |[used, _]| used)
    }

    /// The time that has passed for the thread, also asleep: the clock's without the waiting for a processor.
    fn passed(&self) -> Duration {
        let waited = self.numbers().map_or(Duration::ZERO, |[_, waited]| waited);
        self.began.elapsed().saturating_sub(waited)
    }
}

/// Between two looks at the flag lies at most a tree of three plies.
#[test]
fn the_widest_stretch_between_two_looks_is_short() {
    let processor = Processor::of_this_thread();
    for fen in [MOST_MOVES, QUEENS] {
        let position = Position::from_fen(fen).unwrap();
        for isa in Level::available() {
            let stretch = || {
                let before = processor.used();
                let nodes = Perft::new(&position).depth(3).level(isa).run().unwrap().nodes;
                assert!(nodes <= MOST_LEAVES_UNSEEN, "{isa}, {fen}: {nodes} leaves");
                processor.used() - before
            };
            // A virtual machine counts what its host took away as used: that does not happen every time.
            let used: Vec<_> = std::iter::repeat_with(stretch).take(5).collect();
            assert!(used.iter().any(|used| *used < Duration::from_millis(50)), "{isa}, {fen}: {used:?}");
        }
    }
}

/// A thread that counts ends within a tenth of a second of its own time, asleep or not, whatever else the machine does.
/// Several threads ask the same flag as often; how much each may still count the test above says in leaves.
#[test]
fn a_cancelled_run_answers_within_a_tenth_of_a_second() {
    for fen in [None, Some(QUEENS)] {
        let position = fen.map_or_else(Position::startpos, |fen| Position::from_fen(fen).unwrap());
        every_way(|name, (_, kind), threads, hash| {
            if threads > 1 {
                return;
            }
            // Before it begins, while the tree is being cut, and in the middle.
            for wait in [None, Some(Duration::from_millis(1)), Some(Duration::from_millis(60))] {
                let tries = std::iter::repeat_with(|| passed_after_the_flag(kind, &position, hash, wait));
                // A virtual machine does not say how much time its host took away: that does not happen in every round.
                let mut slow = Vec::new();
                for (found, passed) in tries.flatten().take(5) {
                    assert!(matches!(found, Ok((_, false))), "{name}: {found:?}");
                    if passed < Duration::from_millis(100) {
                        break;
                    }
                    slow.push(passed);
                }
                assert!(slow.len() < 5, "{name}, {wait:?}: {slow:?}");
            }
        });
    }
}

/// What one thread found that was told to stop after a while, and the time that passed for it from then on. Nothing if
/// the one who raised the flag had to wait for a processor just then: it is unknown how much of the time was before and
/// how much after it.
fn passed_after_the_flag(
    kind: fn(Perft<'_>) -> Found,
    position: &Position,
    hash: usize,
    wait: Option<Duration>,
) -> Option<(Found, Duration)> {
    let flag = AtomicBool::new(wait.is_none());
    std::thread::scope(|scope| {
        let (send, receive) = std::sync::mpsc::channel();
        let perft = Perft::new(position).depth(12).hash(hash).cancel(&flag);
        let run = scope.spawn(move || {
            let processor = Processor::of_this_thread();
            send.send((processor.clone(), processor.passed())).expect("the test waits");
            (kind(perft), processor.passed())
        });
        let (processor, began) = receive.recv().expect("a thread that begins");
        let Some(wait) = wait else {
            let (found, answered) = run.join().unwrap();
            return Some((found, answered.saturating_sub(began)));
        };
        std::thread::sleep(wait);
        let raising = Instant::now();
        let before = processor.passed();
        flag.store(true, Relaxed);
        let unsure = raising.elapsed();
        let (found, answered) = run.join().unwrap();
        (unsure < Duration::from_millis(5)).then(|| (found, answered.saturating_sub(before)))
    })
}

#[test]
fn the_deepest_tree_needs_no_deep_stack() {
    let position = Position::startpos();
    for (name, kind) in KINDS {
        for hash in [0, 4 << 20] {
            let flag = AtomicBool::new(false);
            std::thread::scope(|scope| {
                let perft = Perft::new(&position).depth(Perft::MOST_DEPTH).threads(2).hash(hash).cancel(&flag);
                let run = scope.spawn(move || kind(perft));
                std::thread::sleep(Duration::from_millis(50));
                flag.store(true, Relaxed);
                assert!(matches!(run.join().unwrap(), Ok((_, false))), "{name}");
            });
        }
    }
}
