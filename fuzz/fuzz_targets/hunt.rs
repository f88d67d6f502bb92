//! Any text as what a foreign engine prints.
#![no_main]

use tabiya_check::properties::tools;

libfuzzer_sys::fuzz_target!(|text: &str| tools::hunt(text));
