//! `tabiya pgn to-fen` and `to-epd`: the positions of games, one per line.

use serde::Serialize;
use tabiya::notation::epd::{Epd, Operand};
use tabiya::notation::pgn::{BoardVisitor, PgnErrorKind, Text};
use tabiya::{Move, Position};

use super::{Files, Written, verdict};
use crate::Verdict;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;

/// Which positions of a game are wanted.
#[derive(clap::Args)]
struct Choice {
    /// The position after this many moves by either side, from games that are that long (0: the start).
    #[arg(long, value_name = "N", conflicts_with = "all")]
    ply: Option<usize>,

    /// Every position of the main line, the start included.
    #[arg(long)]
    all: bool,
}

/// Write positions as FEN: the last of each game, or the one after --ply, or --all.
#[derive(clap::Args)]
pub struct FenArgs {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    choice: Choice,
}

/// Write positions as EPD: as to-fen, with the players as `id` and the move played as `sm`.
#[derive(clap::Args)]
pub struct EpdArgs {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    choice: Choice,
}

#[derive(Serialize)]
struct Line<'a> {
    ply: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    epd: Option<&'a str>,
}

/// Keeps the wanted positions of one game.
struct Collector {
    choice: Choice,
    ply: usize,
    players: [String; 2],
    /// Each wanted position, the number of moves before it, and the move played there.
    kept: Vec<(Position, usize, Option<Move>)>,
}

impl Collector {
    fn new(choice: Choice) -> Collector {
        Collector { choice, ply: 0, players: Default::default(), kept: Vec::new() }
    }

    fn wants(&self, ply: usize) -> bool {
        self.choice.all || self.choice.ply == Some(ply)
    }

    fn step(&mut self, before: &Position, mv: Option<Move>) {
        if self.wants(self.ply) {
            self.kept.push((*before, self.ply, mv));
        }
        self.ply += 1;
    }
}

impl BoardVisitor for Collector {
    fn begin_game(&mut self) {
        self.players = ["?".into(), "?".into()];
        self.ply = 0;
        self.kept.clear();
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        match name {
            "White" => self.players[0] = value.decode().into_owned(),
            "Black" => self.players[1] = value.decode().into_owned(),
            _ => {}
        }
        Ok(())
    }

    fn mv(&mut self, before: &Position, mv: Move) -> Result<(), PgnErrorKind> {
        self.step(before, Some(mv));
        Ok(())
    }

    fn null_move(&mut self, before: &Position) -> Result<(), PgnErrorKind> {
        self.step(before, None);
        Ok(())
    }

    fn end_game(&mut self, last: &Position) {
        let last_wanted = self.choice.ply.is_none() && !self.choice.all;
        if last_wanted || self.wants(self.ply) {
            self.kept.push((*last, self.ply, None));
        }
    }
}

impl FenArgs {
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let mut written = 0;
        let tally = self.files.source().read_good(Collector::new(self.choice), |collector| {
            for (position, ply, _) in collector.kept.drain(..).take_while(|_| !interrupt::asked()) {
                let fen = position.fen();
                output.line(&fen)?;
                written += 1;
                output.detail("position", &Line { ply, fen: Some(&fen), epd: None })?;
            }
            Ok(())
        })?;
        output.answer(&Written::of(tally, written))?;
        Ok(verdict(tally))
    }
}

impl EpdArgs {
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let mut written = 0;
        let tally = self.files.source().read_good(Collector::new(self.choice), |collector| {
            let id = format!("{} - {}", collector.players[0], collector.players[1]);
            for (position, ply, mv) in collector.kept.drain(..).take_while(|_| !interrupt::asked()) {
                let mut epd = Epd::new(position);
                epd.set("id", vec![Operand::Text(id.clone())]);
                if let Some(mv) = mv {
                    epd.set("sm", vec![Operand::Word(position.san(mv).to_string())]);
                }
                let epd = epd.to_string();
                output.line(&epd)?;
                written += 1;
                output.detail("position", &Line { ply, fen: None, epd: Some(&epd) })?;
            }
            Ok(())
        })?;
        output.answer(&Written::of(tally, written))?;
        Ok(verdict(tally))
    }
}
