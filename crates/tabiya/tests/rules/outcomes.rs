//! Dead positions proved by searching every position that can follow.

use std::collections::HashSet;
use tabiya::{Outcome, Position};

/// Every position that any sequence of legal moves can reach, or `None` when there are too many.
fn reachable(start: Position, limit: usize) -> Option<HashSet<Position>> {
    // Counters would make every position new.
    let plain = |position: &Position| {
        let mut setup = position.setup(tabiya::EnPassantField::Legal);
        (setup.halfmove_clock, setup.fullmove) = (0, 1);
        Position::from_setup(setup).expect("a position reached by play")
    };
    let mut seen = HashSet::from([plain(&start)]);
    let mut open = vec![plain(&start)];
    while let Some(position) = open.pop() {
        for mv in position.legal_moves() {
            let next = plain(&position.after(mv));
            if seen.insert(next) {
                open.push(next);
            }
        }
        if seen.len() > limit {
            return None;
        }
    }
    Some(seen)
}

#[test]
fn dead_positions_reach_no_mate() {
    let dead = [
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
        "8/6k1/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/1K6/8 w - - 0 1",
        "4k3/8/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1",
        // The same with the push over g3 forgotten is the last but one of the living.
        "4k3/8/8/p1p1p1p1/P1P1P1Pp/7P/8/4K3 b - - 0 1",
    ];
    for fen in dead {
        let position = Position::from_fen(fen).expect("a good FEN");
        for position in [position, position.mirrored()] {
            assert_eq!((position.is_dead(), position.outcome()), (true, Some(Outcome::DeadPosition)), "{fen}");
        }
        let all = reachable(position, 200_000).expect("kings alone move");
        assert!(all.iter().all(|p| !p.is_checkmate()), "{fen} is not dead");
    }
}

#[test]
fn living_positions_are_not_called_dead() {
    let alive = [
        // A king can walk round the wall.
        "4k3/8/8/8/p7/P7/8/4K3 w - - 0 1",
        // A pawn may capture.
        "4k3/8/8/pp6/PP6/8/8/4K3 w - - 0 1",
        // A bishop may break in.
        "4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/2B1K3 w - - 0 1",
        "4k3/7p/8/8/8/8/P7/4K3 w - - 0 1",
        // No king can pass the wall, but a pawn behind it is free.
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/7P/4K3 w - - 0 1",
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/7P/4K3 b - - 0 1",
        // A king that stands beyond the wall has something to take.
        "4k3/8/2K5/p1p1p1p1/P1P1P1P1/8/8/8 b - - 0 1",
        // The wall has just been closed, and may be opened in passing.
        "4k3/8/8/p1p1p1p1/P1P1P1Pp/7P/8/4K3 b - g3 0 1",
        // The king is attacked by a pawn, which it can take.
        "4k3/8/8/p1p1p1p1/P1P1PpP1/4K3/8/8 w - - 0 1",
    ];
    for fen in alive {
        let position = Position::from_fen(fen).expect("a good FEN");
        for position in [position, position.mirrored()] {
            assert_eq!((position.is_dead(), position.outcome()), (false, None), "{fen}");
        }
    }
}
