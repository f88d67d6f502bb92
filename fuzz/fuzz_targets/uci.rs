//! Any text as a UCI move.
#![no_main]

use tabiya_fuzz::checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::uci(text));
