//! Whether the command was started without a standard output (`>&-`).

use std::sync::atomic::{AtomicBool, Ordering};

static STDOUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks before `main`, because Rust's runtime opens `/dev/null` in the place of a closed stream before `main` runs,
/// and what it opened cannot be told from a `/dev/null` that the caller passed.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look() {
    let is_closed = rustix::io::fcntl_getfd(std::io::stdout()) == Err(rustix::io::Errno::BADF);
    STDOUT_WAS_CLOSED.store(is_closed, Ordering::Relaxed);
}

/// Whether standard output was closed when the command was started. Systems that are not Unix have no such state.
pub fn stdout_was_closed() -> bool {
    STDOUT_WAS_CLOSED.load(Ordering::Relaxed)
}
