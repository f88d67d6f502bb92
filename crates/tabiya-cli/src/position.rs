//! The position a command works on: what was typed, and what it means.

use std::io::Read as _;

use clap::Args;
use tabiya::{CastlingStyle, Move, Position, Setup, Tolerance};

use crate::failure::{Failure, warn};
use crate::named;

/// The arguments that choose a position, shared by every command that needs one.
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
    /// The position: a FEN (KQkq, Shredder or X-FEN castling), a name, or `-` for a FEN on standard input.
    ///
    /// The names are startpos, kiwipete (also position2), position3, position4, position4-mirrored, position5, position6,
    /// and chess960:0 to chess960:959.
    #[arg(long, value_name = "FEN", default_value = "startpos", allow_hyphen_values = true)]
    pub fen: String,

    /// Moves to play first, as UCI or SAN: "e2e4 e5 Nf3".
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    pub moves: String,

    /// Write castling as Chess960 does: the king takes its own rook (e1h1).
    ///
    /// So it is written in any case where a king or a rook that may castle stands elsewhere than in chess.
    #[arg(long)]
    pub chess960: bool,

    /// Accept a position that no game leads to, and drop castling rights and en passant squares that cannot be.
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
        let mut text = self.fen.clone();
        if text.trim() == "-" {
            text.clear();
            std::io::stdin().read_to_string(&mut text).map_err(|error| Failure::from(error).at("standard input"))?;
        }
        let fen = text.trim();
        if let Some(named) = named::find(fen) {
            return named.map_err(|error| Failure::new(error).at("--fen"));
        }
        let read = if self.repair { repaired(fen) } else { Position::from_fen(fen).map_err(Failure::new) };
        read.map_err(|failure| {
            let failure = failure.at("--fen");
            // A FEN without quotes arrives as its first field alone.
            match (fen.contains(['/', ' ']), fen.contains(' ')) {
                (false, _) => failure.hint(format_args!("a FEN, `-`, or a name: {}", named::list())),
                (true, false) => failure.hint("quote the whole FEN as one argument"),
                (true, true) if !self.repair && repaired_quietly(fen).is_ok() => {
                    failure.hint("--repair accepts such a position, and drops what cannot be")
                }
                _ => failure,
            }
        })
    }

    /// How castling moves are written.
    pub fn castling(&self, position: &Position) -> CastlingStyle {
        if self.chess960 { CastlingStyle::Chess960 } else { position.castling_style() }
    }
}

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
