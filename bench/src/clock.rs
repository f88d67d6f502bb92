//! What time is measured by.

use crate::cpu_clock::cpu_time;
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
