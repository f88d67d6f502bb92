//! A whole engine: alpha-beta with a move picker and a quiescence search.
//!
//! `cargo run --release --example engine -- 4 "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4"`

use std::error::Error;

use tabiya::{Color, Move, Position, Role};

const MATE: i32 = 100_000;

/// Material and a little mobility, seen by the side to move.
fn evaluate(position: &Position) -> i32 {
    let side = |color: Color| position.material(color).points() as i32 * 100;
    side(position.turn()) - side(!position.turn()) + position.count_legal() as i32
}

/// Captures first, the most valuable victim before the others.
fn ordered(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    let worth = |mv: &Move| position.captured(*mv).map_or(0, |piece| 10 * piece.role().index() as i32 + 1);
    moves.sort_by_key(|mv| -worth(mv) - i32::from(mv.promotion() == Some(Role::Queen)) * 100);
    moves
}

fn quiesce(position: &Position, mut alpha: i32, beta: i32) -> i32 {
    alpha = alpha.max(evaluate(position));
    for mv in ordered(position) {
        if alpha >= beta {
            break;
        }
        // An exchange that loses material is not worth a look.
        if mv.is_capture() && position.see_at_least(mv, 0) {
            alpha = alpha.max(-quiesce(&position.after(mv), -beta, -alpha));
        }
    }
    alpha
}

fn search(position: &Position, depth: u32, mut alpha: i32, beta: i32, line: &mut Vec<Move>) -> i32 {
    line.clear();
    if let Some(outcome) = position.outcome() {
        return if outcome.winner().is_some() { -MATE - depth as i32 } else { 0 };
    }
    if depth == 0 {
        return quiesce(position, alpha, beta);
    }
    let mut below = Vec::new();
    for mv in ordered(position) {
        let score = -search(&position.after(mv), depth - 1, -beta, -alpha, &mut below);
        if score > alpha {
            alpha = score;
            line.clear();
            line.push(mv);
            line.extend(&below);
        }
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth: u32 = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let fen = arguments.next().unwrap_or("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4".into());
    let mut position = Position::from_fen(&fen)?;
    let mut line = Vec::new();
    let score = search(&position, depth, -2 * MATE, 2 * MATE, &mut line);
    print!("{score:+}");
    for mv in line {
        print!(" {}", position.san(mv));
        position.play(mv);
    }
    println!();
    Ok(())
}
