//! Any text as a move in algebraic notation.
#![no_main]

use tabiya_check::properties::rules;

libfuzzer_sys::fuzz_target!(|text: &str| rules::san(text));
