//! Chess backwards: the moves that can have led to a position, and the positions it can have come from.
//!
//! - [`Retro::unmoves`]: every [`Unmove`], with the piece that it puts back; [`Retro::count`] without listing them.
//! - [`Retro::predecessors`]: every position before, with each choice of castling rights and en passant capture that
//!   the board leaves open.
//! - [`Retro::perft`] and [`Retro::divide`]: paths backwards.
//! - [`can_arise`]: whether a game can reach a position, with the game or with the reason why not.
//! - [`can_win`]: whether a side can still win by any sequence of legal moves.
//! - [`endgame`]: endgames with few pieces, solved backwards from the mates.
//!
//! An unmove is possible if the position before it is valid and the move is legal there and leads to the position
//! again: board, turn, castling rights and en passant capture. Clocks are not looked at, because many positions are
//! written with clocks that say nothing.
#![forbid(unsafe_code)]

pub mod can_arise;
pub mod can_win;
mod count;
pub mod endgame;
mod generate;
mod material;
mod packed;
mod predecessors;
pub mod slow;
mod unmove;

pub use predecessors::Predecessor;
pub use unmove::{Roles, Unmove, UnmoveCounter, UnmoveList, UnmoveSink};

use core::fmt;

use tabiya::{Bitboard, File, Position, Square, Wing};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// Which castles may lie in the past.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Castles {
    /// From the e-file with rooks from the a- and h-file.
    Standard,
    /// From any file with rooks from any file, each side by itself, as in double Chess960.
    Chess960,
}

impl Castles {
    /// The castles of the game that a position tells of: `Chess960` if it has a right that standard chess does not
    /// have.
    pub fn of(position: &Position) -> Castles {
        let rights = position.castling_rights().rooks();
        let corners = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect::<Bitboard>();
        let at_home = |rook: Square| {
            tabiya::Color::ALL.into_iter().all(|color| {
                color.back_rank() != rook.rank() || position.king_of(color) == Square::new(File::E, color.back_rank())
            })
        };
        if rights.is_subset_of(corners) && rights.into_iter().all(at_home) {
            Castles::Standard
        } else {
            Castles::Chess960
        }
    }

    /// The files that kings and rooks may have castled from to a wing.
    fn files(self, wing: Wing) -> (&'static [File], &'static [File]) {
        match (self, wing) {
            (Castles::Chess960, _) => (&File::ALL, &File::ALL),
            (Castles::Standard, Wing::King) => (&[File::E], &[File::H]),
            (Castles::Standard, Wing::Queen) => (&[File::E], &[File::A]),
        }
    }

    /// Whether a king and a rook of one side on these squares of its back rank may have a castling right.
    fn allow(self, king: Square, rook: Square) -> bool {
        let (kings, rooks) = self.files(tabiya::castling::wing_of(king, rook));
        kings.contains(&king.file()) && rooks.contains(&rook.file())
    }
}

/// A position looked at backwards.
#[derive(Copy, Clone, Debug)]
pub struct Retro<'a> {
    position: &'a Position,
    castles: Castles,
}

impl<'a> Retro<'a> {
    /// Looks back from a position, with the castles of the game it tells of ([`Castles::of`]).
    pub fn new(position: &'a Position) -> Retro<'a> {
        Retro { position, castles: Castles::of(position) }
    }

    /// The same with other castles in the past.
    #[must_use]
    pub fn castles(self, castles: Castles) -> Retro<'a> {
        Retro { castles, ..self }
    }

    /// Every move that can have led here, with what it captured.
    pub fn unmoves(&self) -> UnmoveList {
        let mut list = UnmoveList::new();
        self.generate_into(&mut list);
        list
    }

    /// Hands the unmoves to a sink, as sets.
    pub fn generate_into<T: UnmoveSink>(&self, sink: &mut T) {
        generate::generate(self.position, self.castles, sink);
    }

    /// How many unmoves there are, without listing them.
    pub fn count(&self) -> u64 {
        let mut counter = UnmoveCounter::default();
        self.generate_into(&mut counter);
        counter.count
    }

    /// Every position before, with the move that leads here: for each unmove every combination of castling rights and
    /// en passant capture that is valid there and that the move ends.
    pub fn predecessors(&self) -> impl Iterator<Item = Predecessor> + use<'a> {
        let (position, castles) = (*self.position, self.castles);
        self.unmoves().to_vec().into_iter().flat_map(move |unmove| predecessors::of(&position, castles, unmove))
    }

    /// Every position before one of the [`unmoves`](Retro::unmoves); none if it is not among them.
    pub fn before(&self, unmove: Unmove) -> Vec<Position> {
        predecessors::of(self.position, self.castles, unmove).into_iter().map(|before| before.position).collect()
    }

    /// Why no move can have led here; `None` if one can.
    ///
    /// ```
    /// use tabiya::{Position, PositionError};
    /// use tabiya_retro::{NoUnmove, Retro};
    /// // At the start of a game Black can only have moved a knight out and home again.
    /// let start = Position::startpos();
    /// assert_eq!(Retro::new(&start).why_none(), None);
    /// // A pawn on its own second rank gives check: it has never moved, and nothing has uncovered it.
    /// let position = Position::from_fen("8/8/8/8/8/2k5/3P4/4K3 b - - 0 1")?;
    /// let why = Retro::new(&position).why_none();
    /// assert_eq!(why, Some(NoUnmove::UnexplainedCheck(position.checkers())));
    /// # Ok::<(), PositionError>(())
    /// ```
    pub fn why_none(&self) -> Option<NoUnmove> {
        if self.count() > 0 {
            return None;
        }
        let (position, checkers) = (self.position, self.position.checkers());
        Some(if !material::Leeway::new(position.board(), !position.turn()).is_possible {
            NoUnmove::OddMaterial
        } else if checkers.any() {
            NoUnmove::UnexplainedCheck(checkers)
        } else {
            NoUnmove::NothingMoved
        })
    }
}

/// Why no move can have led to a position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NoUnmove {
    /// A side has more pieces, pawns or promoted pieces than a game can give it.
    OddMaterial,
    /// No last move can have led to the check by these pieces.
    UnexplainedCheck(Bitboard),
    /// No piece of the side that moved last has a square to come from.
    NothingMoved,
}

impl fmt::Display for NoUnmove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoUnmove::OddMaterial => {
                f.write_str("a side has more pieces, pawns or promoted pieces than a game can give it")
            }
            NoUnmove::UnexplainedCheck(checkers) => {
                f.write_str("no last move can have led to the check from ")?;
                for (i, square) in checkers.into_iter().enumerate() {
                    write!(f, "{}{square}", if i > 0 { " and " } else { "" })?;
                }
                Ok(())
            }
            NoUnmove::NothingMoved => f.write_str("no piece of the side that moved last can have come from any square"),
        }
    }
}
