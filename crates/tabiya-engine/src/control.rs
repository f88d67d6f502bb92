//! How a running search is stopped or told of a ponder hit from outside, and its limits on time and nodes.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::time::{Deadlines, Limits};

/// Shared by the threads of one search and the thread that started it.
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    nodes: AtomicU64,
    table_hits: AtomicU64,
    node_limit: u64,
    deadlines: Deadlines,
    began: Instant,
    /// When our own clock started, in microseconds after `began`.
    clock_started: AtomicU64,
    /// When the answer was given, in microseconds after `began`.
    answered: AtomicU64,
}

impl Control {
    /// The control of a search that begins now, with `overhead` kept back for the way between engine and opponent.
    pub fn new(limits: &Limits, overhead: Duration) -> Control {
        Control::with_lag(limits, overhead, Duration::ZERO)
    }

    /// As [`new`](Control::new), where every move costs the clock `lag` more than the engine uses.
    pub(crate) fn with_lag(limits: &Limits, overhead: Duration, lag: Duration) -> Control {
        Control {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(limits.ponder),
            nodes: AtomicU64::new(0),
            table_hits: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            deadlines: Deadlines::new(limits, overhead, lag),
            began: Instant::now(),
            clock_started: AtomicU64::new(0),
            answered: AtomicU64::new(0),
        }
    }

    /// Notes that the answer is on its way.
    pub(crate) fn set_answered(&self) {
        self.answered.store(self.elapsed().as_micros() as u64, Ordering::Relaxed);
    }

    /// How long after its beginning the search was answered.
    pub(crate) fn answered_after(&self) -> Duration {
        Duration::from_micros(self.answered.load(Ordering::Relaxed))
    }

    /// Asks all threads to end; each does so within about a thousand nodes.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The flag behind [`stop`](Control::stop), for work that watches it by itself.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether the search has been asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The opponent has played the move we pondered on: our clock runs from now.
    pub fn ponder_hit(&self) {
        self.clock_started.store(self.began.elapsed().as_micros() as u64, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Release);
    }

    /// Whether the opponent is still thinking.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Time since the search began, pondering included.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// What our clock has lost; nothing while we ponder.
    fn own_time(&self) -> Duration {
        if self.is_pondering() {
            return Duration::ZERO;
        }
        self.elapsed().saturating_sub(Duration::from_micros(self.clock_started.load(Ordering::Relaxed)))
    }

    /// Whether the search must end now; if so, tells all the threads. Clock and stop are looked at only if asked for.
    pub(crate) fn is_over(&self, may_end: bool) -> bool {
        let late = may_end && self.deadlines.hard.is_some_and(|hard| self.own_time() >= hard);
        let over = late || self.nodes() >= self.node_limit;
        if over {
            self.stop();
        }
        over || (may_end && self.is_stopped())
    }

    /// Whether so much of the time for this move is used, scaled by `factor` percent, that another iteration would
    /// hardly be finished.
    pub(crate) fn is_late(&self, factor: u32) -> bool {
        self.deadlines.soft.is_some_and(|soft| self.own_time() >= soft.saturating_mul(factor) / 100)
    }

    pub(crate) fn has_clock(&self) -> bool {
        self.deadlines.soft.is_some()
    }

    /// Waits where UCI forbids an answer: in an infinite search before the stop, in pondering before the hit.
    pub(crate) fn wait_for_leave(&self, limits: &Limits) {
        while !self.is_stopped() && (limits.infinite || self.is_pondering()) {
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Nodes searched by all threads, as far as they have told.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn add_nodes(&self, more: u64) {
        self.nodes.fetch_add(more, Ordering::Relaxed);
    }

    /// Positions found in endgame tables by all threads, as far as they have told.
    pub fn table_hits(&self) -> u64 {
        self.table_hits.load(Ordering::Relaxed)
    }

    pub(crate) fn add_table_hits(&self, more: u64) {
        self.table_hits.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn nodes_left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pondering_costs_no_time() {
        let limits = Limits { move_time: Some(Duration::from_millis(1)), ponder: true, ..Limits::default() };
        let control = Control::new(&limits, Duration::ZERO);
        std::thread::sleep(Duration::from_millis(5));
        assert!(!control.is_over(true));
        control.ponder_hit();
        std::thread::sleep(Duration::from_millis(5));
        assert!(!control.is_over(false) && control.is_over(true));
    }

    #[test]
    fn nodes_run_out() {
        let control = Control::new(&Limits { nodes: Some(100), ..Limits::default() }, Duration::ZERO);
        control.add_nodes(99);
        assert!(!control.is_over(true) && control.nodes_left() == 1);
        control.add_nodes(1);
        assert!(control.is_over(true) && control.is_stopped());
    }
}
