//! Chess move generation done once and done right.
//!
//! The modules follow the road a position takes: text becomes a [`Setup`], validation makes it a [`Position`], the
//! generator finds its moves as sets or as a [`MoveList`], playing one gives the next position, and a [`Game`]
//! remembers the past.
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
#![no_std]
#![warn(missing_docs)]
// Unsafe code lives in modules that are named where they are declared, and nowhere else.
#![deny(unsafe_code)]
// Building the attack tables and checking the magic numbers takes the compiler a moment.
#![allow(long_running_const_eval)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

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
pub mod oracle;
pub mod order;
mod piece;
pub mod render;
mod setup;
#[allow(unsafe_code)]
mod square;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use board::Board;
#[doc(inline)]
pub use castling::{CastlingPath, CastlingRights};
#[doc(inline)]
pub use explain::IllegalMove;
pub use game::{Claims, Game};
pub use move_list::{IntoMoves, MoveList};
pub use moves::{Move, MoveKind, ScoredMove};
#[doc(inline)]
pub use notation::fen::{CastlingField, EnPassantField, FenError, FenStyle};
#[doc(inline)]
pub use notation::uci::{CastlingStyle, UciError, UciFault, UciMove, UciSyntaxError};
#[doc(inline)]
pub use notation::{MoveTextError, PositionError};
pub use piece::{Color, ParseColorError, Piece, Role, Side, Wing, side};
#[doc(inline)]
pub use position::validate::{Invalid, Problem, Tolerance};
#[doc(inline)]
pub use position::{
    Changes, CheckInfo, Keys, Material, NamedSet, Observer, Outcome, Position, SearchStatus, Status, Threats,
    UnknownSet,
};
pub use setup::Setup;
pub use square::{Direction, File, ParseSquareError, Rank, Square, SquareIndexError};

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
