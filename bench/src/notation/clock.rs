//! The time this thread has spent computing, which other work on the machine disturbs less than it does the wall clock.

/// Seconds of processor time of the calling thread.
#[cfg(unix)]
pub fn seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a valid place for the answer, and the clock exists on every Unix we build for.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
    assert_eq!(status, 0, "no clock of processor time");
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Seconds of wall time, where there is no better clock.
#[cfg(not(unix))]
pub fn seconds() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}
