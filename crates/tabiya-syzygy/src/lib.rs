//! Syzygy endgame tables: the result and the distance of positions with up to seven men.
//!
//! A [`Tablebase`] is made from folders or from bytes in memory, and answers three questions:
//! [`probe_wdl`](Tablebase::probe_wdl), the result; [`probe_dtz`](Tablebase::probe_dtz), the distance to the next
//! capture, pawn's move or mate; and [`rank_root_moves`](Tablebase::rank_root_moves), what to play.
//!
//! Tables are read, not mapped into memory, and every number in them is checked before it is used: a damaged file is an
//! error that names the file and the place. There is no unsafe code here.
#![forbid(unsafe_code)]
// Where there are no files, what reads and keeps them is idle.
#![cfg_attr(not(any(unix, windows)), allow(dead_code, unused_variables))]

mod cache;
mod checksum;
mod error;
mod geometry;
mod layout;
mod material;
mod pairs;
mod probe;
mod root;
mod source;
mod table;
mod tablebase;
mod value;
#[cfg(feature = "write")]
#[doc(hidden)]
pub mod writer;

pub use error::{Metric, SyzygyError};
pub use material::{Material, MaterialError};
pub use root::RankedMove;
pub use tablebase::{TableName, Tablebase};
pub use value::{ClockedWdl, Dtz, Wdl};

/// The most men that a table can have, kings included.
pub const MAX_MEN: usize = 7;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
