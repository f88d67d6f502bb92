//! Ctrl-C: asked once, a long count ends in good order and says what it knows; asked twice, the
//! program ends at once.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What shells expect of a program that an interrupt ended.
pub const EXIT_CODE: u8 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);

/// The flag that Ctrl-C raises from now on.
pub fn flag() -> &'static AtomicBool {
    // It can be set only once; and where it cannot be set at all, Ctrl-C ends the program as it does elsewhere.
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
    });
    &ASKED
}
