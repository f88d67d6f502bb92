//! Pictures compared with pictures that a person has looked at.
//!
//! `INSTA_UPDATE=always cargo test -p tabiya --test render` writes new ones; look at them before keeping them.

use tabiya::render::{Arrow, Diagram, Pieces, TextStyle, Theme, Tint};
use tabiya::{Bitboard, Board, Color, Position, Square};
use tabiya_check::positions::KIWIPETE;

fn kiwipete() -> Position {
    Position::from_fen(KIWIPETE).unwrap()
}

/// Every mark at once: last move, highlights, overlay, arrows and a ring.
fn marked() -> Diagram {
    let position = kiwipete();
    let mv = position.parse_uci("e1g1").unwrap();
    Diagram::of(&position)
        .coordinates(true)
        .last_move(mv)
        .highlight(Square::H3.bitboard() | Square::B4.bitboard(), Tint::Red)
        .highlight(Square::B4.bitboard(), Tint::Blue)
        .overlay(Bitboard::from_square(Square::E6) | Square::D3.bitboard())
        .arrow("e2a6".parse().unwrap())
        .arrow("Rf3f6".parse().unwrap())
        .arrow("Ye5".parse().unwrap())
}

#[test]
fn plain_text() {
    insta::assert_snapshot!(marked().text(TextStyle::default()));
    let letters = TextStyle { pieces: Pieces::Letters, ..TextStyle::default() };
    insta::assert_snapshot!(marked().bottom(Color::Black).text(letters));
    insta::assert_snapshot!(Diagram::new(Board::EMPTY).text(letters));
}

#[test]
fn a_king_in_check_is_marked() {
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let diagram = Diagram::of(&Position::from_fen(mate).unwrap());
    let text = diagram.text(TextStyle::default()).to_string();
    assert!(text.lines().last().unwrap().contains("!♔!"), "{text}");
    assert_eq!(diagram.svg().to_string().matches("url(#tabiya-light-check)").count(), 1);
}

#[test]
fn painted_text() {
    let colors = TextStyle { color: true, ..TextStyle::default() };
    for theme in [Theme::Light, Theme::Dark] {
        let text = marked().theme(theme).text(colors).to_string();
        insta::assert_snapshot!(text.replace('\x1b', "ESC"));
        // Every line ends by giving the terminal its own colours back.
        assert!(text.lines().take(8).all(|line| line.ends_with("\x1b[0m")));
    }
}

#[test]
fn svg() {
    insta::assert_snapshot!(marked().svg());
    let turned = marked().theme(Theme::Dark).bottom(Color::Black).coordinates(false).size(90);
    insta::assert_snapshot!(turned.svg());
}

#[test]
fn svg_defines_what_it_uses() {
    let svg = marked().svg().to_string();
    let uses: Vec<&str> = svg.split("href=\"#").skip(1).collect();
    assert_eq!(uses.len(), 32);
    for rest in uses {
        let id = rest.split('"').next().unwrap();
        assert!(svg.contains(&format!("id=\"{id}\"")), "{id} is used but not defined");
    }
}

#[test]
fn titles_are_escaped() {
    let svg = Diagram::new(Board::EMPTY).title("a<b>&\u{1}\"").svg().to_string();
    assert!(svg.contains("<title>a&lt;b&gt;&amp; \"</title>"));
}

#[test]
fn arrows_read_back_what_they_write() {
    for text in ["Ge2e4", "Ra1h8", "Yd4", "Bh1"] {
        assert_eq!(text.parse::<Arrow>().unwrap().to_string(), text);
    }
    for text in ["", "e", "e2e", "e2e4e5", "Xe2e4", "e2e9", "é2", "Gé", "ge2e4"] {
        assert!(text.parse::<Arrow>().is_err(), "{text}");
    }
}
