//! Setups of any army, counted on every level.
#![no_main]

use tabiya_fuzz::tool_checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| tool_checks::perft(data));
