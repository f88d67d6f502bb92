//! SAN against an independent implementation, against itself, and against what people write.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _, san};
use tabiya::notation::san::{SanError, SanPlus, SanSyntaxError};
use tabiya::{CastlingStyle, Move, Position};
use tabiya_check::Random;

/// A small generator of numbers: the tests must play the same games on every machine.
/// Positions of random games from the usual start, from Chess960 starts, and from boards crowded with like pieces,
/// where disambiguation is hard work.
fn random_positions(wanted: usize, mut visit: impl FnMut(&Position)) {
    const CROWDED: [&str; 6] = [
        "4k3/8/1Q3Q2/8/3Q4/8/1Q3Q2/4K3 b - - 0 1",
        "q1q1k1q1/8/8/8/8/8/8/N1NNKNNN w - - 0 1",
        "rrr1krrr/8/8/8/8/8/8/RRR1KRRR w - - 0 1",
        "b1b1k2b/1b1b4/8/3q4/8/2N1N3/1N3N2/R3K2R w KQ - 0 1",
        "3k4/PP3PPP/8/8/8/8/pp3ppp/3K4 w - - 0 1",
        "r3k2r/8/3Q4/8/8/3q4/8/R3K2R w KQkq - 0 1",
    ];
    let mut dice = Random::new(0x7ab1_7a5a);
    let mut seen = 0;
    for game in 0.. {
        let mut position = match game % 3 {
            0 => Position::startpos(),
            1 => Position::chess960(dice.below(960) as u16).unwrap(),
            _ => Position::from_fen(CROWDED[dice.below(CROWDED.len())]).unwrap(),
        };
        for _ in 0..120 {
            visit(&position);
            seen += 1;
            let moves = position.legal_moves();
            if moves.is_empty() || seen == wanted {
                break;
            }
            position.play(moves[dice.below(moves.len())]);
        }
        if seen == wanted {
            return;
        }
    }
}

#[test]
fn every_move_of_many_positions_is_spelt_as_shakmaty_spells_it_and_read_back() {
    let mut moves_compared = 0u64;
    random_positions(60_000, |position| {
        let fen: Fen = position.fen().parse().unwrap();
        let theirs: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
        let mut spelt: Vec<(String, String)> = theirs
            .legal_moves()
            .iter()
            .map(|mv| {
                let uci = mv.to_uci(CastlingMode::Chess960).to_string();
                (uci, san::SanPlus::from_move(theirs.clone(), *mv).to_string())
            })
            .collect();
        spelt.sort();
        let mut ours: Vec<(String, String)> = Vec::new();
        for mv in position.legal_moves() {
            let text = position.san(mv);
            assert_eq!(position.parse_san_strict(&text), Ok(mv), "{text} in {position:?}");
            assert_eq!(position.parse_san(&position.lan(mv)), Ok(mv), "long form of {text} in {position:?}");
            ours.push((mv.uci(CastlingStyle::Chess960).to_string(), text.to_string()));
        }
        ours.sort();
        assert_eq!(ours, spelt, "{position:?}");
        moves_compared += ours.len() as u64;
    });
    assert!(moves_compared > 1_000_000, "{moves_compared}");
}

/// The road that resolving takes backwards from the target must find what a search through all legal moves finds, for
/// any description whatsoever.
#[test]
fn resolving_agrees_with_a_search_through_all_legal_moves() {
    let mut dice = Random::new(99);
    random_positions(3_000, |position| {
        let legal = position.legal_moves();
        for _ in 0..60 {
            let text = random_description(&mut dice);
            let plus: SanPlus = text.parse().unwrap();
            let fitting: Vec<Move> = legal.iter().copied().filter(|&mv| fits(position, plus, mv)).collect();
            match (plus.san.resolve(position), &fitting[..]) {
                (Ok(mv), [only]) => assert_eq!(mv, *only, "{text} in {position:?}"),
                (Err(SanError::Illegal { .. }), []) => {}
                (Err(SanError::Ambiguous { candidates, .. }), several) => {
                    let expected: Vec<_> = several.iter().map(|&mv| position.san(mv)).collect();
                    assert!(expected.len() > 1 && candidates == expected, "{text} in {position:?}");
                }
                (found, fitting) => panic!("{text} in {position:?}: {found:?}, but {fitting:?} fit"),
            }
        }
    });
}

fn random_description(dice: &mut Random) -> String {
    let mut text = String::new();
    let mut pick = |choices: &[&str]| text.push_str(choices[dice.below(choices.len())]);
    pick(&["", "", "N", "B", "R", "Q", "K"]);
    pick(&["", "", "", "a", "c", "d", "e", "h", "1", "2", "4", "7"]);
    pick(&["", "x"]);
    pick(&["a", "b", "c", "d", "e", "f", "g", "h"]);
    pick(&["1", "2", "3", "4", "5", "6", "7", "8"]);
    let last = text.ends_with(['1', '8']) && dice.below(2) == 0;
    if last && text.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit()) {
        text.push_str(["=Q", "=R", "=B", "=N"][dice.below(4)]);
    }
    text
}

/// What a description means, stated as plainly as possible.
fn fits(position: &Position, plus: SanPlus, mv: Move) -> bool {
    let tabiya::notation::san::San::Normal { role, file, rank, capture, to, promotion } = plus.san else {
        return false;
    };
    // A pawn's capture is told from its step by the `x` or by the other file.
    let direction =
        role != tabiya::Role::Pawn || mv.is_capture() == (capture || file.is_some_and(|file| file != to.file()));
    !mv.is_castle()
        && direction
        && mv.to() == to
        && mv.promotion() == promotion
        && position.role_at(mv.from()) == Some(role)
        && file.is_none_or(|file| mv.from().file() == file)
        && rank.is_none_or(|rank| mv.from().rank() == rank)
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

#[track_caller]
fn reads_as(position: &Position, text: &str, uci: &str) {
    match position.parse_san(text) {
        Ok(mv) => assert_eq!(mv.uci(CastlingStyle::Standard).to_string(), uci, "{text}"),
        Err(error) => panic!("{text}: {error}"),
    }
}

#[test]
fn what_people_write_is_understood() {
    let start = Position::startpos();
    for (text, uci) in [
        ("e4", "e2e4"),
        ("e2e4", "e2e4"),
        ("e2-e4", "e2e4"),
        ("Pe4", "e2e4"),
        ("e4!?", "e2e4"),
        ("♙e4", "e2e4"),
        ("Nf3", "g1f3"),
        ("Ngf3", "g1f3"),
        ("N1f3", "g1f3"),
        ("Ng1f3", "g1f3"),
        ("Ng1-f3", "g1f3"),
        ("g1f3", "g1f3"),
        ("nf3", "g1f3"),
        ("♘f3", "g1f3"),
        ("♞f3+!!", "g1f3"),
        (" Nf3 ", "g1f3"),
        ("Nf3#", "g1f3"),
    ] {
        reads_as(&start, text, uci);
    }
    let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for text in ["O-O", "0-0", "o-o", "OO", "O-O+", "0-0!", "e1g1", "e1h1"] {
        reads_as(&castling, text, "e1g1");
    }
    for text in ["O-O-O", "0-0-0", "o-o-o", "e1c1", "e1a1"] {
        reads_as(&castling, text, "e1c1");
    }
    reads_as(&castling, "Rxh8", "h1h8");
    reads_as(&castling, "Rh8", "h1h8");
    reads_as(&castling, "R:h8+", "h1h8");
    reads_as(&castling, "R×h8", "h1h8");
    let promoting = position("3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    for text in ["exd8=Q", "exd8Q", "exd8(Q)", "exd8/Q", "ed8q", "e7xd8=Q", "exd8=♕"] {
        reads_as(&promoting, text, "e7d8q");
    }
    reads_as(&promoting, "e8=N", "e7e8n");
    let passant = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    for text in ["exd6", "exd6 e.p.", "exd6e.p.", "ed6", "exd6ep", "e5d6", "xd6"] {
        reads_as(&passant, text, "e5d6");
    }
}

#[test]
fn strict_reading_takes_one_spelling_only() {
    let start = Position::startpos();
    for text in ["Ngf3", "e2e4", "Nf3+", "Nf3!", "♘f3", " Nf3", "nf3", "Pe4", "e2-e4", "Ng1f3"] {
        assert!(start.parse_san_strict(text).is_err(), "{text}");
    }
    let error = start.parse_san_strict("Ngf3").unwrap_err().to_string();
    assert_eq!(error, "the standard spells this move Nf3");
    let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(castling.parse_san_strict("O-O").is_ok());
    assert!(castling.parse_san_strict("0-0").is_err());
    assert!(castling.parse_san_strict("Rh8").is_err());
    assert!(castling.parse_san_strict("Rxh8+").is_ok());
}

#[test]
fn errors_name_the_alternatives_or_the_reason() {
    let says = |fen: &str, text: &str| position(fen).parse_san(text).unwrap_err().to_string();
    let knights = "4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";
    assert_eq!(says(knights, "Nd2"), "Nd2 is ambiguous: it could mean Nbd2 or Nfd2");
    assert_eq!(says(knights, "Nd4"), "Nd4 is illegal: no white knight can reach d4");
    assert_eq!(says(knights, "Ke1"), "Ke1 is illegal: the king on e1 would stay where it is");
    let pinned = "4k3/8/8/b7/8/2N5/3K4/8 w - - 0 1";
    assert_eq!(says(pinned, "Ne4"), "Ne4 is illegal: the knight on c3 is pinned to the king on d2 by the bishop on a5");
    let checked = "4k3/4r3/8/8/8/8/8/R3K2N w - - 0 1";
    assert_eq!(
        says(checked, "Ng3"),
        "Ng3 is illegal: the knight on h1 leaves the king on e1 in check by the rook on e7"
    );
    assert_eq!(says(checked, "Ke2"), "Ke2 is illegal: e2 is attacked by the rook on e7");
    let castling = "4k3/8/8/8/8/5r2/8/RN2K2R w KQ - 0 1";
    assert_eq!(says(castling, "O-O"), "O-O is illegal: the king would cross f1, which is attacked by the rook on f3");
    assert_eq!(says(castling, "O-O-O"), "O-O-O is illegal: the knight on b1 is in the rook's way");
    assert_eq!(
        says("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O"),
        "O-O is illegal: white has no right to castle on the king side"
    );
    let check = "4k3/4r3/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(
        says(check, "O-O"),
        "O-O is illegal: the king on e1 is in check by the rook on e7, and a king in check cannot castle"
    );
    let passant = "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1";
    assert_eq!(
        says(passant, "exd6"),
        "exd6 is illegal: en passant takes e5 and d5 off and uncovers the rook on h5 along the rank against the king on a5"
    );
    let promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(says(promotion, "a8"), "a8 is illegal: a pawn that reaches a8 must promote, and no piece is named");
    assert_eq!(says(promotion, "Ke2=Q"), "Ke2=Q is illegal: the king on e1 does not promote by this move");
    assert_eq!(says(promotion, "--"), "-- is illegal: passing is not a move of chess");
    // An error quotes what it refuses.
    assert_eq!(says(promotion, "a8=K"), format!("'a8=K' is not a move: {}", SanSyntaxError::BadPromotion));
    assert_eq!(says(promotion, "Kd9"), "'Kd9' is not a move: it names no target square such as e4");
    assert_eq!(says(promotion, ""), SanSyntaxError::Empty.to_string());
    assert_eq!(says(promotion, &"e4 ".repeat(100)), format!("'{}' is not a move: it is too long", "e4 ".repeat(8)));
}

#[test]
fn only_legal_rivals_call_for_disambiguation() {
    // The knight on c3 is pinned, so the other needs no file.
    let pinned = position("4k3/8/8/b7/8/2N5/3K2N1/8 w - - 0 1");
    let mv = pinned.parse_uci("g2e3").unwrap();
    assert_eq!(pinned.san(mv).as_str(), "Ne3");
    let three = position("8/6k1/8/8/Q6Q/8/8/K6Q w - - 0 1");
    let spelt = |uci: &str| three.san(three.parse_uci(uci).unwrap()).to_string();
    assert_eq!(spelt("h4e1"), "Q4e1");
    assert_eq!(spelt("a4e4"), "Qae4");
    assert_eq!(spelt("h1e4"), "Q1e4");
    assert_eq!(spelt("h4e4"), "Qh4e4");
}

#[test]
fn any_bytes_are_answered() {
    let mut dice = Random::new(3);
    let start = Position::startpos();
    const LIKELY: &[u8] = b"NBRQKPabcdefgh12345678x=+#O0-!?. e.p\xe2\x99\x98\xc3\x97:()/";
    for _ in 0..300_000 {
        let length = dice.below(12);
        let bytes: Vec<u8> = (0..length)
            .map(|_| if dice.below(8) == 0 { dice.below(256) as u8 } else { LIKELY[dice.below(LIKELY.len())] })
            .collect();
        if let Ok(plus) = SanPlus::from_bytes(&bytes) {
            let again: SanPlus = plus.to_string().parse().unwrap();
            assert_eq!(again, plus);
            let _ = plus.san.resolve(&start);
        }
    }
}
