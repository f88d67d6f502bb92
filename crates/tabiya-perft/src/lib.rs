//! Counting chess positions fast: plain, divided, hashed, threaded, SIMD.
//!
//! [`perft`] and [`divide`] answer at once; [`Perft`] is the builder behind them, with threads, a hash
//! table, progress, cancellation and a choice of [instructions](tabiya::cpu::Level).
//!
//! The road of a count, one folder for each part of it: [`Perft`] cuts the tree into parts, threads take them one by
//! one and add up what they found (`run`), the last two plies of a part are not walked but counted together (`pairs`),
//! everything above with a set-wise generator on a small board (`count`), all of it with the instructions of this
//! machine (`arch`). [`Frontier`] finds the distinct positions some plies away; shares of them are [`Task`]s, and a
//! [`Counter`] counts one after the other, on Linux with a table that other processes use too (`cluster`). Each folder
//! uses only those that the sentence names after it; `cluster` uses all.
#![deny(unsafe_code)]

mod arch;
mod cluster;
mod count;
mod pairs;
mod run;
pub mod suite;
#[cfg(test)]
mod testing;

pub use arch::best_level;
#[cfg(target_os = "linux")]
pub use cluster::SharedTable;
pub use cluster::{Counter, Found, Frontier, FrontierError, Positions, Task};
pub use run::{
    Branch, Division, Error, OutOfMemory, Perft, Progress, Report, Statistics, StatisticsReport, divide, leaves, perft,
    prefer_huge_pages, prefetch, room_for_tables, useful_table,
};
