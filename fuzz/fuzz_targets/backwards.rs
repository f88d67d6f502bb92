//! Setups to be looked at backwards, and files of endgames.
#![no_main]

use tabiya_check::properties::backwards;

libfuzzer_sys::fuzz_target!(|data: &[u8]| backwards::backwards(data));
