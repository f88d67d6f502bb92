//! Lists of moves: by kind, as numbers or as text.

use tabiya::explain::Reason;
use tabiya::movegen::MoveSet;
use tabiya::{Bitboard, CastlingStyle, Color, Game, Move, MoveList, Position, Square};

use crate::failure::Failure;

/// The moves of a kind, by its name.
pub fn of_kind(position: &Position, kind: &str) -> Result<MoveList, Failure> {
    let set: MoveSet = kind.parse().map_err(|error| Failure::new("argument", error))?;
    Ok(position.moves(set))
}

/// The sixteen bits of every move.
pub fn bits(moves: &MoveList) -> Vec<u16> {
    moves.iter().map(|mv| mv.bits()).collect()
}

/// How many legal moves there are. The rules alone list them: another copy of the generator only to count would be more
/// to send than it is worth.
pub fn count(position: &Position) -> u32 {
    if cfg!(feature = "questions") { position.count_legal() as u32 } else { position.legal_moves().len() as u32 }
}

/// The number that asks for moves from every square.
pub const EVERY_SQUARE: u32 = 64;

/// Whether a move begins on a square, or any move if the number is [`EVERY_SQUARE`].
pub fn begins(mv: Move, square: u32) -> bool {
    square >= EVERY_SQUARE || mv.from() as u32 == square
}

/// Every legal move from a square, or from [`EVERY_SQUARE`], as SAN. One space stands between two: one string crosses
/// the border faster than many.
pub fn sans(position: &Position, square: u32) -> String {
    let mut text = String::with_capacity(256);
    for mv in position.legal_moves().into_iter().filter(|&mv| begins(mv, square)) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(position.san(mv).as_str());
    }
    text
}

/// Every legal move in coordinates.
pub fn ucis(position: &Position, chess960: bool) -> String {
    let texts: Vec<String> = position.legal_moves().iter().map(|mv| mv.uci(style(chess960)).to_string()).collect();
    texts.join(" ")
}

/// How castling is spelled in coordinates.
pub fn style(chess960: bool) -> CastlingStyle {
    if chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
}

/// Reads a move in UCI or SAN, whichever it is; strictly, SAN must be as the library writes it.
pub fn read(position: &Position, text: &str, strict: bool) -> Result<Move, Failure> {
    let read = match strict {
        false => position.parse_move(text).map_err(|error| (error.reason().map(Reason::name), error.to_string())),
        true => position.parse_uci(text).or_else(|_| {
            let by_san = position.parse_san_strict(text);
            by_san.map_err(|error| (None, error.to_string()))
        }),
    };
    read.map_err(|(reason, message)| Failure { reason, ..Failure::new("move", message) })
}

/// The pieces of a side that attack a square.
pub fn attackers(position: &Position, square: u32, black: bool) -> Bitboard {
    let color = if black { Color::Black } else { Color::White };
    let all = position.attackers_to(Square::from_low_bits(square as u8), position.occupied());
    all & position.board().by_color(color)
}

/// Flags about a game, all in one number.
pub fn status(game: &Game) -> u32 {
    let position = game.position();
    let (check, stuck) = (position.in_check(), !position.has_legal_move());
    let repetitions = game.repetitions();
    [
        check,
        check && stuck,
        !check && stuck,
        position.is_insufficient_material(),
        position.is_fifty_moves(),
        repetitions >= 3,
        repetitions >= 5,
        position.halfmove_clock() >= 150,
        position.is_dead(),
        position.turn() == tabiya::Color::Black,
    ]
    .into_iter()
    .enumerate()
    .fold(0, |flags, (bit, set)| flags | u32::from(set) << bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    #[test]
    fn kinds_by_name() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        assert_eq!(bits(&of_kind(&position, "legal").unwrap()).len(), 48);
        assert_eq!(of_kind(&position, "captures").unwrap().len(), 8);
        assert!(of_kind(&position, "evasions").unwrap().is_empty());
        assert_eq!(of_kind(&position, "nonsense").unwrap_err().kind, "argument");
        assert_eq!(sans(&position, EVERY_SQUARE).split(' ').count(), 48);
        assert_eq!(sans(&position, Square::E1 as u32), "O-O-O O-O Kd1 Kf1");
        assert!(ucis(&position, true).split(' ').any(|text| text == "e1h1"));
        assert!(ucis(&position, false).split(' ').any(|text| text == "e1g1"));
    }

    /// The questions that every door is asked: `testdata/README.md`.
    #[test]
    fn the_answers_are_those_of_every_door() {
        let table = std::fs::read_to_string("../../testdata/doors.tsv").unwrap();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let [question, argument, fen, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let position = Position::from_fen(fen).unwrap();
            let uci = |mv: Move| position.uci(mv).to_string();
            let answer = match question {
                "moves" => of_kind(&position, argument).map(|list| {
                    let mut moves: Vec<_> = list.into_iter().map(uci).collect();
                    moves.sort();
                    if moves.is_empty() { "-".into() } else { moves.join(" ") }
                }),
                "squares" => crate::layers::of(&position, argument).map(|set| format!("0x{:016x}", set.0)),
                _ => read(&position, argument, false).map(uci),
            };
            assert_eq!(answer.unwrap_or("error".into()), expected, "{question} {argument} of {fen}");
        }
    }

    #[test]
    fn moves_are_read_in_either_notation() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        let castle = read(&position, "O-O", false).unwrap();
        assert_eq!(read(&position, "e1g1", false), Ok(castle));
        assert_eq!(read(&position, "e1h1", true), Ok(castle));
        let failure = read(&position, "e1d2", false).unwrap_err();
        assert_eq!((failure.kind, failure.reason), ("move", Some("own-piece-on-target")));
        assert_eq!(read(&position, "xyz", false).unwrap_err().reason, None);
    }

    #[test]
    fn attackers_are_one_side_s() {
        let position = Position::from_fen(KIWIPETE).unwrap();
        assert_eq!(attackers(&position, Square::E6 as u32, false), Bitboard::from(Square::D5));
        assert_eq!(attackers(&position, Square::E6 as u32, true).len(), 3);
    }

    #[test]
    fn status_flags() {
        let mated = Position::from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").unwrap();
        assert_eq!(status(&Game::new(mated)), 0b11);
        let stalemate = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        assert_eq!(status(&Game::new(stalemate)), 0b10_0000_0100);
        let bare = Position::from_fen("7k/8/6K1/8/8/8/8/8 w - - 160 1").unwrap();
        assert_eq!(status(&Game::new(bare)), 0b1001_1000);
    }
}
