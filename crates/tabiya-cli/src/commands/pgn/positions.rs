//! `tabiya pgn to-fen` and `to-epd`: the positions of games, one a line.

use serde::Serialize;
use tabiya::notation::epd::{Epd, Operand};
use tabiya::notation::pgn::{Interest, PgnErrorKind, Replay, Text, Visitor};
use tabiya::notation::san::SanPlus;
use tabiya::{Move, Position};

use super::{Files, verdict};
use crate::Verdict;
use crate::failure::Failure;
use crate::games;
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
    board: Replay,
    choice: Choice,
    ply: usize,
    players: [String; 2],
    /// The position before each wanted ply, the ply's number, and the move played there.
    kept: Vec<(Position, usize, Option<Move>)>,
}

impl Collector {
    fn new(choice: Choice) -> Collector {
        Collector { board: Replay::new(), choice, ply: 0, players: Default::default(), kept: Vec::new() }
    }

    fn wants(&self, ply: usize) -> bool {
        self.choice.all || self.choice.ply == Some(ply)
    }

    /// Adds the position that stands when the game ends, and hands over all that are wanted.
    fn finish(&mut self) -> Vec<(Position, usize, Option<Move>)> {
        let last_wanted = self.choice.ply.is_none() && !self.choice.all;
        if last_wanted || self.wants(self.ply) {
            self.kept.push((*self.board.position(), self.ply, None));
        }
        std::mem::take(&mut self.kept)
    }
}

impl Visitor for Collector {
    fn begin_game(&mut self) {
        self.board.begin_game();
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
        self.board.tag(name, value)
    }

    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        self.board.begin_movetext()?;
        Ok(Interest::Read)
    }

    fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
        if self.wants(self.ply) {
            let before = *self.board.position();
            let mv = self.board.san(san)?;
            self.kept.push((before, self.ply, mv));
        } else {
            self.board.san(san)?;
        }
        self.ply += 1;
        Ok(())
    }
}

impl FenArgs {
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let mut collector = Collector::new(self.choice);
        let tally = games::read_all(&self.files.files, &mut collector, |collector| {
            for (position, ply, _) in collector.finish() {
                let fen = position.fen();
                output.line(&fen)?;
                output.json(&Line { ply, fen: Some(&fen), epd: None })?;
            }
            Ok(())
        })?;
        Ok(verdict(tally))
    }
}

impl EpdArgs {
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let mut collector = Collector::new(self.choice);
        let tally = games::read_all(&self.files.files, &mut collector, |collector| {
            let id = format!("{} - {}", collector.players[0], collector.players[1]);
            for (position, ply, mv) in collector.finish() {
                let mut epd = Epd::new(position);
                epd.set("id", vec![Operand::Text(id.clone())]);
                if let Some(mv) = mv {
                    epd.set("sm", vec![Operand::Word(position.san(mv).to_string())]);
                }
                let epd = epd.to_string();
                output.line(&epd)?;
                output.json(&Line { ply, fen: None, epd: Some(&epd) })?;
            }
            Ok(())
        })?;
        Ok(verdict(tally))
    }
}
