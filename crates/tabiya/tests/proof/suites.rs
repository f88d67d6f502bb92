//! The counts of `testdata/`, by three generators and a fourth that only counts.

use std::fs;
use std::path::PathBuf;
use tabiya::{Position, oracle};

/// A position of a suite.
pub struct Entry {
    pub file: &'static str,
    pub name: String,
    pub fen: String,
    /// Moves that must be, and must not be, legal.
    pub legal: Vec<String>,
    pub illegal: Vec<String>,
    /// Counts from depth 1 on.
    pub counts: Vec<u64>,
}

impl Entry {
    pub fn position(&self) -> Position {
        Position::from_fen(&self.fen)
            .unwrap_or_else(|error| panic!("{} {} ({}): {error}", self.file, self.name, self.fen))
    }
}

const FILES: [&str; 6] =
    ["public.epd", "corners.epd", "corners960.epd", "random.epd", "chess960.perft", "double960.perft"];

/// Every position of every suite.
pub fn all() -> Vec<Entry> {
    FILES.into_iter().flat_map(read).collect()
}

pub fn text(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read(file: &'static str) -> Vec<Entry> {
    let text = text(file);
    if file.ends_with(".perft") { read_perft(file, &text) } else { read_epd(file, &text) }
}

fn read_epd(file: &'static str, text: &str) -> Vec<Entry> {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let (mut name, mut legal, mut illegal) = (String::new(), Vec::new(), Vec::new());
    let mut entries = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        if let Some(id) = line.strip_prefix("# id ") {
            name = id.to_owned();
        } else if let Some(moves) = line.strip_prefix("# legal: ") {
            legal = words(moves);
        } else if let Some(moves) = line.strip_prefix("# illegal: ") {
            illegal = words(moves);
        } else if !line.starts_with('#') {
            let mut fields = line.split(" ;");
            let fen = fields.next().expect("a FEN").to_owned();
            let counts = fields.enumerate().map(|(index, field)| {
                let (depth, count) = field.split_once(' ').expect("depth and count");
                assert_eq!(depth, format!("D{}", index + 1), "{file}: depths in order");
                count.trim().parse().expect("a count")
            });
            let counts = counts.collect();
            entries.push(Entry {
                file,
                name: std::mem::take(&mut name),
                fen,
                legal: std::mem::take(&mut legal),
                illegal: std::mem::take(&mut illegal),
                counts,
            });
        }
    }
    entries
}

fn read_perft(file: &'static str, text: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut name = String::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with(['#', '%'])) {
        match line.split_once(' ').expect("a keyword and its value") {
            ("id", id) => name = id.to_owned(),
            ("epd", fen) => entries.push(Entry {
                file,
                name: std::mem::take(&mut name),
                fen: fen.to_owned(),
                legal: Vec::new(),
                illegal: Vec::new(),
                counts: Vec::new(),
            }),
            ("perft", rest) => {
                let entry = entries.last_mut().expect("a position before its counts");
                let (depth, count) = rest.split_once(' ').expect("depth and count");
                assert_eq!(depth.parse(), Ok(entry.counts.len() + 1), "{file}: depths in order");
                entry.counts.push(count.parse().expect("a count"));
            }
            (keyword, _) => panic!("{file}: unknown keyword {keyword}"),
        }
    }
    entries
}

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

/// Leaves that one position may cost, from the environment where it is set.
pub fn budget(default: u64) -> u64 {
    std::env::var("TABIYA_NODES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
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
