//! A small reference chess engine on top of Tabiya: the proof that its picker serves a real search.
//!
//! | module | what it does |
//! |---|---|
//! | [`uci`] | reads commands and answers them while another thread searches |
//! | [`engine`] | one search by one or many threads |
//! | [`root`] | iterative deepening, aspiration windows, several lines |
//! | `search`, `quiescence` | principal variation search, and captures played out |
//! | `pruning`, `margins` | reasons to leave a node early, and all numbers of the search |
//! | `worker`, `best` | one thread of a search, and what a node has found |
//! | `board` | a position with its keys |
//! | `history`, `correction` | what is remembered of moves for their order, and of evaluations |
//! | [`tables`] | endgame tables: Syzygy's, and those solved by Tabiya |
//! | `mate` | `go mate N`: a search that leaves nothing out |
//! | [`evaluate`] | what a position looks like |
//! | [`tt`] | the transposition table the threads share |
//! | [`time`], [`control`] | when to stop |
//! | [`bench`](mod@bench) | a fixed amount of work, whose nodes are the signature of the search |
#![warn(missing_docs)]
// Only what `tabiya::cpu::copies` writes is allowed: functions compiled for the instructions that a token proves.
#![deny(unsafe_code)]

pub mod bench;
mod best;
mod board;
pub mod control;
mod correction;
pub mod engine;
mod eval;
mod history;
mod lag;
mod margins;
mod mate;
mod pruning;
mod quiescence;
pub mod root;
pub mod score;
mod search;
pub mod tables;
pub mod time;
pub mod tt;
pub mod uci;
mod worker;

pub use control::Control;
pub use engine::{Answer, Engine};
pub use eval::evaluate;
pub use root::Report;
pub use tables::Tables;
pub use time::{Clock, Limits};
pub use worker::Line;
