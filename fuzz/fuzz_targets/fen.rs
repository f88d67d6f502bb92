//! Any text into the FEN readers.
#![no_main]

use tabiya_check::properties::rules;

libfuzzer_sys::fuzz_target!(|text: &str| rules::fen(text));
