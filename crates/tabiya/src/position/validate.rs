//! The one door from a [`Setup`] to a [`Position`](super::Position): every check is here, and every problem is named.

use alloc::vec::Vec;
use core::fmt;

use super::{en_passant_rank, pushed_pawn};
use crate::attacks::{aligned, king as king_attacks};
use crate::castling::wing_of;
use crate::{Bitboard, Color, Rank, Role, Setup, Square};

/// What validation may let pass, because some callers want it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Tolerance {
    /// More pieces than sixteen, more pawns than eight, or more promoted pieces than pawns are missing.
    pub odd_material: bool,
    /// Checkers that no move can have brought about, such as three at once.
    pub impossible_checkers: bool,
    /// An en passant square beside a check that the double push cannot have brought about.
    pub en_passant_in_check: bool,
    /// Drop castling rights that lack their king or rook, and an en passant square that no double push explains, as
    /// [`Setup::repair`] does; what is dropped only that function tells.
    pub repair: bool,
}

impl Tolerance {
    /// Every position that only could not arise in a game is accepted, as it stands.
    pub const ALL: Tolerance =
        Tolerance { odd_material: true, impossible_checkers: true, en_passant_in_check: true, repair: false };

    /// As [`ALL`](Tolerance::ALL), and what cannot be is dropped.
    pub const REPAIR: Tolerance = Tolerance { repair: true, ..Tolerance::ALL };
}

impl Setup {
    /// Drops castling rights that lack their king or rook, and an en passant square that no double push explains; says
    /// what was wrong, so that a caller can warn of it.
    ///
    /// ```
    /// use tabiya::{Position, Setup};
    ///
    /// let mut setup: Setup = "4k3/8/8/8/8/8/8/4K2R w KQ e6 0 1".parse()?;
    /// let dropped: Vec<String> = setup.repair().iter().map(ToString::to_string).collect();
    /// assert_eq!(dropped[0], "there is a castling right but no white rook on a1");
    /// assert_eq!(dropped[1], "the en passant square is e6, but no pawn stands on e5");
    /// assert_eq!(Position::from_setup(setup)?.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn repair(&mut self) -> Vec<Problem> {
        let mut problems = Vec::new();
        castling(self, &mut problems);
        en_passant(self, Tolerance::default(), &mut problems);
        problems.retain(|problem| match *problem {
            Problem::CastlingWithoutRook(_, square) | Problem::CastlingWithoutKing(_, square) => {
                self.castling = self.castling.without(square);
                true
            }
            Problem::EnPassantRank(_)
            | Problem::EnPassantWithoutPawn(_)
            | Problem::EnPassantBlocked(_)
            | Problem::EnPassantWhileInCheck(_) => {
                self.en_passant = None;
                true
            }
            _ => false,
        });
        problems
    }
}

/// One reason why a setup is not a position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// This side has no king.
    MissingKing(Color),
    /// This side has more than one king.
    TooManyKings(Color),
    /// The two kings stand side by side.
    AdjacentKings(Square, Square),
    /// A pawn stands on the first or last rank.
    PawnOnBackRank(Square),
    /// The king on this square could be taken by the side to move.
    OpponentInCheck(Square),
    /// These two or more pieces cannot have come to attack the king at the same time.
    ImpossibleCheckers(Bitboard),
    /// The right needs a rook of this side on this square.
    CastlingWithoutRook(Color, Square),
    /// The right needs this side's king on its back rank, with the rook to the left or right of it.
    CastlingWithoutKing(Color, Square),
    /// Two rooks on the same side of this side's king have the right.
    TooManyCastlingRooks(Color),
    /// The en passant square is not on the rank that a double push of the other side passes over.
    EnPassantRank(Square),
    /// No pawn of the other side stands behind the en passant square.
    EnPassantWithoutPawn(Square),
    /// The en passant square, or the square the pawn came from, is not empty.
    EnPassantBlocked(Square),
    /// The king is in check from a piece that the double push cannot have uncovered.
    EnPassantWhileInCheck(Square),
    /// This side has more than sixteen pieces.
    TooManyPieces(Color),
    /// This side has more than eight pawns.
    TooManyPawns(Color),
    /// This side has more promoted pieces than pawns are missing.
    TooManyPromoted(Color),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Problem::MissingKing(color) => write!(f, "{color} has no king"),
            Problem::TooManyKings(color) => write!(f, "{color} has more than one king"),
            Problem::AdjacentKings(a, b) => write!(f, "the kings on {a} and {b} stand side by side"),
            Problem::PawnOnBackRank(square) => write!(f, "there is a pawn on {square}, where none can stand"),
            Problem::OpponentInCheck(king) => {
                write!(f, "the king on {king} is in check, but it is the other side's move")
            }
            Problem::ImpossibleCheckers(checkers) => {
                f.write_str("the king is attacked from ")?;
                for (i, square) in checkers.into_iter().enumerate() {
                    write!(f, "{}{square}", if i > 0 { ", " } else { "" })?;
                }
                f.write_str(" at once, which no single move can bring about")
            }
            Problem::CastlingWithoutRook(color, square) => {
                write!(f, "there is a castling right but no {} rook on {square}", name(color))
            }
            Problem::CastlingWithoutKing(color, square) => write!(
                f,
                "there is a castling right for {square}, but the {} king is not on its back rank with that rook beside it",
                name(color)
            ),
            Problem::TooManyCastlingRooks(color) => {
                write!(f, "{color} has castling rights for two rooks on the same side of the king")
            }
            Problem::EnPassantRank(square) => {
                write!(f, "the en passant square {square} is on the wrong rank for the side to move")
            }
            Problem::EnPassantWithoutPawn(square) => {
                write!(f, "the en passant square is {square}, but no pawn stands on {}", pushed_pawn(square))
            }
            Problem::EnPassantBlocked(square) => {
                write!(
                    f,
                    "the en passant square is {square}, but a pawn cannot have passed over it: a piece is in its way"
                )
            }
            Problem::EnPassantWhileInCheck(square) => {
                write!(f, "the en passant square is {square}, but that double push cannot have brought about the check")
            }
            Problem::TooManyPieces(color) => write!(f, "{color} has more than sixteen pieces"),
            Problem::TooManyPawns(color) => write!(f, "{color} has more than eight pawns"),
            Problem::TooManyPromoted(color) => {
                write!(f, "{color} has more promoted pieces than pawns are missing")
            }
        }
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Everything that keeps a setup from being a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invalid {
    problems: Vec<Problem>,
}

impl Invalid {
    /// The problems, at least one.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl core::error::Error for Invalid {}

/// Finds every problem of a setup that the tolerance does not excuse.
pub fn validate(setup: &Setup, tolerance: Tolerance) -> Result<(), Invalid> {
    let mut problems = Vec::new();
    kings(setup, &mut problems);
    for square in setup.board.by_role(Role::Pawn) & Bitboard::BACK_RANKS {
        problems.push(Problem::PawnOnBackRank(square));
    }
    checks(setup, tolerance, &mut problems);
    castling(setup, &mut problems);
    en_passant(setup, tolerance, &mut problems);
    if !tolerance.odd_material {
        material(setup, &mut problems);
    }
    if problems.is_empty() { Ok(()) } else { Err(Invalid { problems }) }
}

fn kings(setup: &Setup, problems: &mut Vec<Problem>) {
    for color in Color::ALL {
        match setup.board.pieces(color, Role::King).len() {
            0 => problems.push(Problem::MissingKing(color)),
            1 => {}
            _ => problems.push(Problem::TooManyKings(color)),
        }
    }
    if let (Some(white), Some(black)) = (setup.board.king(Color::White), setup.board.king(Color::Black))
        && king_attacks(white).contains(black)
    {
        problems.push(Problem::AdjacentKings(white, black));
    }
}

/// The pieces of the side not to move that attack the king of the side to move.
fn checkers(setup: &Setup) -> Option<(Square, Bitboard)> {
    let king = setup.board.king(setup.turn)?;
    let attackers = setup.board.attackers_to(king, setup.board.occupied()) & setup.board.by_color(!setup.turn);
    Some((king, attackers - setup.board.by_role(Role::King)))
}

fn checks(setup: &Setup, tolerance: Tolerance, problems: &mut Vec<Problem>) {
    let board = &setup.board;
    if let Some(king) = board.king(!setup.turn) {
        let attackers = board.attackers_to(king, board.occupied()) & board.by_color(setup.turn);
        // Kings side by side have a name of their own.
        if (attackers - board.by_role(Role::King)).any() {
            problems.push(Problem::OpponentInCheck(king));
        }
    }
    if tolerance.impossible_checkers {
        return;
    }
    if let Some((king, checkers)) = checkers(setup)
        && checkers.has_many()
        && !possible_double_check(setup, king, checkers)
    {
        problems.push(Problem::ImpossibleCheckers(checkers));
    }
}

/// Two checkers come from one move that uncovers a slider and attacks with the moved piece (or, en passant, uncovers
/// two): never three, never two knights or pawns, never two on one line.
fn possible_double_check(setup: &Setup, king: Square, checkers: Bitboard) -> bool {
    let leapers = checkers & (setup.board.by_role(Role::Pawn) | setup.board.by_role(Role::Knight));
    let (Some(first), Some(last)) = (checkers.first(), checkers.last()) else {
        return true;
    };
    checkers.len() == 2 && !leapers.has_many() && !aligned(first, king, last)
}

fn castling(setup: &Setup, problems: &mut Vec<Problem>) {
    for square in setup.castling & !Bitboard::BACK_RANKS {
        // Not a square of either back rank: whose right it would be cannot be told, so it is the owner's half.
        let color = if (square as u8) < 32 { Color::White } else { Color::Black };
        problems.push(Problem::CastlingWithoutKing(color, square));
    }
    for color in Color::ALL {
        let back_rank = color.back_rank().bitboard();
        let rights = setup.castling & back_rank;
        let king = setup.board.king(color).filter(|&king| back_rank.contains(king));
        for rook in rights {
            if !setup.board.pieces(color, Role::Rook).contains(rook) {
                problems.push(Problem::CastlingWithoutRook(color, rook));
            }
            if king.is_none_or(|king| king == rook) {
                problems.push(Problem::CastlingWithoutKing(color, rook));
            }
        }
        if let Some(king) = king {
            let mut on_wing = [0; 2];
            for rook in rights {
                on_wing[wing_of(king, rook) as usize] += 1;
            }
            if on_wing.into_iter().any(|rooks| rooks > 1) {
                problems.push(Problem::TooManyCastlingRooks(color));
            }
        }
    }
}

fn en_passant(setup: &Setup, tolerance: Tolerance, problems: &mut Vec<Problem>) {
    let Some(square) = setup.en_passant else {
        return;
    };
    if square.rank() != en_passant_rank(setup.turn) {
        problems.push(Problem::EnPassantRank(square));
        return;
    }
    let board = &setup.board;
    let pushed = pushed_pawn(square);
    if !board.pieces(!setup.turn, Role::Pawn).contains(pushed) {
        problems.push(Problem::EnPassantWithoutPawn(square));
        return;
    }
    let origin = Square::new(square.file(), Rank::Seventh.relative_to(setup.turn));
    if board.occupied().contains(square) || board.occupied().contains(origin) {
        problems.push(Problem::EnPassantBlocked(square));
        return;
    }
    if tolerance.en_passant_in_check {
        return;
    }
    let Some((king, _)) = checkers(setup) else {
        return;
    };
    // A check that the pawn on its origin would not have stopped was there before it moved. A line that only the pushed
    // pawn closes now is let pass: no game leads there, but every suite has such positions.
    let unexplained = board.attackers_to(king, board.occupied().with(origin)) & board.by_color(!setup.turn);
    if (unexplained - board.by_role(Role::King)).without(pushed).any() {
        problems.push(Problem::EnPassantWhileInCheck(square));
    }
}

fn material(setup: &Setup, problems: &mut Vec<Problem>) {
    for color in Color::ALL {
        let board = &setup.board;
        let count = |role: Role| board.pieces(color, role).len();
        let excess = |have: u32, at_first: u32| have.saturating_sub(at_first);
        let bishops = board.pieces(color, Role::Bishop);
        let promoted = excess(count(Role::Queen), 1)
            + excess(count(Role::Rook), 2)
            + excess(count(Role::Knight), 2)
            + excess((bishops & Bitboard::LIGHT).len(), 1)
            + excess((bishops & Bitboard::DARK).len(), 1);
        if board.by_color(color).len() > 16 {
            problems.push(Problem::TooManyPieces(color));
        } else if count(Role::Pawn) > 8 {
            problems.push(Problem::TooManyPawns(color));
        } else if promoted > 8 - count(Role::Pawn) {
            problems.push(Problem::TooManyPromoted(color));
        }
    }
}
