//! Whole runs: divided, with small tables, very deep, and with errors.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tabiya::Position;
use tabiya::cpu::Level;
use tabiya_check::positions::KIWIPETE;
use tabiya_perft::{Counter, Error, Perft, perft};

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
fn a_table_is_made_where_it_pays() {
    let start = Position::startpos();
    let run = |depth, hash| Perft::new(&start).depth(depth).hash(hash).run().unwrap();
    for (depth, hash, made) in [(3, 1 << 20, false), (4, 1 << 20, true), (4, 0, false), (5, 0, false)] {
        let report = run(depth, hash);
        assert_eq!((report.hash > 0, report.warning), (made, None), "{depth} plies, {hash} bytes");
    }
    let warning = run(4, 1000).warning.expect("a warning");
    assert_eq!(warning, "a hash table of 1000 bytes is too small (the least is 64 KiB): counted without one");
}

#[test]
fn small_tables_are_exact_too() {
    let position = Position::from_fen(KIWIPETE).unwrap();
    let count = |hash| Perft::new(&position).depth(5).hash(hash).threads(2).run().unwrap();
    for (hash, used) in [(100_000, 64 << 10), (1 << 20, 1 << 20)] {
        let report = count(hash);
        assert_eq!((report.nodes, report.hash, report.warning), (193_690_690, used, None));
    }
    let report = count(1);
    assert_eq!((report.nodes, report.hash), (193_690_690, 0));
    assert!(report.warning.unwrap().contains("too small"));
}

#[test]
fn instruction_sets_have_names_and_unavailable_ones_are_refused() {
    for isa in Level::ALL {
        assert_eq!(isa.name().parse(), Ok(isa));
        let position = Position::startpos();
        let result = Perft::new(&position).depth(2).level(isa).run();
        assert_eq!(result.is_ok(), isa.is_available(), "{isa}");
    }
    assert!("sse9".parse::<Level>().unwrap_err().to_string().contains("avx512"));
}

/// Two kings, each on its side of a wall of pawns: few positions, so that merging counts any depth.
const WALL: &str = "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1";

#[test]
fn branches_are_the_moves() {
    let start = Position::startpos();
    let branches = tabiya_perft::divide(&start, 3);
    assert_eq!((branches.len(), branches.iter().map(|branch| branch.nodes).sum()), (20, 8902));
}

#[test]
fn errors_lead_to_their_causes() {
    let start = Position::startpos();
    let error = Perft::new(&start).depth(Perft::MOST_DEPTH + 1).run().unwrap_err();
    assert!(std::error::Error::source(&error).is_none());
    let error = Error::OutOfMemory(Counter::new().hash(usize::MAX).err().expect("no machine has that much"));
    let cause = std::error::Error::source(&error).expect("a cause").to_string();
    assert_eq!((error.to_string(), cause.contains("no memory for a hash table")), (cause.clone(), true));
}

#[test]
fn very_deep_trees_are_exact_or_refused() {
    let position = Position::from_fen(WALL).unwrap();
    let perft = |depth| Perft::new(&position).depth(depth).threads(2).hash(4 << 20).run();
    // Level by level, as slowly and plainly as can be.
    let mut level = HashMap::from([(WALL.to_owned(), 1_u128)]);
    for depth in 1..=40 {
        let mut next = HashMap::new();
        for (fen, paths) in level {
            let position = Position::from_fen(&fen).unwrap();
            for mv in &position.legal_moves() {
                let fen = position.after(mv).fen();
                // Without the clocks, which tell equal positions apart.
                let board = fen.rsplitn(3, ' ').last().unwrap();
                *next.entry(format!("{board} 0 1")).or_default() += paths;
            }
        }
        level = next;
        if depth % 8 == 0 {
            assert_eq!(perft(depth).unwrap().nodes, level.values().sum::<u128>(), "depth {depth}");
        }
    }
    assert_eq!(perft(100), Err(Error::TooMany));
    assert_eq!(perft(255), Err(Error::TooMany));
    assert_eq!(perft(256), Err(Error::TooDeep(256)));
    assert_eq!(perft(u32::MAX).unwrap_err().to_string().split(';').next(), Some("4294967295 plies are too deep"));
    assert_eq!(Perft::new(&position).depth(256).statistics(), Err(Error::TooDeep(256)));
}
