//! What the cards of a run share: the sum, the parts that are left, who watches, and the checkpoint.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tabiya_perft::Progress;

use crate::checkpoint::Checkpoint;
use crate::count::Stop;
use crate::error::Error;

/// No part of the tree is shared out.
pub(crate) const NO_SPLIT: u32 = 0;

/// A run, seen from all its cards.
pub(crate) struct Share<'a> {
    pub start: Instant,
    pub cancel: &'a AtomicBool,
    pub progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    /// Plies below the level whose children are shared out in slices.
    split_plies: u32,
    cards: u32,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    nodes: u128,
    fraction: f64,
    /// How many slices there are, once that is known.
    slices: Option<u32>,
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
        let state = State { nodes: checkpoint.as_ref().map_or(0, Checkpoint::nodes), checkpoint, ..State::default() };
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

    pub fn split_plies(&self) -> u32 {
        self.split_plies
    }

    /// An end if somebody wants one.
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
                parts: state.slices.unwrap_or(1) as usize,
                fraction: state.fraction,
                nodes: state.nodes,
                elapsed: self.start.elapsed(),
            });
        }
    }

    /// The number of slices for all cards and all runs: the first card's word, or the checkpoint's.
    pub fn agree_on_slices(&self, wanted: u32) -> Result<u32, Error> {
        let mut state = self.state();
        if let Some(slices) = state.slices {
            return Ok(slices);
        }
        let known = state.checkpoint.as_ref().and_then(Checkpoint::slices);
        let slices = known.unwrap_or(wanted.max(self.cards));
        if let Some(checkpoint) = &mut state.checkpoint {
            checkpoint.begin(slices)?;
        }
        state.slices = Some(slices);
        Ok(slices)
    }

    /// The next slice that nobody has counted.
    pub fn next_slice(&self) -> Option<u32> {
        let mut state = self.state();
        let slices = state.slices?;
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
