//! Games in which every move is written and read again.
#![no_main]

use tabiya_fuzz::checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::spelling(data));
