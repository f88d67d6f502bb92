//! Any numbers as moves of a game.
#![no_main]

use tabiya_check::properties::rules;

libfuzzer_sys::fuzz_target!(|data: &[u8]| rules::moves(data));
