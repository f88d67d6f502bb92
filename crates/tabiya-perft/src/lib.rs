//! Counting chess positions fast: plain, divided, hashed, threaded, SIMD.
//!
//! [`perft`] and [`divide`] answer at once; [`Perft`] is the builder behind them, with threads, a hash
//! table, progress, cancellation and a choice of [instructions](tabiya::cpu::Level).
//!
//! The road of a count, one file each: [`Perft`] cuts the tree into parts (`plan`), threads take them
//! one by one (`work`) and add up what they found (`accumulator`), a part is walked (`leaves`, `tree`)
//! with the set-wise generator (`generate`, `children`), and the last two plies are not walked at all but
//! counted together (`lift`; with few pieces `sparse`). [`Frontier`] finds the
//! distinct positions some plies away; shares of them are [`Task`]s, and a [`Counter`] counts one after the other, on Linux with a
//! table that other processes use too (`shared`, in memory of `mapping`).
#![deny(unsafe_code)]

mod accumulator;
mod board;
mod children;
mod clock;
mod count;
mod frontier;
mod generate;
mod isa;
mod keys;
mod lanes;
mod leaves;
mod lift;
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
mod mapping;
mod memory;
mod perft;
mod plain;
mod plan;
mod rows;
#[cfg(target_os = "linux")]
mod shared;
mod sparse;
#[allow(unsafe_code)]
mod stack;
mod statistics;
pub mod suite;
#[allow(unsafe_code)]
mod table;
mod tally;
mod task;
#[cfg(test)]
mod testing;
mod tree;
mod work;

pub use frontier::{Found, Frontier, FrontierError, Positions};
pub use isa::best_level;
pub use memory::{room_for_tables, useful_table};
pub use perft::{Branch, Division, Error, Perft, Progress, Report, divide, perft};
pub use plain::leaves;
#[cfg(target_os = "linux")]
pub use shared::SharedTable;
pub use statistics::{Statistics, StatisticsReport};
pub use table::OutOfMemory;
pub use task::{Counter, Task};
