//! What the long comparisons share: work cut into numbered chunks, and one sentence about a difference.
//!
//! A chunk depends on its number alone, so a run can be cut off anywhere and go on later, and a difference found in chunk
//! *n* is found again by running chunk *n*.
#![forbid(unsafe_code)]

pub mod after;
pub mod chunks;
pub mod rules;
pub mod setups;
pub mod twins;
