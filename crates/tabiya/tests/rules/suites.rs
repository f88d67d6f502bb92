//! The counts of `testdata/`, by three generators and a fourth that only counts.

use tabiya::{Position, oracle};
use tabiya_check::suites::{Entry, all, budget};

fn perft(position: &Position, depth: usize, expand: &impl Fn(&Position) -> Vec<tabiya::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    expand(position).into_iter().map(|mv| perft(&position.after(mv), depth - 1, expand)).sum()
}

fn perft_bulk(position: &Position, depth: usize) -> u64 {
    if depth == 1 {
        return position.count_legal() as u64;
    }
    position.legal_moves().into_iter().map(|mv| perft_bulk(&position.after(mv), depth - 1)).sum()
}

/// The deepest depth of an entry that costs at most `budget` leaves.
fn affordable(entry: &Entry, budget: u64) -> usize {
    entry.counts.iter().take_while(|&&count| count <= budget).count()
}

fn check_all(name: &str, budget: u64, count: impl Fn(&Position, usize) -> u64) {
    let mut leaves = 0;
    let entries = all();
    for entry in &entries {
        let depth = affordable(entry, budget).max(1);
        let counted = count(&entry.position(), depth);
        assert_eq!(
            counted,
            entry.counts[depth - 1],
            "{name}: {} {} depth {depth}: {}",
            entry.file,
            entry.name,
            entry.fen
        );
        leaves += counted;
    }
    println!("{name}: {} positions, {leaves} leaves", entries.len());
}

#[test]
fn suites_hold_enough_positions() {
    let entries = all();
    assert!(entries.len() >= 400, "{} positions", entries.len());
    assert!(entries.iter().all(|entry| !entry.counts.is_empty() && !entry.name.is_empty()));
    let chess960 = entries.iter().filter(|entry| entry.file.ends_with(".perft")).count();
    assert!(chess960 >= 100, "{chess960} Chess960 positions");
}

#[test]
fn suites_by_counting_sets() {
    check_all("count_legal", budget(1_500_000), perft_bulk);
}

#[test]
fn suites_by_legal_lists() {
    check_all("legal", budget(200_000), |position, depth| {
        perft(position, depth, &|p| p.legal_moves().into_iter().collect())
    });
}

#[test]
fn suites_by_pseudo_legal_and_is_legal() {
    check_all("pseudo-legal + is_legal", budget(100_000), |position, depth| {
        perft(position, depth, &|p| p.pseudo_legal_moves().into_iter().filter(|&mv| p.is_legal(mv)).collect())
    });
}

#[test]
fn suites_by_the_oracle() {
    check_all("oracle", budget(50_000), |position, depth| {
        perft(position, depth, &|p| oracle::legal_moves(p).into_iter().collect())
    });
}
