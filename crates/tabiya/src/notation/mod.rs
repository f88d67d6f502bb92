//! Text and file formats: what others write, and what they can read.

pub mod book;
pub mod epd;
pub mod fen;
mod fen_common;
mod fen_position;
mod move_text;
pub mod pgn;
pub mod polyglot;
mod polyglot_numbers;
pub mod san;
#[cfg(feature = "serde")]
mod serde_text;
pub mod uci;

pub use fen_position::PositionError;
pub use move_text::MoveTextError;
pub(crate) use move_text::Spelling;
