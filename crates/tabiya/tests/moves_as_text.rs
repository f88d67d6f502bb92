//! One reader of moves and one reason for illegality: SAN, UCI and `explain` must agree on every text.

use std::error::Error as _;

use tabiya::explain::{Reason, Subject};
use tabiya::notation::san::{San, SanError, SanSyntaxError};
use tabiya::{CastlingStyle, Position, Square, UciError, UciFault, UciMove};
use tabiya_check::Random;
use tabiya_check::positions::KIWIPETE;

/// A Chess960 king on g1 castles without leaving its square.
const STANDS_STILL: &str = "bbr3k1/5r1n/1np1pBpp/pp6/2PppPP1/1P1P2Nq/P2Q1R1P/1BN3KR w K - 2 19";

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// Positions with castling of both kinds, en passant, promotions, pins, checks and mates.
fn positions() -> Vec<Position> {
    let mut found: Vec<Position> = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        KIWIPETE,
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/8/8/8/8/rR2K3 w B - 0 1",
        "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1",
        "7k/8/5KQ1/8/8/8/8/8 w - - 99 80",
        STANDS_STILL,
    ]
    .into_iter()
    .map(position)
    .collect();
    let mut random = Random::new(11);
    for start in 0..40u16 {
        let mut position = Position::chess960(start * 24).unwrap();
        for _ in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(random.one_of(&moves));
        }
        found.push(position);
    }
    found
}

#[test]
fn every_legal_move_is_read_in_every_spelling() {
    for position in positions() {
        for mv in position.legal_moves() {
            let stored = UciMove::from(mv);
            let king_steps = position.legal_moves().iter().any(|other| {
                !other.is_castle() && UciMove::from(*other) == mv.uci(CastlingStyle::Standard) && mv.is_castle()
            });
            let mut spellings = vec![position.san(mv).to_string(), position.lan(mv).to_string(), stored.to_string()];
            // What `moves` prints; only a king's step of one square may mean the same.
            if !king_steps {
                spellings.push(mv.to_string());
            }
            if position.san(mv).len() < 6 && !mv.is_castle() {
                spellings.push(position.san(mv).replace('N', "♘").replace('Q', "♛"));
            }
            for text in spellings {
                let explanation = position.explain(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(explanation.effect().map(|effect| effect.mv), Some(mv), "{text}: {explanation}");
                assert_eq!(explanation.uci(CastlingStyle::Chess960), Some(stored), "{text}: {explanation}");
                assert_eq!(explanation.uci(CastlingStyle::Standard), Some(mv.uci(CastlingStyle::Standard)));
                assert_eq!(position.parse_san(&text), Ok(mv), "{text}");
            }
            assert_eq!(stored.resolve(&position), Ok(mv));
            assert_eq!(stored.to_string().parse(), Ok(stored));
        }
    }
}

#[test]
fn san_uci_and_explain_give_the_same_reason() {
    let mut illegal = 0;
    for position in positions() {
        for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
            let uci = UciMove { from, to, promotion: None };
            let text = uci.to_string();
            let explained = position.explain(&text).unwrap();
            match (uci.resolve(&position), position.parse_san(&text)) {
                (Ok(mv), san) => {
                    assert_eq!(san, Ok(mv), "{text}: {explained}");
                    assert!(explained.is_legal(), "{text}: {explained}");
                }
                (Err(UciError::Illegal { mv, reason }), Err(SanError::Illegal { reason: by_san, .. })) => {
                    assert_eq!((mv, reason, Some(&reason)), (uci, by_san, explained.reason()));
                    illegal += 1;
                }
                answers => panic!("{text} in {position:?}: {answers:?}"),
            }
        }
    }
    assert!(illegal > 100_000, "{illegal}");
}

#[test]
fn a_description_gets_the_reason_of_the_move_that_was_meant() {
    for position in positions() {
        let turn = position.turn();
        for role in tabiya::Role::ALL {
            for to in Square::ALL {
                let letter =
                    if role == tabiya::Role::Pawn { String::new() } else { role.letter().to_uppercase().to_string() };
                let text = format!("{letter}{to}");
                let Err(SanError::Illegal { reason, .. }) = position.parse_san(&text) else { continue };
                let explanation = position.explain_san(&text).unwrap();
                assert_eq!(explanation.reason(), Some(&reason));
                match explanation.subject {
                    Subject::Squares(uci) => {
                        assert_eq!(position.piece_at(uci.from), Some(tabiya::Piece::new(turn, role)));
                        assert_eq!(uci.resolve(&position), Err(UciError::Illegal { mv: uci, reason }));
                    }
                    Subject::Description(san) => assert_eq!(san, text.parse::<San>().unwrap()),
                    subject => panic!("{text} in {position:?}: {subject:?}"),
                }
            }
        }
    }
}

#[test]
fn sentences_for_what_only_a_description_can_get_wrong() {
    let says = |fen: &str, text: &str| position(fen).explain(text).unwrap().to_string();
    let kings = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(says(kings, "Qd4"), "Qd4 is illegal: white has no queen");
    assert_eq!(says(kings, "Rad1"), "Rad1 is illegal: white has no rook on the a-file");
    assert_eq!(says(kings, "R3d1"), "R3d1 is illegal: white has no rook on rank 3");
    assert_eq!(says(kings, "Ra1d1"), "Ra1d1 is illegal: white has no rook on a1");
    assert_eq!(says(kings, "--"), "-- is illegal: passing is not a move of chess");
    // Squares may mean castling, a description of a king's move does not.
    assert_eq!(says(kings, "Kg1"), "Kg1 is illegal: a king does not move from e1 to g1");
    assert!(says(kings, "e1g1").starts_with("e1g1 is legal: the king castles on the king side"));
    assert_eq!(says("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "Nd4"), "Nd4 is illegal: no white knight can reach d4");
    assert_eq!(says("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "Nd4"), "b1d4 is illegal: a knight does not move from b1 to d4");
    assert_eq!(says("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "d4"), "d4 is illegal: no white pawn can reach d4");
    assert_eq!(says("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e5"), "e2e5 is illegal: a pawn does not move from e2 to e5");
    assert_eq!(says("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2xe4"), "e2xe4 is illegal: no white pawn can reach e4");
}

#[test]
fn castling_is_spelt_in_the_style_asked_for() {
    let castling = position("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1");
    for text in ["O-O", "0-0", "e1g1", "e1h1", "E1G1"] {
        let explanation = castling.explain(text).unwrap();
        assert!(explanation.to_string().starts_with("e1g1 is illegal: the king would cross f1"), "{explanation}");
        let chess960 = explanation.spelt(CastlingStyle::Chess960).to_string();
        assert!(chess960.starts_with("e1h1 is illegal"), "{chess960}");
    }
    let still = position(STANDS_STILL);
    let castle = still.parse_uci("g1h1").unwrap();
    assert_eq!(castle.to_string(), "g1g1");
    for text in ["g1g1", "g1h1", "O-O"] {
        let explanation = still.explain(text).unwrap();
        assert_eq!(explanation.effect().map(|effect| effect.mv), Some(castle), "{text}: {explanation}");
        assert_eq!(still.parse_san(text), Ok(castle), "{text}");
    }
    assert_eq!(still.parse_uci("g1g1"), Ok(castle));
    assert!(still.parse_san("Kg1").is_err());
}

#[test]
fn errors_say_what_and_where() {
    let start = Position::startpos();
    let fault = |text: &str| text.parse::<UciMove>().unwrap_err().fault;
    assert_eq!(fault(""), UciFault::Length);
    assert_eq!(fault("e2e4qq"), UciFault::Length);
    assert_eq!(fault("e9e4"), UciFault::Square { column: 1 });
    assert_eq!(fault("e2ü4"), UciFault::Square { column: 3 });
    assert_eq!(fault("e7e8x"), UciFault::Promotion);
    let error = start.parse_uci("e2e9").unwrap_err();
    assert_eq!(error.to_string(), "\"e2e9\" is not a move: expected a square from a1 to h8 at column 3");
    assert!(error.source().is_some());
    let error = start.parse_uci("e7e8k").unwrap_err();
    assert!(matches!(error, UciError::Illegal { reason: Reason::NotYourPiece { .. }, .. }), "{error}");
    let error = SanError::Syntax { text: "hello".into(), error: SanSyntaxError::NoTarget };
    assert_eq!(*start.explain("hello").unwrap_err().san, error);
    let knights = position("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1");
    assert!(matches!(*knights.explain("Nd2").unwrap_err().san, SanError::Ambiguous { .. }));
}
