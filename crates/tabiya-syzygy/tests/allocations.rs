//! A probe allocates nothing once its tables are open and their pages read.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use tabiya::{Color, Position, Role};
use tabiya_check::tables::{three_men, write_into, written};
use tabiya_syzygy::Tablebase;

/// Counts what a thread allocates.
struct Counter;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is passed on unchanged to the system's allocator; only a number is kept besides.
unsafe impl GlobalAlloc for Counter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the contract, which is the same.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTER: Counter = Counter;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.with(Cell::get);
    work();
    ALLOCATIONS.with(Cell::get) - before
}

#[test]
fn probes_allocate_nothing() {
    let folder = std::env::temp_dir().join(format!("tabiya-syzygy-allocations-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    write_into(&folder, &[Role::Queen, Role::Rook]);
    let from_files = Tablebase::open(&folder).expect("a folder of tables");
    let mut from_bytes = Tablebase::new();
    for (name, bytes) in [Role::Queen, Role::Rook].into_iter().flat_map(written) {
        from_bytes.add_bytes(&name, bytes).expect("the name of a table");
    }
    let every = [Role::Queen, Role::Rook].into_iter().flat_map(|role| three_men(role, Color::Black));
    let positions: Vec<Position> = every.step_by(991).collect();
    for tables in [&from_files, &from_bytes] {
        let probe_all = || {
            for position in &positions {
                tables.probe_wdl(position).expect("an answer");
                tables.probe_dtz(position).expect("an answer");
                tables.probe_outcome(position).expect("an answer");
            }
        };
        assert!(allocations(probe_all) > 0, "tables are opened by the first probe");
        assert_eq!(allocations(probe_all), 0);
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}
