//! The generator of the guide against the one of the rules crate, on the shared test data.

use tabiya::CastlingStyle;
use tabiya_guide::position::{Kind, Move, Position, Role, uci};
use tabiya_guide::sets::{square, squares};
use tabiya_guide::{attacks, counting, fen, keys, legal, perft, pseudo, sliders, stages};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The positions of the shared suites, as FENs that spell castling by files.
fn positions() -> Vec<(Position, tabiya::Position)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata");
    let mut positions = Vec::new();
    for file in ["public.epd", "corners.epd", "corners960.epd", "random.epd", "chess960.perft", "double960.perft"] {
        let text = std::fs::read_to_string(format!("{folder}/{file}")).unwrap();
        for entry in tabiya_perft::suite::read(&text).unwrap() {
            let style = tabiya::FenStyle { castling: tabiya::CastlingField::Shredder, ..Default::default() };
            positions.push((fen::read(&entry.position.to_fen(style)).unwrap(), entry.position));
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
        assert_eq!(sorted(&pseudo::legal_by_trying(&ours)), expected, "by trying: {}", theirs.fen());
        assert_eq!(sorted(&legal::legal(&ours)), expected, "directly: {}", theirs.fen());
        assert_eq!(counting::count(&ours), expected.len() as u64, "counted: {}", theirs.fen());
    }
}

#[test]
fn children_too() {
    for (ours, theirs) in positions() {
        for mv in legal::legal(&ours) {
            let child = theirs.after(theirs.parse_uci(&uci(mv)).unwrap());
            let expected = reference(&child);
            assert_eq!(sorted(&legal::legal(&ours.after(mv))), expected, "{} {}", theirs.fen(), uci(mv));
        }
    }
}

#[test]
fn public_counts() {
    let start = fen::read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
    assert_eq!(perft::perft(&start, 3, pseudo::legal_by_trying), 8_902);
    assert_eq!(counting::perft_bulk(&start, 4), 197_281);
    let kiwipete = fen::read(KIWIPETE).unwrap();
    assert_eq!(perft::perft(&kiwipete, 3, legal::legal), 97_862);
    let parts = perft::divide(&kiwipete, 3, legal::legal);
    assert_eq!((parts.len(), parts.iter().map(|part| part.1).sum::<u64>()), (48, 97_862));
}

#[test]
fn four_ways_to_slide() {
    let mut state = 1u64;
    let mut random = move || {
        state = keys::number(state);
        state
    };
    for from in [square("a1"), square("d4"), square("h5"), square("e8")] {
        for rook in [true, false] {
            let slow = if rook { sliders::rook_by_walking } else { sliders::bishop_by_walking };
            let scan = if rook { sliders::rook } else { sliders::bishop };
            let magic = sliders::Magic::find(from, rook, &mut random);
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

#[test]
fn stages_are_all_moves_cut_in_two() {
    for (ours, theirs) in positions() {
        let apart = |mv: &&Move| matches!(mv.kind, Kind::EnPassant | Kind::Castle);
        let all = legal::legal(&ours);
        let special = all.iter().filter(apart).count();
        let (captures, quiets) = (stages::captures(&ours), stages::quiets(&ours));
        assert_eq!(captures.len() + quiets.len() + special, all.len(), "{}", theirs.fen());
        for mv in stages::quiet_checks(&ours) {
            assert!(theirs.gives_check(theirs.parse_uci(&uci(mv)).unwrap()), "{} {}", theirs.fen(), uci(mv));
        }
    }
}

#[test]
fn exchanges() {
    let worth = |text: &str, from: &str, to: &str| {
        let position = fen::read(text).unwrap();
        stages::see(&position, Move { from: square(from), to: square(to), kind: Kind::Normal })
    };
    // A defended pawn costs the rook that takes it; an undefended one is free.
    assert_eq!(worth("4k3/8/2p5/3p4/8/8/8/3RK3 w - -", "d1", "d5"), 100 - 500);
    assert_eq!(worth("4k3/8/8/3p4/8/8/8/3RK3 w - -", "d1", "d5"), 100);
    // Two attackers against one defender, the cheap one first.
    assert_eq!(worth("3rk3/8/8/3p4/8/2N5/8/3RK3 w - -", "c3", "d5"), 100);
}

#[test]
fn keys_follow_the_moves() {
    for (ours, _) in positions() {
        let before = keys::key(&ours);
        for mv in legal::legal(&ours) {
            let next = ours.after(mv);
            assert_eq!(keys::key_after(before, &ours, &next), keys::key(&next), "{}", uci(mv));
        }
    }
    assert_eq!(keys::repetitions(&[5, 7, 5, 7, 5], 4), 2);
    assert_eq!(keys::repetitions(&[5, 7, 5, 7, 5], 2), 1);
    assert_eq!(keys::repetitions(&[], 4), 0);
}

#[test]
fn fills_count_what_single_pieces_count() {
    for (ours, theirs) in positions() {
        let mut expected = 0;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in squares(ours.role(role) & ours.ours()).filter(|&from| legal::pin_mask(&ours, from) == !0) {
                expected += u64::from(legal::legal_targets(&ours, role, from).count_ones());
            }
        }
        assert_eq!(counting::count_unpinned_pieces(&ours), expected, "{}", theirs.fen());
        let king = ours.king(ours.white_to_move);
        assert_eq!(counting::king_steps(&ours), legal::legal_targets(&ours, Role::King, king), "{}", theirs.fen());
    }
}

#[test]
fn checkers_and_mates() {
    for (ours, theirs) in positions() {
        assert_eq!(attacks::checkers(&ours), theirs.checkers().0, "{}", theirs.fen());
        assert_eq!(legal::is_mate(&ours), theirs.is_checkmate(), "{}", theirs.fen());
    }
}
