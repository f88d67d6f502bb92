//! The proof that the rules are right: known counts, named corner cases, and random games played in step with two
//! peers and with a naive generator written for this purpose alone.
//!
//! `cargo test -p tabiya --test rules` takes a minute at most. To go on for as long as you like:
//!
//! ```text
//! TABIYA_POSITIONS=10000000 cargo test --release -p tabiya --test rules differential -- --nocapture
//! TABIYA_NODES=200000000    cargo test --release -p tabiya --test rules suites -- --nocapture
//! ```

mod attacks;
mod corners;
mod differential;
mod every_value;
mod kinds;
mod levels;
mod lists;
mod outcomes;
mod properties;
mod statistics;
mod suites;
