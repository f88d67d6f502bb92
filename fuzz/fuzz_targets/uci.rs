//! Any text as a UCI move.
#![no_main]

use tabiya_check::properties::rules;

libfuzzer_sys::fuzz_target!(|text: &str| rules::uci(text));
