//! Setups and moves to be explained.
#![no_main]

use tabiya_check::properties::rules;

libfuzzer_sys::fuzz_target!(|data: &[u8]| rules::explain(data));
