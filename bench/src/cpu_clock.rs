//! The CPU time of this process, all threads together.

use std::time::Duration;
#[cfg(not(unix))]
use std::time::Instant;

/// That time until now.
#[cfg(unix)]
pub fn cpu_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes one timespec through the pointer, which points to one.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    assert_eq!(status, 0, "every process has a CPU clock");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// The time on the wall: there is no such clock here.
#[cfg(not(unix))]
pub fn cpu_time() -> Duration {
    static BEGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed()
}
