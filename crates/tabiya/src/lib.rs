//! Chess move generation done once and done right.
//!
//! The modules follow the road a position takes: text becomes a [`Setup`], validation makes it a [`Position`], the
//! generator finds its moves as sets or as a [`MoveList`], playing one gives the next position, and a [`Game`]
//! remembers the past.
//!
//! ```
//! use tabiya::{CastlingStyle, Game, Position};
//!
//! let mut game = Game::new(Position::default());
//! for text in ["e2e4", "e7e5", "d1h5", "e8e7", "h5e5"] {
//!     let mv = game.position().parse_uci(text)?;
//!     game.push(mv);
//! }
//! assert!(game.position().is_checkmate());
//! # Ok::<(), tabiya::notation::uci::UciError>(())
//! ```
#![no_std]
#![warn(missing_docs)]
// Unsafe code lives in modules that are named where they are declared, and nowhere else.
#![deny(unsafe_code)]
// Building the attack tables and checking the magic numbers takes the compiler a moment.
#![allow(long_running_const_eval)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

pub mod attacks;
mod bitboard;
mod board;
pub mod castling;
#[allow(unsafe_code)]
pub mod cpu;
pub mod explain;
mod game;
mod machine;
#[allow(unsafe_code)]
mod move_list;
pub mod movegen;
#[allow(unsafe_code)]
mod moves;
pub mod notation;
pub mod oracle;
pub mod order;
mod piece;
pub mod position;
pub mod render;
mod setup;
#[allow(unsafe_code)]
mod square;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use board::Board;
pub use castling::{CastlingPath, CastlingRights};
pub use game::Game;
pub use move_list::{IntoMoves, MoveList};
pub use moves::{Move, MoveKind, ScoredMove};
pub use notation::fen::{CastlingField, EnPassantField, FenError, FenStyle};
pub use notation::uci::{CastlingStyle, UciError, UciFault, UciMove, UciSyntaxError};
pub use piece::{Color, Piece, Role, Side, Wing, side};
pub use position::validate::{Invalid, Problem, Tolerance};
pub use position::{CheckInfo, IllegalMove, Outcome, Position, PositionError};
pub use setup::Setup;
pub use square::{Direction, File, ParseSquareError, Rank, Square};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
