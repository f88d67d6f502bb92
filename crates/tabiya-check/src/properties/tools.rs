//! What is built on the rules: counts, suites, the engine's conversation, the hunt's readers.

use std::io::Write;
use std::sync::{Arc, Mutex};

use tabiya::cpu::Level;
use tabiya::{CastlingStyle, Game, Position, Tolerance, UciMove, oracle};
use tabiya_engine::uci::command::{Command, parse};
use tabiya_hunt::answer::{Answer, LineKind};
use tabiya_hunt::compare::{compare_with, read_move};
use tabiya_hunt::{diagnose, reference, words};
use tabiya_perft::{Perft, suite};

use super::rules;
use crate::positions;

/// Leaves by the oracle, a copy and a look at the king for each move.
fn slow_leaves(position: &Position, depth: u32) -> u128 {
    let moves = oracle::legal_moves(position);
    if depth == 1 {
        return moves.len() as u128;
    }
    moves.into_iter().map(|mv| slow_leaves(&position.after(mv), depth - 1)).sum()
}

/// Two plies of any setup, counted on every level and by the oracle; three where few moves make that short.
pub fn perft(data: &[u8]) {
    let Some((setup, _)) = rules::setup(data) else { return };
    let Ok(position) = Position::from_setup_with(setup, Tolerance::ALL) else { return };
    let depth = if position.count_legal() > 8 { 2 } else { 3 };
    let expected = slow_leaves(&position, depth);
    for level in Level::available() {
        let count = Perft::new(&position).depth(depth).level(level).run().expect("nothing to fail on").nodes;
        assert_eq!(count, expected, "{level}, depth {depth}: {}", position.fen());
    }
    let hashed = Perft::new(&position).depth(depth).hash(1 << 16).run().expect("a small table").nodes;
    assert_eq!(hashed, expected, "hashed, depth {depth}: {}", position.fen());
}

/// Suites: errors name a line of the text; what the strict reader takes the lenient one takes too; entries written
/// again are read as the same.
pub fn suite(text: &str) {
    let lines = text.lines().count();
    let strict = suite::read(text);
    let lenient = suite::read_lenient(text, Tolerance::ALL);
    for error in [strict.as_ref().err(), lenient.as_ref().err()].into_iter().flatten() {
        assert!(error.line >= 1 && error.line <= lines.max(1), "{error} of {text:?}");
        assert!(!error.to_string().is_empty());
    }
    let Ok(entries) = strict else { return };
    let lenient = lenient.unwrap_or_else(|error| panic!("only the lenient reader refuses {text:?}: {error}"));
    assert!(lenient.left_out.is_empty(), "{text:?}");
    assert_eq!(lenient.entries.len(), entries.len(), "{text:?}");
    let mut written = String::new();
    for entry in &entries {
        assert!(!entry.counts.is_empty(), "{text:?}");
        written += &entry.position.fen();
        for (depth, count) in &entry.counts {
            written += &format!(" ;D{depth} {count}");
        }
        written.push('\n');
    }
    let again = suite::read(&written).unwrap_or_else(|error| panic!("{text:?} became {written:?}: {error}"));
    assert_eq!(again.len(), entries.len(), "{text:?} became {written:?}");
    for (entry, again) in entries.iter().zip(&again) {
        assert_eq!((entry.position.fen(), &entry.counts), (again.position.fen(), &again.counts), "{written:?}");
    }
}

/// Everything that is said to the engine, kept.
#[derive(Clone, Default)]
struct Heard(Arc<Mutex<Vec<u8>>>);

impl Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic while it is held").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Any text as a conversation: each line is a command, nothing, or an error with a sentence. Then it is spoken,
/// searches and counts made short: there is one best move per `go`, and it is legal where it was asked for and one of
/// those that were to be searched.
pub fn conversation(text: &str) {
    let mut game = Game::default();
    let (mut spoken, mut asked) = (String::new(), Vec::new());
    for line in text.lines().take(40) {
        match parse(line, &game) {
            Ok(Some(Command::Go { limits, .. })) => {
                spoken += "go nodes 40 searchmoves";
                for mv in &limits.search_moves {
                    spoken += &format!(" {}", mv.uci(CastlingStyle::Chess960));
                }
                spoken += "\nisready\n";
                asked.push((*game.position(), limits.search_moves));
            }
            Ok(Some(Command::Perft(depth))) => spoken += &format!("go perft {}\n", depth.min(2)),
            Ok(Some(Command::SetOption { name, .. }))
                if ["hash", "threads"].contains(&name.to_lowercase().as_str()) => {}
            Ok(Some(Command::Bench(_) | Command::Quit)) | Ok(None) => {}
            Ok(Some(command)) => {
                match command {
                    Command::Position(next) => game = next,
                    Command::NewGame => game = Game::default(),
                    _ => {}
                }
                spoken += line;
                spoken.push('\n');
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    let heard = Heard::default();
    tabiya_engine::uci::run(spoken.as_bytes(), heard.clone());
    let said = heard.0.lock().expect("no panic while it was held").clone();
    let said = String::from_utf8(said).expect("the engine speaks UTF-8");
    assert!(!said.contains("panic"), "{spoken:?}: {said}");
    let best: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!(best.len(), asked.len(), "{spoken:?}: {said}");
    for (best, (position, wanted)) in best.iter().zip(asked) {
        let first = best.split_whitespace().next().unwrap_or_default();
        match position.has_legal_move() {
            true => {
                let mv = position.parse_uci(first);
                let fits = mv.is_ok_and(|mv| wanted.is_empty() || wanted.contains(&mv));
                assert!(fits, "{first} in {}: {spoken:?}", position.fen());
            }
            false => assert!(first == "(none)" || first == "0000", "{first} in {}", position.fen()),
        }
    }
}

/// Foreign output, whatever it says: what is understood adds up. Every true move is either listed or missing, an extra
/// move is never a true one, and an answer that lists exactly the true moves and counts is believed, also between
/// other lines.
pub fn hunt(text: &str) {
    for fen in [positions::KIWIPETE, positions::PROMOTIONS, "8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1"] {
        let position = positions::position(fen);
        let truth = reference::divide(&position, 1).expect("one ply");
        let mut answer = Answer::default();
        for line in text.lines() {
            let before = (answer.moves.len(), answer.total);
            match answer.read_line(line) {
                LineKind::Move(..) => assert_eq!((answer.moves.len(), answer.total), (before.0 + 1, before.1)),
                LineKind::Total(total) => assert_eq!((answer.moves.len(), answer.total), (before.0, Some(total))),
                LineKind::Other => assert_eq!((answer.moves.len(), answer.total), before),
            }
        }
        if let Ok(comparison) = compare_with(&position, 1, &answer, &truth) {
            if !answer.moves.is_empty() {
                assert_eq!(comparison.order.len() + comparison.missing.len(), truth.len(), "{text:?}");
                let all = comparison.order.len() + comparison.extra.len() + comparison.duplicates.len();
                assert_eq!(all, answer.moves.len(), "{text:?}");
            }
            for extra in &comparison.extra {
                let known =
                    extra.attempt.is_some_and(|attempt| truth.iter().any(|&(mv, _)| UciMove::from(mv) == attempt));
                assert!(!known, "{text:?}: {extra:?}");
            }
            diagnose::diagnose_lists(&comparison);
        }
        for (line, &(mv, count)) in text.lines().zip(&truth) {
            let mut answer = Answer::default();
            answer.read_line(&format!("{}: {count}", mv.uci(CastlingStyle::Standard)));
            assert_eq!(answer.moves.len(), 1);
            assert_eq!(read_move(&position, &answer.moves[0].0), Some(UciMove::from(mv)), "{fen} beside {line:?}");
        }
    }
    // The words of a command line: what is split can be filled, and gives as many words.
    if let Ok(split) = words::split(text) {
        assert_eq!(words::fill(&split, "FEN", 1, "e2e4").len(), split.len(), "{text:?}");
        words::is_template(&split);
        words::takes_moves(&split);
    }
}
