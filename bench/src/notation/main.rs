//! Notation: the same text read and written by Tabiya, shakmaty and pgn-reader, side by side in one run.
//!
//! `cargo run --release -p tabiya-bench --bin notation -- [--games N] [--rounds N] [--only TEXT]`
//!
//! The corpus is made anew in every run, from the same seed. Rounds are interleaved, the best of each side counts (in
//! processor time, so that other work on the machine disturbs less), and both sides must come to the same checksum:
//! positions reached, moves found, bytes written.

// Unsafe code lives in modules that are named where they are declared, and nowhere else.
#![deny(unsafe_code)]

#[allow(unsafe_code)]
mod clock;
mod corpus;
mod ours;
mod theirs;

use corpus::Corpus;

/// One line of the table: the same work twice.
struct Line<'a> {
    name: &'static str,
    /// How many of what the work goes through, for "per second".
    amount: f64,
    unit: &'static str,
    peer: &'static str,
    ours: Box<dyn FnMut() -> u64 + 'a>,
    theirs: Box<dyn FnMut() -> u64 + 'a>,
}

fn main() {
    let mut games = 50_000;
    let mut rounds = 5;
    let mut only = String::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let text = arguments.next();
        let value = text.as_ref().and_then(|text| text.parse::<usize>().ok());
        match (name.as_str(), value) {
            ("--only", _) => only = text.unwrap_or_default(),
            ("--games", Some(value)) => games = value.max(1),
            ("--rounds", Some(value)) => rounds = value.max(1),
            _ => {
                eprintln!("usage: notation [--games N] [--rounds N] [--only TEXT]");
                std::process::exit(2);
            }
        }
    }
    let corpus = Corpus::generate(games);
    println!(
        "corpus: {games} games, {} moves, {:.1} MB plain, {:.1} MB with clocks and variations; best of {rounds} interleaved rounds",
        corpus.moves,
        corpus.plain.len() as f64 / 1e6,
        corpus.annotated.len() as f64 / 1e6,
    );
    println!("| work | Tabiya | peer | peer's name | ratio |");
    println!("|---|---|---|---|---|");
    for mut line in lines(&corpus, games) {
        if !line.name.contains(&only) {
            continue;
        }
        let (ours, theirs) = race(&mut line, rounds);
        println!(
            "| {} | {:.2} {unit} | {:.2} {unit} | {} | {:.2} |",
            line.name,
            line.amount / ours,
            line.amount / theirs,
            line.peer,
            theirs / ours,
            unit = line.unit,
        );
    }
}

fn lines<'a>(corpus: &'a Corpus, games: usize) -> Vec<Line<'a>> {
    let fens = corpus.fens.len() as f64 / 1e6;
    let moves = corpus.samples.len() as f64 / 1e6;
    let our_samples = ours::samples(corpus);
    let their_samples = theirs::samples(corpus);
    let (our_samples_2, their_samples_2) = (our_samples.clone(), their_samples.clone());
    let (our_positions, their_positions) = (ours::positions(corpus), theirs::positions(corpus));
    let mut lines = vec![
        Line {
            name: "FEN parse, text to valid position",
            amount: fens,
            unit: "M/s",
            peer: "shakmaty",
            ours: Box::new(|| ours::parse_fens(&corpus.fens)),
            theirs: Box::new(|| theirs::parse_fens(&corpus.fens)),
        },
        Line {
            name: "FEN write",
            amount: fens,
            unit: "M/s",
            peer: "shakmaty",
            ours: Box::new(move || ours::write_fens(&our_positions)),
            theirs: Box::new(move || theirs::write_fens(&their_positions)),
        },
        Line {
            name: "SAN parse, text to legal move",
            amount: moves,
            unit: "M/s",
            peer: "shakmaty",
            ours: Box::new(move || ours::parse_sans(&our_samples)),
            theirs: Box::new(move || theirs::parse_sans(&their_samples)),
        },
        Line {
            name: "SAN write",
            amount: moves,
            unit: "M/s",
            peer: "shakmaty",
            ours: Box::new(move || ours::write_sans(&our_samples_2)),
            theirs: Box::new(move || theirs::write_sans(&their_samples_2)),
        },
    ];
    for (name, name_in_bytes, text) in [
        ("PGN syntax only, plain (games)", "PGN syntax only, plain", &corpus.plain),
        ("PGN syntax only, annotated (games)", "PGN syntax only, annotated", &corpus.annotated),
    ] {
        for (name, amount, unit) in per_game_and_byte(name, name_in_bytes, games, text) {
            lines.push(Line {
                name,
                amount,
                unit,
                peer: "pgn-reader",
                ours: Box::new(move || ours::count_moves(text)),
                theirs: Box::new(move || theirs::count_moves(text)),
            });
        }
    }
    for (name, name_in_bytes, text) in [
        ("PGN with legality replay, plain (games)", "PGN with legality replay, plain", &corpus.plain),
        ("PGN with legality replay, annotated (games)", "PGN with legality replay, annotated", &corpus.annotated),
    ] {
        for (name, amount, unit) in per_game_and_byte(name, name_in_bytes, games, text) {
            lines.push(Line {
                name,
                amount,
                unit,
                peer: "pgn-reader with shakmaty",
                ours: Box::new(move || ours::replay(text)),
                theirs: Box::new(move || theirs::replay(text)),
            });
        }
    }
    lines
}

fn per_game_and_byte(
    games_name: &'static str,
    bytes_name: &'static str,
    games: usize,
    text: &str,
) -> [(&'static str, f64, &'static str); 2] {
    [(games_name, games as f64 / 1e3, "k/s"), (bytes_name, text.len() as f64 / 1e6, "MB/s")]
}

/// The best times of both sides, in seconds.
fn race(line: &mut Line, rounds: usize) -> (f64, f64) {
    let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..rounds {
        let start = clock::seconds();
        let our_sum = (line.ours)();
        ours = ours.min(clock::seconds() - start);
        let start = clock::seconds();
        let their_sum = (line.theirs)();
        theirs = theirs.min(clock::seconds() - start);
        assert_eq!(our_sum, their_sum, "{}: the two sides disagree", line.name);
    }
    (ours, theirs)
}
