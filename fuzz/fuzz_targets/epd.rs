//! Any text as an EPD.
#![no_main]

use tabiya_check::properties::rules;

libfuzzer_sys::fuzz_target!(|text: &str| rules::epd(text));
