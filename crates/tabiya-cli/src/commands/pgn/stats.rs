//! `tabiya pgn stats`: what a collection of games is made of.

use std::collections::BTreeMap;

use serde::Serialize;
use tabiya::notation::pgn::{BoardVisitor, Ending, GameResult, Interest, PgnErrorKind, Text};
use tabiya::{Move, Position};

use super::{Files, verdict};
use crate::Verdict;
use crate::failure::Failure;
use crate::output::{Output, digits};

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
    complete: bool,
}

/// Counts one game; what it says goes into the answer when the game is complete.
#[derive(Default)]
struct Counter {
    game: Answer,
    result: Ending,
    first_move: Option<String>,
}

impl BoardVisitor for Counter {
    fn begin_game(&mut self) {
        *self = Counter::default();
    }

    fn tag(&mut self, name: &str, _: Text<'_>) -> Result<(), PgnErrorKind> {
        self.game.from_set_positions |= u64::from(name == "FEN");
        Ok(())
    }

    fn mv(&mut self, before: &Position, mv: Move) -> Result<(), PgnErrorKind> {
        if self.game.moves == 0 && self.game.from_set_positions == 0 {
            self.first_move = Some(before.san(mv).to_string());
        }
        self.game.moves += 1;
        Ok(())
    }

    fn null_move(&mut self, _: &Position) -> Result<(), PgnErrorKind> {
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

    fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
        self.result = ending;
        Ok(())
    }

    fn end_game(&mut self, last: &Position) {
        self.game.checkmates = u64::from(last.is_checkmate());
    }
}

impl Answer {
    fn add(&mut self, counter: &mut Counter) {
        let game = &counter.game;
        match counter.result.result() {
            GameResult::WhiteWins => self.white_wins += 1,
            GameResult::BlackWins => self.black_wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Unknown => self.unknown += 1,
        }
        self.shortest = if self.games == 0 { game.moves } else { self.shortest.min(game.moves) };
        self.longest = self.longest.max(game.moves);
        self.games += 1;
        self.moves += game.moves;
        self.from_set_positions += game.from_set_positions;
        self.checkmates += game.checkmates;
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
        let mut answer = Answer::default();
        let tally = self.files.source().read_good(Counter::default(), |counter| {
            answer.add(counter);
            Ok(())
        })?;
        answer.broken = tally.broken;
        answer.complete = !tally.interrupted;
        answer.mean_moves = answer.moves as f64 / answer.games.max(1) as f64;
        print(&answer, output)?;
        if tally.interrupted {
            output.line("interrupted: only the games until then")?;
        }
        output.answer(&answer)?;
        Ok(verdict(tally))
    }
}

fn print(answer: &Answer, output: &mut Output) -> Result<(), Failure> {
    let percent = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
    // Good and broken games are shares of all, everything else is a share of the good ones.
    for (name, count) in [("good games", answer.games), ("broken games", answer.broken)] {
        let share = percent(count, answer.games + answer.broken);
        output.line(format_args!("{name:<20}{:>15}  {share:>5.1} %", digits(count)))?;
    }
    let share = |count: u64| percent(count, answer.games);
    let rows = [
        ("white wins", answer.white_wins),
        ("black wins", answer.black_wins),
        ("draws", answer.draws),
        ("unknown result", answer.unknown),
        ("ended in mate", answer.checkmates),
        ("from set positions", answer.from_set_positions),
    ];
    for (name, count) in rows {
        output.line(format_args!("{name:<20}{:>15}  {:>5.1} %", digits(count), share(count)))?;
    }
    for (name, count) in [
        ("moves", answer.moves),
        ("longest game", answer.longest),
        ("shortest game", answer.shortest),
        ("comments", answer.comments),
        ("variations", answer.variations),
        ("glyphs", answer.glyphs),
    ] {
        output.line(format_args!("{name:<20}{:>15}", digits(count)))?;
    }
    output.line(format_args!("{:<20}{:>15.1}", "moves per game", answer.mean_moves))?;
    let mut first_moves: Vec<(&String, &u64)> = answer.first_moves.iter().collect();
    first_moves.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), name.as_str()));
    for (name, count) in first_moves.into_iter().take(10) {
        output.line(format_args!("1. {name:<17}{:>15}  {:>5.1} %", digits(*count), share(*count)))?;
    }
    Ok(())
}
