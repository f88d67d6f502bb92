//! The generator of the guide against the one of the rules crate, on the shared test data.

use tabiya::CastlingStyle;
use tabiya_guide::{
    Kind, Move, Position, Role, checkers, count, count_unpinned_pieces, counting, from_fen, key, key_after, legal,
    legal_by_trying, legal_targets, number, pin_mask, quiet_checks, repetitions, rook_mates, see, sliders, solve,
    square, squares, stages, uci, unmoves,
};
use tabiya_retro::Retro;
use tabiya_retro::endgame::{Distance, Endgames};

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

/// What the guide leaves out: castles, and which positions before a game can have had.
#[test]
fn unmoves_are_those_of_the_retro_crate() {
    let letter = |unmove: &tabiya_guide::Unmove| {
        unmove.captured.map(|role| match unmove.mv.kind {
            Kind::EnPassant => 'e',
            _ => tabiya::Role::ALL[role as usize].letter(),
        })
    };
    let is_possible = |old: Position| {
        let board = tabiya::Board::from_bitboards(old.roles.map(tabiya::Bitboard), old.colors.map(tabiya::Bitboard));
        let setup = tabiya::Setup {
            board: board.expect("one piece on a square"),
            turn: if old.white_to_move { tabiya::Color::White } else { tabiya::Color::Black },
            castling: tabiya::Bitboard(old.castling),
            en_passant: old.en_passant.map(|square| tabiya::Square::ALL[square as usize]),
            ..tabiya::Setup::EMPTY
        };
        tabiya::Position::from_setup(setup).is_ok()
    };
    let mut compared = 0;
    for (ours, theirs) in positions().into_iter().step_by(5) {
        // The guide's positions always know whether a pawn has just jumped.
        let jumped = ours.en_passant.is_some();
        if jumped != theirs.last_double_push().is_some() {
            continue;
        }
        let mut expected: Vec<_> = Retro::new(&theirs)
            .unmoves()
            .iter()
            .map(|unmove| (unmove.forward(), unmove.captured_letter()))
            .filter(|(mv, _)| !mv.is_castle() && (mv.kind() == tabiya::MoveKind::DoublePush) == jumped)
            .map(|(mv, letter)| (mv.uci(CastlingStyle::Chess960).to_string(), letter))
            .collect();
        let possible = unmoves(&ours).into_iter().filter(|&unmove| is_possible(ours.before(unmove)));
        let mut found: Vec<_> = possible.map(|unmove| (uci(unmove.mv), letter(&unmove))).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{}", theirs.fen());
        compared += found.len();
    }
    assert!(compared > 2_000, "{compared} unmoves");
}

#[test]
fn the_solved_endgame_is_the_table() {
    let endgames = Endgames::solve("KRK".parse().unwrap()).unwrap();
    let decided = solve(rook_mates(), 3);
    let mut found = [0; 4];
    for number in 0..2 * 64 * 64 * 64usize {
        let square = |shift: usize| tabiya::Square::ALL[number >> shift & 63];
        let setup = tabiya::Setup { turn: tabiya::Color::ALL[number >> 18], ..tabiya::Setup::EMPTY }
            .with_piece(square(0), Some(tabiya::Piece::WhiteKing))
            .with_piece(square(6), Some(tabiya::Piece::WhiteRook))
            .with_piece(square(12), Some(tabiya::Piece::BlackKing));
        if setup.board.occupied().len() < 3 {
            continue;
        }
        let Ok(position) = tabiya::Position::from_setup(setup) else { continue };
        let expected = match endgames.probe(&position).unwrap() {
            Distance::Win(plies) | Distance::Loss(plies) if plies < 4 => Some(plies),
            _ => None,
        };
        let ours = from_fen(&position.fen().to_string()).unwrap();
        assert_eq!(decided.get(&key(&ours)).copied(), expected, "{position:?}");
        if let Some(plies) = expected {
            found[plies as usize] += 1;
        }
    }
    assert_eq!((found.iter().sum::<usize>(), found[0]), (decided.len(), 216));
}
