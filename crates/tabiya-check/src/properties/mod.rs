//! What must hold for any input: fuzzing invents the input, the tests put every kept input to the same properties.

#[cfg(feature = "tools")]
pub mod backwards;
#[cfg(feature = "tools")]
pub mod can_win;
// `std` reads from files.
#[cfg(feature = "tools")]
pub mod pgn;
mod questions;
pub mod rules;
#[cfg(feature = "tables")]
pub mod syzygy;
#[cfg(feature = "tools")]
pub mod tools;
