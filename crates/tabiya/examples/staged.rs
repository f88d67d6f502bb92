//! Moves in stages without the picker: the recipe of a search that orders moves by itself.
//!
//! ```text
//! cargo run --release -p tabiya --example staged
//! ```
//!
//! The stages are those that most engines have: the move of the transposition table, captures that do not lose
//! material, killers, quiet moves, losing captures. Each is generated when the one before it is used up, so a node that
//! ends early generates little.

use tabiya::movegen::{LegalCaptures, LegalQuiets};
use tabiya::{Move, MoveList, Position, View};

/// Calls `visit` for each legal move, best first, until it answers `false`. The view knows checkers and pinned pieces,
/// so that no stage looks for them again.
fn staged(view: &View<'_>, tt_move: Option<Move>, killers: [Option<Move>; 2], mut visit: impl FnMut(Move) -> bool) {
    // A move from a table may be of another position.
    let tt_move = tt_move.filter(|&mv| view.is_legal(mv));
    if let Some(mv) = tt_move
        && !visit(mv)
    {
        return;
    }

    let mut list = MoveList::new();
    view.fill::<LegalCaptures>(&mut list);
    let mut captures: Vec<Move> = list.iter().copied().filter(|&mv| Some(mv) != tt_move).collect();
    captures.sort_by_key(|&mv| -tabiya::order::mvv_lva(view, mv));
    let mut losing = Vec::new();
    for mv in captures {
        if !view.see_at_least(mv, 0) {
            losing.push(mv);
        } else if !visit(mv) {
            return;
        }
    }

    let quiet = |mv: Move| !mv.is_capture() && !mv.is_promotion();
    let mut tried = [tt_move, None, None];
    for (index, killer) in killers.into_iter().enumerate() {
        if let Some(mv) = killer
            && quiet(mv)
            && !tried.contains(&killer)
            && view.is_legal(mv)
        {
            tried[index + 1] = killer;
            if !visit(mv) {
                return;
            }
        }
    }

    view.fill::<LegalQuiets>(&mut list);
    // Here a search sorts by its histories.
    for mv in list.iter().copied().filter(|&mv| !tried.contains(&Some(mv))) {
        if !visit(mv) {
            return;
        }
    }

    for mv in losing {
        if !visit(mv) {
            return;
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")?;
    let killer = position.parse_uci("e1g1").ok();
    let mut order = Vec::new();
    staged(&position.view(), position.parse_uci("e2a6").ok(), [killer, None], |mv| {
        order.push(mv);
        true
    });
    // Each legal move comes exactly once.
    let mut sorted = order.clone();
    sorted.sort_by_key(|mv| mv.bits());
    let mut legal = position.legal_moves().to_vec();
    legal.sort_by_key(|mv| mv.bits());
    if sorted != legal {
        return Err("a move is missing, or comes twice".into());
    }
    for mv in order {
        print!("{} ", position.san(mv));
    }
    println!();
    Ok(())
}
