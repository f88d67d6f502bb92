//! Reading a FEN for somebody who may have made mistakes: each at its column, and the repaired text.

use serde::Serialize;
use tabiya::{
    Bitboard, Board, CastlingField, Color, EnPassantField, FenError, Piece, Position, PositionError, Problem, Setup,
    Square,
};

use crate::failure::Failure;

/// More repairs in a row than this and the text is something else than a FEN.
const MOST_REPAIRS: usize = 24;

/// One mistake in a FEN.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mistake {
    /// The column in the text as given, from 1; after repairs before it that changed its length, about there.
    pub column: usize,
    /// How many characters it is about; 0 where something is missing.
    pub length: usize,
    /// What is wrong, in a sentence.
    pub message: String,
    /// The squares it is about.
    pub squares: Vec<String>,
    /// What to put there instead, if that is known.
    pub repair: Option<String>,
}

/// What a text turned out to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// Every mistake, in the order of repair; none if the text is a position.
    pub mistakes: Vec<Mistake>,
    /// The FEN, if the text is a position or becomes one by the repairs.
    pub fen: Option<String>,
}

/// Reads a FEN and repairs what it can.
pub fn read(text: &str) -> Reading {
    let mut mistakes = Vec::new();
    let mut repaired = text.to_owned();
    // How much longer the repaired text is than the original, so that columns stay those of the original.
    let mut grown = 0isize;
    while mistakes.len() < MOST_REPAIRS {
        match Setup::from_fen_lenient(&repaired) {
            Ok(setup) => {
                let fen = finish(&repaired, setup, grown, &mut mistakes);
                return Reading { mistakes, fen };
            }
            Err(error) => {
                let at = error.column.saturating_add_signed(-grown).max(1);
                let replacement = replacement(&error);
                mistakes.push(Mistake {
                    column: at,
                    length: error.found.chars().count(),
                    message: error.to_string(),
                    squares: Vec::new(),
                    repair: replacement.clone(),
                });
                let Some(replacement) = replacement else {
                    return Reading { mistakes, fen: None };
                };
                let next = replace(&repaired, error.column, error.found.chars().count(), &replacement);
                grown += next.chars().count() as isize - repaired.chars().count() as isize;
                repaired = next;
            }
        }
    }
    Reading { mistakes, fen: None }
}

/// Which castling rights a text may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Castling {
    /// Every right of Chess960; a right without its king and rook is a mistake.
    Any,
    /// Those of standard chess. Other rights fall, as they do in chess.js: `KQ` with the king on d1 gives no castling. So does
    /// an en passant square that no pawn has passed over.
    Standard,
}

/// The position of a text, or the failure JavaScript is told.
pub fn position(text: &str) -> Result<Position, Failure> {
    position_with(text, Castling::Any)
}

/// The position of a text with these castling rights.
pub fn position_with(text: &str, castling: Castling) -> Result<Position, Failure> {
    if castling == Castling::Standard
        && let Ok(setup) = Setup::from_fen_lenient(text)
        && let Ok(position) = Position::from_setup(mended(with_standard_castling(setup)))
    {
        return Ok(position);
    }
    Position::from_fen(text).map_err(|error| {
        let reading = read(text);
        let first = reading.mistakes.first();
        Failure {
            kind: if matches!(error, PositionError::Fen(_)) { "fen" } else { "position" },
            column: first.map(|mistake| mistake.column as u64),
            repair: reading.fen,
            ..Failure::new("fen", &error)
        }
    })
}

/// The setup with those of its castling rights that standard chess knows: the king on the e-file, the rook in a corner.
fn with_standard_castling(setup: Setup) -> Setup {
    let rights = [
        (Piece::WhiteKing, Square::E1, Piece::WhiteRook, [Square::A1, Square::H1]),
        (Piece::BlackKing, Square::E8, Piece::BlackRook, [Square::A8, Square::H8]),
    ];
    let stands = |piece: Piece, square: Square| setup.board.piece_at(square) == Some(piece);
    let mut kept = Bitboard::EMPTY;
    for (king, home, rook, corners) in rights {
        kept |= corners.into_iter().filter(|&corner| stands(king, home) && stands(rook, corner)).collect::<Bitboard>();
    }
    Setup { castling: setup.castling & kept, ..setup }
}

/// Whether standard chess has a position like this: all its castling rights belong to a king on the e-file and a rook in a
/// corner.
pub fn needs_chess960(position: &Position) -> bool {
    let setup = position.setup(EnPassantField::Always);
    with_standard_castling(setup) != setup
}

/// Reads what stands on a board, whether or not it is a position: for boards that are being set up. Castling rights and an
/// en passant square fall where the pieces do not bear them out.
pub fn board(text: &str, castling: Castling) -> Result<String, Failure> {
    let mut setup = Setup::from_fen_lenient(text)
        .map_err(|error| Failure { column: Some(error.column as u64), ..Failure::new("fen", error) })?;
    if castling == Castling::Standard {
        setup = with_standard_castling(setup);
    }
    Ok(mended(setup).to_fen(CastlingField::XFen))
}

/// The setup without the castling rights and the en passant square that its pieces do not bear out.
fn mended(mut setup: Setup) -> Setup {
    if let Err(invalid) = Position::from_setup(setup) {
        for problem in invalid.problems() {
            // A square on the wrong rank is a mistake of its own; the others may be left over from a piece that was taken off.
            if !matches!(problem, Problem::OpponentInCheck(_) | Problem::EnPassantRank(_)) {
                mend(problem, &mut setup);
            }
        }
    }
    setup
}

/// What is wrong with a text that should be a FEN of exactly six fields, as chess.js wants it; nothing if it is a position.
pub fn validate(text: &str) -> Option<String> {
    let setup = match Setup::from_fen(&with_ordered_rights(text)) {
        Ok(setup) => mended(with_standard_castling(setup)),
        Err(error) => return Some(error.to_string()),
    };
    Position::from_setup(setup).err().map(|error| error.to_string())
}

/// The text with its castling letters in the order of the standard: chess.js takes them in any order.
fn with_ordered_rights(text: &str) -> String {
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    if let Some(rights) = fields.get_mut(2) {
        let mut letters: Vec<char> = rights.chars().collect();
        letters.sort_by_key(|&letter| "KQkq".find(letter).unwrap_or(usize::MAX));
        *rights = letters.into_iter().collect();
    }
    fields.join(" ")
}

/// The pieces of both sides that attack a square of a board, which need not be a position: the board field of a FEN.
pub fn attackers(board: &str, square: u32) -> Result<Bitboard, Failure> {
    let board = Board::from_fen(board).map_err(|error| Failure::new("fen", error))?;
    Ok(board.attackers_to(Square::from_low_bits(square as u8), board.occupied()))
}

/// The problems of a setup, and the FEN without those that can be mended.
fn finish(text: &str, setup: Setup, grown: isize, mistakes: &mut Vec<Mistake>) -> Option<String> {
    let invalid = match Position::from_setup(setup) {
        Ok(position) => return Some(position.fen()),
        Err(invalid) => invalid,
    };
    let fields = Fields::of(text);
    let mut mended = setup;
    for problem in invalid.problems() {
        let (place, squares) = about(problem, &setup);
        let (column, length) = fields.place(place);
        let repair = mend(problem, &mut mended);
        mistakes.push(Mistake {
            column: column.saturating_add_signed(-grown).max(1),
            length,
            message: problem.to_string(),
            squares: squares.into_iter().map(|square| square.to_string()).collect(),
            repair,
        });
    }
    Position::from_setup(mended).ok().map(|_| mended.to_fen(CastlingField::XFen))
}

/// The part of a FEN that a problem is about.
#[derive(Clone, Copy)]
enum Place {
    Board(Option<Square>),
    Turn,
    Castling,
    EnPassant,
}

fn about(problem: &Problem, setup: &Setup) -> (Place, Vec<Square>) {
    let board = |squares: Vec<Square>| (Place::Board(squares.first().copied()), squares);
    match *problem {
        Problem::MissingKing(_)
        | Problem::TooManyPieces(_)
        | Problem::TooManyPawns(_)
        | Problem::TooManyPromoted(_) => board(Vec::new()),
        Problem::TooManyKings(color) => board(setup.board.pieces(color, tabiya::Role::King).iter().collect()),
        Problem::AdjacentKings(a, b) => board(vec![a, b]),
        Problem::PawnOnBackRank(square) => board(vec![square]),
        Problem::OpponentInCheck(king) => (Place::Turn, vec![king]),
        Problem::ImpossibleCheckers(checkers) => board(checkers.iter().collect()),
        Problem::CastlingWithoutRook(_, square) | Problem::CastlingWithoutKing(_, square) => {
            (Place::Castling, vec![square])
        }
        Problem::TooManyCastlingRooks(_) => (Place::Castling, Vec::new()),
        Problem::EnPassantRank(square)
        | Problem::EnPassantWithoutPawn(square)
        | Problem::EnPassantBlocked(square)
        | Problem::EnPassantWhileInCheck(square) => (Place::EnPassant, vec![square]),
        // Problems that a later version of the rules adds are at least told.
        _ => board(Vec::new()),
    }
}

/// Takes a right or an en passant square away that the board does not explain, or gives the move to the other side. The
/// pieces are left alone.
fn mend(problem: &Problem, setup: &mut Setup) -> Option<String> {
    match *problem {
        Problem::CastlingWithoutRook(_, square) | Problem::CastlingWithoutKing(_, square) => {
            setup.castling = setup.castling.without(square);
            Some(format!("take the right for {square} away"))
        }
        Problem::EnPassantRank(_)
        | Problem::EnPassantWithoutPawn(_)
        | Problem::EnPassantBlocked(_)
        | Problem::EnPassantWhileInCheck(_) => {
            setup.en_passant = None;
            Some("-".to_owned())
        }
        Problem::OpponentInCheck(_) => {
            *setup = Setup { turn: !setup.turn, en_passant: None, ..*setup };
            Some(if setup.turn == Color::White { "w" } else { "b" }.to_owned())
        }
        _ => None,
    }
}

/// Where the fields of a FEN begin and how long they are, in characters.
struct Fields {
    fields: Vec<(usize, String)>,
}

impl Fields {
    fn of(text: &str) -> Fields {
        let mut fields: Vec<(usize, String)> = Vec::new();
        let mut inside = false;
        for (index, letter) in text.chars().enumerate() {
            if letter.is_whitespace() {
                inside = false;
            } else if inside {
                if let Some((_, field)) = fields.last_mut() {
                    field.push(letter);
                }
            } else {
                inside = true;
                fields.push((index + 1, letter.to_string()));
            }
        }
        Fields { fields }
    }

    fn place(&self, place: Place) -> (usize, usize) {
        let index = match place {
            Place::Board(_) => 0,
            Place::Turn => 1,
            Place::Castling => 2,
            Place::EnPassant => 3,
        };
        let Some((start, field)) = self.fields.get(index) else {
            return (1, 0);
        };
        match place {
            Place::Board(Some(square)) => (start + letter_of(field, square).unwrap_or(0), 1),
            _ => (*start, field.chars().count()),
        }
    }
}

/// Which character of the board field stands for a square.
fn letter_of(field: &str, square: Square) -> Option<usize> {
    let (mut file, mut rank) = (0, 7);
    for (index, letter) in field.chars().enumerate() {
        match letter {
            '/' => (file, rank) = (0, rank - 1),
            '1'..='8' => file += letter as i32 - '0' as i32,
            _ => file += 1,
        }
        let (wanted_file, wanted_rank) = (square.file().index() as i32, square.rank().index() as i32);
        if rank == wanted_rank && file > wanted_file {
            return Some(index);
        }
    }
    None
}

/// What to put in place of what was found. The reader's guess is written for people: `"3/"`, or a square and a reason.
fn replacement(error: &FenError) -> Option<String> {
    let guess = error.did_you_mean.as_deref()?;
    match guess.strip_prefix('"') {
        Some(quoted) => Some(quoted.split('"').next()?.to_owned()),
        None => Some(guess.split([',', ' ']).next()?.to_owned()),
    }
}

fn replace(text: &str, column: usize, length: usize, replacement: &str) -> String {
    let before = text.chars().take(column - 1);
    let after = text.chars().skip(column - 1 + length);
    before.chain(replacement.chars()).chain(after).collect()
}

/// The start of a Chess960 game.
pub fn chess960(number: u16) -> Result<String, Failure> {
    let position = Position::chess960(number).ok_or_else(|| {
        Failure::new("argument", format!("there is no start position {number}; they go from 0 to 959"))
    })?;
    Ok(position.fen())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_good_fen_has_no_mistakes() {
        let reading = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(reading.mistakes, []);
        assert!(reading.fen.is_some());
    }

    #[test]
    fn every_mistake_is_named_at_its_column_and_repaired() {
        // A rank that is too short, castling without rooks, and an en passant square without a pawn.
        let text = "4k3/8/8/4/8/8/8/4K3 w KQ e6 0 1";
        let reading = read(text);
        let columns: Vec<usize> = reading.mistakes.iter().map(|mistake| mistake.column).collect();
        assert_eq!(columns[0], 10, "{reading:?}");
        assert!(columns.contains(&23) && columns.contains(&26), "{reading:?}");
        assert_eq!(reading.fen.as_deref(), Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    }

    #[test]
    fn what_cannot_be_repaired_is_still_located() {
        let reading = read("4k3/8/8/8/8/8/8/P3K3 w - - 0 1");
        assert_eq!(reading.mistakes[0].column, 17);
        assert_eq!(reading.mistakes[0].squares, ["a1"]);
        assert_eq!(reading.fen, None);
        assert!(read("").fen.is_none());
        assert!(read("x").mistakes[0].column == 1);
    }

    #[test]
    fn standard_chess_castles_from_its_own_squares_alone() {
        let castling =
            |fen: &str, castling| position_with(fen, castling).unwrap().fen().split(' ').nth(2).unwrap().to_owned();
        let astray = "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1";
        assert_eq!(castling(astray, Castling::Any), "KQkq");
        assert_eq!(castling(astray, Castling::Standard), "kq");
        assert_eq!(castling("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", Castling::Standard), "-");
        assert_eq!(castling("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", Castling::Standard), "K");
        let passed = "4k3/8/8/8/8/8/8/4K3 b - e3 0 1";
        assert_eq!(position_with(passed, Castling::Standard).unwrap().fen(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
        assert!(position_with(passed, Castling::Any).is_err());
        assert!(position_with("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", Castling::Any).is_err());
        assert!(needs_chess960(&Position::from_fen(astray).unwrap()));
        assert!(!needs_chess960(&Position::startpos()));
    }

    #[test]
    fn boards_that_are_no_positions_are_read_and_mended() {
        assert_eq!(board("8/8/8/8/8/8/8/8 w KQ e6 3 4", Castling::Standard).unwrap(), "8/8/8/8/8/8/8/8 w - - 3 4");
        // Black's pawn has gone from f5, White's rook from h1.
        let text = "rnbqkbnr/pppp2pp/8/4p1P1/8/8/PPPPPP1P/RNBQKBN1 w KQkq f6 0 3";
        let mended = "rnbqkbnr/pppp2pp/8/4p1P1/8/8/PPPPPP1P/RNBQKBN1 w Qkq - 0 3";
        assert_eq!(board(text, Castling::Standard).unwrap(), mended);
        assert_eq!(board("8/8/8/8/8/8/8/9 w - - 0 1", Castling::Any).unwrap_err().kind, "fen");
        assert_eq!(attackers("8/8/8/8/8/8/8/R3b3", 3).unwrap(), Bitboard::from(Square::A1));
    }

    #[test]
    fn validation_wants_six_fields_and_a_position() {
        assert_eq!(validate("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), None);
        assert_eq!(validate("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kqKQ - 0 1"), None);
        assert_eq!(validate("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1"), None, "rights without rooks fall");
        let wrong = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
            "rnbqkbnr/pppppppp/17/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq – 0 1",
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
            "8/8/8/8/8/8/8/8 w - - 0 1",
        ];
        for text in wrong {
            assert!(validate(text).is_some(), "{text}");
        }
    }

    #[test]
    fn failures_carry_column_and_repair() {
        let failure = position("4k3/8/8/8/8/8/8/4K2R w Q - 0 1").unwrap_err();
        assert_eq!((failure.kind, failure.column), ("position", Some(24)));
        assert_eq!(failure.repair.as_deref(), Some("4k3/8/8/8/8/8/8/4K2R w - - 0 1"));
    }
}
