//! The move generator that the guide in `docs/guide/` builds. Each page prints its regions of these files, in the order
//! of the pages; `tests/printed.rs` compiles what is printed, page by page.
//!
//! It is written to be read: plain `u64` sets, plain loops, no `unsafe`, and nothing of the `tabiya` crate. Every item
//! is visible everywhere, as it is for a reader who puts all of it into one file.
#![forbid(unsafe_code)]
// The pages explain the items; a comment stands here where the code alone would not say why.
#![allow(missing_docs)]

pub mod attacks;
pub mod backwards;
pub mod castling;
#[cfg(test)]
mod checkpoints;
pub mod counting;
pub mod en_passant;
pub mod fen;
pub mod keys;
pub mod leapers;
pub mod legal;
pub mod moves;
pub mod perft;
pub mod position;
pub mod sets;
pub mod sliders;
pub mod stages;

pub use attacks::*;
pub use backwards::*;
pub use castling::*;
pub use counting::*;
pub use en_passant::*;
pub use fen::*;
pub use keys::*;
pub use leapers::*;
pub use legal::*;
pub use moves::*;
pub use perft::*;
pub use position::*;
pub use sets::*;
pub use sliders::*;
pub use stages::*;

/// The examples of the project's first page are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
