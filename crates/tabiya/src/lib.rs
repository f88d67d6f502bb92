//! The rules of chess and Chess960: positions that cannot be illegal, fast legal moves of every kind, notation, games,
//! move ordering for a search, explanations and pictures.
//!
//! The modules follow the road of a position: text becomes a [`Setup`], validation makes it a [`Position`], the
//! generator finds its moves as sets or as a [`MoveList`], playing one gives the next position, and a [`Game`]
//! remembers the past.
//!
//! A game, from moves as people write them to its end:
//!
//! ```
//! use tabiya::{Game, Position};
//!
//! let mut game = Game::new(Position::default());
//! for text in ["e4", "e5", "Qh5", "Ke7", "Qxe5"] {
//!     game.push_san(text)?;
//! }
//! assert!(game.position().is_checkmate());
//! # Ok::<(), tabiya::notation::san::SanError>(())
//! ```
//!
//! A position from a FEN, its legal moves, and the positions after them:
//!
//! ```
//! use tabiya::Position;
//!
//! let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")?;
//! let moves = position.legal_moves();
//! let replies: usize = moves.iter().map(|&mv| position.after(mv).legal_moves().len()).sum();
//! assert_eq!((moves.len(), replies), (26, 568));
//! # Ok::<(), tabiya::PositionError>(())
//! ```
//!
//! Bad input gets a sentence and, as a value, its place and its cause:
//!
//! ```
//! use tabiya::Position;
//!
//! let pinned = Position::from_fen("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1")?;
//! let error = pinned.parse_uci("c3d5").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "c3d5 is illegal: the knight on c3 is pinned to the king on e1 by the bishop on b4"
//! );
//! # Ok::<(), tabiya::PositionError>(())
//! ```
//!
//! # Where to find what
//!
//! | to do this | look here |
//! |---|---|
//! | read and write a FEN | [`Position::from_fen`], [`Position::fen`], [`Setup`] for a board not checked yet |
//! | list, count or test moves | [`Position::legal_moves`], [`Position::is_legal`], [`movegen::MoveSet`] for captures, evasions and other kinds |
//! | play a move | [`Position::after`] (a copy), [`Position::play`], [`Game::push`] (with a past) |
//! | read and write moves | [`Position::parse_move`], [`Position::parse_san`], [`Position::san`], [`Position::parse_uci`], [`Move::uci`] |
//! | ask about a position | [`Position::checkers`], [`Position::attackers_to`], [`Position::outcome`], [`NamedSet`] for every set that has a name |
//! | read and write games | [`notation::pgn`], [`notation::epd`], [`notation::book`] |
//! | ask about the same position again and again | [`Position::view`] |
//! | order moves in a search | [`order::MovePicker`], [`order::Histories`], [`Position::see`] |
//! | say why a move is illegal | [`explain`] |
//! | draw a board | [`render::Diagram`] |
//! | work with sets of squares | [`Bitboard`], [`attacks`] |
//! | feed moves to your own code as sets | [`movegen::Sink`] |
//!
//! # Features
//!
//! - `std` (default): PGN from any `std::io::Read`, and the best instructions of the machine chosen at run time.
//!   Without it the crate needs `alloc` only.
//! - `serde`: squares, positions, EPDs and moves as text in any format that serde knows.
#![no_std]
#![warn(missing_docs)]
// Unsafe code lives in modules that are named where they are declared, and nowhere else.
#![deny(unsafe_code)]
// Building the attack tables and checking the magic numbers takes the compiler a moment.
#![allow(long_running_const_eval)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[doc(hidden)]
pub mod position;

#[allow(unsafe_code)]
mod arch;
pub mod attacks;
mod bitboard;
mod board;
pub mod castling;
#[allow(unsafe_code)]
pub mod cpu;
pub mod explain;
mod game;
#[allow(unsafe_code)]
mod move_list;
pub mod movegen;
#[allow(unsafe_code)]
mod moves;
pub mod notation;
#[doc(hidden)]
pub mod oracle;
pub mod order;
mod piece;
pub mod render;
mod setup;
#[allow(unsafe_code)]
mod square;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use board::Board;
#[doc(no_inline)]
pub use castling::{CastlingPath, CastlingRights};
#[doc(no_inline)]
pub use explain::IllegalMove;
pub use game::{Claims, Game};
pub use move_list::{IntoMoves, MoveList};
pub use moves::{Move, MoveKind, ScoredMove};
#[doc(no_inline)]
pub use notation::fen::{CastlingField, EnPassantField, FenError, FenStyle};
#[doc(no_inline)]
pub use notation::uci::{CastlingStyle, UciError, UciFault, UciMove, UciSyntaxError};
#[doc(no_inline)]
pub use notation::{MoveTextError, PositionError};
pub use piece::{Color, ParseColorError, Piece, Role, Side, Wing, side};
#[doc(inline)]
pub use position::validate::{Invalid, Problem, Tolerance};
#[doc(inline)]
pub use position::{
    Changes, CheckInfo, Keys, Material, NamedSet, Observer, Outcome, Position, PositionOrView, SearchStatus, Status,
    ThreatChange, Threats, UnknownSet, View,
};
pub use setup::Setup;
pub use square::{Direction, File, ParseSquareError, Rank, Square, SquareIndexError};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
