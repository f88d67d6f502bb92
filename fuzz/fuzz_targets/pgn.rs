//! Any bytes as a PGN file.
#![no_main]

use tabiya_fuzz::checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::pgn(data));
