//! `tabiya uci`: the part of the UCI protocol that tools for comparing move generators speak.

use std::io::{self, BufRead, Read, Write};

use tabiya::render::{Diagram, Pieces, TextStyle};
use tabiya::{CastlingStyle, Position};

use crate::Verdict;
use crate::count;
use crate::failure::Failure;
use crate::output::Output;

/// Answer UCI commands on standard input: `position`, `go perft N`, `d`.
///
/// For tools that drive a move generator as if it were an engine. It counts; it does not search.
#[derive(clap::Args)]
pub struct Args {}

/// A longer line is no command; it is dropped in pieces of this size.
const LONGEST_LINE: u64 = 1 << 20;

impl Args {
    /// Answers until `quit` or the end of the input.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let mut session = Session { position: Position::startpos(), castling: CastlingStyle::Standard };
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? > 0 {
            let text = String::from_utf8_lossy(&line);
            let go_on = session.answer(text.trim(), output.raw())?;
            output.flush()?;
            if !go_on {
                break;
            }
            line.clear();
        }
        Ok(Verdict::Fine)
    }
}

struct Session {
    position: Position,
    castling: CastlingStyle,
}

impl Session {
    /// Answers one line; false ends the dialogue.
    fn answer(&mut self, line: &str, out: &mut impl Write) -> io::Result<bool> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" | "ucinewgame" | "stop" | "ponderhit" | "debug" => {}
            "uci" => {
                writeln!(out, "id name Tabiya {}", env!("CARGO_PKG_VERSION"))?;
                writeln!(out, "id author The Tabiya authors")?;
                writeln!(out, "option name UCI_Chess960 type check default false")?;
                writeln!(out, "uciok")?;
            }
            "isready" => writeln!(out, "readyok")?,
            "quit" => return Ok(false),
            "setoption" => self.set_option(rest, out)?,
            "position" => match read_position(rest) {
                Ok(position) => self.position = position,
                Err(problem) => complain(out, &problem)?,
            },
            "go" => self.go(rest, out)?,
            "d" => self.show(out)?,
            unknown => complain(out, &format!("unknown command `{}`", shortened(unknown)))?,
        }
        Ok(true)
    }

    fn set_option(&mut self, text: &str, out: &mut impl Write) -> io::Result<()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["name", "UCI_Chess960", "value", "true"] => self.castling = CastlingStyle::Chess960,
            ["name", "UCI_Chess960", "value", "false"] => self.castling = CastlingStyle::Standard,
            _ => complain(out, "the only option is UCI_Chess960, true or false")?,
        }
        Ok(())
    }

    fn go(&self, text: &str, out: &mut impl Write) -> io::Result<()> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let depth = match words[..] {
            ["perft", depth] => depth.parse().ok(),
            _ => {
                complain(out, "only `go perft DEPTH` is answered; this is no engine")?;
                // A client that asked for a search waits for this line.
                return writeln!(out, "bestmove 0000");
            }
        };
        let Some(depth) = depth.filter(|depth| (1..=count::MAX_DEPTH).contains(&i64::from(*depth))) else {
            return complain(out, &format!("the depth is a number from 1 to {}", count::MAX_DEPTH));
        };
        let lines = count::divide(&self.position, depth, self.castling);
        for (text, nodes) in &lines {
            writeln!(out, "{text}: {nodes}")?;
        }
        let total: u128 = lines.iter().map(|(_, nodes)| nodes).sum();
        writeln!(out, "\nNodes searched: {total}\n")
    }

    fn show(&self, out: &mut impl Write) -> io::Result<()> {
        let style = TextStyle { color: false, pieces: Pieces::Letters };
        writeln!(out, "{}", Diagram::of(&self.position).coordinates(true).text(style))?;
        writeln!(out, "Fen: {}", self.position.fen())?;
        writeln!(out, "Key: {:016X}", self.position.key())?;
        let checkers: Vec<String> = self.position.checkers().into_iter().map(|square| square.to_string()).collect();
        writeln!(out, "Checkers: {}", checkers.join(" "))
    }
}

/// Reads `startpos` or `fen FEN`, then `moves …`.
fn read_position(text: &str) -> Result<Position, String> {
    let (start, moves) = match text.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None => (text, ""),
    };
    let mut position = match start.strip_prefix("fen ") {
        Some(fen) => Position::from_fen(fen.trim()).map_err(|error| error.to_string())?,
        None if start == "startpos" => Position::startpos(),
        None => return Err("expected `position startpos` or `position fen FEN`".to_owned()),
    };
    for text in moves.split_whitespace() {
        let mv = position.parse_uci(text).map_err(|error| format!("move `{}`: {error}", shortened(text)))?;
        position.play(mv);
    }
    Ok(position)
}

/// The protocol has no errors; comments are as near as it gets.
fn complain(out: &mut impl Write, problem: &str) -> io::Result<()> {
    for line in problem.lines() {
        writeln!(out, "info string error: {line}")?;
    }
    Ok(())
}

fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
