//! `go perft N`, in the words that tools know from Stockfish.

use tabiya::{CastlingStyle, Position};

/// Says one `move: count` line a legal move and the total, until somebody does not want to hear more.
pub fn divide(position: &Position, depth: u32, style: CastlingStyle, say: impl Fn(String) -> bool) -> bool {
    let mut total = 0;
    if depth == 0 {
        return say("\nNodes searched: 1\n".to_string());
    }
    for mv in position.legal_moves() {
        let count = leaves(&position.after(mv), depth - 1);
        total += count;
        if !say(format!("{}: {count}", mv.uci(style))) {
            return false;
        }
    }
    say(format!("\nNodes searched: {total}\n"))
}

fn leaves(position: &Position, depth: u32) -> u128 {
    match depth {
        0 => 1,
        1 => position.count_legal() as u128,
        _ => position.legal_moves().into_iter().map(|mv| leaves(&position.after(mv), depth - 1)).sum(),
    }
}
