//! A small reference chess engine on top of Tabiya: the proof that its picker serves a real search.
//!
//! | module | what it does |
//! |---|---|
//! | [`uci`] | reads commands and answers them while another thread searches |
//! | [`engine`] | one search by one or many threads |
//! | [`root`] | iterative deepening, aspiration windows, several lines |
//! | [`search`] | principal variation search and quiescence |
//! | `mate` | `go mate N`: a search that leaves nothing out |
//! | [`move_source`] | where the moves come from: the library's picker, or everything sorted at once for comparison |
//! | [`evaluate`] | what a position looks like |
//! | [`tt`] | the transposition table the threads share |
//! | [`time`], [`control`] | when to stop |
//! | [`bench`](mod@bench), [`counters`] | a fixed amount of work, and what the picker did in it |
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod bench;
pub mod control;
pub mod counters;
pub mod engine;
mod eval;
mod lag;
mod mate;
pub mod move_source;
pub mod root;
pub mod score;
pub mod search;

pub mod time;
pub mod tt;
pub mod uci;

pub use control::Control;
pub use engine::{Answer, Engine};
pub use eval::evaluate;
pub use root::Report;
pub use time::{Clock, Limits};
