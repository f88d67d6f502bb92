//! What a line of UCI says, before anything is done about it.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use tabiya::{Color, Game, Position, PositionError, UciError};

use crate::time::{Clock, Limits};

/// A command the engine understands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `uci`: say who you are.
    Uci,
    /// `isready`: answer when you can hear.
    IsReady,
    /// `ucinewgame`: what comes is another game.
    NewGame,
    /// `position ...`: this is the position.
    Position(Game),
    /// `go ...`: search.
    Go {
        /// What the search may spend. It always ends by itself if something was wrong and no good limit was left.
        limits: Limits,
        /// What was wrong with the words, a sentence each. A GUI waits for a best move all the same.
        problems: Vec<String>,
    },
    /// `go perft N`: count.
    Perft(u32),
    /// `setoption name N value V`.
    SetOption {
        /// The option, as it was spelt.
        name: String,
        /// Its new value, empty if there is none.
        value: String,
    },
    /// `stop`: answer now.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `d`: show the position.
    Display,
    /// `help`: list the commands.
    Help,
    /// `bench [DEPTH]`: search the bench positions.
    Bench(i32),
    /// `quit`.
    Quit,
}

/// The depth of `bench` where none is given.
pub(crate) const BENCH_DEPTH: i32 = 10;

/// The depth of a search whose `go` had no limit that could be read.
pub(crate) const FALLBACK_DEPTH: i32 = 5;

/// Why the arguments of a command make no sense.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CommandError {
    /// `position` names neither `startpos` nor `fen`.
    NoPosition,
    /// The FEN of `position` does not describe a legal position.
    Position(PositionError),
    /// A move of `position` is illegal there.
    Move(UciError),
    /// `setoption` names no option.
    NoOption,
    /// The word after `bench` is not a depth.
    BenchDepth(String),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::NoPosition => f.write_str("position: expected startpos or fen, then perhaps moves"),
            CommandError::Position(error) => error.fmt(f),
            CommandError::Move(error) => error.fmt(f),
            CommandError::NoOption => f.write_str("setoption: expected name"),
            CommandError::BenchDepth(text) => write!(f, "bench: expected a depth, not \"{text}\""),
        }
    }
}

impl Error for CommandError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            CommandError::Position(error) => Some(error),
            CommandError::Move(error) => Some(error),
            CommandError::NoPosition | CommandError::NoOption | CommandError::BenchDepth(_) => None,
        }
    }
}

/// Reads a line. `Ok(None)` is a line that means nothing, which UCI tells us to ignore. `game` is the present position,
/// which gives `go` its moves and its side.
///
/// # Errors
///
/// If the command's arguments make no sense. `go` is never an error: it starts a search whatever follows it.
pub fn parse(line: &str, game: &Game) -> Result<Option<Command>, CommandError> {
    let mut words = line.split_whitespace();
    // Junk before a command is skipped, as the protocol asks for.
    while let Some(word) = words.next() {
        let rest = words.clone();
        return Ok(Some(match word {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(position(rest)?),
            "go" => go(rest, game.position()),
            "setoption" => set_option(rest)?,
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "d" => Command::Display,
            "help" => Command::Help,
            "bench" => bench(rest)?,
            "quit" => Command::Quit,
            _ => continue,
        }));
    }
    Ok(None)
}

type Words<'a> = std::str::SplitWhitespace<'a>;

fn position(words: Words) -> Result<Game, CommandError> {
    let words: Vec<&str> = words.collect();
    let (setup, moves) = match words.iter().position(|&word| word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &[][..]),
    };
    let start = match setup {
        ["startpos"] => Position::default(),
        ["fen", fen @ ..] => Position::from_fen(&fen.join(" ")).map_err(CommandError::Position)?,
        _ => return Err(CommandError::NoPosition),
    };
    let mut game = Game::new(start);
    for text in moves {
        game.push_uci(text).map_err(CommandError::Move)?;
    }
    Ok(game)
}

/// Counts beyond this would outlast the sun.
const DEEPEST_PERFT: i64 = 64;

/// The words that may follow `go`.
const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// Reads the words behind `go`. What makes no sense is left out and named, so that every `go` starts something.
fn go(words: Words, position: &Position) -> Command {
    let mut words = words.peekable();
    let mut limits = Limits::default();
    let (mut time, mut increment) = ([None; 2], [None; 2]);
    let mut moves_to_go = None;
    let mut problems = Vec::new();
    while let Some(word) = words.next() {
        let mut number = || match words.next_if(|text| !GO_WORDS.contains(text)).map(|text| (text, integer(text))) {
            Some((_, Some(number))) => Some(number),
            Some((text, None)) => {
                problems.push(format!("go {word}: expected a number, not \"{text}\""));
                None
            }
            None => {
                problems.push(format!("go {word}: a number is missing"));
                None
            }
        };
        match word {
            "depth" => limits.depth = number().map(|depth| depth.clamp(1, 1000) as i32),
            "nodes" => limits.nodes = number().map(|nodes| nodes.max(0) as u64),
            "movetime" => limits.move_time = number().map(millis),
            "mate" => limits.mate = number().map(|moves| moves.clamp(1, 1000) as u32),
            "wtime" => time[Color::White.index()] = number().map(millis),
            "btime" => time[Color::Black.index()] = number().map(millis),
            "winc" => increment[Color::White.index()] = number().map(millis),
            "binc" => increment[Color::Black.index()] = number().map(millis),
            "movestogo" => moves_to_go = number().map(|moves| moves.clamp(1, 10_000) as u32),
            "perft" => match number() {
                Some(depth) if depth <= DEEPEST_PERFT => return Command::Perft(depth.max(0) as u32),
                Some(depth) => {
                    problems.push(format!("go perft: {depth} plies are too many; the most is {DEEPEST_PERFT}"))
                }
                None => {}
            },
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                while let Some(text) = words.next_if(|text| !GO_WORDS.contains(text)) {
                    match position.parse_uci(text) {
                        Ok(mv) => limits.search_moves.push(mv),
                        Err(error) => problems.push(format!("go searchmoves: {error}")),
                    }
                }
                if limits.search_moves.is_empty() {
                    problems.push("go searchmoves: no legal move is named, so all of them are searched".to_string());
                }
            }
            _ => problems.push(format!("go: \"{word}\" means nothing here")),
        }
    }
    let turn = position.turn().index();
    limits.clock = time[turn].map(|remaining| {
        let increment = increment[turn].unwrap_or_default();
        Clock { remaining, increment, moves_to_go }
    });
    // A limit that cannot be read does not mean "until I say stop".
    if !problems.is_empty() && !limits.infinite && !limits.ponder && limits.is_unlimited() {
        limits.depth = Some(FALLBACK_DEPTH);
    }
    Command::Go { limits, problems }
}

/// A whole number; one that is too large for 64 bits is as good as the largest.
fn integer(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let most = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(most))
}

/// Clocks of more than a few years are taken for that.
fn millis(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, 1 << 37) as u64)
}

fn set_option(words: Words) -> Result<Command, CommandError> {
    let words: Vec<&str> = words.collect();
    let ["name", rest @ ..] = &words[..] else {
        return Err(CommandError::NoOption);
    };
    let (name, value) = match rest.iter().position(|&word| word == "value") {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, &[][..]),
    };
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

fn bench(mut words: Words) -> Result<Command, CommandError> {
    let depth = match words.next() {
        Some(text) => text.parse().map_err(|_| CommandError::BenchDepth(text.to_owned()))?,
        None => BENCH_DEPTH,
    };
    Ok(Command::Bench(depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<Command>, CommandError> {
        parse(line, &Game::default())
    }

    fn go(line: &str) -> (Limits, Vec<String>) {
        match parsed(line) {
            Ok(Some(Command::Go { limits, problems })) => (limits, problems),
            other => panic!("{line}: {other:?}"),
        }
    }

    fn limits(line: &str) -> Limits {
        let (limits, problems) = go(line);
        assert_eq!(problems, [""; 0], "{line}");
        limits
    }

    #[test]
    fn junk_before_a_command_is_skipped_and_junk_alone_ignored() {
        assert_eq!(parsed("joho debug isready"), Ok(Some(Command::IsReady)));
        assert_eq!(parsed("xyzzy 1 2 3"), Ok(None));
        assert_eq!(parsed("  \t "), Ok(None));
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let limits = limits("go wtime 60000 btime 1 winc 500 binc 2 movestogo 12");
        let clock = limits.clock.unwrap();
        assert_eq!((clock.remaining, clock.increment), (Duration::from_secs(60), Duration::from_millis(500)));
        assert_eq!(clock.moves_to_go, Some(12));
    }

    #[test]
    fn overdrawn_clocks_are_empty_clocks() {
        assert_eq!(limits("go wtime -30 btime -30").clock.unwrap().remaining, Duration::ZERO);
    }

    #[test]
    fn moves_to_search_end_where_the_next_word_begins() {
        let limits = limits("go searchmoves e2e4 d2d4 depth 3");
        assert_eq!((limits.search_moves.len(), limits.depth), (2, Some(3)));
    }

    #[test]
    fn a_go_that_makes_no_sense_is_still_a_go_that_ends() {
        let fallback = Limits { depth: Some(FALLBACK_DEPTH), ..Limits::default() };
        for (line, about) in [
            ("go depth", "a number is missing"),
            ("go depth four", "not \"four\""),
            ("go nodes many", "not \"many\""),
            ("go wtime btime", "a number is missing"),
            ("go perft", "a number is missing"),
            ("go perft deep", "not \"deep\""),
            ("go perft 99999999999999999999", "too many"),
            ("go quickly", "\"quickly\" means nothing here"),
            ("go searchmoves e2e5", "no legal move is named"),
            ("go searchmoves", "no legal move is named"),
        ] {
            let (limits, problems) = go(line);
            assert_eq!(limits, fallback, "{line}");
            assert!(problems.iter().any(|problem| problem.contains(about)), "{line}: {problems:?}");
        }
    }

    #[test]
    fn what_is_good_in_a_bad_go_is_kept() {
        let (limits, problems) = go("go searchmoves e2e5 a2a3 depth 3");
        assert_eq!((limits.search_moves.len(), limits.depth, problems.len()), (1, Some(3), 1));
        let (limits, problems) = go("go wtime x btime 5 movetime 9");
        assert_eq!((limits.move_time, limits.clock), (Some(Duration::from_millis(9)), None));
        assert_eq!(problems, ["go wtime: expected a number, not \"x\""]);
        let (limits, problems) = go("go infinite nodes");
        assert_eq!((limits.infinite, limits.depth, problems.len()), (true, None, 1));
    }

    #[test]
    fn numbers_beyond_64_bits_are_large_numbers() {
        let clock = limits("go wtime 99999999999999999999 btime 1").clock.unwrap();
        assert!(clock.remaining > Duration::from_secs(3600));
        assert_eq!(limits("go wtime -99999999999999999999 btime 1").clock.unwrap().remaining, Duration::ZERO);
        assert_eq!(limits("go nodes 99999999999999999999").nodes, Some(i64::MAX as u64));
    }

    #[test]
    fn what_makes_no_sense_is_explained() {
        for line in ["position", "position fen", "position fen 8/8 w", "setoption x", "bench deep"] {
            assert!(parsed(line).is_err(), "{line}");
        }
        let error = parsed("position startpos moves e2e4 e2e4").unwrap_err();
        assert_eq!(error.to_string(), "e2e4 is illegal: there is no piece on e2");
        assert!(error.source().is_some_and(|error| error.is::<UciError>()));
    }

    #[test]
    fn options_may_have_spaces() {
        let SetOption { name, value } = parsed("setoption name Move Overhead value 30").unwrap().unwrap() else {
            panic!("an option");
        };
        assert_eq!((name.as_str(), value.as_str()), ("Move Overhead", "30"));
    }
    use Command::SetOption;
}
