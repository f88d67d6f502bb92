//! Every instruction set, with and without table and threads, on all the test data. `TABIYA_NODES` sets how many leaves
//! one count may have.

use std::io::Write;
use std::path::Path;

use tabiya::Position;
use tabiya::cpu::Level;
use tabiya_perft::Perft;
use tabiya_perft::suite::{self, Entry};

fn suites() -> Vec<(String, Vec<Entry>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    names.sort();
    let suites: Vec<_> = names
        .into_iter()
        .filter(|path| path.extension().is_some_and(|ext| ext == "epd" || ext == "perft"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            (path.display().to_string(), suite::read(&text).unwrap())
        })
        .collect();
    assert!(suites.len() >= 5);
    suites
}

/// Checks every known count of at most `most` leaves, or as many as the environment says.
fn verify(isa: Level, most: u128, set_up: impl Fn(Perft<'_>) -> Perft<'_>) {
    if !isa.is_available() {
        // Past the test harness, which shows nothing that a passing test prints.
        let skipped = format!("skipped: this machine does not have {isa}\n");
        std::io::stderr().write_all(skipped.as_bytes()).unwrap();
        return;
    }
    let most = std::env::var("TABIYA_NODES").ok().and_then(|text| text.parse().ok()).unwrap_or(most);
    for (file, entries) in suites() {
        for entry in entries {
            assert!(entry.counts.iter().any(|&(_, nodes)| nodes <= most), "{file}:{} has no small count", entry.line);
            for &(depth, nodes) in entry.counts.iter().filter(|&&(_, nodes)| nodes <= most) {
                let report = set_up(Perft::new(&entry.position).depth(depth).level(isa)).run().unwrap();
                assert_eq!(report.nodes, nodes, "{isa} {file}:{} depth {depth}", entry.line);
                assert!(report.complete);
            }
        }
    }
}

#[test]
fn portable() {
    verify(Level::Portable, 300_000, |perft| perft);
}

#[test]
fn bmi2() {
    verify(Level::Bmi2, 1_000_000, |perft| perft);
}

#[test]
fn avx2() {
    verify(Level::Avx2, 5_000_000, |perft| perft);
}

#[test]
fn avx512() {
    verify(Level::Avx512, 5_000_000, |perft| perft);
}

#[test]
fn two_threads() {
    verify(Level::best(), 1_000_000, |perft| perft.threads(2));
}

#[test]
fn hashed() {
    verify(Level::best(), 5_000_000, |perft| perft.hash(4 << 20));
}

#[test]
fn hashed_on_two_threads_and_portable() {
    verify(Level::Portable, 300_000, |perft| perft.hash(4 << 20).threads(2));
}

#[test]
fn divided_counts_add_up_and_name_legal_moves() {
    for (_, entries) in suites() {
        for entry in entries.iter().take(40) {
            for isa in Level::available() {
                let division = Perft::new(&entry.position).depth(2).level(isa).divide().unwrap();
                let mut moves: Vec<_> = division.branches.iter().map(|branch| branch.mv.bits()).collect();
                let mut legal: Vec<_> = entry.position.legal_moves().iter().map(|mv| mv.bits()).collect();
                moves.sort_unstable();
                legal.sort_unstable();
                assert_eq!(moves, legal, "{}", entry.position.fen());
                for branch in &division.branches {
                    let replies = entry.position.after(branch.mv).count_legal() as u128;
                    assert_eq!(branch.nodes, replies, "{} {:?}", entry.position.fen(), branch.mv);
                }
            }
        }
    }
}

#[test]
fn depth_zero_is_one_and_a_finished_game_has_no_moves() {
    let mate = Position::from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").unwrap();
    for isa in Level::available() {
        let count = |depth| Perft::new(&mate).depth(depth).level(isa).run().unwrap().nodes;
        assert_eq!([count(0), count(1), count(2), count(5)], [1, 0, 0, 0]);
        assert!(Perft::new(&mate).depth(3).level(isa).divide().unwrap().branches.is_empty());
        let nothing_played = Perft::new(&Position::startpos()).depth(0).level(isa).divide().unwrap();
        assert_eq!((nothing_played.report.nodes, nothing_played.branches.len()), (1, 0));
    }
}
