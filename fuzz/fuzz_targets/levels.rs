//! Setups of any army, on every level.
#![no_main]

use tabiya_fuzz::checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::levels(data));
