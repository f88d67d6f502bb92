//! The move generator that the guide in `docs/guide/` builds, one module per chapter.
//!
//! It is written to be read: plain `u64` sets, plain loops, no `unsafe`, and nothing of the `tabiya` crate. The tests
//! compare it with `tabiya`, compare the code that the pages quote with these files, and draw the pictures anew.
#![forbid(unsafe_code)]
// The pages explain the items; a comment stands here where the code alone would not say why.
#![allow(missing_docs)]

pub mod attacks;
pub mod castling;
pub mod counting;
pub mod en_passant;
pub mod fen;
pub mod keys;
pub mod leapers;
pub mod legal;
pub mod perft;
pub mod position;
pub mod pseudo;
pub mod sets;
pub mod sliders;
pub mod stages;
