//! What a line of UCI says, before anything is done about it.

use std::time::Duration;

use tabiya::{Color, Game, Position};

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
    Go(Limits),
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
    /// `bench [DEPTH]`: search the bench positions.
    Bench(i32),
    /// `quit`.
    Quit,
}

/// The depth of `bench` where none is given.
pub const BENCH_DEPTH: i32 = 10;

/// Reads a line. `Ok(None)` is a line that means nothing, which UCI tells us to ignore; an error is a sentence about a
/// command whose arguments make no sense. `game` is the present position, which gives `go` its moves and its side.
pub fn parse(line: &str, game: &Game) -> Result<Option<Command>, String> {
    let mut words = line.split_whitespace();
    // Junk before a command is skipped, as the protocol asks for.
    while let Some(word) = words.next() {
        let rest = words.clone();
        return Ok(Some(match word {
            "uci" => Command::Uci,
            "isready" => Command::IsReady,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(position(rest)?),
            "go" => go(rest, game.position())?,
            "setoption" => set_option(rest)?,
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit,
            "d" => Command::Display,
            "bench" => bench(rest)?,
            "quit" => Command::Quit,
            _ => continue,
        }));
    }
    Ok(None)
}

type Words<'a> = std::str::SplitWhitespace<'a>;

fn position(words: Words) -> Result<Game, String> {
    let words: Vec<&str> = words.collect();
    let (setup, moves) = match words.iter().position(|&word| word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &[][..]),
    };
    let start = match setup {
        ["startpos"] => Position::default(),
        ["fen", fen @ ..] => Position::from_fen(&fen.join(" ")).map_err(|error| error.to_string())?,
        _ => return Err("position: expected startpos or fen, then perhaps moves".to_string()),
    };
    let mut game = Game::new(start);
    for text in moves {
        let mv = game.position().parse_uci(text).map_err(|error| error.to_string())?;
        game.push(mv);
    }
    Ok(game)
}

fn go(words: Words, position: &Position) -> Result<Command, String> {
    let mut words = words.peekable();
    let mut limits = Limits::default();
    let (mut time, mut increment) = ([None; 2], [Duration::ZERO; 2]);
    let mut moves_to_go = None;
    while let Some(word) = words.next() {
        let mut number = || {
            let text = words.next().unwrap_or_default();
            text.parse::<i64>().map_err(|_| format!("go {word}: expected a number, not \"{text}\""))
        };
        // Clocks may be overdrawn, so negative times are read as none left.
        let natural = |number: i64| number.max(0) as u64;
        match word {
            "depth" => limits.depth = Some(number()?.clamp(1, 1000) as i32),
            "nodes" => limits.nodes = Some(natural(number()?)),
            "movetime" => limits.move_time = Some(millis(number()?)),
            "mate" => limits.mate = Some(number()?.clamp(1, 1000) as u32),
            "wtime" => time[Color::White.index()] = Some(millis(number()?)),
            "btime" => time[Color::Black.index()] = Some(millis(number()?)),
            "winc" => increment[Color::White.index()] = millis(number()?),
            "binc" => increment[Color::Black.index()] = millis(number()?),
            "movestogo" => moves_to_go = Some(number()?.clamp(1, 10_000) as u32),
            "perft" => return Ok(Command::Perft(number()?.clamp(0, 100) as u32)),
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "searchmoves" => {
                while let Some(mv) = words.peek().and_then(|text| position.parse_uci(text).ok()) {
                    limits.search_moves.push(mv);
                    words.next();
                }
                if limits.search_moves.is_empty() {
                    return Err("go searchmoves: no legal move of this position follows".to_string());
                }
            }
            _ => {}
        }
    }
    let turn = position.turn().index();
    limits.clock = time[turn].map(|remaining| Clock { remaining, increment: increment[turn], moves_to_go });
    Ok(Command::Go(limits))
}

/// Clocks of more than a few years are taken for that.
fn millis(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, 1 << 37) as u64)
}

fn set_option(words: Words) -> Result<Command, String> {
    let words: Vec<&str> = words.collect();
    let ["name", rest @ ..] = &words[..] else {
        return Err("setoption: expected name".to_string());
    };
    let (name, value) = match rest.iter().position(|&word| word == "value") {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, &[][..]),
    };
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

fn bench(mut words: Words) -> Result<Command, String> {
    let depth = match words.next() {
        Some(text) => text.parse().map_err(|_| format!("bench: expected a depth, not \"{text}\""))?,
        None => BENCH_DEPTH,
    };
    Ok(Command::Bench(depth))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<Command>, String> {
        parse(line, &Game::default())
    }

    fn limits(line: &str) -> Limits {
        match parsed(line) {
            Ok(Some(Command::Go(limits))) => limits,
            other => panic!("{line}: {other:?}"),
        }
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
        assert!(parsed("go searchmoves e2e5").is_err());
    }

    #[test]
    fn what_makes_no_sense_is_explained() {
        for line in ["go depth", "go nodes many", "position", "position fen", "position fen 8/8 w", "setoption x"] {
            assert!(parsed(line).is_err(), "{line}");
        }
        assert!(parsed("position startpos moves e2e4 e2e4").unwrap_err().contains("not a legal move"));
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
