//! Setups with any pieces, on every level.
#![no_main]

use tabiya_check::properties::rules;

libfuzzer_sys::fuzz_target!(|data: &[u8]| rules::levels(data));
