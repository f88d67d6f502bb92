//! Any text into the FEN readers.
#![no_main]

use tabiya_fuzz::checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::fen(text));
