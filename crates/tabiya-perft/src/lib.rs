//! Counting chess positions fast: plain, divided, hashed, threaded, SIMD.
//!
//! [`perft`] and [`divide`] answer at once; [`Perft`] is the builder behind them, with threads, a hash
//! table, progress, cancellation and a choice of instruction set.
//!
//! The road of a count, one file each: [`Perft`] cuts the tree into parts (`plan`), threads take them
//! one by one (`work`) and note what they found (`ledger`), a part is walked (`tree`) with the set-wise generator (`generate`, `children`), and the last two plies are not
//! walked at all but counted together (`lift`).
mod board;
mod children;
mod clock;
mod convert;
mod count;
mod generate;
mod geometry;
mod isa;
mod keys;
mod ledger;
// Pair counting is used where there are vector instructions worth it; elsewhere only tests run it.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
mod lanes;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
mod lift;
mod memory;
mod perft;
mod plan;
mod side;
mod sliders;
mod statistics;
pub mod suite;
mod table;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
mod tally;
#[cfg(test)]
mod testing;
mod tree;
mod work;

pub use memory::room_for_tables;
pub use perft::{Branch, Division, Error, Perft, Progress, Report, divide, perft};
pub use statistics::{Statistics, StatisticsReport};
pub use table::OutOfMemory;
