//! Conversations with the engine through its streams.

use std::io::{BufRead, BufReader, Read, Write, pipe};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tabiya_engine::uci;

/// Says everything at once, hangs up, and returns all that was answered.
fn answers(input: &[u8]) -> String {
    let (mut reader, writer) = pipe().unwrap();
    let input = input.to_vec();
    let engine = thread::spawn(move || uci::run(&input[..], writer));
    let mut heard = String::new();
    reader.read_to_string(&mut heard).unwrap();
    engine.join().unwrap();
    heard
}

/// A dialogue in which the engine is heard before the next word is said.
struct Dialogue {
    to: Option<std::io::PipeWriter>,
    from: BufReader<std::io::PipeReader>,
    engine: JoinHandle<()>,
}

impl Dialogue {
    fn new() -> Dialogue {
        let (input, to) = pipe().unwrap();
        let (from, output) = pipe().unwrap();
        let engine = thread::spawn(move || uci::run(BufReader::new(input), output));
        Dialogue { to: Some(to), from: BufReader::new(from), engine }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Reads until a line begins like this, and returns it.
    fn expect(&mut self, beginning: &str) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert_ne!(self.from.read_line(&mut line).unwrap(), 0, "gone before it said {beginning}");
            if line.starts_with(beginning) {
                return line.trim_end().to_string();
            }
        }
    }

    /// Hangs up and waits for the end.
    fn end(mut self) {
        drop(self.to.take());
        let mut rest = String::new();
        self.from.read_to_string(&mut rest).unwrap();
        self.engine.join().unwrap();
    }
}

#[test]
fn it_introduces_itself() {
    let heard = answers(b"uci\nisready\nquit\n");
    assert!(heard.starts_with("id name Tabiya "));
    for option in ["Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "Move Overhead"] {
        assert!(heard.contains(&format!("option name {option} type ")), "{option}");
    }
    assert!(heard.ends_with("uciok\nreadyok\n"));
}

#[test]
fn perft_speaks_like_stockfish() {
    let heard = answers(b"position startpos moves e2e4 e7e5\ngo perft 2\n");
    assert!(heard.contains("f1b5: 26\n") && heard.ends_with("\n\nNodes searched: 835\n\n"), "{heard}");
    let castles = b"position fen 4k3/8/8/8/8/8/7P/4K2R w K - 0 1\ngo perft 1\nsetoption name UCI_Chess960 value true\ngo perft 1\n";
    let heard = answers(castles);
    assert!(heard.contains("e1g1: 1\n") && heard.contains("e1h1: 1\n"));
    assert!(answers(b"go perft 0\n").contains("Nodes searched: 1\n"));
    // Commands that follow wait, as with Stockfish; only a stop does not.
    assert!(answers(b"go perft 4\nquit\n").contains("Nodes searched: 197281\n"));
    assert!(answers(b"go perft 12\nstop\nisready\n").ends_with(" nodes\nreadyok\n"));
}

#[test]
fn a_bad_position_or_move_changes_nothing() {
    let bad = [
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w KQkq - 0 1",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen nonsense",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e4e5",
        "position",
        "position fen",
        "position moves e2e4",
    ];
    for line in bad {
        let heard = answers(format!("position startpos moves d2d4\n{line}\nd\n").as_bytes());
        assert!(heard.starts_with("info string "), "{line}: {heard}");
        assert!(heard.contains("\nFen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n"), "{line}");
    }
}

#[test]
fn what_it_does_not_know_it_ignores() {
    assert_eq!(answers(b"xyzzy\n\n   \nregister later\ndebug on\n"), "");
    assert_eq!(answers(b"joho isready\n"), "readyok\n");
}

#[test]
fn bad_options_are_explained() {
    let bad = [
        "Hash value x",
        "Hash value 99999999999999999999",
        "Threads value -1",
        "MultiPV value 1e9",
        "Nonsense value 1",
    ];
    for option in bad {
        let heard = answers(format!("setoption name {option}\nisready\n").as_bytes());
        assert!(heard.starts_with("info string ") && heard.ends_with("readyok\n"), "{option}: {heard}");
    }
    assert_eq!(
        answers(b"setoption name hash value 2\nsetoption name threads value 2\nsetoption name Clear Hash\n"),
        ""
    );
}

#[test]
fn a_bounded_search_is_finished_at_the_end_of_the_input() {
    let heard = answers(b"go depth 6\n");
    assert!(heard.contains("info depth 6 ") && heard.lines().last().unwrap().starts_with("bestmove "));
}

#[test]
fn every_limit_ends_in_one_best_move() {
    let limits = [
        "depth 3",
        "nodes 1000",
        "movetime 20",
        "wtime 200 btime 200",
        "wtime 100 btime 100 winc 10 binc 10 movestogo 5",
        "wtime -5 btime -5",
        "searchmoves a2a3 depth 2",
        "mate 1 nodes 1000",
        "depth 0",
        "depth 999 nodes 10",
        "movetime 0",
    ];
    for limit in limits {
        let heard = answers(format!("position startpos moves e2e4 e7e5\ngo {limit}\n").as_bytes());
        assert_eq!(heard.matches("bestmove ").count(), 1, "{limit}: {heard}");
    }
    assert!(answers(b"go searchmoves a2a3 depth 2\n").contains("bestmove a2a3"));
}

#[test]
fn an_infinite_search_answers_when_told_and_not_before() {
    let mut dialogue = Dialogue::new();
    // Nothing is left to search after a moment, and still no answer may come.
    dialogue.say("position fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1");
    dialogue.say("go infinite");
    dialogue.expect("info depth 5");
    dialogue.say("isready");
    dialogue.expect("readyok");
    dialogue.say("stop");
    assert!(dialogue.expect("bestmove").starts_with("bestmove f6f7"));
    dialogue.end();
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut dialogue = Dialogue::new();
    dialogue.say("go ponder wtime 400 btime 400");
    thread::sleep(Duration::from_millis(600));
    dialogue.say("isready");
    dialogue.expect("readyok");
    dialogue.say("ponderhit");
    let hit = Instant::now();
    dialogue.expect("bestmove");
    assert!(hit.elapsed() < Duration::from_secs(5));
    dialogue.say("go ponder wtime 1000 btime 1000");
    dialogue.say("stop");
    dialogue.expect("bestmove");
    dialogue.end();
}

#[test]
fn the_end_of_the_input_ends_an_infinite_search() {
    let mut dialogue = Dialogue::new();
    dialogue.say("setoption name Threads value 3");
    dialogue.say("go infinite");
    dialogue.expect("info depth 3");
    dialogue.end();
}

#[test]
fn a_listener_that_goes_away_ends_the_search() {
    let (reader, writer) = pipe().unwrap();
    let engine = thread::spawn(move || uci::run(&b"go depth 120\n"[..], writer));
    drop(reader);
    engine.join().unwrap();
}

#[test]
fn mate_and_stalemate_have_no_best_move() {
    let heard = answers(b"position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 4\n");
    assert_eq!(heard, "info depth 0 score mate 0\nbestmove (none)\n");
    let heard = answers(b"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo movetime 5\n");
    assert_eq!(heard, "info depth 0 score cp 0\nbestmove (none)\n");
}

#[test]
fn castling_is_written_as_asked() {
    let go = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1 searchmoves e1g1\n";
    assert!(answers(go.as_bytes()).contains("bestmove e1g1"));
    assert!(answers(format!("setoption name UCI_Chess960 value true\n{go}").as_bytes()).contains("bestmove e1h1"));
}

#[test]
fn bench_prints_the_same_signature_twice() {
    let signature = || {
        let heard = answers(b"bench 4\n");
        heard.lines().find(|line| line.starts_with("Nodes searched")).unwrap().to_string()
    };
    assert_eq!(signature(), signature());
}

/// A small generator of reproducible nonsense.
struct Nonsense(u64);

impl Nonsense {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

const WORDS: [&str; 44] = [
    "uci",
    "isready",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e5",
    "e1g1",
    "a7a8q",
    "0000",
    "go",
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "perft",
    "searchmoves",
    "ponder",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "MultiPV",
    "UCI_Chess960",
    "true",
    "stop",
    "ponderhit",
    "d",
    "1",
    "2",
    "-7",
    "99999999999999999999",
    "8/8/8/8/8/8/8/K1k5",
    "w",
    "KQkq",
    "\u{1F451}",
];

#[test]
fn garbage_is_survived() {
    for seed in 0..60 {
        let mut nonsense = Nonsense(seed);
        let mut input = Vec::new();
        for _ in 0..60 {
            for _ in 0..nonsense.below(7) {
                input.extend(WORDS[nonsense.below(WORDS.len())].as_bytes());
                input.push(b' ');
            }
            if nonsense.below(6) == 0 {
                input.extend((0..20).map(|_| nonsense.below(256) as u8));
            }
            input.push(b'\n');
        }
        // Whatever has happened, it can still hear, search and stop.
        input.extend(
            b"\nstop\nposition startpos\nsetoption name MultiPV value 1\ngo depth 2\nisready\nstop\nisready\nquit\n",
        );
        let heard = answers(&input);
        assert!(heard.ends_with("readyok\n"), "seed {seed}");
        assert!(heard.contains("bestmove"), "seed {seed}");
    }
}

#[test]
fn a_line_without_end_is_no_harm() {
    let mut input = vec![b'x'; 3 << 20];
    input.extend(b"\nisready\n");
    assert_eq!(answers(&input), "readyok\n");
}
