//! Any bytes as a PGN file.
#![no_main]

use tabiya_check::properties::pgn;

libfuzzer_sys::fuzz_target!(|data: &[u8]| pgn::pgn(data));
