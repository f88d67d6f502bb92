//! Text and file formats: what others write, and what they can read.

pub mod fen;
pub mod uci;
