//! `tabiya pgn check`: is every move of every game legal?

use std::time::Instant;

use serde::Serialize;
use tabiya::notation::pgn::{BoardVisitor, Interest, PgnErrorKind};
use tabiya::{Move, Position};

use super::{Files, verdict};
use crate::Verdict;
use crate::failure::Failure;
use crate::games::Event;
use crate::output::{Output, counted, digits};

/// Check that every move is legal, variations included. Exits 1 when a game is broken.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    files: Files,
}

#[derive(Serialize)]
struct Answer {
    games: u64,
    broken: u64,
    warnings: u64,
    moves: u64,
    bytes: u64,
    seconds: f64,
    complete: bool,
}

/// Counts the moves of a game, variations included.
#[derive(Default)]
struct Moves(u64);

impl BoardVisitor for Moves {
    fn begin_game(&mut self) {
        self.0 = 0;
    }

    fn mv(&mut self, _: &Position, _: Move) -> Result<(), PgnErrorKind> {
        self.0 += 1;
        Ok(())
    }

    fn null_move(&mut self, _: &Position) -> Result<(), PgnErrorKind> {
        self.0 += 1;
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        Ok(Interest::Read)
    }
}

/// A broken or odd game, for programs.
#[derive(Serialize)]
struct TroubleLine {
    file: String,
    line: u64,
    column: u64,
    /// `error`: the game is broken. `warning`: it was read all the same.
    level: &'static str,
    message: String,
}

impl Args {
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let started = Instant::now();
        let mut moves = 0;
        let tally = self.files.source().read(Moves::default(), |event| {
            match event {
                Event::Game(Moves(of_game)) => moves += *of_game,
                Event::Trouble(trouble) if output.is_json() => output.detail(
                    "trouble",
                    &TroubleLine {
                        file: trouble.file.display().to_string(),
                        line: trouble.error.line,
                        column: trouble.error.column,
                        level: if trouble.is_broken { "error" } else { "warning" },
                        message: trouble.error.kind.to_string(),
                    },
                )?,
                Event::Trouble(trouble) => trouble.print(),
            }
            Ok(())
        })?;
        let answer = Answer {
            games: tally.games,
            broken: tally.broken,
            warnings: tally.warnings,
            moves,
            bytes: tally.bytes,
            seconds: started.elapsed().as_secs_f64(),
            complete: !tally.interrupted,
        };
        let warnings = match answer.warnings {
            0 => String::new(),
            warnings => format!(", {}", counted(warnings, "warning")),
        };
        output.line(format_args!(
            "{}, {} broken, {}{warnings}",
            counted(answer.games, "good game"),
            digits(answer.broken),
            counted(answer.moves, "move")
        ))?;
        if tally.interrupted {
            output.line("interrupted: only the games until then")?;
        }
        output.answer(&answer)?;
        Ok(verdict(tally))
    }
}
