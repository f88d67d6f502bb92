//! Odd but real spellings of FEN and EPD: each is read as the corpus says, leniently and strictly.

use tabiya::notation::epd::Epd;
use tabiya::{Board, Color, Move, Piece, Position, PositionError, Setup, Square, Tolerance};
use tabiya_check::Random;

/// A line of the corpus.
struct Case {
    line: usize,
    is_epd: bool,
    lenient: String,
    strict: String,
    text: String,
}

fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        plain.push(match (c, c == '\\') {
            (_, true) => match rest.next().expect("something after a backslash") {
                't' => '\t',
                'n' => '\n',
                'r' => '\r',
                '0' => '\0',
                'u' => {
                    let digits: String = rest.by_ref().take(4).collect();
                    char::from_u32(u32::from_str_radix(&digits, 16).expect("four digits")).expect("a character")
                }
                other => other,
            },
            (c, false) => c,
        });
    }
    plain
}

fn corpus() -> Vec<Case> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/odd.tsv");
    let text = std::fs::read_to_string(path).expect("the corpus");
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let case = |(index, line): (usize, &str)| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [format, lenient, strict, text] = fields[..] else { panic!("line {}: four columns", index + 1) };
        Case {
            line: index + 1,
            is_epd: format == "epd",
            lenient: lenient.to_string(),
            strict: strict.to_string(),
            text: unescaped(text),
        }
    };
    lines.map(case).collect()
}

fn strict_fen(text: &str) -> Result<Position, PositionError> {
    Ok(Position::from_setup(Setup::from_fen(text)?)?)
}

/// Compares what was read with what the corpus expects.
fn check(case: &Case, reading: &str, read: Result<String, String>, expected: &str) {
    match (expected.strip_prefix("error: "), &read) {
        (Some(part), Err(message)) => {
            assert!(message.contains(part), "line {}, {reading}: {message}", case.line);
        }
        (None, Ok(text)) => assert_eq!(text, expected, "line {}, {reading}", case.line),
        _ => panic!("line {}, {reading}: {read:?} instead of {expected}", case.line),
    }
}

#[test]
fn every_spelling_is_read_as_the_corpus_says() {
    let cases = corpus();
    assert!(cases.len() >= 500, "{}", cases.len());
    for case in &cases {
        let strict = if case.strict == "ok" { &case.lenient } else { &case.strict };
        if case.is_epd {
            let lenient = case.text.parse::<Epd>().map(|epd| epd.to_string()).map_err(|error| error.to_string());
            check(case, "leniently", lenient, &case.lenient);
            let strictly = Epd::parse_strict(&case.text).map(|epd| epd.to_string()).map_err(|error| error.to_string());
            check(case, "strictly", strictly, strict);
        } else {
            let lenient = Position::from_fen(&case.text).map(|read| read.fen()).map_err(|error| error.to_string());
            check(case, "leniently", lenient, &case.lenient);
            let strictly = strict_fen(&case.text).map(|read| read.fen()).map_err(|error| error.to_string());
            check(case, "strictly", strictly, strict);
        }
    }
}

#[test]
fn what_is_read_is_read_again_the_same() {
    for case in corpus().iter().filter(|case| !case.lenient.starts_with("error")) {
        if case.is_epd {
            let epd: Epd = case.text.parse().unwrap();
            assert_eq!(Epd::parse_strict(&epd.to_string()).map(|again| again.to_string()), Ok(epd.to_string()));
        } else {
            let position = Position::from_fen(&case.text).unwrap();
            assert_eq!(strict_fen(&position.fen()).map(|again| again.fen()), Ok(position.fen()));
        }
    }
}

#[test]
fn repairs_are_named_and_lead_to_a_position() {
    for (fen, repaired, problems) in [
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", 3),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "4k3/8/8/8/8/8/4K3/7R w - - 0 1", 1),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1),
        ("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", "4k3/8/8/4p3/8/8/8/4K3 b - - 0 1", 1),
        ("4k3/8/8/3Pp3/8/8/4r3/4K3 w - e6 0 1", "4k3/8/8/3Pp3/8/8/4r3/4K3 w - - 0 1", 1),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            0,
        ),
    ] {
        let mut setup: Setup = fen.parse().unwrap();
        assert_eq!(setup.repair().len(), problems, "{fen}");
        assert_eq!(Position::from_setup(setup).unwrap().fen(), repaired);
        assert_eq!(Position::from_fen_with(fen, Tolerance::REPAIR).unwrap().fen(), repaired);
    }
    // What cannot be repaired stays an error.
    assert!(Position::from_fen_with("8/8/8/8/8/8/8/4K3 w - - 0 1", Tolerance::REPAIR).is_err());
}

/// With an en passant square beside a check that the push cannot have given, the moves must still be right.
#[test]
fn an_en_passant_square_beside_a_check_is_tolerated_and_the_moves_are_right() {
    let mut random = Random::new(11);
    let mut next = |bound: usize| random.below(bound);
    let mut tolerated = 0;
    while tolerated < 3000 {
        let mut squares = [b'1'; 64];
        let file = next(8);
        squares[24 + file] = b'p';
        let beside = if file > 0 { file - 1 } else { 1 };
        squares[24 + beside] = b'P';
        for piece in b"KkrqbnpRNB" {
            let square = next(64);
            let back_rank = !(8..56).contains(&square);
            let behind_the_pawn = square % 8 == file && square < 24;
            if squares[square] == b'1' && !behind_the_pawn && !(*piece == b'p' && back_rank) {
                squares[square] = *piece;
            }
        }
        let ranks: Vec<&str> = squares.chunks(8).map(|rank| std::str::from_utf8(rank).unwrap()).collect();
        let fen = format!("{} w - {}6 0 1", ranks.join("/"), (b'a' + file as u8) as char);
        let Ok(position) = Position::from_fen_with(&fen, Tolerance::ALL) else { continue };
        if Position::from_fen(&fen).is_ok() {
            continue;
        }
        tolerated += 1;
        let uci = |mv: &Move| mv.uci(Default::default()).to_string();
        let mut moves: Vec<String> = position.legal_moves().iter().map(uci).collect();
        // The slowest way: every pseudo-legal move that leaves the king where it is not attacked.
        let safe = |board: Board| {
            let king = board.king(Color::White).expect("a king");
            !(board.attackers_to(king, board.occupied()) & board.by_color(Color::Black)).any()
        };
        let pseudo = position.pseudo_legal_moves();
        let mut slow: Vec<String> = pseudo.iter().filter(|mv| safe(naive_after(&position, **mv))).map(uci).collect();
        // Evasions may leave the capture en passant out, so it is made by hand as well.
        let name = |file: usize, rank: u8| format!("{}{rank}", (b'a' + file as u8) as char);
        let (from, to, taken) = (name(beside, 5), name(file, 6), name(file, 5));
        let mut board = *position.board();
        board.remove(taken.parse().unwrap());
        board.remove(from.parse().unwrap());
        board.set(to.parse().unwrap(), Piece::WhitePawn);
        assert_eq!(position.parse_uci(&format!("{from}{to}")).is_ok(), safe(board), "{fen}");
        moves.sort();
        slow.sort();
        assert_eq!(moves, slow, "{fen}");
    }
}

/// The board after a move, made square by square.
fn naive_after(position: &Position, mv: Move) -> Board {
    let mut board = *position.board();
    let piece = board.piece_at(mv.from()).expect("a piece");
    board.remove(mv.from());
    board.remove(mv.to());
    if mv.is_en_passant() {
        board.remove(Square::new(mv.to().file(), mv.from().rank()));
    }
    board.set(mv.to(), piece);
    board
}
