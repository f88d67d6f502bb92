//! What the time of a hunt is measured by.

use std::time::{Duration, Instant};

/// What the time of a hunt is measured by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// The time that passes.
    #[default]
    Wall,
    /// The CPU time of this process and of the engine, so that other work on the machine does not count. Linux only:
    /// elsewhere it is [`Clock::Wall`].
    Cpu {
        /// The speed of a slower engine that this one stands for: its counts are charged as if they took that long.
        nodes_per_second: Option<u32>,
    },
}

/// A clock that runs since a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Running {
    clock: Clock,
    began: Instant,
    cpu: Option<Duration>,
    counted: u64,
}

impl Running {
    /// Starts it. `engine` is the engine's process, `counted` what it has counted so far.
    pub fn start(clock: Clock, engine: Option<u32>, counted: u64) -> Running {
        let cpu = if clock == Clock::Wall { None } else { cpu_time(engine) };
        Running { clock, began: Instant::now(), cpu, counted }
    }

    /// What has passed on it.
    pub fn elapsed(&self, engine: Option<u32>, counted: u64) -> Duration {
        let (Clock::Cpu { nodes_per_second }, Some(start)) = (self.clock, self.cpu) else {
            return self.began.elapsed();
        };
        let spent = cpu_time(engine).unwrap_or(start).saturating_sub(start);
        let charged = nodes_per_second.map_or(0.0, |speed| (counted - self.counted) as f64 / f64::from(speed.max(1)));
        spent + Duration::from_secs_f64(charged)
    }
}

/// The CPU time of this process, of its children that ended and of the one that is the engine.
fn cpu_time(engine: Option<u32>) -> Option<Duration> {
    // Fields 14 to 17: this process in user and in kernel mode, then its children that ended.
    let own = ticks("/proc/self/stat", 4)?;
    let engine = engine.and_then(|id| ticks(&format!("/proc/{id}/stat"), 2)).unwrap_or(0);
    Some(Duration::from_millis((own + engine) * MILLISECONDS_PER_TICK))
}

/// Linux shows programs a hundred ticks per second whatever it uses itself.
const MILLISECONDS_PER_TICK: u64 = 10;

fn ticks(path: &str, fields: usize) -> Option<u64> {
    let text = std::fs::read_to_string(path).ok()?;
    // The name in parentheses may contain blanks; the third field comes after it.
    let (_, after_name) = text.rsplit_once(')')?;
    let numbers = after_name.split_whitespace().skip(11).take(fields);
    numbers.map(|number| number.parse::<u64>().ok()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn cpu_time_is_spent_by_work_and_not_by_waiting() {
        let clock = Running::start(Clock::Cpu { nodes_per_second: None }, None, 0);
        std::thread::sleep(Duration::from_millis(50));
        let mut steps = 0_u64;
        while clock.elapsed(None, 0) < Duration::from_millis(30) {
            steps += 1;
        }
        assert!(steps > 0 && clock.began.elapsed() >= Duration::from_millis(50));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_slow_engine_is_charged_for_what_it_counts() {
        let clock = Running::start(Clock::Cpu { nodes_per_second: Some(20_000) }, None, 1_000);
        let spent = clock.elapsed(None, 41_000);
        assert!(spent >= Duration::from_secs(2) && spent < Duration::from_secs(600), "{spent:?}");
    }

    #[test]
    fn a_clock_on_the_wall_shows_what_passes() {
        let clock = Running::start(Clock::Wall, None, 0);
        std::thread::sleep(Duration::from_millis(5));
        assert!(clock.elapsed(None, u64::MAX) >= Duration::from_millis(5));
    }
}
