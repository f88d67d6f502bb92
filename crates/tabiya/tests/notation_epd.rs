//! EPD: every operation read as data and written back.

use tabiya::Position;
use tabiya::notation::epd::{Epd, EpdError, Operand, Value};
use tabiya_check::Random;

#[test]
fn operations_survive_a_round_trip() {
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - acd 12; acn 4000000; acs 30; ce 25; dm 7; pv Bb5 a6 Bxc6; hmvc 2; fmvn 3;",
        "4k3/8/8/8/8/8/8/4K2R w K - noop; resign; draw_offer; c0 \"a; b\"; c9 \"say \\\"hi\\\" \\\\ bye\"; eco \"C60\"; sm O-O; am Ke2 Kf2; rc 2;",
        "4k3/8/8/8/8/8/8/4K2R w K - x_own 1 \"two\" three;",
    ] {
        let epd: Epd = text.parse().unwrap();
        assert_eq!(epd.to_string(), text);
        assert_eq!(epd.to_string().parse::<Epd>(), Ok(epd));
    }
}

#[test]
fn operands_have_the_type_of_their_opcode() {
    let epd: Epd = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - \
        bm Bb5 d4; pv Bb5 a6 Ba4; ce -13; id \"Spanish\"; hmvc 2; fmvn 3; resign; D2 900;"
        .parse()
        .unwrap();
    let moves = epd.moves("bm").unwrap();
    assert_eq!(epd.position().san(moves[1]).as_str(), "d4");
    assert_eq!(epd.value("bm"), Ok(Value::Moves(moves)));
    assert!(matches!(epd.value("pv"), Ok(Value::Line(line)) if line.len() == 3));
    assert_eq!(epd.value("ce"), Ok(Value::Integer(-13)));
    assert_eq!(epd.value("D2"), Ok(Value::Integer(900)));
    assert_eq!(epd.value("resign"), Ok(Value::Nothing));
    assert_eq!(epd.value("id"), Ok(Value::Text(vec!["Spanish".into()])));
    assert_eq!(epd.value("am"), Err(EpdError::Missing("am".into())));
    assert_eq!((epd.position().halfmove_clock(), epd.position().fullmove()), (2, 3));
}

#[test]
fn what_suites_write_is_understood() {
    let perft: Epd = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66 ;D3 1197".parse().unwrap();
    assert_eq!(perft.integer("D3"), Ok(1197));
    let tight: Epd = "4k3/8/8/8/8/8/8/4K2R w K -;D1 15;D2 66".parse().unwrap();
    assert_eq!(tight.integer("D2"), Ok(66));
    let full: Epd = "4k3/8/8/8/8/8/8/4K2R w K - 7 30 bm O-O".parse().unwrap();
    assert_eq!(full.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; hmvc 7; fmvn 30;");
    let uci: Epd = "4k3/8/8/8/8/8/8/4K2R w K - bm e1g1;".parse().unwrap();
    assert!(uci.moves("bm").unwrap()[0].is_castle());
}

#[test]
fn six_fields_may_be_followed_by_a_semicolon_at_once() {
    for text in [
        "4k3/8/8/8/8/8/8/4K2R w K - 3 7; bm O-O;",
        "4k3/8/8/8/8/8/8/4K2R w K - 3 7;bm O-O",
        "4k3/8/8/8/8/8/8/4K2R w K - 3 7 ; bm O-O ;",
    ] {
        let epd: Epd = text.parse().unwrap();
        assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/8/4K2R w K - bm O-O; hmvc 3; fmvn 7;", "{text}");
    }
    let perft: Epd = "4k3/8/8/8/8/8/8/4K2R w K - 0 1;D1 15;D2 66".parse().unwrap();
    assert_eq!(perft.integer("D2"), Ok(66));
    let only: Epd = "4k3/8/8/8/8/8/8/4K2R w K - 0 1;".parse().unwrap();
    assert!(only.operations().is_empty());
}

#[test]
fn a_dash_for_a_counter_and_a_comma_after_a_move_are_read() {
    let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - - bm O-O, Kd2; id \"dash\";".parse().unwrap();
    assert_eq!(epd.moves("bm").unwrap().len(), 2);
    assert_eq!((epd.position().halfmove_clock(), epd.position().fullmove(), epd.id()), (0, 1, Some("dash")));
}

#[test]
fn clocks_that_are_too_large_are_errors_wherever_they_stand() {
    for clock in ["70000", "99999999999", "340282366920938463463374607431768211456"] {
        for text in [
            format!("4k3/8/8/8/8/8/8/4K2R w K - {clock} 1 bm O-O;"),
            format!("4k3/8/8/8/8/8/8/4K2R w K - 0 {clock}; bm O-O;"),
            format!("4k3/8/8/8/8/8/8/4K2R w K - hmvc {clock};"),
            format!("4k3/8/8/8/8/8/8/4K2R w K - fmvn {clock};"),
        ] {
            let error = text.parse::<Epd>().expect_err(&text).to_string();
            assert!(error.contains("65535"), "{text}: {error}");
        }
    }
}

#[test]
fn mistakes_are_named() {
    let says = |text: &str| text.parse::<Epd>().unwrap_err().to_string();
    assert_eq!(says("4k3/8/8/8/8/8/8/4K2R w K - id \"open;"), "column 31: this quote is never closed");
    assert_eq!(says("4k3/8/8/8/8/8/8/4K2R w K - \"x\";"), "column 28: an operation must begin with a name such as bm");
    assert_eq!(says("4k3/8/8/8/8/8/8/4K2R w K - hmvc x;"), "'x' is not a number of moves from 0 to 65535");
    assert!(says("").len() > 5);
    assert!(says("4k3/8/8/8/8/8/8/8 w - -").contains("king"));
    let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - bm Rh9;".parse().unwrap();
    assert!(matches!(epd.moves("bm"), Err(EpdError::Move(_))));
    let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - bm Rg2;".parse().unwrap();
    assert_eq!(epd.moves("bm").unwrap_err().to_string(), "Rg2 is illegal: a rook does not move from h1 to g2");
}

#[test]
fn set_operations_can_always_be_read_back() {
    let mut epd = Epd::new(Position::startpos());
    epd.set("id", vec![Operand::Text("a \"b\"\n; \\".into())]);
    epd.set("b m;", vec![Operand::Word("N f;3".into()), Operand::Word(";".into())]);
    epd.set("9", vec![]);
    let again: Epd = epd.to_string().parse().unwrap();
    assert_eq!(again, epd);
    assert_eq!(again.id(), Some("a \"b\" ; \\"));
    assert_eq!(again.get("bm").unwrap().operands, [Operand::Word("Nf3".into())]);
    assert_eq!(again.operations().len(), 2);
}

#[test]
fn any_text_is_answered() {
    let mut random = Random::new(5);
    let mut next = |bound: usize| random.below(bound);
    const PIECES: [&str; 16] = [
        "4k3/8/8/8/8/8/8/4K2R",
        " w",
        " K",
        " -",
        " 0",
        " 1",
        ";",
        "\"",
        "\\",
        " bm",
        " e4",
        "é",
        "\u{0}",
        "\t",
        "\u{2003}",
        "8/",
    ];
    for _ in 0..100_000 {
        let text: String = (0..next(14)).map(|_| PIECES[next(PIECES.len())]).collect();
        if let Ok(epd) = text.parse::<Epd>() {
            assert_eq!(epd.to_string().parse::<Epd>(), Ok(epd), "{text:?}");
        }
    }
}
