//! Random conversations of good and bad lines: every `go` is answered by exactly one `bestmove`, and `quit` ends it.
//!
//! `TABIYA_CONVERSATIONS=10000 cargo test --release -p tabiya-engine --test conversation` runs the long form.

use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use tabiya_check::Random;
use tabiya_engine::uci;

/// How long anything may take before the engine counts as lost.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the engine owes for a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owed {
    Nothing,
    BestMove,
    Count,
}

struct Line {
    text: Vec<u8>,
    owed: Owed,
    /// Say nothing more before all best moves are there. Only where the search ends by itself.
    wait: bool,
}

const POSITIONS: [&str; 9] = [
    "startpos",
    "startpos moves e2e4 e7e5 g1f3",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1 e8c8",
    "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1",
    "fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "startpos moves e2e5",
];

/// Searches that end by themselves.
const ENDING: [&str; 24] = [
    "depth 1",
    "depth 3",
    "depth 0",
    "nodes 1",
    "nodes 700",
    "nodes 0",
    "movetime 1",
    "movetime -4",
    "wtime 5 btime 5",
    "wtime 9 btime 9 winc 1 binc 1 movestogo 2",
    "wtime -1 btime -1",
    "mate 1",
    "searchmoves e2e4 a2a3 depth 2",
    "depth",
    "depth deep",
    "nodes 5 5 5",
    "searchmoves e2e5 a2a3 nodes 90",
    "searchmoves",
    "wtime btime winc binc",
    "wtime 99999999999999999999 btime 7 nodes 60",
    "movetime 99999999999999999999999 depth 1",
    "perft",
    "perft many",
    "mate none nodes",
];

const ENDLESS: [&str; 5] = ["", "infinite", "ponder wtime 5 btime 5", "infinite depth", "ponder searchmoves x9x9"];

const OTHERS: [&str; 26] = [
    "uci",
    "isready",
    "joho isready",
    "ucinewgame",
    "stop",
    "ponderhit",
    "d",
    "help",
    "",
    "   ",
    "xyzzy",
    "debug on",
    "register later",
    "setoption name Hash value 1",
    "setoption name Hash value -1",
    "setoption name MultiPV value 2",
    "setoption name MultiPV value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Chess960 value maybe",
    "setoption name Clear Hash",
    "setoption name Nonsense value 3",
    "setoption",
    "position",
    "position fen rnbqkbnr/8 w",
];

/// Words for lines of nonsense. No number here makes a count long.
const WORDS: [&str; 22] = [
    "go",
    "depth",
    "nodes",
    "perft",
    "searchmoves",
    "mate",
    "movetime",
    "wtime",
    "position",
    "startpos",
    "fen",
    "moves",
    "e2e4",
    "e7e8q",
    "1",
    "2",
    "-7",
    "name",
    "value",
    "isready",
    "stop",
    "\u{1F451}",
];

/// What a line of random words asks for, by the rules of the protocol: the first word that is a command decides.
fn owed_for(words: &[&str]) -> Owed {
    let commands = ["go", "position", "isready", "stop", "uci", "d", "help"];
    match words.iter().position(|word| commands.contains(word)) {
        Some(at) if words[at] == "go" => {
            let counts = words[at + 1..].windows(2).any(|pair| pair[0] == "perft" && pair[1].parse::<i64>().is_ok());
            if counts { Owed::Count } else { Owed::BestMove }
        }
        _ => Owed::Nothing,
    }
}

fn line(choices: &mut Random) -> Line {
    let (text, owed, wait) = match choices.below(20) {
        0..5 => (format!("position {}", choices.one_of(&POSITIONS)), Owed::Nothing, false),
        5..10 => {
            let wait = choices.below(2) == 0;
            (format!("{}go {}", choices.one_of(&["", "", "junk "]), choices.one_of(&ENDING)), Owed::BestMove, wait)
        }
        10 => (format!("go {}", choices.one_of(&ENDLESS)), Owed::BestMove, false),
        11 => (format!("go perft {}", choices.one_of(&["0", "1", "2", "-3"])), Owed::Count, false),
        12 | 13 => {
            let words: Vec<&str> = (0..choices.below(7)).map(|_| choices.one_of(&WORDS)).collect();
            (words.join(" "), owed_for(&words), false)
        }
        14 => {
            let bytes = (0..choices.below(30)).map(|_| choices.below(256) as u8).filter(|byte| !b"\n".contains(byte));
            return Line { text: bytes.chain(*b"\n").collect(), owed: Owed::Nothing, wait: false };
        }
        _ => (choices.one_of(&OTHERS).to_string(), Owed::Nothing, false),
    };
    Line { text: format!("{text}\n").into_bytes(), owed, wait }
}

/// What was printed so far, for those who wait for more of it.
#[derive(Clone, Default)]
struct Heard(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Heard {
    fn count(text: &[u8], beginning: &str) -> usize {
        String::from_utf8_lossy(text).lines().filter(|line| line.starts_with(beginning)).count()
    }

    fn wait_for_best_moves(&self, owed: usize) {
        let (heard, news) = &*self.0;
        let few = |heard: &mut Vec<u8>| Heard::count(heard, "bestmove ") < owed;
        let (heard, timeout) = news.wait_timeout_while(heard.lock().unwrap(), PATIENCE, few).unwrap();
        assert!(!timeout.timed_out(), "no best move came: {}", String::from_utf8_lossy(&heard));
    }
}

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.0.lock().unwrap().extend_from_slice(bytes);
        self.0.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Says the lines one after another, waiting where a line says so.
struct Speaker {
    lines: std::vec::IntoIter<Line>,
    heard: Heard,
    owed: usize,
    wait: bool,
}

impl Read for Speaker {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.wait {
            self.heard.wait_for_best_moves(self.owed);
        }
        let Some(line) = self.lines.next() else { return Ok(0) };
        self.owed += usize::from(line.owed == Owed::BestMove);
        self.wait = line.wait;
        buffer[..line.text.len()].copy_from_slice(&line.text);
        Ok(line.text.len())
    }
}

fn converse(seed: u64) {
    let mut choices = Random::new(seed);
    let count = 4 + choices.below(24);
    let mut lines: Vec<Line> = (0..count).map(|_| line(&mut choices)).collect();
    let owed = |wanted: Owed| lines.iter().filter(|line| line.owed == wanted).count();
    let (best_moves, counts) = (owed(Owed::BestMove), owed(Owed::Count));
    let script: String = lines.iter().map(|line| String::from_utf8_lossy(&line.text).into_owned()).collect();
    // What comes after `quit` is not read.
    for text in ["quit\n", "go depth 1\n", "go perft 1\n"] {
        lines.push(Line { text: text.into(), owed: Owed::Nothing, wait: false });
    }
    let heard = Heard::default();
    let (done, ended) = mpsc::channel();
    let output = heard.clone();
    thread::spawn(move || {
        let speaker = Speaker { lines: lines.into_iter(), heard: output.clone(), owed: 0, wait: false };
        uci::run(BufReader::with_capacity(256, speaker), output);
        done.send(())
    });
    let ended = ended.recv_timeout(PATIENCE);
    let heard = heard.0.0.lock().unwrap();
    let printed = || String::from_utf8_lossy(&heard);
    assert!(ended.is_ok(), "seed {seed} did not end:\n{script}\nanswered by\n{}", printed());
    let found = Heard::count(&heard, "bestmove ");
    assert_eq!(found, best_moves, "seed {seed}:\n{script}\nanswered by\n{}", printed());
    let found = Heard::count(&heard, "Nodes searched: ") + Heard::count(&heard, "info string stopped after ");
    assert_eq!(found, counts, "seed {seed}:\n{script}\nanswered by\n{}", printed());
}

#[test]
fn every_go_gets_one_best_move_and_quit_ends_it() {
    let conversations = std::env::var("TABIYA_CONVERSATIONS").map_or(300, |count| count.parse().unwrap());
    for seed in 0..conversations {
        converse(seed);
    }
}

#[test]
fn random_words_are_judged_as_the_protocol_says() {
    assert_eq!(owed_for(&["junk", "go", "depth", "1"]), Owed::BestMove);
    assert_eq!(owed_for(&["go", "depth", "perft", "2"]), Owed::Count);
    assert_eq!(owed_for(&["go", "perft", "go"]), Owed::BestMove);
    assert_eq!(owed_for(&["position", "go", "perft", "1"]), Owed::Nothing);
}
