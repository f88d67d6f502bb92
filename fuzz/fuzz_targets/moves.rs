//! Any numbers as moves of a game.
#![no_main]

use tabiya_fuzz::checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::moves(data));
