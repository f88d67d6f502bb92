//! Counting without a table needs little memory at any depth and on any number of threads; with a table, as much more
//! as the table has.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tabiya::Position;
use tabiya_perft::{Frontier, Perft};

/// Remembers how much memory was ever in use at once.
struct Meter;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// What is in use in large pieces: a table is one. A thread gives back what it knows about itself only
/// some time after its work is done, but that is small.
static LARGE_IN_USE: AtomicUsize = AtomicUsize::new(0);
const LARGE: usize = 1 << 19;

// SAFETY: every call is passed on unchanged to the system's allocator; only numbers are kept besides.
unsafe impl GlobalAlloc for Meter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = IN_USE.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(now, Relaxed);
        if layout.size() >= LARGE {
            LARGE_IN_USE.fetch_add(layout.size(), Relaxed);
        }
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Relaxed);
        if layout.size() >= LARGE {
            LARGE_IN_USE.fetch_sub(layout.size(), Relaxed);
        }
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static METER: Meter = Meter;

/// The most memory in use at once, beyond what was in use before.
fn peak_of(work: impl FnOnce()) -> usize {
    let before = IN_USE.load(Relaxed);
    PEAK.store(before, Relaxed);
    work();
    PEAK.load(Relaxed).saturating_sub(before)
}

const MEGABYTE: usize = 1_000_000;

/// One test, because the meter counts for the whole process.
#[test]
fn memory_is_that_of_the_table_and_little_more() {
    let crowded = Position::from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").unwrap();
    for position in [Position::startpos(), crowded] {
        for threads in [1, 2, 8] {
            let run = |depth, hash| {
                peak_of(|| {
                    Perft::new(&position).depth(depth).threads(threads).hash(hash).run().unwrap();
                })
            };
            for depth in 1..=4 {
                let peak = run(depth, 0);
                assert!(peak < 50 * MEGABYTE, "{peak} bytes on {threads} threads, {depth} plies");
            }
            let table = 64 * MEGABYTE;
            let peak = run(4, table);
            assert!(peak < table + 50 * MEGABYTE, "{peak} bytes on {threads} threads with a table");
            let divided = peak_of(|| {
                Perft::new(&position).depth(3).threads(threads).divide().unwrap();
            });
            assert!(divided < 50 * MEGABYTE, "{divided} bytes");
        }
    }
    // Cut off as soon as it has begun, the deepest tree has taken no more.
    let flag = std::sync::atomic::AtomicBool::new(false);
    let raise = |_| flag.store(true, Relaxed);
    let peak = peak_of(|| {
        let deep = Perft::new(&crowded).depth(Perft::MOST_DEPTH).threads(8);
        assert!(!deep.progress(&raise).cancel(&flag).run().unwrap().complete);
    });
    assert!(peak < 50 * MEGABYTE, "{peak} bytes");
    // A table is given back to the last byte.
    let before = LARGE_IN_USE.load(Relaxed);
    let peak = peak_of(|| {
        Perft::new(&crowded).depth(4).threads(1).hash(1 << 20).run().unwrap();
    });
    assert!(peak >= 1 << 20, "{peak} bytes: no table was made");
    assert_eq!(LARGE_IN_USE.load(Relaxed), before);
    // What does not fit into the memory of a frontier goes to a file.
    for megabytes in [8, 64] {
        let peak = peak_of(|| {
            let found = Frontier::new(&Position::startpos(), 5).threads(2).memory(megabytes * MEGABYTE).run().unwrap();
            assert_eq!(found.distinct(), 822_518);
        });
        assert!(peak < 2 * megabytes * MEGABYTE, "{peak} bytes for a frontier of {megabytes} megabytes");
    }
}
