//! Whether the command was started without a standard output (`>&-`) or a standard input (`<&-`).

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

static STDOUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);
static STDIN_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Looks before `main`, because Rust's runtime opens `/dev/null` in the place of a closed stream before `main` runs,
/// and what it opened cannot be told from a `/dev/null` that the caller passed.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look() {
    use std::os::fd::AsFd;
    fn is_closed(stream: impl AsFd) -> bool {
        rustix::io::fcntl_getfd(stream) == Err(rustix::io::Errno::BADF)
    }
    STDOUT_WAS_CLOSED.store(is_closed(io::stdout()), Ordering::Relaxed);
    STDIN_WAS_CLOSED.store(is_closed(io::stdin()), Ordering::Relaxed);
}

/// Whether standard output was closed when the command was started. Systems that are not Unix have no such state.
pub fn stdout_was_closed() -> bool {
    STDOUT_WAS_CLOSED.load(Ordering::Relaxed)
}

/// Standard input; an error if it was closed when the command was started, because that is not an empty input.
pub fn stdin() -> io::Result<io::Stdin> {
    if STDIN_WAS_CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::other("it is closed; for an empty input pass /dev/null"));
    }
    Ok(io::stdin())
}
