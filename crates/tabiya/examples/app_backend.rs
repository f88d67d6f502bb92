//! What a chess site or app asks for every click: which moves a piece has, whether a move is legal and why not, how the
//! game stands. Commands come from standard input, one per line: `from e2`, `move Nf3`, `undo`, `state`, `pgn`.

use std::io::{self, BufRead, Write};

use tabiya::notation::pgn::PgnGame;
use tabiya::{CastlingStyle, Game, Square};

fn main() -> io::Result<()> {
    let mut game = Game::default();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        writeln!(out, "{}", answer(&mut game, line.trim()))?;
    }
    Ok(())
}

/// Every request gets one answer; nothing a user types is a reason to stop.
fn answer(game: &mut Game, request: &str) -> String {
    let (command, argument) = request.split_once(' ').unwrap_or((request, ""));
    match command {
        "from" => match argument.parse::<Square>() {
            Ok(square) => targets(game, square),
            Err(error) => format!("error: {error}"),
        },
        "move" => match game.push_san(argument) {
            Ok(mv) => format!("played {mv}; {}", state(game)),
            Err(error) => format!("error: {error}"),
        },
        "undo" => match game.pop() {
            Some(mv) => format!("took back {}", mv.uci(CastlingStyle::Standard)),
            None => "error: nothing to take back".to_owned(),
        },
        "state" => state(game),
        "pgn" => PgnGame::from(&*game).to_string(),
        _ => format!("error: {command:?} is none of from, move, undo, state, pgn"),
    }
}

/// Where the piece on the square may go, for the dots that a board shows.
fn targets(game: &Game, square: Square) -> String {
    let moves = game.position().legal_moves_from(square);
    let mut squares: Vec<String> = moves.iter().map(|mv| mv.destination().to_string()).collect();
    squares.dedup();
    format!("{square}: {}", squares.join(" "))
}

fn state(game: &Game) -> String {
    let position = game.position();
    match game.outcome() {
        Some(outcome) => outcome.to_string(),
        None => {
            let check = if position.in_check() { ", in check" } else { "" };
            let claim = if game.claims().any() { ", may claim a draw" } else { "" };
            format!("{} to move{check}{claim}", position.turn())
        }
    }
}
