//! The rules and the notations. The fuzz targets call these with invented input; the tests call them with every file
//! under `fuzz/corpus` and `fuzz/regressions`, so that a crash once found stays fixed.

use super::questions::questions;
use crate::{positions, setups};
use shakmaty::{CastlingMode, Chess, Position as _};
use tabiya::cpu::Level;
use tabiya::explain::explain as explained;
use tabiya::movegen::{Captures, Evasions, Kind, Legal, NonEvasions, QuietChecks, Quiets};
use tabiya::notation::book::{Book, BookBuilder, BookEntry};
use tabiya::notation::epd::{Epd, Value};
use tabiya::notation::polyglot;
use tabiya::{
    CastlingField, CastlingStyle, Color, EnPassantField, FenStyle, Move, Piece, Position, Role, Setup, Square,
    Tolerance, UciMove, oracle,
};

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
    match Position::from_fen(text) {
        Ok(position) => assert_eq!(text.parse(), Ok(position)),
        Err(error) => {
            assert!(error.column().is_none_or(|column| column <= text.chars().count() + 1), "{error} of {text:?}");
            assert!(error.did_you_mean().is_none_or(|better| !better.is_empty()), "{error} of {text:?}");
            assert!(
                std::error::Error::source(&error).is_some_and(|source| error.to_string().contains(&source.to_string()))
            );
        }
    }
    let Ok(setup) = lenient else { return };
    repairs(setup);
    // Anything goes in a setup, also rights without a rook, which only Shredder's letters can express.
    let written = setup.to_fen(CastlingField::Shredder);
    assert_eq!(Setup::from_fen(&written).as_ref(), Ok(&setup), "{text:?} was written as {written:?}");
    assert_eq!(Position::from_setup(setup), Position::from_setup_with(setup, Tolerance::default()));
    for tolerance in [Tolerance::default(), Tolerance::ALL] {
        match Position::from_setup_with(setup, tolerance) {
            Ok(position) => {
                round_trip(&position, tolerance);
                generators_agree(&position);
                questions(&position);
            }
            Err(invalid) => assert!(!invalid.problems().is_empty() && !invalid.to_string().is_empty()),
        }
    }
}

/// What is repaired is not complained of again, and what needs no repair is left alone.
fn repairs(setup: Setup) {
    let mut repaired = setup;
    let dropped = repaired.repair();
    assert_eq!(dropped.is_empty(), repaired == setup, "{dropped:?} of {setup:?}");
    assert!(dropped.iter().all(|problem| !problem.to_string().is_empty()));
    assert_eq!(repaired.repair(), [], "{setup:?}");
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
        if let Some(Err(refused)) = Move::from_bits(bits).map(|mv| position.check_legal(mv)) {
            assert!(!listed && !refused.to_string().is_empty(), "{bits:#06x}: {}", position.fen());
        }
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
        positions::START,
        positions::KIWIPETE,
        positions::PROMOTIONS,
        "1rk3r1/8/8/3pP3/8/8/8/1RK3R1 w GBgb d6 0 1",
        "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
        "7k/7p/8/2R1R3/8/2R1R3/N3N3/4K3 w - - 0 1",
    ]
    .into_iter()
    .map(positions::position)
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

/// An EPD that is accepted is written and read back the same, strictly too; what the strict reader takes the usual one
/// takes; and every operation can be asked for as whatever it is not.
pub fn epd(text: &str) {
    let read = text.parse::<Epd>();
    if let Ok(strict) = Epd::parse_strict(text) {
        assert_eq!(read.as_ref(), Ok(&strict), "{text:?}");
    }
    match read {
        Ok(epd) => {
            let written = epd.to_string();
            let again = written.parse::<Epd>().unwrap_or_else(|error| panic!("{text:?} became {written:?}: {error}"));
            assert_eq!(again.to_string(), written, "{text:?}");
            assert_eq!(again.operations(), epd.operations(), "{text:?} became {written:?}");
            assert_eq!(again.position().fen(), epd.position().fen(), "{text:?} became {written:?}");
            assert_eq!(Epd::parse_strict(&written), Ok(again), "{text:?}");
            for operation in epd.operations() {
                let name = &operation.opcode;
                assert_eq!(epd.get(name).map(|found| &found.opcode), Some(name), "{text:?}");
                let moves = epd.moves(name).unwrap_or_default();
                assert!(moves.iter().all(|&mv| epd.position().is_legal(mv)), "{name} of {text:?}");
                let mut position = *epd.position();
                for mv in epd.line(name).unwrap_or_default() {
                    assert!(position.try_play(mv).is_ok(), "{name} of {text:?}");
                }
                if let Ok(Value::Integer(number)) = epd.value(name) {
                    assert_eq!(epd.integer(name), Ok(number), "{name} of {text:?}");
                }
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Bytes as a setup of any army: the side to move, rights and en passant square, then a square and a piece at a time.
/// With the highest bit of the first byte the others choose among the setups of `tools/differential`: a board of bytes
/// hardly ever has a castle in a crowd.
pub fn setup(data: &[u8]) -> Option<(Setup, &[u8])> {
    let [first, rights @ .., _] = data.first_chunk::<4>()?;
    if first >> 7 != 0 {
        let (army, mut rest) = (setups::Army::ALL[usize::from(first & 0x7f) % 3], &data[1..]);
        let setup = setups::random_setup(army, &mut |bound| {
            let byte = rest.split_off_first().copied().unwrap_or_default();
            usize::from(byte) % bound
        });
        return Some((setup, rest));
    }
    let mut setup = Setup::EMPTY;
    setup.turn = Color::ALL[usize::from(first & 1)];
    let count = usize::from(first >> 1 & 0x1f);
    let (pieces, rest) = data[4..].split_at_checked(2 * count)?;
    for pair in pieces.as_chunks::<2>().0 {
        let square = Square::ALL[usize::from(pair[0] & 63)];
        let piece = Piece::new(Color::ALL[usize::from(pair[1] & 1)], Role::ALL[usize::from(pair[1] >> 1) % 6]);
        setup = setup.with_piece(square, Some(piece));
    }
    let back_ranks = u64::from(rights[0]) | u64::from(rights[1]) << 56;
    // Most bytes name rooks that are not there: those rights are dropped, or hardly a setup would be valid.
    setup.castling = (0..64)
        .filter(|&index| back_ranks >> index & 1 != 0)
        .map(|index| Square::ALL[index])
        .filter(|&square| setup.board.role_at(square) == Some(Role::Rook))
        .collect();
    if first >> 6 & 1 != 0 {
        let rank = setup.turn.pick(5, 2);
        setup.en_passant = Some(Square::ALL[8 * rank + usize::from(data[3] & 7)]);
    }
    Some((setup, rest))
}

/// A setup of any army is a position or has named problems; a position has the same moves on every level as by the
/// oracle, in the same order on every level, and every level plays them to the same positions.
pub fn levels(data: &[u8]) {
    let Some((setup, _)) = setup(data) else { return };
    for tolerance in [Tolerance::default(), Tolerance::ALL, Tolerance::REPAIR] {
        match Position::from_setup_with(setup, tolerance) {
            Ok(position) => {
                generators_agree(&position);
                round_trip(&position, tolerance);
                questions(&position);
                same_on_every_level::<Legal>(&position);
                same_on_every_level::<Captures>(&position);
                same_on_every_level::<Quiets>(&position);
                same_on_every_level::<QuietChecks>(&position);
                match position.in_check() {
                    true => same_on_every_level::<Evasions>(&position),
                    false => same_on_every_level::<NonEvasions>(&position),
                }
            }
            Err(invalid) => assert!(!invalid.problems().is_empty() && !invalid.to_string().is_empty()),
        }
    }
}

fn same_on_every_level<K: Kind>(position: &Position) {
    let chosen = position.generate::<K>();
    let count = position.count_legal();
    for cpu in Level::available().filter_map(Level::detect) {
        assert_eq!(position.generate_at::<K>(cpu), chosen, "{cpu:?}: {}", position.fen());
        assert_eq!(position.count_legal_at(cpu), count, "{cpu:?}: {}", position.fen());
        for &mv in chosen.iter().filter(|&&mv| position.is_legal(mv)) {
            let after = position.after_unchecked_at(cpu, mv);
            assert_eq!(after, position.after(mv), "{cpu:?}: {mv:?} in {}", position.fen());
            assert_eq!(after.key(), after.fresh_key(), "{cpu:?}: {mv:?} in {}", position.fen());
        }
    }
}

/// The rules in words say the same as the generator: three bytes at a time are a move to be explained in the setup
/// before them.
pub fn explain(data: &[u8]) {
    let Some((setup, rest)) = setup(data) else { return };
    let Ok(position) = Position::from_setup_with(setup, Tolerance::ALL) else { return };
    let legal = position.legal_moves();
    for three in rest.as_chunks::<3>().0 {
        let promotion = Role::ALL.get(usize::from(three[2] & 7)).copied();
        let [from, to] = [three[0], three[1]].map(|byte| Square::ALL[usize::from(byte & 63)]);
        let attempt = UciMove { from, to, promotion };
        let explanation = explained(&position, attempt);
        assert!(!explanation.to_string().is_empty());
        match (explanation.effect(), attempt.resolve(&position)) {
            (Some(effect), resolved) => {
                assert!(legal.contains(&effect.mv), "{explanation}: {}", position.fen());
                assert_eq!(resolved, Ok(effect.mv), "{explanation}: {}", position.fen());
                assert_eq!(effect.mates, position.after(effect.mv).is_checkmate(), "{}", position.fen());
            }
            (None, resolved) => assert!(resolved.is_err(), "{explanation}: {}", position.fen()),
        }
    }
}

/// A game as [`moves`] plays it; in every position reached each legal move is written in both notations and read again
/// as itself.
pub fn spelling(data: &[u8]) {
    let [a, b, rest @ ..] = data else { return };
    let Some(mut position) = Position::chess960((u16::from(*a) | u16::from(*b) << 8) % 960) else { return };
    for &byte in rest.iter().take(200) {
        let legal = position.legal_moves();
        let mut texts = Vec::with_capacity(legal.len());
        for mv in &legal {
            let san = position.san(mv).to_string();
            assert_eq!(position.parse_san_strict(&san), Ok(mv), "{san}: {}", position.fen());
            assert_eq!(position.parse_san(&san), Ok(mv), "{san}: {}", position.fen());
            for style in [CastlingStyle::Chess960, CastlingStyle::Standard] {
                let uci = mv.uci(style).to_string();
                // A king's step may be spelt like a castle; then it is the step.
                let is_step = |other: Move| !other.is_castle() && other.uci(style).to_string() == uci;
                if !mv.is_castle() || !legal.iter().any(|&other| is_step(other)) {
                    assert_eq!(position.parse_uci(&uci), Ok(mv), "{uci}: {}", position.fen());
                }
            }
            assert_eq!(polyglot::decode(&position, polyglot::encode(mv)), Some(mv), "{san}: {}", position.fen());
            texts.push(san);
        }
        texts.sort_unstable();
        assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "one text for two moves: {}", position.fen());
        let Some(&mv) = legal.get(usize::from(byte) % legal.len().max(1)) else { return };
        position.play(mv);
    }
}

/// Any bytes as a Polyglot book: whole entries or an error; entries are written as they were read; a probe gives legal
/// moves only, and a choice is one of them. A sorted book finds each of its keys.
pub fn polyglot_book(data: &[u8]) {
    let Ok(book) = Book::new(data) else {
        assert_ne!(data.len() % 16, 0);
        return;
    };
    let entries: Vec<BookEntry> = book.entries().collect();
    let written: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
    assert_eq!(written, data);
    let is_sorted = entries.is_sorted_by_key(|entry| entry.key);
    assert_eq!(book.check_order().is_ok(), is_sorted);
    for entry in &entries {
        assert!(!is_sorted || book.find(entry.key).any(|found| found == *entry), "{entry:?} is lost");
    }
    for (seed, position) in varied_positions().enumerate() {
        // The book under its own key, and every code of it as a move of this position.
        let probed = book.probe(&position);
        let chosen = book.choose(&position, seed as u64);
        assert!(chosen.is_none_or(|mv| probed.iter().any(|book_move| book_move.mv == mv)));
        let mut builder = BookBuilder::new();
        for entry in &entries {
            if let Some(mv) = polyglot::decode(&position, entry.code) {
                assert!(position.is_legal(mv), "{:#06x} in {}", entry.code, position.fen());
                builder.add(&position, mv, u32::from(entry.weight));
            }
        }
        let built = Book::new(builder.to_bytes(1)).expect("whole entries");
        assert_eq!(built.check_order(), Ok(()));
        assert!(built.probe(&position).iter().all(|book_move| position.is_legal(book_move.mv)));
        assert!(probed.iter().all(|book_move| position.is_legal(book_move.mv)));
    }
}
