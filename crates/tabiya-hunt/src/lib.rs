//! Finds the bug in a chess move generator and names the rule it broke.
#![deny(unsafe_code)]

pub mod answer;
#[allow(unsafe_code)]
pub mod cleanup;
pub mod clock;
pub mod compare;
pub mod coverage;
pub mod detect;
pub mod diagnose;
pub mod engine;
mod failing;
pub mod hunt;
mod naming;
pub mod process;
mod questions;
pub mod reference;
pub mod report;
pub mod rule;
pub mod shrink;
mod state;
pub mod suite;
pub mod track;
pub mod words;

pub use clock::Clock;
pub use engine::Engine;
pub use hunt::{Options, Progress, Variants, hunt};
pub use process::{Cancel, Failure, FailureKind, Limits};
pub use report::{Finding, Report};
pub use rule::Rule;
