//! Any text as a move in algebraic notation.
#![no_main]

use tabiya_fuzz::checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::san(text));
