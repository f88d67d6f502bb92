//! Finds the bug in a chess move generator and names the rule it broke.

pub mod answer;
pub mod cleanup;
pub mod detect;
pub mod engine;
pub mod process;
pub mod words;
