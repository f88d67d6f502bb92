//! What time is measured by.

use std::time::{Duration, Instant};

/// The time that passes, or the time this program has had a CPU.
#[derive(Clone, Copy, PartialEq, Debug, clap::ValueEnum)]
pub enum Clock {
    /// The time on the wall: what a user waits. Right on a quiet machine, and for work on several threads.
    Wall,
    /// The CPU time of all threads together: other programs that take turns on the CPU do not count. For
    /// single-threaded work on a busy machine.
    Cpu,
}

impl Clock {
    /// Does something and says how long it took.
    pub fn time<T>(self, work: impl FnOnce() -> T) -> (T, Duration) {
        match self {
            Clock::Wall => {
                let begin = Instant::now();
                let result = work();
                (result, begin.elapsed())
            }
            Clock::Cpu => {
                let begin = cpu_time();
                let result = work();
                (result, cpu_time().saturating_sub(begin))
            }
        }
    }
}

#[cfg(unix)]
fn cpu_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call writes one timespec through the pointer, which points to one.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    assert_eq!(status, 0, "every process has a CPU clock");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn cpu_time() -> Duration {
    // No such clock here: the wall's, from the first call on.
    static BEGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed()
}
