//! What the system shows of the processes that a test started.
// Each test takes from it what it needs.
#![allow(dead_code)]

use std::fs;
use std::time::{Duration, Instant};

/// Longer than any machine takes for anything here, however busy it is. A test that passes never waits for it.
pub const LONG: Duration = Duration::from_secs(600);

/// Waits until something is so.
pub fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + LONG;
    while !is_so() {
        assert!(Instant::now() < deadline, "{what}: it never came to that");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The letter the system shows for a process.
pub fn state(id: &str) -> Option<char> {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    text.rsplit_once(')')?.1.trim_start().chars().next()
}

/// Whether a process has become a `sleep`, with an environment that can be read.
pub fn sleeps(id: &str) -> bool {
    // The name changes first and the environment is there last, so this order sees no half of it.
    fs::read_to_string(format!("/proc/{id}/comm")).is_ok_and(|name| name.trim_end() == "sleep")
        && fs::read(format!("/proc/{id}/environ")).is_ok_and(|all| !all.is_empty())
}

/// Whether a process runs no more. Another process may still have to wait for it.
pub fn has_ended(id: &str) -> bool {
    matches!(state(id), None | Some('Z' | 'X'))
}
