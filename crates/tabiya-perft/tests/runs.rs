//! Runs as such: cancelling, progress, memory, errors.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tabiya::Position;
use tabiya_perft::{InstructionSet, Perft, perft};

#[test]
fn a_cancelled_run_stops_at_once_and_says_so() {
    let position = Position::startpos();
    for (threads, hash) in [(1, 0), (2, 0), (1, 16 << 20), (2, 16 << 20)] {
        let flag = AtomicBool::new(false);
        let mut asked = Instant::now();
        let report = std::thread::scope(|scope| {
            let run = scope.spawn(|| Perft::new(&position).depth(11).threads(threads).hash(hash).cancel(&flag).run());
            std::thread::sleep(Duration::from_millis(300));
            flag.store(true, Relaxed);
            asked = Instant::now();
            run.join().unwrap().unwrap()
        });
        // A busy machine may not give the threads a turn for a while; alone they need a millisecond.
        assert!(asked.elapsed() < Duration::from_secs(2), "{threads} threads, {hash} bytes");
        assert!(!report.complete);
    }
}

#[test]
fn a_cancelled_division_knows_which_branches_are_whole() {
    let position = Position::startpos();
    let flag = AtomicBool::new(false);
    let stop_early = |progress: tabiya_perft::Progress| {
        if progress.done * 3 > progress.parts {
            flag.store(true, Relaxed);
        }
    };
    let division = Perft::new(&position).depth(5).cancel(&flag).progress(&stop_early).divide().unwrap();
    assert!(!division.report.complete);
    assert_eq!(division.branches.len(), 20);
    let whole: Vec<_> = division.branches.iter().filter(|branch| branch.complete).collect();
    assert!(!whole.is_empty() && whole.len() < 20);
    for branch in whole {
        assert_eq!(branch.nodes, perft(&position.after(branch.mv), 4));
    }
}

#[test]
fn progress_ends_with_everything_done() {
    let position = Position::startpos();
    for hash in [0, 8 << 20] {
        let last = AtomicUsize::new(0);
        let calls = AtomicUsize::new(0);
        let callback = |progress: tabiya_perft::Progress| {
            assert!(progress.done <= progress.parts);
            calls.fetch_add(1, Relaxed);
            if progress.done == progress.parts {
                last.store(progress.nodes as usize, Relaxed);
            }
        };
        let report = Perft::new(&position).depth(5).threads(2).hash(hash).progress(&callback).run().unwrap();
        assert_eq!(report.nodes, 4_865_609);
        assert_eq!(last.load(Relaxed), 4_865_609);
        assert!(calls.load(Relaxed) >= 20);
    }
}

#[test]
fn small_tables_are_exact_too() {
    let position = Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    let report = Perft::new(&position).depth(5).hash(1).threads(2).run().unwrap();
    assert_eq!((report.nodes, report.hash), (193_690_690, 4 << 20));
}

#[test]
fn instruction_sets_have_names_and_unavailable_ones_are_refused() {
    for isa in InstructionSet::ALL {
        assert_eq!(isa.name().parse(), Ok(isa));
        let position = Position::startpos();
        let result = Perft::new(&position).depth(2).isa(isa).run();
        assert_eq!(result.is_ok(), isa.is_available(), "{isa}");
    }
    assert!("sse9".parse::<InstructionSet>().unwrap_err().to_string().contains("avx512"));
}
