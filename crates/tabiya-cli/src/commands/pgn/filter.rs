//! `tabiya pgn filter`: the games that fit, written out again.

use serde::Serialize;
use tabiya::Position;
use tabiya::notation::pgn::{GameResult, Interest, Limits, PgnGame, TreeBuilder};

use super::{Files, Written, verdict};
use crate::Verdict;
use crate::failure::Failure;
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

/// The tree of a game takes up to fifty times the memory of its text, so a game may not be longer than any real one.
fn limits() -> Limits {
    Limits { game_bytes: 4 << 20, ..Limits::default() }
}

impl Args {
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let (tags, player) = (self.tags.clone(), self.player.as_ref().map(|player| player.to_lowercase()));
        let builder = TreeBuilder::choosing(move |game| match tags_fit(game, &tags, player.as_deref()) {
            true => Interest::Read,
            false => Interest::Skip,
        });
        let mut written = 0;
        let tally = self.files.source().with_limits(limits()).read_good(builder, |builder| {
            if !builder.is_chosen() {
                return Ok(());
            }
            let game = builder.take();
            if self.fits(&game) {
                let pgn = game.to_string();
                output.line(&pgn)?;
                written += 1;
                output.detail("game", &Line { pgn })?;
            }
            Ok(())
        })?;
        output.answer(&Written::of(tally, written))?;
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

/// The conditions that need the tags only; the moves of a game that they rule out are never looked at.
fn tags_fit(game: &PgnGame, tags: &[(String, String)], player: Option<&str>) -> bool {
    let has = |name: &str, text: &str| {
        game.tags().any(|(known, value)| known.eq_ignore_ascii_case(name) && value.to_lowercase().contains(text))
    };
    tags.iter().all(|(name, text)| has(name, text))
        && player.is_none_or(|player| has("White", player) || has("Black", player))
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
