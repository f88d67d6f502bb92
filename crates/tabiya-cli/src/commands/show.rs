//! `tabiya show`: a board for the terminal, or as SVG or PNG.

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;
use serde::Serialize;
use tabiya::render::{Arrow, Diagram, Pieces, TextStyle, Theme, Tint};
use tabiya::{Bitboard, Color, Outcome, Position, Setup, Square};

use crate::Verdict;
use crate::failure::Failure;
use crate::file::NewFile;
use crate::output::{Output, counted};
use crate::picture;
use crate::position::PositionArgs;
use crate::squares::SquareSet;

/// Show a position: in the terminal, or as an SVG or PNG picture.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// Mark a set of squares: a name (see below) or 64 bits in hexadecimal, a1 lowest.
    #[arg(long, value_name = "SET", long_help = SquareSet::help())]
    bitboard: Option<SquareSet>,

    /// Write the picture as SVG to this file; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write the picture as PNG to this file; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// Width and height of the picture in pixels.
    #[arg(long, value_name = "PIXELS", default_value_t = 400, value_parser = clap::value_parser!(u32).range(16..=8192))]
    size: u32,

    /// Arrows (e2e4) and rings (e4), each with a colour letter G, R, Y or B in front if you like.
    #[arg(long, value_name = "ARROWS", value_delimiter = ',')]
    arrows: Vec<Arrow>,

    /// Squares to colour, each with a colour letter in front if you like.
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    highlight: Vec<Highlight>,

    /// Turn the board round: Black at the bottom.
    #[arg(long)]
    flip: bool,

    /// The colours of the board.
    #[arg(long, value_name = "THEME", default_value = "light")]
    theme: ThemeName,

    /// Whether to letter the files and number the ranks.
    #[arg(long, value_name = "SHOWN", default_value_t = true, num_args = 0..=1, default_missing_value = "true", action = clap::ArgAction::Set)]
    coordinates: bool,

    /// Letters instead of chess symbols in the terminal.
    #[arg(long)]
    ascii: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum ThemeName {
    Light,
    Dark,
}

/// A coloured square as typed: `e4` or `Re4`.
#[derive(Clone, Copy)]
struct Highlight {
    square: Square,
    tint: Tint,
}

impl FromStr for Highlight {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Ok(Arrow { from, to, tint }) if from == to => Ok(Highlight { square: from, tint }),
            _ => Err("expected a square like `e4`, after an optional colour letter G, R, Y or B"),
        }
    }
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    turn: &'static str,
    key: String,
    polyglot_key: String,
    checkers: Vec<String>,
    legal_moves: usize,
    /// `check`, or how the game is over; nothing in the midst of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bitboard: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    squares: Option<Vec<String>>,
}

impl Args {
    /// Draws the position in every way that was asked for.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let (position, last_move) = match self.position.position_and_last_move() {
            Ok(found) => found,
            // A board that is not a legal position can still be drawn if nothing is asked about its moves.
            Err(failure) => match self.position.board_alone() {
                Some(setup) if self.bitboard.is_none() => return self.board(setup, failure, output),
                _ => return Err(failure),
            },
        };
        let set = self.bitboard.map(|set| set.squares(&position));

        let mut diagram = self.dressed(Diagram::of(&position)).overlay(set.unwrap_or(Bitboard::EMPTY));
        if let Some(mv) = last_move {
            diagram = diagram.last_move(mv);
        }
        self.write_pictures(&diagram, output)?;
        let names = |set: Bitboard| set.into_iter().map(|square| square.to_string()).collect();
        let answer = Answer {
            fen: position.fen(),
            turn: position.turn().pick("white", "black"),
            key: format!("{:016x}", position.key()),
            polyglot_key: format!("{:016x}", position.polyglot_key()),
            checkers: names(position.checkers()),
            legal_moves: position.count_legal(),
            state: state(&position),
            bitboard: set.map(|set| format!("0x{:016x}", set.0)),
            squares: set.map(names),
        };
        if self.svg.is_none() && self.png.is_none() {
            output.line(diagram.text(self.style(output)))?;
            output.line(format_args!("Fen: {}", answer.fen))?;
            output.line(format_args!("Key: {}", answer.key))?;
            if !answer.checkers.is_empty() {
                output.line(format_args!("Checkers: {}", answer.checkers.join(" ")))?;
            }
            let state = answer.state.map_or(String::new(), |state| format!(", {state}"));
            let moves = counted(answer.legal_moves, "legal move");
            output.line(format_args!("{} to move, {moves}{state}", position.turn().pick("White", "Black")))?;
            if let (Some(bits), Some(squares)) = (&answer.bitboard, &answer.squares) {
                output.line(format_args!("Bitboard: {bits} ({})", counted(squares.len(), "square")))?;
            }
        }
        output.answer(&answer)?;
        Ok(Verdict::Fine)
    }
}

#[derive(Serialize)]
struct BoardAnswer {
    fen: String,
    /// Why the board is not a legal position.
    problem: String,
}

impl Args {
    /// Draws a board that is not a legal position, and says why it is not.
    fn board(self, setup: Setup, failure: Failure, output: &mut Output) -> Result<Verdict, Failure> {
        let diagram = self.dressed(Diagram::new(setup.board));
        self.write_pictures(&diagram, output)?;
        if self.svg.is_none() && self.png.is_none() {
            output.line(diagram.text(self.style(output)))?;
            output.line(format_args!("Fen: {setup}"))?;
        }
        output.line(format_args!("only the board: {failure}"))?;
        output.answer(&BoardAnswer { fen: setup.to_string(), problem: failure.to_string() })?;
        Ok(Verdict::Fine)
    }

    /// A diagram with what was asked for on it and around it.
    fn dressed(&self, diagram: Diagram) -> Diagram {
        let mut diagram = diagram
            .coordinates(self.coordinates)
            .size(self.size)
            .bottom(if self.flip { Color::Black } else { Color::White })
            .theme(match self.theme {
                ThemeName::Light => Theme::Light,
                ThemeName::Dark => Theme::Dark,
            });
        for &Highlight { square, tint } in &self.highlight {
            diagram = diagram.highlight(square.bitboard(), tint);
        }
        for &arrow in &self.arrows {
            diagram = diagram.arrow(arrow);
        }
        diagram
    }

    fn style(&self, output: &Output) -> TextStyle {
        TextStyle { color: output.has_color(), pieces: if self.ascii { Pieces::Letters } else { Pieces::Unicode } }
    }

    /// Writes the pictures that were asked for.
    fn write_pictures(&self, diagram: &Diagram, output: &mut Output) -> Result<(), Failure> {
        // Both files must be writable before either is written.
        let file = |path: &Option<PathBuf>| path.as_deref().map(|path| NewFile::create(path, &[])).transpose();
        let (svg_file, png_file) = (file(&self.svg)?, file(&self.png)?);
        let is_stdout = |file: &Option<NewFile>| file.as_ref().is_some_and(NewFile::is_stdout);
        if is_stdout(&svg_file) && is_stdout(&png_file) {
            return Err(Failure::new("--svg - and --png -: only one picture can go to standard output"));
        }
        if let Some(file) = png_file {
            file.write(&picture::png(&diagram.svg().to_string(), self.size)?, output)?;
        }
        if let Some(file) = svg_file {
            file.write(diagram.svg().to_string().as_bytes(), output)?;
        }
        Ok(())
    }
}

/// What is special about a position, in words.
fn state(position: &Position) -> Option<&'static str> {
    match position.outcome() {
        Some(Outcome::Checkmate { .. }) => Some("checkmate"),
        Some(Outcome::Stalemate) => Some("draw by stalemate"),
        Some(Outcome::InsufficientMaterial) => Some("draw by insufficient material"),
        Some(Outcome::DeadPosition) => Some("draw, for no moves lead to mate"),
        Some(Outcome::SeventyFiveMoves) => Some("draw by the seventy-five-move rule"),
        Some(Outcome::FivefoldRepetition) => Some("draw by fivefold repetition"),
        Some(_) => Some("the game is over"),
        None if position.is_fifty_moves() => Some("a draw may be claimed by the fifty-move rule"),
        None if position.in_check() => Some("check"),
        None => None,
    }
}
