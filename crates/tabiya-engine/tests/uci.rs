//! Conversations with the engine through its streams.

use std::io::{BufRead, BufReader, Read, Write, pipe};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use tabiya_check::Random;
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

    /// Reads until a line begins like this, and returns it. A best move is never passed over: it would be too early.
    fn expect(&mut self, beginning: &str) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert_ne!(self.from.read_line(&mut line).unwrap(), 0, "gone before it said {beginning}");
            if line.starts_with(beginning) {
                return line.trim_end().to_string();
            }
            assert!(!line.starts_with("bestmove"), "{line} came before {beginning}");
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
    // A new game begins at the start position, unless a position is given.
    let heard = answers(b"position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1\nucinewgame\ngo perft 1\n");
    assert!(heard.contains("Nodes searched: 20"), "{heard}");
    // Commands that follow wait, as with Stockfish; only stop and quit do not.
    let heard = answers(b"go perft 4\nucinewgame\nisready\n");
    assert!(heard.contains("Nodes searched: 197281\n") && heard.ends_with("readyok\n"), "{heard}");
    assert!(answers(b"go perft 12\nstop\nisready\n").ends_with(" nodes\nreadyok\n"));
    assert!(answers(b"go perft 12\nquit\n").ends_with(" nodes\n"));
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
        "mate 2",
        "depth",
        "depth x",
        "nodes",
        "searchmoves e2e5 a2a3",
        "searchmoves e7e8 e9",
        "searchmoves a2a3 e2e5 depth 2",
        "wtime 99999999999999999999 btime 1 depth 2",
        "movetime 99999999999999999999 depth 2",
        "perft",
        "perft x",
        "perft 99999999999999999999",
        "something else",
    ];
    for limit in limits {
        let heard = answers(format!("position startpos moves e2e4 e7e5\ngo {limit}\n").as_bytes());
        assert_eq!(heard.matches("bestmove ").count(), 1, "{limit}: {heard}");
    }
    assert!(answers(b"go searchmoves a2a3 depth 2\n").contains("bestmove a2a3"));
    let heard = answers(b"go searchmoves e2e5 a2a3\n");
    assert!(heard.starts_with("info string go searchmoves: ") && heard.contains("bestmove a2a3"), "{heard}");
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
    // Far more than the clock, for the machine may be busy with other things.
    assert!(hit.elapsed() < Duration::from_secs(60));
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
        let mut nonsense = Random::new(seed);
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
    assert_eq!(answers(&input), "info string a line of more than a mebibyte cannot be a command\nreadyok\n");
    // Half a game is another position, so it is not set up; a `go` is answered.
    let mut input = b"position startpos moves e2e4 ".to_vec();
    input.extend(b"e7e5 ".repeat(300_000));
    input.extend(b"\nd\n");
    assert!(answers(&input).contains("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    let mut input = b"go depth 1 ".to_vec();
    input.extend(b"x".repeat(2 << 20));
    assert_eq!(answers(&input).matches("bestmove ").count(), 1);
}

#[test]
fn no_time_at_all_is_enough_for_a_mate_in_one() {
    // The engine is built before the clock runs, and the first iteration is finished.
    for go in ["go movetime 1", "go movetime 0", "go wtime 1 btime 1", "go wtime 0 btime 0 movestogo 1"] {
        let heard = answers(format!("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n{go}\n").as_bytes());
        assert!(heard.contains("score mate 1 ") && heard.ends_with("bestmove a1a8\n"), "{go}: {heard}");
    }
}

#[test]
fn a_search_for_mate_ends_with_or_without_one() {
    let mate_in_two = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let heard = answers(format!("{mate_in_two}\ngo mate 2\n").as_bytes());
    assert!(heard.contains("score mate 2 ") && heard.contains("bestmove a1a6"), "{heard}");
    for (position, moves) in [(mate_in_two, 1), ("position startpos", 3)] {
        let heard = answers(format!("{position}\ngo mate {moves}\n").as_bytes());
        assert!(!heard.contains("score mate ") && heard.matches("bestmove ").count() == 1, "{position}: {heard}");
    }
}

#[test]
fn help_and_the_board_are_shown() {
    let heard = answers(b"help\nd\n");
    for word in
        ["go perft N", "setoption name NAME", "quit", "8  r  n  b  q  k  b  n  r", "Fen: rnbqkbnr/", "Checkers: "]
    {
        assert!(heard.contains(word), "{word}: {heard}");
    }
    let (mut reader, writer) = pipe().unwrap();
    uci::run_at_terminal(&b"xyzzy\nquit\n"[..], writer);
    let mut heard = String::new();
    reader.read_to_string(&mut heard).unwrap();
    assert!(
        heard.starts_with("Tabiya ") && heard.contains("Type help") && heard.contains("\"xyzzy\" is not a command")
    );
}
