//! Polyglot: keys as other programs compute them, moves with their quirks, books written and read.

use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use tabiya::notation::book::{Book, BookBuilder, BookEntry, BookError};
use tabiya::notation::polyglot::{decode, encode};
use tabiya::{CastlingStyle, Position, Square};
use tabiya_check::Random;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

#[test]
fn the_keys_that_the_format_gives_as_examples() {
    for (moves, key) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ] {
        let mut position = Position::startpos();
        for text in moves.split_whitespace() {
            position.play(position.parse_uci(text).unwrap());
        }
        assert_eq!(position.polyglot_key(), key, "{moves}");
    }
}

#[test]
fn keys_agree_with_shakmaty_along_random_games() {
    let mut random = Random::new(11);
    for game in 0..300u16 {
        let mut position =
            if game % 2 == 0 { Position::startpos() } else { Position::chess960(game * 3 % 960).unwrap() };
        for _ in 0..100 {
            let fen: Fen = position.to_fen(tabiya::FenStyle::default()).parse().unwrap();
            let theirs: Chess = fen.into_position(CastlingMode::Chess960).unwrap();
            // Their key can be asked for with a legal capture only; the format's own rule is checked by the examples
            // above and by the comparison with python-chess.
            if position.en_passant() == position.en_passant_legal() {
                let key: Zobrist64 = theirs.zobrist_hash(EnPassantMode::Legal);
                assert_eq!(position.polyglot_key(), key.0, "{position:?}");
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            for mv in &moves {
                assert_eq!(decode(&position, encode(mv)), Some(mv), "{position:?}");
            }
            position.play(random.one_of(&moves));
        }
    }
}

#[test]
fn a_pinned_pawn_beside_the_pushed_one_still_counts() {
    // The pawn on e4 may not leave the file: its king would stand before the rook.
    let pinned = position("4k3/8/8/8/3Pp3/8/8/4RK2 b - d3 0 1");
    let without = position("4k3/8/8/8/3Pp3/8/8/4RK2 b - - 0 1");
    assert_eq!(pinned.en_passant_legal(), None);
    assert_ne!(pinned.polyglot_key(), without.polyglot_key());
}

#[test]
fn castling_is_written_king_takes_rook_and_read_both_ways() {
    let both = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let code = |from: u16, to: u16| from << 6 | to;
    for (to, text) in [(7, "e1h1"), (6, "e1h1"), (0, "e1a1"), (2, "e1a1")] {
        let mv = decode(&both, code(4, to)).unwrap();
        assert_eq!(mv.uci(CastlingStyle::Chess960).to_string(), text);
        assert_eq!(encode(mv), code(4, if to > 4 { 7 } else { 0 }));
    }
    let rook_gone = position("r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1");
    assert_eq!(decode(&rook_gone, code(4, 6)), None);
    let promoting = position("3n4/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
    let queen = decode(&promoting, 4 << 12 | code(52, 59)).unwrap();
    assert_eq!(promoting.san(queen).as_str(), "exd8=Q");
    assert_eq!(decode(&promoting, code(52, 59)), None);
    assert_eq!(decode(&promoting, 5 << 12 | code(52, 59)), None);
}

#[test]
fn what_a_builder_writes_a_book_knows() {
    let start = Position::startpos();
    let mut builder = BookBuilder::new();
    let mv = |text: &str| start.parse_san(text).unwrap();
    for (text, points, times) in [("e4", 2, 3), ("d4", 1, 2), ("a3", 0, 9), ("c4", 2, 1)] {
        for _ in 0..times {
            builder.add(&start, mv(text), points);
        }
    }
    let after = start.after(mv("e4"));
    builder.add(&after, after.parse_san("c5").unwrap(), 1);
    let spelt = |book: &Book<Vec<u8>>, position: &Position| -> Vec<(String, u16)> {
        book.probe(position).iter().map(|m| (position.san(m.mv).to_string(), m.weight)).collect()
    };
    let all = Book::new(builder.to_bytes(1)).unwrap();
    assert_eq!(all.check_order(), Ok(()));
    let weights = [("e4", 6), ("c4", 2), ("d4", 2)].map(|(text, weight)| (text.to_string(), weight));
    let mut found = spelt(&all, &start);
    found[1..].sort();
    assert_eq!(found, weights, "what earned nothing is left out");
    assert_eq!(spelt(&all, &after), [("c5".to_string(), 1)]);
    let often = Book::new(builder.to_bytes(2)).unwrap();
    assert_eq!(spelt(&often, &start), [("e4".to_string(), 6), ("d4".to_string(), 2)]);
    assert!(often.probe(&after).is_empty());
    let chosen: Vec<_> = (0..1000).filter_map(|seed| all.choose(&start, seed)).collect();
    let share = chosen.iter().filter(|&&chosen| chosen == mv("e4")).count();
    assert!(chosen.len() == 1000 && (540..660).contains(&share), "{share}");
    assert_eq!(all.choose(&start, 5), all.choose(&start, 5));
}

#[test]
fn heavy_weights_are_scaled_down_together() {
    let start = Position::startpos();
    let mut builder = BookBuilder::new();
    builder.add(&start, start.parse_san("e4").unwrap(), 1_000_000);
    builder.add(&start, start.parse_san("d4").unwrap(), 500_000);
    builder.add(&start, start.parse_san("a3").unwrap(), 1);
    let book = Book::new(builder.to_bytes(1)).unwrap();
    let weights: Vec<u16> = book.probe(&start).iter().map(|m| m.weight).collect();
    assert_eq!(weights, [65535, 32767, 1]);
}

#[test]
fn bad_books_are_refused() {
    assert_eq!(Book::new([0; 17]).unwrap_err(), BookError::Length(17));
    assert!(Book::new([]).unwrap().is_empty());
    let entry = |key| BookEntry { key, code: 0, weight: 1, learn: 7 };
    let bytes = [entry(2).to_bytes(), entry(1).to_bytes()].concat();
    let book = Book::new(bytes).unwrap();
    assert_eq!(book.check_order(), Err(BookError::Unsorted(1)));
    assert_eq!(book.entries().collect::<Vec<_>>(), [entry(2), entry(1)]);
}

#[test]
fn a_king_that_goes_another_way_than_two_squares_does_not_castle() {
    let position = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    let code = |to: Square| (Square::E1.index() as u16) << 6 | to.index() as u16;
    let castle = |to| decode(&position, code(to)).filter(|mv| mv.is_castle()).and_then(|mv| mv.castling_wing());
    assert_eq!([Square::C1, Square::A1, Square::G1, Square::H1].map(castle).map(|wing| wing.is_some()), [true; 4]);
    assert_eq!([Square::B1, Square::F1, Square::C3, Square::E3].map(castle), [None; 4]);
    assert_eq!(decode(&position, code(Square::B1)), None);
}
