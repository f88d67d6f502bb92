//! The position a command works on: what was typed, and what it means.

use std::io::Read;

use clap::Args;
use tabiya::{CastlingStyle, Move, Position, Setup, Tolerance};

use crate::closed;
use crate::failure::{Failure, warn};
use crate::named;

/// The arguments that choose a position, shared by every command that needs one.
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
    /// The position: a name such as kiwipete, a FEN, or `-` for a FEN on standard input. By default startpos.
    ///
    /// The names are startpos, kiwipete (also position2), position3, position4, position4-mirrored, position5,
    /// position6, and chess960:0 to chess960:959. A FEN needs no quotes. Castling rights are read as KQkq, Shredder-FEN
    /// or X-FEN.
    #[arg(value_name = "POSITION", num_args = 0.., conflicts_with = "fen")]
    pub place: Vec<String>,

    /// The same as POSITION, as an option: one argument, so a FEN needs quotes.
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    pub fen: Option<String>,

    /// Moves to play first, as UCI or SAN: "e2e4 e5 Nf3".
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    pub moves: String,

    /// Write castling as Chess960 does: the king takes its own rook (e1h1).
    ///
    /// Positions whose king or castling rook does not stand on its square of standard chess use this form anyway.
    #[arg(long)]
    pub chess960: bool,

    /// Drop castling rights and en passant squares that cannot be, and accept a position that no game reaches.
    ///
    /// Each change is printed as a warning. A board that cannot be a position, without a king for example, is still
    /// refused.
    #[arg(long)]
    pub repair: bool,
}

impl PositionArgs {
    /// The position after the moves.
    pub fn position(&self) -> Result<Position, Failure> {
        self.position_and_last_move().map(|(position, _)| position)
    }

    /// The position after the moves, and the last of them.
    pub fn position_and_last_move(&self) -> Result<(Position, Option<Move>), Failure> {
        let mut position = self.start()?;
        let mut last_move = None;
        for (index, text) in self.moves.split_whitespace().filter(|word| !is_move_number(word)).enumerate() {
            let mv = position.parse_move(text).map_err(|error| {
                Failure::new(error)
                    .at(format_args!("--moves: move {}", index + 1))
                    .hint(format_args!("the position there is {}", position.fen()))
            })?;
            position.play(mv);
            last_move = Some(mv);
        }
        Ok((position, last_move))
    }

    /// The position before the moves.
    fn start(&self) -> Result<Position, Failure> {
        let text = self.text()?;
        let fen = text.trim();
        let argument = if self.place.is_empty() { "--fen" } else { "POSITION" };
        if let Some(named) = named::find(fen) {
            return named.map_err(|error| Failure::new(error).at(argument));
        }
        let read = if self.repair { repaired(fen) } else { Position::from_fen(fen).map_err(Failure::new) };
        read.map_err(|failure| {
            let failure = failure.at(argument);
            // A FEN without quotes arrives as its first field alone behind `--fen`.
            match (fen.contains(['/', ' ']), fen.contains(' ')) {
                (false, _) => match named::nearest(fen) {
                    Some(name) => failure.hint(format_args!("did you mean {name}?")),
                    None => failure.hint(format_args!("a FEN, `-`, or a name: {}", named::list())),
                },
                (true, false) => failure.hint("quote the whole FEN as one argument"),
                (true, true) if !self.repair && repaired_quietly(fen).is_ok() => {
                    failure.hint("--repair accepts such a position, and drops what cannot be")
                }
                _ => failure,
            }
        })
    }

    /// The board of a FEN that can be read but is not a legal position; `None` if moves are to be played from it.
    pub fn board_alone(&self) -> Option<Setup> {
        let text = self.fen.clone().unwrap_or_else(|| self.place.join(" "));
        let setup = Setup::from_fen_lenient(text.trim()).ok()?;
        self.moves.is_empty().then_some(setup)
    }

    /// The FEN or the name, as typed or as it came on standard input.
    fn text(&self) -> Result<String, Failure> {
        let typed = match &self.fen {
            Some(fen) => fen.clone(),
            None if self.place.is_empty() => "startpos".to_owned(),
            None => self.place.join(" "),
        };
        if typed.trim() != "-" {
            return Ok(typed);
        }
        let mut text = String::new();
        let read = closed::stdin().and_then(|stdin| stdin.take(LONGEST_FEN + 1).read_to_string(&mut text));
        read.map_err(|error| Failure::from(error).at("standard input"))?;
        if text.len() as u64 > LONGEST_FEN {
            let most = format_args!("more than {LONGEST_FEN} bytes, expected one FEN");
            return Err(Failure::new(most).at("standard input"));
        }
        if text.trim().is_empty() {
            return Err(Failure::new("empty, expected a FEN or a name").at("standard input"));
        }
        Ok(text)
    }

    /// How castling moves are written.
    pub fn castling(&self, position: &Position) -> CastlingStyle {
        if self.chess960 { CastlingStyle::Chess960 } else { position.castling_style() }
    }
}

/// More than any FEN has, blanks included.
const LONGEST_FEN: u64 = 4096;

/// The position of a FEN, with a warning for everything that was dropped from it.
fn repaired(fen: &str) -> Result<Position, Failure> {
    let mut setup = Setup::from_fen_lenient(fen).map_err(Failure::new)?;
    for problem in setup.repair() {
        warn(format_args!("--fen: dropped, because {problem}"));
    }
    Position::from_setup_with(setup, Tolerance::ALL).map_err(Failure::new)
}

fn repaired_quietly(fen: &str) -> Result<Position, Failure> {
    Position::from_fen_with(fen, Tolerance::REPAIR).map_err(Failure::new)
}

/// `1.` and `1...`, so that moves may be pasted as they are printed.
fn is_move_number(word: &str) -> bool {
    word.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit()) && word.ends_with('.')
}
