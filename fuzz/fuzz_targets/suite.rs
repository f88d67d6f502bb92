//! Any text as a suite of counts.
#![no_main]

use tabiya_check::properties::tools;

libfuzzer_sys::fuzz_target!(|text: &str| tools::suite(text));
