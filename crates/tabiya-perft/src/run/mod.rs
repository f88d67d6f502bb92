//! A run: a tree cut into parts, shared out to threads, added up, with a table, watched and cancelled.

pub(crate) mod accumulator;
pub(crate) mod clock;
pub(crate) mod leaves;
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
pub(crate) mod mapping;
pub(crate) mod memory;
pub(crate) mod perft;
mod plain;
pub(crate) mod plan;
mod statistics;
#[allow(unsafe_code)]
pub(crate) mod table;
pub(crate) mod tree;
pub(crate) mod work;

pub use memory::{room_for_tables, useful_table};
pub use perft::{Branch, Division, Error, Perft, Progress, Report, divide, perft};
pub use plain::leaves;
pub use statistics::{Statistics, StatisticsReport};
pub use table::{OutOfMemory, prefer_huge_pages, prefetch};
