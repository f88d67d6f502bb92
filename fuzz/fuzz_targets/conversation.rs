//! Any text as what a GUI says to the engine.
#![no_main]

use tabiya_fuzz::tool_checks;

libfuzzer_sys::fuzz_target!(|text: &str| tool_checks::conversation(text));
