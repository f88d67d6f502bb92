//! Any sequence of sixteen-bit numbers as moves of a game, played in step with shakmaty.
#![no_main]

#[path = "../checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::moves(data));
