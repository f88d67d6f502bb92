//! Setups of which is asked who can still win.
#![no_main]

use tabiya_check::properties::can_win;

libfuzzer_sys::fuzz_target!(|data: &[u8]| can_win::can_win(data));
