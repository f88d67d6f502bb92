//! Any bytes as a Polyglot book.
#![no_main]

use tabiya_fuzz::checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::polyglot_book(data));
