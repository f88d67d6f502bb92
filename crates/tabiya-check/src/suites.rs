//! The positions and counts of `testdata/`.

use std::fs;
use std::path::PathBuf;
use tabiya::Position;

/// A position of a suite.
pub struct Entry {
    /// The file that it stands in.
    pub file: &'static str,
    /// What it is called there.
    pub name: String,
    /// Its text.
    pub fen: String,
    /// Moves that must be legal.
    pub legal: Vec<String>,
    /// Moves that must not be legal.
    pub illegal: Vec<String>,
    /// Counts from depth 1 on.
    pub counts: Vec<u64>,
}

impl Entry {
    /// The position; panics where the text is not a good one.
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

/// The text of a file of `testdata/`.
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

/// Leaves that one position may cost, from the environment where it is set.
pub fn budget(default: u64) -> u64 {
    std::env::var("TABIYA_NODES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
