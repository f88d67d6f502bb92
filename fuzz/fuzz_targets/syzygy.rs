//! Syzygy tables with changed bytes.
#![no_main]

use tabiya_check::properties::syzygy;

libfuzzer_sys::fuzz_target!(|data: &[u8]| syzygy::syzygy(data));
