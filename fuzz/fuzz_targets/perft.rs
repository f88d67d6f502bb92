//! Setups with any pieces, counted on every level.
#![no_main]

use tabiya_check::properties::tools;

libfuzzer_sys::fuzz_target!(|data: &[u8]| tools::perft(data));
