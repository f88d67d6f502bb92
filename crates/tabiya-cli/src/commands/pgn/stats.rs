//! `tabiya pgn stats`: what a collection of games is made of.

use std::collections::BTreeMap;

use serde::Serialize;
use tabiya::notation::pgn::{GameResult, Interest, PgnErrorKind, Replay, Text, Visitor};
use tabiya::notation::san::SanPlus;

use super::{Files, verdict};
use crate::Verdict;
use crate::failure::Failure;
use crate::games;
use crate::output::Output;

/// Count games, results, lengths, first moves, comments and variations.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    files: Files,
}

#[derive(Default, Serialize)]
struct Answer {
    games: u64,
    broken: u64,
    white_wins: u64,
    black_wins: u64,
    draws: u64,
    unknown: u64,
    moves: u64,
    longest: u64,
    shortest: u64,
    mean_moves: f64,
    from_set_positions: u64,
    checkmates: u64,
    comments: u64,
    variations: u64,
    glyphs: u64,
    first_moves: BTreeMap<String, u64>,
}

/// Counts one game; what it says goes into the answer when the game is complete.
struct Counter {
    board: Replay,
    game: Answer,
    result: Option<GameResult>,
    first_move: Option<String>,
}

impl Visitor for Counter {
    fn begin_game(&mut self) {
        self.board.begin_game();
        self.game = Answer::default();
        self.result = None;
        self.first_move = None;
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        self.game.from_set_positions |= u64::from(name == "FEN");
        self.board.tag(name, value)
    }

    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        self.board.begin_movetext()?;
        Ok(Interest::Read)
    }

    fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
        self.board.san(san)?;
        if self.game.moves == 0 && self.game.from_set_positions == 0 {
            self.first_move = Some(san.san.to_string());
        }
        self.game.moves += 1;
        Ok(())
    }

    fn glyph(&mut self, _: u8) -> Result<(), PgnErrorKind> {
        self.game.glyphs += 1;
        Ok(())
    }

    fn comment(&mut self, _: Text<'_>) -> Result<(), PgnErrorKind> {
        self.game.comments += 1;
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        self.game.variations += 1;
        Ok(Interest::Skip)
    }

    fn result(&mut self, result: Option<GameResult>) -> Result<(), PgnErrorKind> {
        self.result = result;
        Ok(())
    }
}

impl Answer {
    fn add(&mut self, counter: &mut Counter) {
        let game = &counter.game;
        match counter.result {
            Some(GameResult::WhiteWins) => self.white_wins += 1,
            Some(GameResult::BlackWins) => self.black_wins += 1,
            Some(GameResult::Draw) => self.draws += 1,
            Some(GameResult::Unknown) | None => self.unknown += 1,
        }
        self.shortest = if self.games == 0 { game.moves } else { self.shortest.min(game.moves) };
        self.longest = self.longest.max(game.moves);
        self.games += 1;
        self.moves += game.moves;
        self.from_set_positions += game.from_set_positions;
        self.checkmates += u64::from(counter.board.position().is_checkmate());
        self.comments += game.comments;
        self.variations += game.variations;
        self.glyphs += game.glyphs;
        if let Some(first) = counter.first_move.take() {
            *self.first_moves.entry(first).or_default() += 1;
        }
    }
}

impl Args {
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let mut counter = Counter { board: Replay::new(), game: Answer::default(), result: None, first_move: None };
        let mut answer = Answer::default();
        let tally = games::read_all(&self.files.files, &mut counter, |counter| {
            answer.add(counter);
            Ok(())
        })?;
        answer.broken = tally.broken;
        answer.mean_moves = answer.moves as f64 / answer.games.max(1) as f64;
        print(&answer, output)?;
        output.json(&answer)?;
        Ok(verdict(tally))
    }
}

fn print(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    let share = |count: u64| 100.0 * count as f64 / answer.games.max(1) as f64;
    let rows = [
        ("games", answer.games),
        ("broken", answer.broken),
        ("white wins", answer.white_wins),
        ("black wins", answer.black_wins),
        ("draws", answer.draws),
        ("unknown result", answer.unknown),
        ("ended in mate", answer.checkmates),
        ("from set positions", answer.from_set_positions),
    ];
    for (name, count) in rows {
        output.line(format_args!("{name:<20}{count:>12}  {:>5.1} %", share(count)))?;
    }
    for (name, count) in [
        ("moves", answer.moves),
        ("longest game", answer.longest),
        ("shortest game", answer.shortest),
        ("comments", answer.comments),
        ("variations", answer.variations),
        ("glyphs", answer.glyphs),
    ] {
        output.line(format_args!("{name:<20}{count:>12}"))?;
    }
    output.line(format_args!("{:<20}{:>12.1}", "moves a game", answer.mean_moves))?;
    let mut first_moves: Vec<(&String, &u64)> = answer.first_moves.iter().collect();
    first_moves.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), name.as_str()));
    for (name, count) in first_moves.into_iter().take(10) {
        output.line(format_args!("1. {name:<17}{count:>12}  {:>5.1} %", share(*count)))?;
    }
    Ok(())
}
