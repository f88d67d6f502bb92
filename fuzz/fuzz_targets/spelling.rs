//! Games in which every move is written and read again.
#![no_main]

use tabiya_check::properties::rules;

libfuzzer_sys::fuzz_target!(|data: &[u8]| rules::spelling(data));
