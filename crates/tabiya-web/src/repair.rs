//! Reading a FEN that may be wrong: each mistake at its column, and the repaired text.

use serde::Serialize;
use tabiya::{CastlingField, FenError, Position, Problem, Setup, Square};

use crate::fen::mend;

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
}
