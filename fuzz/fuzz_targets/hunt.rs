//! Any text as what a foreign engine prints.
#![no_main]

use tabiya_fuzz::tool_checks;

libfuzzer_sys::fuzz_target!(|text: &str| tool_checks::hunt(text));
