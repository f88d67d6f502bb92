//! `tabiya pgn check`: is every move of every game legal?

use std::time::Instant;

use serde::Serialize;
use tabiya::notation::pgn::{Interest, PgnErrorKind, Replay, Text, Visitor};
use tabiya::notation::san::SanPlus;

use super::{Files, verdict};
use crate::Verdict;
use crate::failure::Failure;
use crate::games;
use crate::output::Output;

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
    moves: u64,
    bytes: u64,
    seconds: f64,
}

/// Plays every move.
#[derive(Default)]
struct Checker {
    board: Replay,
    moves: u64,
}

impl Visitor for Checker {
    fn begin_game(&mut self) {
        self.board.begin_game();
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        self.board.tag(name, value)
    }

    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        self.board.begin_movetext()?;
        Ok(Interest::Read)
    }

    fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
        self.moves += 1;
        self.board.san(san).map(|_| ())
    }

    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        self.board.begin_variation();
        Ok(Interest::Read)
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.board.end_variation();
        Ok(())
    }
}

impl Args {
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let started = Instant::now();
        let mut checker = Checker::default();
        let tally = games::read_all(&self.files.files, &mut checker, |_| Ok(()))?;
        let answer = Answer {
            games: tally.games,
            broken: tally.broken,
            moves: checker.moves,
            bytes: tally.bytes,
            seconds: started.elapsed().as_secs_f64(),
        };
        output.line(format_args!("{} good games, {} broken, {} moves", answer.games, answer.broken, answer.moves))?;
        output.json(&answer)?;
        Ok(verdict(tally))
    }
}
