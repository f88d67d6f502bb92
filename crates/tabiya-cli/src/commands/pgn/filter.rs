//! `tabiya pgn filter`: the games that fit, written out again.

use serde::Serialize;
use tabiya::Position;
use tabiya::notation::pgn::{GameResult, Interest, PgnErrorKind, PgnGame, Text, TreeBuilder, Visitor};
use tabiya::notation::san::SanPlus;

use super::{Files, verdict};
use crate::Verdict;
use crate::failure::Failure;
use crate::games;
use crate::output::Output;

/// Write the games that fit all conditions, cleanly formatted, with their variations and comments.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    files: Files,

    /// A tag whose value must contain the text, upper or lower case; may be repeated.
    #[arg(long = "tag", value_name = "NAME=TEXT", value_parser = tag_condition)]
    tags: Vec<(String, String)>,

    /// Either player's name must contain the text, upper or lower case.
    #[arg(long, value_name = "TEXT")]
    player: Option<String>,

    /// The result the game must have: 1-0, 0-1, 1/2-1/2 or *.
    #[arg(long, value_name = "RESULT", value_parser = result)]
    result: Option<GameResult>,

    /// The least number of moves by either side.
    #[arg(long, value_name = "N")]
    min_ply: Option<usize>,

    /// The greatest number of moves by either side.
    #[arg(long, value_name = "N")]
    max_ply: Option<usize>,

    /// A position that the main line must reach, as FEN; its clocks do not matter.
    #[arg(long, value_name = "FEN", value_parser = position)]
    reaches: Option<Position>,
}

fn tag_condition(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=TEXT, as in Event=Olympiad")?;
    Ok((name.to_string(), value.to_lowercase()))
}

fn result(text: &str) -> Result<GameResult, String> {
    let known = GameResult::ALL.into_iter().find(|result| result.as_str() == text);
    known.ok_or_else(|| "expected 1-0, 0-1, 1/2-1/2 or *".to_string())
}

fn position(text: &str) -> Result<Position, String> {
    Position::from_fen(text).map_err(|error| error.to_string())
}

#[derive(Serialize)]
struct Line {
    pgn: String,
}

/// Looks at the tags first; the moves of a game that they rule out are never looked at.
struct Sieve {
    builder: TreeBuilder,
    tags: Vec<(String, String)>,
    player: Option<String>,
    /// For each condition on tags, whether it is fulfilled.
    met: Vec<bool>,
    player_met: bool,
    wanted: bool,
}

impl Visitor for Sieve {
    fn begin_game(&mut self) {
        self.met = vec![false; self.tags.len()];
        self.player_met = self.player.is_none();
        self.wanted = false;
        self.builder.begin_game();
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        let text = value.decode().to_lowercase();
        for (met, (wanted_name, wanted_text)) in self.met.iter_mut().zip(&self.tags) {
            *met |= name.eq_ignore_ascii_case(wanted_name) && text.contains(wanted_text.as_str());
        }
        if matches!(name, "White" | "Black") {
            self.player_met |= self.player.as_ref().is_some_and(|player| text.contains(player.as_str()));
        }
        self.builder.tag(name, value)
    }

    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        self.wanted = self.player_met && self.met.iter().all(|&met| met);
        if self.wanted { self.builder.begin_movetext() } else { Ok(Interest::Skip) }
    }

    fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
        self.builder.san(san)
    }

    fn glyph(&mut self, glyph: u8) -> Result<(), PgnErrorKind> {
        self.builder.glyph(glyph)
    }

    fn comment(&mut self, comment: Text<'_>) -> Result<(), PgnErrorKind> {
        self.builder.comment(comment)
    }

    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        self.builder.begin_variation()
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.builder.end_variation()
    }

    fn result(&mut self, result: Option<GameResult>) -> Result<(), PgnErrorKind> {
        self.builder.result(result)
    }
}

impl Args {
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let mut sieve = Sieve {
            builder: TreeBuilder::new(),
            tags: self.tags.clone(),
            player: self.player.as_ref().map(|player| player.to_lowercase()),
            met: Vec::new(),
            player_met: false,
            wanted: false,
        };
        let tally = games::read_all(&self.files.files, &mut sieve, |sieve| {
            if !sieve.wanted {
                return Ok(());
            }
            let game = sieve.builder.take();
            if self.fits(&game) {
                let pgn = game.to_string();
                output.line(&pgn)?;
                output.json(&Line { pgn })?;
            }
            Ok(())
        })?;
        Ok(verdict(tally))
    }

    /// The conditions that need the moves.
    fn fits(&self, game: &PgnGame) -> bool {
        let plies = game.main_line().count();
        self.result.is_none_or(|result| game.result() == result)
            && self.min_ply.is_none_or(|least| plies >= least)
            && self.max_ply.is_none_or(|most| plies <= most)
            && self.reaches.as_ref().is_none_or(|wanted| reaches(game, wanted))
    }
}

fn reaches(game: &PgnGame, wanted: &Position) -> bool {
    let mut position = *game.start();
    let mut rest = game.main_line();
    loop {
        if position.is_repetition_of(wanted) {
            return true;
        }
        let Some(id) = rest.next() else { return false };
        position = match game.node(id).mv() {
            Some(mv) => position.after(mv),
            None => position.after_null().unwrap_or(position),
        };
    }
}
