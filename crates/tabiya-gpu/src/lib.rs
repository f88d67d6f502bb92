//! Counting chess positions on a GPU.
//!
//! [`Gpu::open`] finds the cards of this machine and compiles the kernels for them; [`GpuPerft`] is the builder of a
//! count, with progress, cancellation, division and checkpoints as [`tabiya_perft::Perft`] has them.
//!
//! ```no_run
//! use tabiya::Position;
//! use tabiya_gpu::{Gpu, GpuPerft};
//!
//! let gpu = Gpu::open(None)?;
//! let report = GpuPerft::new(&gpu, &Position::startpos()).depth(10).run()?;
//! assert_eq!(report.nodes, 69_352_859_712_417);
//! # Ok::<(), tabiya_gpu::Error>(())
//! ```
//!
//! The road of a count: positions are packed into four words (`packed`), put on the card (`device`), and counted level
//! by level in slices that fit its memory (`count`, `merge`, `groups`), with kernels that are CUDA C++
//! (`kernels/`, compiled at run time by `sources` and kept on disk by `cache`). What several cards and later runs share
//! is in `share` and `checkpoint`; `busy` sees to it that a card has one count at a time. Counts are exact: equal
//! positions are merged by comparing whole positions, and a table that is full makes a slice smaller, never a sum
//! wrong.
#![deny(unsafe_code)]

mod busy;
mod cache;
mod checkpoint;
#[allow(unsafe_code)]
mod count;
#[allow(unsafe_code)]
mod device;
mod error;
#[allow(unsafe_code)]
mod groups;
#[allow(unsafe_code)]
mod merge;
mod packed;
mod perft;
mod share;
#[allow(unsafe_code)]
mod sources;

pub use error::Error;
pub use packed::Packed;
pub use perft::{CardName, Gpu, GpuPerft};
