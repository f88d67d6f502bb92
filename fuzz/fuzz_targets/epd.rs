//! Any text as an EPD.
#![no_main]

use tabiya_fuzz::checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::epd(text));
