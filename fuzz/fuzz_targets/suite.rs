//! Any text as a suite of counts.
#![no_main]

use tabiya_fuzz::tool_checks;

libfuzzer_sys::fuzz_target!(|text: &str| tool_checks::suite(text));
