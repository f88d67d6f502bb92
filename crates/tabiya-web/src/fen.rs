//! FENs: the positions and boards they describe, and which castling rights count.

use tabiya::{
    Bitboard, Board, CastlingField, Color, EnPassantField, Piece, Position, PositionError, Problem, Setup, Square,
};

use crate::failure::Failure;

/// Which castling rights a text may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Castling {
    /// Every right of Chess960; a right without its king and rook is a mistake.
    Any,
    /// Those of standard chess. Other rights fall, as they do in chess.js: `KQ` with the king on d1 gives no castling.
    /// So does an en passant square that no pawn has passed over.
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
    Position::from_fen(text).map_err(|error| failure(text, &error))
}

#[cfg(feature = "questions")]
fn failure(text: &str, error: &PositionError) -> Failure {
    let reading = crate::repair::read(text);
    let column = reading.mistakes.first().map(|mistake| mistake.column as u64);
    Failure { column, repair: reading.fen, ..Failure::new(kind(error), error) }
}

/// Repairs are not part of the rules alone.
#[cfg(not(feature = "questions"))]
fn failure(_text: &str, error: &PositionError) -> Failure {
    let column = if let PositionError::Fen(error) = error { Some(error.column as u64) } else { None };
    Failure { column, ..Failure::new(kind(error), error) }
}

fn kind(error: &PositionError) -> &'static str {
    if matches!(error, PositionError::Fen(_)) { "fen" } else { "position" }
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

/// Whether standard chess has a position like this: all its castling rights belong to a king on the e-file and a rook
/// in a corner.
pub fn needs_chess960(position: &Position) -> bool {
    let setup = position.setup(EnPassantField::Always);
    with_standard_castling(setup) != setup
}

/// Reads what stands on a board, whether or not it is a position: for boards that are being set up. Castling rights and
/// an en passant square fall where the pieces do not bear them out.
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
            // A square on the wrong rank is a mistake of its own; the others may be left over from a piece that was
            // taken off.
            if !matches!(problem, Problem::OpponentInCheck(_) | Problem::EnPassantRank(_)) {
                mend(problem, &mut setup);
            }
        }
    }
    setup
}

/// What is wrong with a text that should be a FEN of exactly six fields, as chess.js wants it; nothing if it is a
/// position.
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
        // Without sorting, which would be four kilobytes of the module.
        let known = "KQkq".chars().flat_map(|known| rights.chars().filter(move |&letter| letter == known));
        *rights = known.chain(rights.chars().filter(|&letter| !"KQkq".contains(letter))).collect();
    }
    fields.join(" ")
}

/// The pieces of both sides that attack a square of a board, which need not be a position: the board field of a FEN.
pub fn attackers(board: &str, square: u32) -> Result<Bitboard, Failure> {
    let board = Board::from_fen(board).map_err(|error| Failure::new("fen", error))?;
    Ok(board.attackers_to(Square::from_low_bits(square as u8), board.occupied()))
}

/// Takes a right or an en passant square away that the board does not explain, or gives the move to the other side. The
/// pieces are left alone.
pub(crate) fn mend(problem: &Problem, setup: &mut Setup) -> Option<String> {
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

/// The start of a Chess960 game.
pub fn chess960(number: u16) -> Result<String, Failure> {
    let position = Position::chess960(number).ok_or_else(|| {
        Failure::new("argument", format!("there is no start position {number}; the numbers go from 0 to 959"))
    })?;
    Ok(position.fen())
}

#[cfg(test)]
mod tests {
    use super::*;

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
