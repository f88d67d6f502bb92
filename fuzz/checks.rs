//! What must hold for any input. The fuzz targets call these with whatever they invent; the tests of the rules call
//! them with every file under `regressions/`, so that a crash once found stays fixed.
#![allow(dead_code)]

use shakmaty::{CastlingMode, Chess, Position as _};
use tabiya::notation::epd::Epd;
use tabiya::notation::pgn::{GameTrees, PgnGame};
use tabiya::{CastlingField, CastlingStyle, EnPassantField, FenStyle, Move, Position, Setup, Tolerance, oracle};

/// The readers never panic, their errors point into the text, and what they accept they can write and read again.
pub fn fen(text: &str) {
    let strict = Setup::from_fen(text);
    let lenient = Setup::from_fen_lenient(text);
    if let Ok(setup) = &strict {
        assert_eq!(lenient.as_ref(), Ok(setup), "the lenient reader differs: {text:?}");
    }
    for error in [strict.as_ref().err(), lenient.as_ref().err()].into_iter().flatten() {
        assert!(error.column >= 1 && error.column <= text.chars().count() + 1, "{error} of {text:?}");
        assert!(!error.to_string().is_empty());
    }
    let Ok(setup) = lenient else { return };
    // Anything goes in a setup, also rights without a rook, which only Shredder's letters can express.
    let written = setup.to_fen(CastlingField::Shredder);
    assert_eq!(Setup::from_fen(&written).as_ref(), Ok(&setup), "{text:?} was written as {written:?}");
    for tolerance in [Tolerance::default(), Tolerance::ALL] {
        match Position::from_setup_with(setup, tolerance) {
            Ok(position) => {
                round_trip(&position, tolerance);
                generators_agree(&position);
            }
            Err(invalid) => assert!(!invalid.problems().is_empty() && !invalid.to_string().is_empty()),
        }
    }
}

/// A position survives being written and read, in every style.
pub fn round_trip(position: &Position, tolerance: Tolerance) {
    for castling in [CastlingField::XFen, CastlingField::Shredder] {
        for en_passant in [EnPassantField::Legal, EnPassantField::Adjacent, EnPassantField::Always] {
            let style = FenStyle { castling, en_passant };
            let fen = position.to_fen(style);
            let setup = Setup::from_fen(&fen).unwrap_or_else(|error| panic!("strict reader, {fen}: {error}"));
            let again = Position::from_setup_with(setup, tolerance)
                .unwrap_or_else(|error| panic!("validation, {fen}: {error}"));
            assert_eq!(again.to_fen(style), fen);
            assert_eq!(again.key(), position.key(), "{fen}");
            if en_passant == EnPassantField::Always {
                assert_eq!(&again, position, "{fen}");
            }
        }
    }
}

/// The direct generator, the filtered one, the oracle and the counter find the same moves.
pub fn generators_agree(position: &Position) {
    let set = |moves: &mut dyn Iterator<Item = Move>| {
        let mut bits: Vec<u16> = moves.map(Move::bits).collect();
        bits.sort_unstable();
        bits
    };
    let legal = set(&mut position.legal_moves().into_iter());
    let slow = set(&mut oracle::legal_moves(position).into_iter());
    assert_eq!(legal, slow, "oracle: {}", position.fen());
    let filtered = set(&mut position.pseudo_legal_moves().into_iter().filter(|&mv| position.is_legal(mv)));
    assert_eq!(legal, filtered, "pseudo-legal: {}", position.fen());
    assert_eq!(legal.len(), position.count_legal(), "count: {}", position.fen());
}

/// The first three bytes choose a start, each further pair of bytes is a move value. Every value must be judged as
/// the generated lists say; legal ones are played, here and by shakmaty.
pub fn moves(data: &[u8]) {
    let [a, b, c, rest @ ..] = data else { return };
    let (white, black) = (u16::from(*a) | u16::from(c & 3) << 8, u16::from(*b) | u16::from(c >> 2 & 3) << 8);
    let Some(mut position) = Position::double_chess960(white % 960, black % 960) else { return };
    let mut peer = read_by_shakmaty(&position);
    for pair in rest.chunks_exact(2) {
        let bits = u16::from_le_bytes([pair[0], pair[1]]);
        let pseudo_legal = position.pseudo_legal_moves();
        let legal = position.legal_moves();
        let listed = Move::from_bits(bits).is_some_and(|mv| pseudo_legal.contains(&mv));
        assert_eq!(position.is_pseudo_legal_bits(bits), listed, "{bits:#06x}: {}", position.fen());
        let listed = Move::from_bits(bits).is_some_and(|mv| legal.contains(&mv));
        assert_eq!(position.is_legal_bits(bits), listed, "{bits:#06x}: {}", position.fen());
        if legal.is_empty() {
            return;
        }
        // Most values are illegal: they choose one of the legal moves then, so that the game goes on.
        let mv = Move::from_bits(bits).filter(|_| listed).unwrap_or(legal[usize::from(bits) % legal.len()]);
        let gives_check = position.gives_check(mv);
        position.play(mv);
        assert_eq!(position.in_check(), gives_check, "{mv:?}: {}", position.fen());
        assert_eq!(position.key(), position.fresh_key(), "{}", position.fen());

        let text = mv.uci(CastlingStyle::Chess960).to_string();
        let theirs = text.parse::<shakmaty::uci::UciMove>().ok().and_then(|uci| uci.to_move(&peer).ok());
        peer.play_unchecked(theirs.unwrap_or_else(|| panic!("shakmaty refuses {text}")));
        assert_eq!(position.count_legal(), peer.legal_moves().len(), "{}", position.fen());
    }
}

fn read_by_shakmaty(position: &Position) -> Chess {
    let fen: shakmaty::fen::Fen = position.fen().parse().expect("our FEN is readable");
    fen.into_position(CastlingMode::Chess960).expect("our position is valid")
}

/// Positions with castling, en passant, promotions and ambiguous pieces.
fn varied_positions() -> impl Iterator<Item = Position> {
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1rk3r1/8/8/3pP3/8/8/8/1RK3R1 w GBgb d6 0 1",
        "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
        "7k/7p/8/2R1R3/8/2R1R3/N3N3/4K3 w - - 0 1",
    ]
    .into_iter()
    .map(|fen| Position::from_fen(fen).expect("a good FEN"))
}

/// A text that is accepted as a move is legal, and its own text names it again.
pub fn uci(text: &str) {
    for position in varied_positions() {
        match position.parse_uci(text) {
            Ok(mv) => {
                assert!(position.is_legal(mv), "{text:?} in {position:?}");
                let again = mv.uci(CastlingStyle::Chess960).to_string();
                assert_eq!(position.parse_uci(&again), Ok(mv), "{text:?} in {position:?}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// The same for algebraic notation; what the strict reader takes the lenient one takes too, as the same move.
pub fn san(text: &str) {
    for position in varied_positions() {
        let lenient = position.parse_san(text);
        if let Ok(mv) = position.parse_san_strict(text) {
            assert_eq!(lenient.as_ref(), Ok(&mv), "{text:?} in {position:?}");
        }
        match lenient {
            Ok(mv) => {
                assert!(position.is_legal(mv), "{text:?} in {position:?}");
                let written = position.san(mv).to_string();
                assert_eq!(position.parse_san_strict(&written), Ok(mv), "{text:?} was written as {written:?}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// An EPD that is accepted is written and read back the same.
pub fn epd(text: &str) {
    match text.parse::<Epd>() {
        Ok(epd) => {
            let written = epd.to_string();
            let again = written.parse::<Epd>().unwrap_or_else(|error| panic!("{text:?} became {written:?}: {error}"));
            assert_eq!(again.to_string(), written, "{text:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Reading PGN ends, and a game that could be read is written as one game that reads the same.
pub fn pgn(data: &[u8]) {
    for (index, game) in GameTrees::from_bytes(data).enumerate() {
        assert!(index <= data.len(), "more games than bytes");
        match game {
            Ok(game) => {
                let written = game.to_string();
                let again: Vec<PgnGame> = GameTrees::from_bytes(written.as_bytes())
                    .collect::<Result<_, _>>()
                    .unwrap_or_else(|error| panic!("{written:?}: {error}"));
                assert_eq!(again.len(), 1, "{written:?}");
                assert_eq!(again[0].to_string(), written);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
