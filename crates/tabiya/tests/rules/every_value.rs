//! All 65,536 values of a move, most of them nonsense, put to `is_pseudo_legal_bits` and `is_legal_bits`.

use tabiya::Position;
use tabiya_check::naive::Naive;
use tabiya_check::{games, suites};

/// Marks the values of a list.
fn marked(moves: impl IntoIterator<Item = tabiya::Move>) -> Vec<bool> {
    let mut marks = vec![false; 1 << 16];
    for mv in moves {
        marks[usize::from(mv.bits())] = true;
    }
    marks
}

fn check(position: &Position) {
    let pseudo_legal = marked(position.pseudo_legal_moves());
    let legal = marked(position.legal_moves());
    for bits in 0..=u16::MAX {
        let index = usize::from(bits);
        assert_eq!(
            position.is_pseudo_legal_bits(bits),
            pseudo_legal[index],
            "pseudo-legal {bits:#06x}: {}",
            position.fen()
        );
        assert_eq!(position.is_legal_bits(bits), legal[index], "legal {bits:#06x}: {}", position.fen());
    }
    // What the library calls pseudo-legal lies between the legal moves and the naive rules of movement.
    let naive = marked(Naive::from(position).pseudo_legal());
    assert!((0..1 << 16).all(|i| !legal[i] || pseudo_legal[i]), "{}", position.fen());
    assert!((0..1 << 16).all(|i| !pseudo_legal[i] || naive[i]), "{}", position.fen());
}

#[test]
fn every_value_in_random_games() {
    let mut seen = 0;
    games::walk(65_536, 4_000, |position| {
        // Neighbouring positions ask nearly the same questions: every fourth will do.
        if seen % 4 == 0 {
            check(position);
        }
        seen += 1;
    });
}

#[test]
fn every_value_in_the_suites() {
    for entry in suites::all() {
        check(&entry.position());
    }
}
