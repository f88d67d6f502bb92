//! What only tests use: seeded randomness, named positions, random games and setups, the naive generator, the second
//! judge, the peers, and the properties that tests, fuzzing and the long comparisons share.
//!
//! The tests of a crate depend on this crate without a version, so that packages do without it. Features choose how
//! much of it is built: see `Cargo.toml`.
#![forbid(unsafe_code)]

pub mod after;
#[cfg(feature = "retro")]
pub mod backwards;
pub mod chunks;
pub mod games;
pub mod judge;
pub mod kinds;
pub mod naive;
#[cfg(feature = "peers")]
pub mod peers;
pub mod positions;
#[cfg(feature = "peers")]
pub mod properties;
mod random;
pub mod replay;
pub mod setups;
pub mod suites;
#[cfg(feature = "tables")]
pub mod tables;
#[cfg(feature = "tools")]
pub mod twins;

pub use random::Random;
