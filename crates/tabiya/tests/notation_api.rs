//! What the readers and writers offer besides their main functions: error chains, defaults of visitors, counters, other
//! ways to call them.

use std::error::Error;
use std::io::{self, Read};

use tabiya::notation::book::{Book, BookBuilder, BookError};
use tabiya::notation::epd::{Epd, EpdError};
use tabiya::notation::pgn::{
    BoardVisitor, GameBoard, GameResult, GameTrees, Interest, PgnErrorKind, PgnGame, Reader, Replay, SourceError, Text,
    TreeBuilder, Visitor,
};
use tabiya::notation::san::{SanError, SanPlus};
use tabiya::{Position, Setup};

/// Every error shows its cause, and the cause is the next of the chain where it is an error of its own.
#[test]
fn errors_lead_to_their_causes() {
    let cause = |error: &dyn Error| error.source().map(ToString::to_string);
    let position = Position::startpos();

    let syntax = position.parse_san("xyz").unwrap_err();
    assert!(matches!(syntax, SanError::Syntax { .. }) && cause(&syntax).is_some(), "{syntax}");
    let illegal = position.parse_san("Nd4").unwrap_err();
    assert!(cause(&illegal).is_some_and(|reason| illegal.to_string().ends_with(&reason)), "{illegal}");

    let no_position = "8/8/8 w - - bm e4;".parse::<Epd>().unwrap_err();
    assert!(matches!(no_position, EpdError::Position(_)) && cause(&no_position).is_some(), "{no_position}");
    let epd: Epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm Nd4;".parse().unwrap();
    let no_move = epd.moves("bm").unwrap_err();
    assert!(matches!(no_move, EpdError::Move(_)) && cause(&no_move).is_some(), "{no_move}");
    assert_eq!(cause(&EpdError::Missing("bm".into())), None);

    let read = |text: &str| GameTrees::from_bytes(text.as_bytes()).next().unwrap().unwrap_err();
    assert!(cause(&read("1. Nd4 *")).is_some());
    assert!(cause(&read("[FEN \"8/8\"]\n\n1. e4 *")).is_some());

    assert_eq!(
        BookError::Length(17).to_string(),
        "a Polyglot book is made of 16-byte entries, but this one has 17 bytes"
    );
    assert_eq!(
        BookError::Unsorted(3).to_string(),
        "entry 3 of the book is out of order, so positions could not be found"
    );
    assert_eq!(Book::new(&[0; 17][..]).unwrap_err(), BookError::Length(17));
}

/// A reader that is interrupted, gives a byte at a time, and fails in the end.
struct Halting<'a> {
    bytes: &'a [u8],
    calls: usize,
    error: Option<io::Error>,
}

impl Read for Halting<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(3) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        match self.bytes {
            [] => self.error.take().map_or(Ok(0), Err),
            [first, rest @ ..] => {
                (into[0], self.bytes) = (*first, rest);
                Ok(1)
            }
        }
    }
}

#[test]
fn readers_that_halt_are_asked_again_and_errors_are_told() {
    let bytes = b"1. e4 e5 2. Nf3 *\n";
    let whole = GameTrees::from_read(Halting { bytes, calls: 0, error: None }).next().unwrap().unwrap();
    assert_eq!(whole.main_line().count(), 3);

    let broken = io::Error::new(io::ErrorKind::TimedOut, "the line is dead");
    let failed = GameTrees::from_read(Halting { bytes: &bytes[..9], calls: 0, error: Some(broken) }).next().unwrap();
    let error = failed.unwrap_err();
    let PgnErrorKind::Source(source) = &error.kind else { panic!("{error}") };
    assert_eq!(source.to_string(), "the line is dead");
    assert_eq!(source, &SourceError::from(io::Error::other("the line is dead")));
    assert_ne!(source, &SourceError::from(io::Error::other("another")));
    assert_eq!(source.inner().downcast_ref::<io::Error>().map(io::Error::kind), Some(io::ErrorKind::TimedOut));
    assert_eq!(error.source().map(ToString::to_string).as_deref(), Some("the line is dead"));
    // It shows the error inside as its own: what comes next is the cause of that one.
    let wrapped = SourceError::new(PgnGame::new().add_san(PgnGame::new().root(), "Nd4").unwrap_err());
    assert!(wrapped.source().is_some());
}

/// Who wants to hear of nothing need implement nothing.
struct Deaf;

impl Visitor for Deaf {}

impl BoardVisitor for Deaf {}

#[test]
fn visitors_may_leave_everything_to_the_defaults() {
    let text = b"[White \"w\"]\n\n{c} 1. e4 $1 (1. d4 d5) -- 2. d4 *\n\n1. c4 1-0\n";
    let mut reader = Reader::from_bytes(&text[..]);
    assert_eq!(reader.offset(), 0);
    assert_eq!(reader.read_game(&mut Deaf), Ok(true));
    assert_eq!(reader.offset(), 47, "up to the result");
    assert_eq!(reader.read_game(&mut Deaf), Ok(true));
    assert_eq!(reader.read_game(&mut Deaf), Ok(false));
    assert_eq!(reader.offset(), text.len() as u64);

    let mut replay = Replay::new(Deaf);
    let mut reader = Reader::from_bytes(&text[..]);
    assert_eq!(reader.read_game(&mut replay), Ok(true));
    assert_eq!(replay.position().fen(), "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2");
}

#[test]
fn a_board_follows_moves_by_hand() {
    let mut board = GameBoard::new();
    board.begin_game();
    board.begin_movetext();
    let san = |text: &str| SanPlus::from_bytes(text.as_bytes()).unwrap();
    assert_eq!(board.san(san("e4")).unwrap().map(|mv| mv.to_string()).as_deref(), Some("e2e4"));
    assert_eq!(board.san(san("--")), Ok(None));
    assert!(board.san(san("Nd8")).is_err());
    assert_eq!(board.start(), &Position::startpos());
    assert_eq!(board.position().fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
}

/// Plays the moves itself.
#[derive(Default)]
struct Own(GameBoard);

impl Visitor for Own {
    fn begin_game(&mut self) {
        self.0.begin_game();
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        self.0.tag(name, value)
    }

    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        self.0.begin_movetext();
        Ok(Interest::Read)
    }

    fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
        self.0.san(san).map(|_| ())
    }
}

#[test]
fn a_board_begins_where_the_tag_says() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let mut own = Own::default();
    let text = format!("[FEN \"{fen}\"]\n\n1. O-O *\n");
    assert_eq!(Reader::from_bytes(text.as_bytes()).read_game(&mut own), Ok(true));
    assert_eq!(own.0.start().fen(), fen);
    assert_eq!(own.0.position().fen(), "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1");
}

#[test]
fn builders_choose_games_by_their_tags() {
    let text = b"[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. d4 *\n";
    let mut reader = Reader::from_bytes(&text[..]);
    let wanted = |game: &PgnGame| if game.tag("White") == Some("b") { Interest::Read } else { Interest::Skip };
    let mut replay = Replay::new(TreeBuilder::choosing(wanted));
    for (white, chosen, moves) in [("a", false, 0), ("b", true, 1)] {
        assert_eq!(reader.read_game(&mut replay), Ok(true));
        assert_eq!(replay.visitor().is_chosen(), chosen);
        assert!(format!("{:?}", replay.visitor()).starts_with("TreeBuilder { game: "));
        let game = replay.visitor_mut().take();
        assert_eq!((game.tag("White"), game.main_line().count()), (Some(white), moves));
    }
}

#[test]
fn null_moves_are_added_but_not_in_check() {
    let mut game = PgnGame::new();
    let e4 = game.add_san(game.root(), "e4").unwrap();
    let pass = game.add_null(e4).expect("no king is in check");
    game.add_san(pass, "d4").unwrap();
    assert!(game.to_string().ends_with("1. e4 -- 2. d4 *\n"));
    let mut checked = PgnGame::from_position(Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1").unwrap());
    assert_eq!(checked.add_null(checked.root()), None);
}

/// A variation that replaces a null move begins where the null move did.
#[test]
fn variations_of_null_moves_begin_before_them() {
    let movetext = "1. e4 -- (1... e5 2. d4) 2. d4 *";
    let game = GameTrees::from_bytes(movetext.as_bytes()).next().unwrap().unwrap();
    assert!(game.to_string().ends_with(&format!("{movetext}\n")), "{game}");
}

#[test]
fn results_are_read_and_refused() {
    for result in GameResult::ALL {
        assert_eq!(result.as_str().parse(), Ok(result));
    }
    for text in ["", "1-1", "1-0 ", "½"] {
        let error = text.parse::<GameResult>().unwrap_err();
        assert_eq!(error.to_string(), "expected 1-0, 0-1, 1/2-1/2 or *");
    }
}

#[test]
fn builders_of_books_know_what_they_hold() {
    let mut builder = BookBuilder::new();
    assert_eq!((builder.len(), builder.is_empty()), (0, true));
    let position = Position::startpos();
    for text in ["e2e4", "d2d4", "e2e4"] {
        builder.add(&position, position.parse_uci(text).unwrap(), 1);
    }
    assert_eq!((builder.len(), builder.is_empty()), (2, false));
}

#[test]
fn strict_epds_say_where_they_leave_the_standard() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for operations in ["", " bm e4;", " id \"x\"; bm e4 d4;"] {
        assert!(Epd::parse_strict(&format!("{start}{operations}")).is_ok(), "{operations}");
    }
    for (operations, column) in [(" bm  e4;", 57), (" bm e4 ;", 59), (" bm e4", 59)] {
        let error = Epd::parse_strict(&format!("{start}{operations}")).unwrap_err();
        assert_eq!(error, EpdError::NotStandard(column), "{operations}");
    }
}

/// Keeps the bytes of comments and tags as they stand.
#[derive(Default)]
struct Bytes(Vec<Vec<u8>>);

impl Visitor for Bytes {
    fn tag(&mut self, _: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        self.0.push(value.bytes().to_vec());
        Ok(())
    }

    fn comment(&mut self, comment: Text<'_>) -> Result<(), PgnErrorKind> {
        self.0.push(comment.bytes().to_vec());
        Ok(())
    }
}

#[test]
fn texts_show_their_bytes() {
    let mut bytes = Bytes::default();
    let mut reader = Reader::from_bytes(&b"[White \"a \\\" b\"]\n\n{c \xe9} 1. e4 *\n"[..]);
    assert_eq!(reader.read_game(&mut bytes), Ok(true));
    assert_eq!(bytes.0, [&b"a \\\" b"[..], b"c \xe9"]);
}

/// What a stranger in a FEN may stand for is suggested, piece by piece; other customs of the small fields are read, but
/// not strictly.
#[test]
fn readers_of_fens_know_what_was_meant() {
    for (stranger, meant) in "dq♛qDQ♕QtrTR♜r♖RlbLB♝b♗BsncnSNCN♞n♘N♚k♔K♟p♙P.1-1_198\\/|/"
        .chars()
        .collect::<Vec<_>>()
        .chunks(2)
        .map(|two| (two[0], two[1]))
    {
        let error = Setup::from_fen_lenient(&format!("{stranger}7/8/8/8/8/8/8/8 w - - 0 1")).unwrap_err();
        assert_eq!(error.did_you_mean, Some(meant.to_string()), "{stranger}");
    }
    for (turn, letter) in [("W", "w"), ("white", "w"), ("White", "w"), ("WHITE", "w"), ("B", "b"), ("black", "b")] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3 {turn} - - 0 1");
        assert_eq!(Setup::from_fen_lenient(&fen).unwrap().turn.letter().to_string(), letter);
        assert_eq!(Setup::from_fen(&fen).unwrap_err().did_you_mean.as_deref(), Some(letter), "{turn}");
    }
    let with = |square: &str, turn: char| format!("4k3/8/8/3pP3/3pP3/8/8/4K3 {turn} - {square} 0 1");
    assert_eq!(Setup::from_fen_lenient(&with("D6", 'w')), Setup::from_fen(&with("d6", 'w')));
    assert_eq!(Setup::from_fen(&with("D6", 'w')).unwrap_err().did_you_mean.as_deref(), Some("d6"));
    for (wrong, meant) in [
        ("d5", Some("d6, the square the pawn on d5 passed over")),
        ("e4", Some("e3, the square the pawn on e4 passed over")),
        ("e2", None),
    ] {
        assert_eq!(Setup::from_fen_lenient(&with(wrong, 'w')).unwrap_err().did_you_mean.as_deref(), meant, "{wrong}");
    }
    let first = "4k3/8/8/8/8/8/8/4K3 w - - 0 0";
    assert_eq!(Setup::from_fen_lenient(first).unwrap().fullmove, 1);
    assert!(Setup::from_fen(first).is_err());
    let setup: Setup = "4k2r/8/8/8/8/8/8/4K3 b k - 3 7".parse().unwrap();
    assert_eq!(setup.to_string(), "4k2r/8/8/8/8/8/8/4K3 b k - 3 7");
    let position = Position::startpos();
    assert_eq!(format!("{:?}", position.san(position.parse_uci("g1f3").unwrap())), "\"Nf3\"");
}

/// The strict reader takes one blank between fields and nothing else, and a last rank as long as the others.
#[test]
fn the_strict_reader_of_fens_is_strict_about_blanks_and_ranks() {
    let fen = "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1";
    assert!(Setup::from_fen(fen).is_ok());
    for odd in [fen.replace(' ', "\t"), fen.replace(" w", "  w"), fen.replace(' ', "_")] {
        assert!(Setup::from_fen(&odd).is_err(), "{odd}");
        assert_eq!(Setup::from_fen_lenient(&odd).unwrap(), Setup::from_fen(fen).unwrap(), "{odd}");
    }
    for short in [fen.replace("2R", "2"), fen.replace("r3k3", "r3k2")] {
        assert!(Setup::from_fen(&short).is_err(), "{short}");
        assert!(Setup::from_fen_lenient(&short).is_err(), "{short}");
    }
}
