//! Any bytes as a Polyglot book.
#![no_main]

use tabiya_check::properties::rules;

libfuzzer_sys::fuzz_target!(|data: &[u8]| rules::polyglot_book(data));
