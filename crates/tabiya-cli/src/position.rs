//! The position a command works on: what was typed, and what it means.

use clap::Args;
use tabiya::{CastlingStyle, Move, Position};

use crate::failure::Failure;

/// The arguments that choose a position, shared by every command that needs one.
#[derive(Args, Clone, Debug)]
pub struct PositionArgs {
    /// The position, as FEN (KQkq, Shredder or X-FEN castling) or `startpos`.
    #[arg(long, value_name = "FEN", default_value = "startpos")]
    pub fen: String,

    /// Moves to play first, in UCI form: "e2e4 e7e5".
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub moves: String,

    /// Write castling as Chess960 does: the king takes its own rook (e1h1).
    #[arg(long)]
    pub chess960: bool,
}

impl PositionArgs {
    /// The position after the moves.
    pub fn position(&self) -> Result<Position, Failure> {
        self.position_and_last_move().map(|(position, _)| position)
    }

    /// The position after the moves, and the last of them.
    pub fn position_and_last_move(&self) -> Result<(Position, Option<Move>), Failure> {
        let mut position = match self.fen.trim() {
            "startpos" => Position::startpos(),
            fen => Position::from_fen(fen).map_err(|error| {
                let failure = Failure::new(error).at("--fen");
                // A FEN without quotes arrives as its first field alone.
                let unquoted = !fen.contains(' ');
                if unquoted { failure.hint("quote the whole FEN as one argument") } else { failure }
            })?,
        };
        let mut last_move = None;
        for (index, text) in self.moves.split_whitespace().enumerate() {
            let mv = position.parse_uci(text).map_err(|error| {
                Failure::new(error)
                    .at(format_args!("--moves: move {} `{text}`", index + 1))
                    .hint(format_args!("the position there is {}", position.fen()))
            })?;
            position.play(mv);
            last_move = Some(mv);
        }
        Ok((position, last_move))
    }

    /// How castling moves are written.
    pub fn castling(&self) -> CastlingStyle {
        if self.chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
    }
}
