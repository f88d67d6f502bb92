//! Any text as what a GUI says to the engine.
#![no_main]

use tabiya_check::properties::tools;

libfuzzer_sys::fuzz_target!(|text: &str| tools::conversation(text));
