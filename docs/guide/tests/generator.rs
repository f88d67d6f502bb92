//! The generator of the guide against the one of the rules crate, on the shared test data.

use tabiya::CastlingStyle;
use tabiya_guide::{
    Move, Position, Role, checkers, count, count_unpinned_pieces, counting, from_fen, key, key_after, legal,
    legal_by_trying, legal_targets, number, pin_mask, quiet_checks, repetitions, see, sliders, square, squares, stages,
    uci,
};

/// The positions of the shared suites, as FENs that spell castling by files.
fn positions() -> Vec<(Position, tabiya::Position)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");
    let mut positions = Vec::new();
    for file in ["public.epd", "corners.epd", "corners960.epd", "random.epd", "chess960.perft", "double960.perft"] {
        let text = std::fs::read_to_string(format!("{folder}/{file}")).unwrap();
        for entry in tabiya_perft::suite::read(&text).unwrap() {
            let style = tabiya::FenStyle { castling: tabiya::CastlingField::Shredder, ..Default::default() };
            positions.push((from_fen(&entry.position.to_fen(style)).unwrap(), entry.position));
        }
    }
    assert!(positions.len() > 400, "{} positions", positions.len());
    positions
}

fn sorted(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|&mv| uci(mv)).collect();
    texts.sort();
    texts
}

fn reference(position: &tabiya::Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut texts: Vec<String> = moves.iter().map(|mv| mv.uci(CastlingStyle::Chess960).to_string()).collect();
    texts.sort();
    texts
}

#[test]
fn both_generators_agree_with_the_rules_crate() {
    for (ours, theirs) in positions() {
        let expected = reference(&theirs);
        assert_eq!(sorted(&legal_by_trying(&ours)), expected, "by trying: {}", theirs.fen());
        assert_eq!(sorted(&legal(&ours)), expected, "directly: {}", theirs.fen());
        assert_eq!(count(&ours), expected.len() as u64, "counted: {}", theirs.fen());
    }
}

#[test]
fn children_too() {
    for (ours, theirs) in positions() {
        for mv in legal(&ours) {
            let child = theirs.after(theirs.parse_uci(&uci(mv)).unwrap());
            let expected = reference(&child);
            assert_eq!(sorted(&legal(&ours.after(mv))), expected, "{} {}", theirs.fen(), uci(mv));
        }
    }
}

#[test]
fn four_ways_to_slide() {
    let mut state = 1u64;
    let mut random = move || {
        state = number(state);
        state
    };
    for from in ["a1", "d4", "h5", "e8"].map(|name| square(name).unwrap()) {
        for rook in [true, false] {
            let slow = if rook { sliders::rook_by_walking } else { sliders::bishop_by_walking };
            let scan = if rook { sliders::rook } else { sliders::bishop };
            let (magic, _) = sliders::Magic::find(from, rook);
            let (mask, table) = sliders::pext_table(from, rook);
            for _ in 0..2_000 {
                let occupied = random() & random();
                let expected = slow(from, occupied);
                assert_eq!(scan(from, occupied), expected);
                assert_eq!(magic.attacks(occupied), expected);
                assert_eq!(table[sliders::pext(occupied, mask) as usize], expected);
            }
        }
    }
}

/// How many numbers page 3 says that the search tries.
#[test]
fn tries_for_a_magic_number() {
    let mut tries: Vec<(u64, String)> =
        (0..128).map(|n| (sliders::Magic::find(n % 64, n < 64).1, tabiya_guide::name(n % 64))).collect();
    tries.sort();
    assert_eq!((tries[64].0, &tries[127]), (4_298, &(232_149, "e5".to_owned())));
}

#[test]
fn stages_are_all_moves_cut_in_two() {
    for (ours, theirs) in positions() {
        let (captures, quiets) = (stages::captures(&ours), stages::quiets(&ours));
        assert_eq!(sorted(&[captures.clone(), quiets].concat()), sorted(&legal(&ours)), "{}", theirs.fen());
        for mv in captures {
            assert!(theirs.parse_uci(&uci(mv)).unwrap().is_capture(), "{} {}", theirs.fen(), uci(mv));
        }
        for mv in quiet_checks(&ours) {
            assert!(theirs.gives_check(theirs.parse_uci(&uci(mv)).unwrap()), "{} {}", theirs.fen(), uci(mv));
        }
    }
}

#[test]
fn exchanges() {
    let values = tabiya::order::see::Values::new([100, 300, 300, 500, 900, 10_000]).unwrap();
    let mut compared = 0;
    for (ours, theirs) in positions() {
        for mv in legal(&ours) {
            let expected = theirs.see_with(theirs.parse_uci(&uci(mv)).unwrap(), &values);
            assert_eq!(see(&ours, mv), expected, "{} {}", theirs.fen(), uci(mv));
            compared += 1;
        }
    }
    assert!(compared > 5_000, "{compared} moves");
}

#[test]
fn keys_follow_the_moves() {
    for (ours, _) in positions() {
        let before = key(&ours);
        for mv in legal(&ours) {
            let next = ours.after(mv);
            assert_eq!(key_after(before, &ours, &next), key(&next), "{}", uci(mv));
        }
    }
    assert_eq!(repetitions(&[5, 7, 5, 7, 5], 4), 2);
    assert_eq!(repetitions(&[5, 7, 5, 7, 5], 2), 1);
    assert_eq!(repetitions(&[], 4), 0);
}

#[test]
fn fills_count_what_single_pieces_count() {
    for (ours, theirs) in positions() {
        let mut expected = 0;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in squares(ours.role(role) & ours.ours()).filter(|&from| pin_mask(&ours, from) == !0) {
                expected += u64::from(legal_targets(&ours, role, from).count_ones());
            }
        }
        assert_eq!(count_unpinned_pieces(&ours), expected, "{}", theirs.fen());
    }
}

#[test]
fn checkers_are_those_of_the_rules_crate() {
    for (ours, theirs) in positions() {
        assert_eq!(checkers(&ours), theirs.checkers().0, "{}", theirs.fen());
    }
}

/// The replies that page 12 adds up.
#[test]
fn pairs() {
    let position = from_fen("8/7k/8/1r6/8/4N3/8/K7 w - - 0 1").unwrap();
    let passed = Position { white_to_move: false, ..position };
    assert_eq!(count(&passed), 19);
    let changed = |mv: &Move| (uci(*mv), count(&position.after(*mv)) as i64 - 19);
    let changes: Vec<(String, i64)> = legal(&position).iter().map(changed).filter(|change| change.1 != 0).collect();
    let expected = [("e3g4", -1), ("e3d5", -4), ("e3f5", -4)].map(|(mv, change)| (mv.to_owned(), change));
    assert_eq!(changes, expected);
    assert_eq!((legal(&position).len(), counting::perft_bulk(&position, 2)), (9, 162));
}
