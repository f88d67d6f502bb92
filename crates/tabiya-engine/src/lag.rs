//! What the clock loses between the engine and the program that keeps the clock.
//!
//! A GUI counts the time from sending `go` to reading `bestmove`. On a busy machine, or over a network, that is more
//! than the engine used; at ten milliseconds per move it can be more than the whole increment. The difference shows in
//! the next `go`, and is kept back from then on.

use std::time::Duration;

use crate::time::Clock;

/// The loss per move that is to be expected.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lag {
    estimate: Duration,
    /// The clock at the last move and the time used for it.
    last: Option<(Clock, Duration)>,
}

/// No clock is kept worse than this; a larger difference means another game.
const MOST: Duration = Duration::from_millis(500);

impl Lag {
    /// Remembers that a move was answered `used` after its `go`, with that clock.
    pub(crate) fn answered(&mut self, clock: Option<Clock>, used: Duration) {
        self.last = clock.map(|clock| (clock, used));
    }

    /// Learns from the clock of the next move. The estimate rises at once and falls slowly: what happened once happens
    /// again.
    pub(crate) fn learn(&mut self, now: Option<Clock>) {
        let (Some(now), Some((before, used))) = (now, self.last.take()) else {
            return;
        };
        let most = before.remaining.saturating_add(before.increment);
        let lost = most.saturating_sub(used).saturating_sub(now.remaining);
        let same_game = before.increment == now.increment && now.remaining <= most;
        if same_game && lost <= MOST {
            self.estimate =
                if lost > self.estimate { (self.estimate + lost) / 2 } else { (self.estimate * 7 + lost) / 8 };
        }
    }

    /// The loss per move.
    pub(crate) fn estimate(&self) -> Duration {
        self.estimate
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64) -> Option<Clock> {
        let millis = Duration::from_millis;
        Some(Clock { remaining: millis(remaining), increment: millis(10), moves_to_go: None })
    }

    #[test]
    fn a_loss_is_learnt_and_forgotten_slowly() {
        let mut lag = Lag::default();
        lag.answered(clock(1000), Duration::from_millis(30));
        lag.learn(clock(960));
        assert_eq!(lag.estimate(), Duration::from_millis(10));
        lag.answered(clock(960), Duration::from_millis(30));
        lag.learn(clock(940));
        assert_eq!(lag.estimate(), Duration::from_micros(8750));
        // The same answer is not counted twice, and another game's clock says nothing.
        lag.learn(clock(10));
        lag.answered(clock(940), Duration::ZERO);
        lag.learn(clock(5000));
        lag.answered(clock(940), Duration::ZERO);
        lag.learn(clock(100));
        lag.answered(None, Duration::ZERO);
        lag.learn(clock(100));
        assert_eq!(lag.estimate(), Duration::from_micros(8750));
        let longest = Clock { remaining: Duration::MAX, increment: Duration::MAX, moves_to_go: None };
        lag.answered(Some(longest), Duration::ZERO);
        lag.learn(Some(longest));
        assert_eq!(lag.estimate(), Duration::from_micros(8750) * 7 / 8);
    }
}
