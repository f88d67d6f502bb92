//! From games to training data: every quiet position of the main lines with the move played and the result, as CSV.
//!
//! `cargo run --release --example data_extractor <games.pgn >positions.csv`

use std::error::Error;
use std::io::{self, Read, Write};

use tabiya::Game;
use tabiya::notation::pgn::GameTrees;

fn main() -> Result<(), Box<dyn Error>> {
    let mut text = Vec::new();
    io::stdin().lock().read_to_end(&mut text)?;
    let mut out = io::BufWriter::new(io::stdout().lock());
    writeln!(out, "fen,move,result")?;
    let (mut games, mut broken) = (0, 0);
    for pgn in GameTrees::from_bytes(&text) {
        // A broken game is reported with its line and column; the next one is read all the same.
        let pgn = match pgn {
            Ok(pgn) => pgn,
            Err(error) => {
                eprintln!("{error}");
                broken += 1;
                continue;
            }
        };
        let game = Game::from(&pgn);
        for (position, mv) in game.positions().zip(game.moves()) {
            let Some(mv) = mv else { continue };
            if !position.in_check() && !mv.is_capture() && !mv.is_promotion() {
                writeln!(out, "{position},{mv},{}", pgn.result())?;
            }
        }
        games += 1;
    }
    out.flush()?;
    eprintln!("{games} games, {broken} broken");
    Ok(())
}
