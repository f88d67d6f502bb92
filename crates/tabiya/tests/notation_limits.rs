//! What just fits and what just does not: widths, lengths, limits, orders.

use tabiya::notation::book::{Book, BookBuilder};
use tabiya::notation::epd::{Epd, EpdError};
use tabiya::notation::pgn::{BoardVisitor, GameTrees, Limits, NodeId, PgnErrorKind, PgnGame, Reader, Replay};
use tabiya::notation::san::{San, SanPlus, SanSyntaxError};
use tabiya::{Game, Position, Setup, Square, Wing};

fn first(text: &str) -> PgnGame {
    GameTrees::from_bytes(text.as_bytes()).next().expect("a game").unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn movetext(game: &PgnGame) -> String {
    game.to_string().split_once("\n\n").expect("tags and movetext").1.to_string()
}

const WIDTH: usize = 79;

/// No line is too wide, and none is shorter than it has to be; `breaks` tells lines that end for a reason of their own.
fn assert_filled(text: &str, breaks: impl Fn(&str) -> bool) {
    let lines: Vec<&str> = text.lines().collect();
    for pair in lines.windows(2) {
        let width = |line: &str| line.chars().count();
        let next = pair[1].split(' ').next().unwrap_or_default();
        assert!(width(pair[0]) <= WIDTH || !pair[0].contains(' '), "{text}");
        assert!(
            width(pair[0]) + 1 + width(next) > WIDTH || breaks(pair[0]),
            "{:?} is followed by {next:?}:\n{text}",
            pair[0]
        );
    }
}

/// Words whose lengths come to every width sooner or later; every fourth has letters of several bytes.
fn words(count: usize, seed: usize) -> String {
    let letters = |number: usize| if number % 4 == 3 { "ß" } else { "w" };
    let word = |number: usize| letters(number).repeat(1 + (number * number + 7 * seed) % 11);
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn lines_are_as_wide_as_they_may_be() {
    for seed in 0..60 {
        let mut game =
            first("1. e4 e5 2. Nf3 (2. Nc3 Nc6) 2... Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 *");
        let ids: Vec<NodeId> = game.main_line().collect();
        for (number, &id) in ids.iter().enumerate() {
            game.node_mut(id).comments.push(words(3 + number * seed % 40, seed + number));
        }
        let text = movetext(&game);
        assert_filled(&text, |_| false);
        assert_eq!(movetext(&first(&text)), text);
    }
}

/// A comment with a brace stands behind semicolons, in lines of its own.
#[test]
fn lines_behind_semicolons_are_as_wide_as_they_may_be() {
    for seed in 0..60 {
        let mut game = first("1. e4 e5 *");
        let id = game.main_line().next().expect("a move");
        let comment = format!("}} {}", words(60, seed));
        game.node_mut(id).comments.push(comment.clone());
        let text = movetext(&game);
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with(';')).collect();
        assert!(lines.len() > 3, "{text}");
        for pair in lines.windows(2) {
            let next = pair[1].trim_start_matches(';').split(' ').next().unwrap_or_default();
            let width = pair[0].chars().count();
            assert!(width <= WIDTH && width + 1 + next.chars().count() > WIDTH, "{text}");
        }
        assert_eq!(first(&text).node(id).comments, [comment]);
    }
}

#[test]
fn a_parenthesis_closes_behind_whatever_stands_before_it() {
    for length in [1, 40, 74, 75, 76, 77, 78, 79, 80, 120] {
        for brace in ["", " } "] {
            let comment = format!("{}{brace}", "w".repeat(length)).trim().to_string();
            let mut game = first("1. e4 (1. d4 (1. c4)) 1... e5 *");
            let d4 = game.children(game.root()).nth(1).expect("a variation");
            let c4 = game.children(game.root()).nth(2);
            for id in [Some(d4), c4].into_iter().flatten() {
                game.node_mut(id).comments.push(comment.clone());
            }
            let text = movetext(&game);
            let again = first(&text);
            assert_eq!(movetext(&again), text);
            assert_eq!(again.node(d4).comments, std::slice::from_ref(&comment), "{text}");
            let wide = text.lines().filter(|line| line.len() > WIDTH);
            assert!(wide.clone().all(|line| line.contains(&comment[..length]) && length + 4 > WIDTH), "{text}");
        }
    }
    // The parenthesis is the last that fits, or the first that does not.
    let with = |length: usize| {
        let mut game = first("1. e4 (1. d4) *");
        let d4 = game.children(game.root()).nth(1).expect("a variation");
        game.node_mut(d4).comments.push("w".repeat(length));
        movetext(&game)
    };
    assert!(with(76).contains(&format!("\n{{{}}})\n", "w".repeat(76))), "{}", with(76));
    assert!(with(77).contains(&format!("\n{{{}}}\n)", "w".repeat(77))), "{}", with(77));
}

/// Remembers where each game ended.
#[derive(Default)]
struct Last(Vec<String>);

impl BoardVisitor for Last {
    fn end_game(&mut self, last: &Position) {
        self.0.push(last.fen());
    }
}

#[test]
fn visitors_are_told_where_a_game_ends() {
    let mut replay = Replay::new(Last::default());
    let mut reader = Reader::from_bytes(b"1. e4 *\n\n1. d4 (1. c4) 1... d5 *");
    while reader.read_game(&mut replay).expect("two games") {}
    let ends = [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
    ];
    assert_eq!(replay.visitor().0, ends);
}

struct Silent;

impl BoardVisitor for Silent {}

fn kind(text: &str, limits: Limits) -> Result<(), PgnErrorKind> {
    let mut reader = Reader::from_bytes(text.as_bytes()).with_limits(limits);
    while reader.read_game(&mut Replay::new(Silent)).map_err(|error| error.kind)? {}
    Ok(())
}

#[test]
fn a_limit_is_for_one_game_and_lets_its_last_byte_pass() {
    let with = |game_bytes: u64| Limits { game_bytes, ..Limits::default() };
    let game = "1. e4 (1. d4)*\n\n";
    assert_eq!(kind(&game.repeat(20), with(13)), Ok(()));
    assert_eq!(kind(game, with(12)), Err(PgnErrorKind::GameTooLong));
    // Tags are of the game too.
    let tagged = "[A \"1\"]\n[B \"2\"]\n\n1. e4 *\n\n";
    assert_eq!(kind(tagged, with(23)), Ok(()));
    assert_eq!(kind(tagged, with(14)), Err(PgnErrorKind::GameTooLong));
    let with = |tags: u32| Limits { tags, ..Limits::default() };
    let game = "[A \"1\"]\n[B \"2\"]\n\n1. e4 *\n\n";
    assert_eq!(kind(&game.repeat(20), with(2)), Ok(()));
    assert_eq!(kind(game, with(1)), Err(PgnErrorKind::TooManyTags));
    let with = |variation_depth: u32| Limits { variation_depth, ..Limits::default() };
    let game = "1. e4 (1. d4 (1. c4)) *\n\n";
    assert_eq!(kind(game, with(2)), Ok(()));
    assert_eq!(kind(game, with(1)), Err(PgnErrorKind::TooDeep));
}

#[test]
fn words_and_names_have_a_longest() {
    let of = |text: &str| kind(text, Limits::default());
    for (letters, expected) in [(255, "is not a move"), (256, "longer than the limit")] {
        let error = of(&format!("1. e4 {} *", "N".repeat(letters))).unwrap_err();
        assert!(error.to_string().contains(expected), "{letters}: {error}");
    }
    assert_eq!(of(&format!("[{} \"v\"]\n\n*", "N".repeat(255))), Ok(()));
    for text in [&format!("[{} \"v\"]\n\n*", "N".repeat(256))[..], "[ \"v\"]\n\n*", "[\"v\"]\n\n*", "[A]\n\n*"] {
        assert_eq!(of(text), Err(PgnErrorKind::BadTag), "{text}");
    }
    assert!(SanPlus::from_bytes(format!("Nf3{}", "!".repeat(45)).as_bytes()).is_ok());
    let longer = format!("Nf3{}", "!".repeat(46));
    assert_eq!(SanPlus::from_bytes(longer.as_bytes()), Err(SanSyntaxError::TooLong));
}

#[test]
fn three_candidates_are_named_with_one_or() {
    let position = Position::from_fen("4k3/8/8/8/1N3N2/8/1N6/4K3 w - - 0 1").unwrap();
    assert_eq!(
        position.parse_san("Nd3").unwrap_err().to_string(),
        "Nd3 is ambiguous: it could mean N2d3, Nb4d3 or Nfd3"
    );
}

#[test]
fn castling_rights_have_one_order() {
    let fen = |rights: &str| format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1");
    for rights in ["KQkq", "KQ", "kq", "Kk", "Qq", "HAha", "-"] {
        assert!(Setup::from_fen(&fen(rights)).is_ok(), "{rights}");
    }
    let wing = "the king side's castling right before the queen side's";
    let white = "White's castling rights before Black's";
    let twice = "each castling right once";
    let refused = [
        ("QK", wing),
        ("KQqk", wing),
        ("AH", wing),
        ("kK", white),
        ("KkQ", white),
        ("kqKQ", white),
        ("KK", twice),
        ("HK", twice),
    ];
    for (rights, reason) in refused {
        let error = Setup::from_fen(&fen(rights)).unwrap_err().to_string();
        assert!(error.contains(reason), "{rights}: {error}");
        assert!(Setup::from_fen_lenient(&fen(rights)).is_ok(), "{rights}");
    }
}

#[test]
fn the_clocks_of_an_epd_are_digits() {
    let epd = |word: &str| format!("4k3/8/8/8/8/8/8/4K3 w - - hmvc {word}; fmvn 20;").parse::<Epd>();
    assert_eq!(epd("7").unwrap().position().halfmove_clock(), 7);
    for word in ["+7", "-1", "7a", "70000", "\"\""] {
        assert!(matches!(epd(word), Err(EpdError::BadClock(_))), "{word}");
    }
}

#[test]
fn a_book_knows_whether_it_is_empty() {
    let mut builder = BookBuilder::new();
    assert!(Book::new(builder.to_bytes(1)).unwrap().is_empty());
    let position = Position::startpos();
    builder.add(&position, position.parse_uci("e2e4").unwrap(), 1);
    let book = Book::new(builder.to_bytes(1)).unwrap();
    assert_eq!((book.is_empty(), book.len()), (false, 1));
}

#[test]
fn castling_and_null_moves_have_many_spellings() {
    let spellings = [
        (San::Castle(Wing::King), "O-O 0-0 o-o OO 00 oo O–O 0–0"),
        (San::Castle(Wing::Queen), "O-O-O 0-0-0 o-o-o OOO 000 ooo O–O–O 0–0–0"),
        (San::Null, "-- Z0 @@@@ 0000 null"),
    ];
    for (san, texts) in spellings {
        for text in texts.split(' ') {
            assert_eq!(SanPlus::from_bytes(text.as_bytes()).map(|plus| plus.san), Ok(san), "{text}");
        }
    }
    for text in ["O", "0", "O-", "O-O-", "O-O-O-O", "0–0-0", "---", "Z", "@@", "nul"] {
        assert!(SanPlus::from_bytes(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn marks_are_glyphs_one_to_six() {
    let marks = [
        ("!", 1),
        ("?", 2),
        ("!!", 3),
        ("??", 4),
        ("!?", 5),
        ("?!", 6),
        ("!!!", 3),
        ("???", 4),
        ("!??", 5),
        ("?!!", 6),
    ];
    for (mark, glyph) in marks {
        for text in [format!("1. e4{mark} e5 *"), format!("1. e4 {mark} e5 *"), format!("1. e4 {mark}")] {
            let game = first(&text);
            let e4 = game.main_line().next().expect("a move");
            assert_eq!(game.node(e4).glyphs, [glyph], "{text}");
        }
    }
}

/// A tag after an empty line still belongs to the game unless the game has it already.
#[test]
fn names_of_tags_are_told_apart_by_every_letter() {
    let long = "x".repeat(200);
    for common in [
        "T",
        "Two",
        "Seven77",
        "Eight888",
        "Nine99999",
        "Fifteen15151515",
        "Sixteen161616161",
        "Seventeen17171717",
        &long,
    ] {
        let (one, two) = (format!("{common}1"), format!("{common}2"));
        let with = |second: &str| format!("[{one} \"a\"]\n\n[{second} \"b\"]\n\n1. e4 *\n");
        let games = |text: &str| {
            GameTrees::from_bytes(text.as_bytes()).map(|game| game.unwrap().tags().count()).collect::<Vec<_>>()
        };
        assert_eq!(games(&with(&two)), [2], "{one}");
        assert_eq!(games(&with(&format!("{one}1"))), [2], "{one}");
        assert_eq!(games(&with(&one)), [1, 1], "{one}");
    }
}

#[test]
fn a_bracket_ends_a_game_only_where_it_opens_a_tag() {
    for (text, kept) in [("1. e4 [Event \"x\" e5 *", "["), ("1. e4\n[%emt] e5 *", "["), ("1. e4 [%emt e5 *", "[")] {
        let mut games = GameTrees::from_bytes(text.as_bytes());
        let first = games.next().expect("a game");
        let comments = first.map(|game| game.node(game.main_line().next().expect("a move")).comments.join(" "));
        match comments {
            Ok(comments) => assert!(comments.starts_with(kept), "{text}: {comments}"),
            Err(error) => assert!(matches!(error.kind, PgnErrorKind::NotAMove(_)), "{text}: {error}"),
        }
        assert!(games.next().is_none(), "{text}");
    }
    assert_eq!(GameTrees::from_bytes(b"1. e4\n[Event \"x\"]\n\n1. d4 *").count(), 2);
}

#[test]
fn long_dashes_are_for_lenient_readers() {
    for dash in ["–", "—", "−"] {
        for fields in [format!("{dash} -"), format!("- {dash}")] {
            let fen = format!("4k3/8/8/8/8/8/8/4K3 w {fields} 0 1");
            assert!(Setup::from_fen(&fen).is_err(), "{fen}");
            assert_eq!(Setup::from_fen_lenient(&fen), Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "{fen}");
        }
    }
}

#[test]
fn what_is_no_opcode_is_found_at_its_column() {
    let start = "4k3/8/8/8/8/8/8/4K3 w - -";
    for (operations, column) in [(" 1x;", 27), (" \"x\";", 27), (" bm Kd1; 7;", 35), (" bm \u{1};", 30)] {
        let error = format!("{start}{operations}").parse::<Epd>().unwrap_err();
        assert_eq!(error, EpdError::BadOpcode(column), "{operations}");
    }
}

#[test]
fn what_stands_behind_a_square_is_a_promotion_or_nothing() {
    let error = |text: &str| SanPlus::from_bytes(text.as_bytes()).unwrap_err();
    for text in ["a8K", "a8=K", "a8(P)", "a8/p", "a8z", "a8=z"] {
        assert_eq!(error(text), SanSyntaxError::BadPromotion, "{text}");
    }
    for text in ["a8%", "a8=", "a8=9", "aQ", "a", "Q", "a9=Q", "i8=Q"] {
        assert_eq!(error(text), SanSyntaxError::NoTarget, "{text}");
    }
    for text in ["a8Q", "a8q", "a8=Q", "a8(Q)", "a8/Q", "a8=♕", "a8♛"] {
        assert_eq!(SanPlus::from_bytes(text.as_bytes()).map(|plus| plus.to_string()).as_deref(), Ok("a8=Q"), "{text}");
    }
}

#[test]
fn a_right_without_its_rook_is_one_of_the_corner() {
    for (rights, corner) in [("K", Square::H1), ("Q", Square::A1), ("k", Square::H8), ("q", Square::A8)] {
        for kings in ["4k3/8/8/8/8/8/8/4K3", "8/4k3/8/8/8/8/4K3/8"] {
            let setup = Setup::from_fen(&format!("{kings} w {rights} - 0 1")).unwrap();
            assert_eq!(setup.castling, corner.bitboard(), "{rights}");
        }
    }
}

/// The rest of a line that begins with `%` is for other programs.
#[test]
fn escaped_lines_are_passed_over() {
    let game = first("1. e4\n% 1. d4 (x\ne5\r\n%2. c4 { \r\n2. Nf3 *");
    assert_eq!(movetext(&game), "1. e4 e5 2. Nf3 *\n");
    assert_eq!(movetext(&first("% 1. d4\n1. e4 % e5 *")), "1. e4 {%} 1... e5 *\n", "not at the beginning of a line");
}

#[test]
fn missing_squares_are_counted() {
    let error = |board: &str| Setup::from_fen(&format!("{board} w - - 0 1")).unwrap_err().to_string();
    for (board, expected, repair) in [
        ("4k2/8/8/8/8/8/8/4K3", "1 more square on rank 8", "\"1/\""),
        ("4k3/8/8/8/5/8/8/4K3", "3 more squares on rank 4", "\"3/\""),
        ("4k3/8/8/8//8/8/4K3", "8 more squares on rank 4", "\"8/\""),
        ("4k3/8/8/8/8/8/8/4K2", "1 more square on rank 1", ""),
        ("4k3/8/8/8/8/8/8/4K", "3 more squares on rank 1", ""),
        ("4k3/8/8/8/8/8/8/4K3/", "the end of the board after rank 1", ""),
        ("4k3/8/8/8/8/8/8/4K3P", "/ after the eight squares of rank 1", ""),
        ("4k3/8/8/8/8P/8/8/4K3", "/ after the eight squares of rank 4", ""),
    ] {
        let error = error(board);
        assert!(error.contains(expected) && error.contains(repair), "{board}: {error}");
    }
}

#[test]
fn strict_numbers_have_no_leading_zeros() {
    let fen = |numbers: &str| format!("4k3/8/8/8/8/8/8/4K3 w - - {numbers}");
    for numbers in ["0 1", "7 10", "100 200"] {
        assert!(Setup::from_fen(&fen(numbers)).is_ok(), "{numbers}");
    }
    for (numbers, repair) in [("00 1", "0"), ("07 1", "7"), ("0 01", "1"), ("0 0010", "10")] {
        let error = Setup::from_fen(&fen(numbers)).unwrap_err().to_string();
        assert!(error.contains("a number without leading zeros") && error.contains(repair), "{numbers}: {error}");
        assert!(Setup::from_fen_lenient(&fen(numbers)).is_ok(), "{numbers}");
    }
}

/// Where the `x` is left out, captures are among the candidates.
#[test]
fn captures_are_candidates_too() {
    let position = Position::from_fen("4k3/8/8/8/1N3N2/3p4/8/4K3 w - - 0 1").unwrap();
    for text in ["Nd3", "Nxd3"] {
        let error = position.parse_san(text).unwrap_err().to_string();
        assert_eq!(error, format!("{text} is ambiguous: it could mean Nbxd3 or Nfxd3"));
    }
    let position = Position::from_fen("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1").unwrap();
    assert_eq!(position.parse_san("xd5").unwrap_err().to_string(), "xd5 is ambiguous: it could mean cxd5 or exd5");
}

#[test]
fn a_game_without_a_position_begins_at_the_start() {
    let text = b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n\n[White \"w\"]\n\n1. d4 *";
    let mut replay = Replay::new(Last::default());
    let mut reader = Reader::from_bytes(text);
    while reader.read_game(&mut replay).expect("two games") {}
    let ends = ["4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"];
    assert_eq!(replay.visitor().0, ends);
}

#[test]
fn a_game_knows_its_last_move() {
    let mut game = Game::default();
    assert_eq!(game.last_move(), None);
    for text in ["e2e4", "e7e5"] {
        let mv = game.position().parse_uci(text).unwrap();
        game.push(mv);
        assert_eq!(game.last_move(), Some(mv));
    }
}

/// A backslash in an EPD protects quotes and backslashes; before anything else it is itself.
#[test]
fn backslashes_in_epds_protect_only_what_needs_it() {
    let epd: Epd = r#"4k3/8/8/8/8/8/8/4K3 w - - id "a\"b\\c\d";"#.parse().unwrap();
    assert_eq!(epd.get("id").map(|operation| operation.operands[0].as_str()), Some(r#"a"b\c\d"#));
    let again: Epd = epd.to_string().parse().unwrap();
    assert_eq!(again.get("id"), epd.get("id"));
}

/// `K` and `Q` are the outermost rooks; another has to be named by its file.
#[test]
fn inner_rooks_are_named_by_their_files() {
    for (rights, written) in [("HA", "KQ"), ("GA", "GQ"), ("HB", "KB"), ("GB", "GB")] {
        let position = Position::from_fen(&format!("4k3/8/8/8/8/8/8/RR2K1RR w {rights} - 0 1")).unwrap();
        assert_eq!(position.fen().split(' ').nth(2), Some(written), "{rights}");
        assert_eq!(Position::from_fen(&position.fen()), Ok(position));
    }
}

#[test]
fn a_hundred_warnings_are_enough() {
    let odd = |times: usize| format!("1. e4 {}*", "~ ".repeat(times));
    for (times, told) in [(1, 1), (99, 99), (100, 100), (101, 100), (300, 100)] {
        let text = odd(times);
        let mut reader = Reader::from_bytes(text.as_bytes());
        assert_eq!(reader.read_game(&mut Replay::new(Silent)), Ok(true));
        assert_eq!(reader.warnings().len(), told, "{times}");
    }
}

/// `%` is for other programs only at the beginning of a line, between games too.
#[test]
fn a_percent_sign_elsewhere_is_odd() {
    let warned = |text: &str| {
        let mut reader = Reader::from_bytes(text.as_bytes());
        let mut warnings = Vec::new();
        while reader.read_game(&mut Replay::new(Silent)).unwrap() {
            warnings.push(reader.warnings().len());
        }
        warnings
    };
    assert_eq!(warned("1. e4 *\n%\n1. d4 *"), [0, 0]);
    assert_eq!(warned("1. e4 * %\n1. d4 *"), [0, 1]);
}

/// After a broken game a tag begins the next one only behind an empty line, unless it is `Event`.
#[test]
fn a_line_of_words_is_no_empty_line() {
    let kinds = |between: &str| {
        let text = format!("[Event \"a\"]\n\n1. e4 xx\n{between}[Site \"s\"]\n\n1. d4 *\n\n[Event \"c\"]\n\n1. c4 *\n");
        GameTrees::from_bytes(text.as_bytes()).map(|game| game.is_ok()).collect::<Vec<_>>()
    };
    assert_eq!(kinds("foo\n"), [false, true]);
    assert_eq!(kinds("foo\n\n"), [false, true, true]);
    assert_eq!(kinds("foo\n \t\n"), [false, true, true]);
}
