//! What the cards of a run share: the sum, the parts that are left, who watches, and the checkpoint.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tabiya_perft::Progress;

use crate::checkpoint::{Checkpoint, Split};
use crate::count::Stop;
use crate::error::Error;

/// Where the parts of a count are, seen from one level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Parts {
    /// They are slices of this level's children; how many.
    Here(u32),
    /// Further down, so this level is made as a whole.
    Below,
    /// Further up: a card that reaches this level without a part has nothing to do.
    Above,
}

/// A run, seen from all its cards.
pub(crate) struct Share<'a> {
    pub start: Instant,
    pub cancel: &'a AtomicBool,
    pub progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    /// Plies below the level whose children are shared out, if all levels above have room.
    split_plies: u32,
    cards: u32,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    nodes: u128,
    fraction: f64,
    /// What is shared out, once that is known.
    split: Option<Split>,
    begun_to_share: bool,
    next: u32,
    done: usize,
    /// Sum when the current slice began; used with one card only, or by range.
    begun: Vec<(u32, u128, std::thread::ThreadId)>,
    checkpoint: Option<Checkpoint>,
}

impl<'a> Share<'a> {
    pub fn new(
        cancel: &'a AtomicBool,
        progress: Option<&'a (dyn Fn(Progress) + Sync)>,
        split_plies: u32,
        cards: u32,
        checkpoint: Option<Checkpoint>,
    ) -> Self {
        let split = checkpoint.as_ref().and_then(Checkpoint::split);
        let nodes = checkpoint.as_ref().map_or(0, Checkpoint::nodes);
        let state = State { nodes, split, checkpoint, ..State::default() };
        Self { start: Instant::now(), cancel, progress, split_plies, cards, state: Mutex::new(state) }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn nodes(&self) -> u128 {
        self.state().nodes
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Ends the run if it was cancelled.
    pub fn check(&self) -> Result<(), Stop> {
        if self.cancel.load(Relaxed) { Err(Stop::Cancelled) } else { Ok(()) }
    }

    /// Notes leaves, and how much of the count they are.
    pub fn add(&self, nodes: u128, part: f64) {
        let mut state = self.state();
        state.nodes = state.nodes.saturating_add(nodes);
        let thread = std::thread::current().id();
        for (_, sum, owner) in &mut state.begun {
            if *owner == thread {
                *sum += nodes;
            }
        }
        state.fraction = (state.fraction + part).min(1.0);
        if let Some(progress) = self.progress {
            progress(Progress {
                done: state.done,
                parts: state.split.map_or(1, |split| split.slices) as usize,
                fraction: state.fraction,
                nodes: state.nodes,
                elapsed: self.start.elapsed(),
            });
        }
    }

    /// Where the parts are for all cards and all runs, if a level with `plies` plies below it needs `wanted` slices.
    /// The checkpoint decides, or else the first card: the first level that needs several slices is split, or the last
    /// that can be.
    pub fn agree(&self, plies: u32, wanted: u32) -> Result<Parts, Error> {
        let mut state = self.state();
        if state.split.is_none() && (plies <= self.split_plies || wanted > 1) {
            state.split = Some(Split { plies, slices: wanted.max(self.cards) });
        }
        let Some(split) = state.split else { return Ok(Parts::Below) };
        if split.plies != plies {
            return Ok(if split.plies < plies { Parts::Below } else { Parts::Above });
        }
        if !state.begun_to_share {
            state.begun_to_share = true;
            if let Some(checkpoint) = &mut state.checkpoint {
                checkpoint.begin(split)?;
            }
        }
        Ok(Parts::Here(split.slices))
    }

    /// An error if there are parts that no card could count.
    pub fn check_all_counted(&self) -> Result<(), Error> {
        let state = self.state();
        match (state.split, &state.checkpoint) {
            (Some(_), Some(checkpoint)) if !checkpoint.is_complete() => Err(checkpoint.too_large()),
            (Some(split), None) if state.done < split.slices as usize => {
                Err(Error::Driver("parts of the count were left out".to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// The next slice that is not counted yet.
    pub fn next_slice(&self) -> Option<u32> {
        let mut state = self.state();
        let Split { slices, .. } = state.split?;
        while state.next < slices {
            let slice = state.next;
            state.next += 1;
            if !state.checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.has(slice)) {
                return Some(slice);
            }
            state.done += 1;
            state.fraction += 1.0 / f64::from(slices);
        }
        None
    }

    /// This thread begins a slice.
    pub fn begin(&self, slice: u32) {
        self.state().begun.push((slice, 0, std::thread::current().id()));
    }

    /// This thread has counted a slice.
    pub fn finish(&self, slice: u32) -> Result<(), Error> {
        let mut state = self.state();
        let thread = std::thread::current().id();
        let at = state.begun.iter().position(|&(begun, _, owner)| begun == slice && owner == thread);
        let nodes = at.map_or(0, |at| state.begun.swap_remove(at).1);
        state.done += 1;
        match &mut state.checkpoint {
            Some(checkpoint) => checkpoint.add(slice, nodes),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(cancel: &AtomicBool, cards: u32) -> Share<'_> {
        Share::new(cancel, None, 4, cards, None)
    }

    #[test]
    fn the_last_level_that_can_be_is_split() {
        let cancel = AtomicBool::new(false);
        let share = share(&cancel, 3);
        assert_eq!([6, 5, 4].map(|plies| share.agree(plies, 1).unwrap()), [Parts::Below, Parts::Below, Parts::Here(3)]);
        assert_eq!(share.agree(5, 1), Ok(Parts::Below));
        assert_eq!(share.agree(3, 1), Ok(Parts::Above));
    }

    #[test]
    fn a_level_without_room_is_split_for_all() {
        let cancel = AtomicBool::new(false);
        let share = share(&cancel, 1);
        assert_eq!(
            [(6, 1), (5, 7), (4, 2)].map(|(plies, wanted)| share.agree(plies, wanted).unwrap()),
            [Parts::Below, Parts::Here(7), Parts::Above]
        );
        assert!(share.check_all_counted().is_err());
        while let Some(slice) = share.next_slice() {
            share.begin(slice);
            share.finish(slice).unwrap();
        }
        assert_eq!(share.check_all_counted(), Ok(()));
    }
}
