//! The rules of Tabiya for JavaScript and TypeScript.
//!
//! Everything the package says is made here by plain functions that are tested on any machine; `border`, which exists
//! only on WebAssembly, hands it over. Nothing that JavaScript would have to free crosses the border: lists are
//! typed arrays, sets are 64-bit numbers, answers with parts are JSON, and positions live in a fixed number of
//! [`Seats`](seats::Seats) that JavaScript fills again from a FEN and moves when another game has taken the place.
//! Endgame tables alone are kept, under numbers, until JavaScript closes them or loses them.
// What wasm-bindgen makes of `border` has unsafe code of its own.
#![cfg_attr(not(target_arch = "wasm32"), forbid(unsafe_code))]

#[cfg(feature = "backwards")]
pub mod backwards;
#[cfg(target_arch = "wasm32")]
mod border;
#[cfg(feature = "questions")]
pub mod comparison;
#[cfg(feature = "questions")]
pub mod counting;
#[cfg(feature = "questions")]
pub mod explanation;
pub mod failure;
pub mod fen;
#[cfg(feature = "questions")]
pub mod layers;
pub mod loading;
pub mod moves;
#[cfg(feature = "questions")]
pub mod picker;
#[cfg(feature = "questions")]
pub mod picture;
pub mod records;
#[cfg(feature = "questions")]
pub mod repair;
pub mod seats;
#[cfg(feature = "backwards")]
pub mod tables;
pub mod told;
#[cfg(feature = "questions")]
pub mod trees;
