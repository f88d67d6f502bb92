//! Parts of a frontier: any range of it, ranges of about equal work, and a checksum of the whole.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::store::{Entry, Run};
use super::{BLOCK, Found, FrontierError, Positions, in_parallel};
use crate::count::digest::Digest;

/// Some entries of one run.
struct Block<'a> {
    run: &'a Run,
    at: usize,
    len: usize,
}

impl Positions {
    /// Into how many ranges positions can be cut at most.
    pub const MOST_RANGES: usize = 1 << 20;

    /// The positions with these numbers, the first being 0. Numbers that are too large are ignored.
    pub fn range(&self, wanted: Range<u64>) -> Result<Vec<Found>, FrontierError> {
        let mut found = Vec::new();
        let mut first = 0_u64;
        for run in &self.level.runs {
            let end = first + run.len() as u64;
            let (from, to) = (wanted.start.max(first), wanted.end.min(end));
            if from < to {
                let entries = self.level.spill.read(run, (from - first) as usize, (to - from) as usize)?;
                for entry in entries {
                    found.push(self.found(&entry)?);
                }
            }
            first = end;
        }
        Ok(found)
    }

    /// Cuts the positions into this number of ranges of about the same work, in order: where each ends. Work is judged
    /// by the legal moves, so the ranges depend on nothing but the positions. Some may be empty.
    ///
    /// # Errors
    ///
    /// More than [`Positions::MOST_RANGES`] are too many.
    pub fn cut(&self, tasks: usize) -> Result<Vec<u64>, FrontierError> {
        self.cut_watched(tasks, &AtomicBool::new(false))
    }

    /// As [`cut`](Positions::cut), until this flag becomes true.
    ///
    /// # Errors
    ///
    /// As there, or [`FrontierError::Cancelled`].
    pub fn cut_watched(&self, tasks: usize, cancel: &AtomicBool) -> Result<Vec<u64>, FrontierError> {
        if tasks == 0 {
            return Ok(Vec::new());
        }
        if tasks > Self::MOST_RANGES {
            return Err(FrontierError::TooManyRanges(tasks));
        }
        let blocks = self.blocks();
        let sums = self.in_blocks(&blocks, cancel, |entries| entries.map(|entry| self.work(entry)).sum::<u64>())?;
        let total: u128 = sums.iter().map(|&sum| u128::from(sum)).sum();
        let starts: Vec<u128> = sums
            .iter()
            .scan(0, |before, &sum| {
                *before += u128::from(sum);
                Some(*before - u128::from(sum))
            })
            .collect();
        let places: Vec<u64> = blocks
            .iter()
            .scan(0, |before, block| {
                *before += block.len as u64;
                Some(*before - block.len as u64)
            })
            .collect();
        // Where range `i` ends: behind the first position with which this much work is reached.
        let target = |i: usize| total * (i as u128 + 1) / tasks as u128;
        let ends = in_parallel(blocks.len(), self.threads, |index| {
            look(cancel)?;
            let (mut done, mut place) = (starts[index], places[index]);
            // The ranges that ended in the blocks before.
            let ended = if index == 0 { 0 } else { ((done + 1) * tasks as u128 - 1) / total };
            let (mut next, mut ends) = (ended.min(tasks as u128) as usize, Vec::new());
            let block = &blocks[index];
            for entry in self.level.spill.read(block.run, block.at, block.len)? {
                done += u128::from(self.work(&entry));
                place += 1;
                while next < tasks && target(next) <= done {
                    ends.push(place);
                    next += 1;
                }
            }
            Ok(ends)
        })?;
        let mut ends: Vec<u64> = ends.into_iter().flatten().collect();
        ends.resize(tasks, self.distinct);
        if let Some(last) = ends.last_mut() {
            *last = self.distinct;
        }
        Ok(ends)
    }

    /// A checksum of all positions and their paths, in their order.
    pub fn digest(&self) -> Result<u64, FrontierError> {
        self.digest_watched(&AtomicBool::new(false))
    }

    /// As [`digest`](Positions::digest), until this flag becomes true.
    ///
    /// # Errors
    ///
    /// As there, or [`FrontierError::Cancelled`].
    pub fn digest_watched(&self, cancel: &AtomicBool) -> Result<u64, FrontierError> {
        let mut digest = Digest::new();
        for block in self.blocks() {
            look(cancel)?;
            for entry in self.level.spill.read(block.run, block.at, block.len)? {
                entry.code.add_to(&mut digest, self.color, entry.paths);
            }
        }
        Ok(digest.value())
    }

    fn blocks(&self) -> Vec<Block<'_>> {
        let block = |run, at| Block { run, at, len: BLOCK.min(Run::len(run) - at) };
        let runs = self.level.runs.iter();
        runs.flat_map(|run| (0..run.len()).step_by(BLOCK).map(move |at| block(run, at))).collect()
    }

    fn in_blocks<T: Send>(
        &self,
        blocks: &[Block<'_>],
        cancel: &AtomicBool,
        work: impl Fn(std::slice::Iter<'_, Entry>) -> T + Sync,
    ) -> Result<Vec<T>, FrontierError> {
        in_parallel(blocks.len(), self.threads, |index| {
            look(cancel)?;
            let block = &blocks[index];
            Ok(work(self.level.spill.read(block.run, block.at, block.len)?.iter()))
        })
    }

    /// The number of legal moves plus one, so that a position without moves counts as some work.
    fn work(&self, entry: &Entry) -> u64 {
        1 + u64::from(entry.code.turn(self.color).moves())
    }
}

fn look(cancel: &AtomicBool) -> Result<(), FrontierError> {
    if cancel.load(Relaxed) { Err(FrontierError::Cancelled) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use tabiya::Position;

    use crate::cluster::frontier::{FrontierError, Positions};
    use crate::{Counter, Frontier, Task};

    #[test]
    fn cutting_and_summing_up_can_be_cancelled() {
        let found = Frontier::new(&Position::startpos(), 3).threads(2).run().unwrap();
        let (lowered, raised) = (AtomicBool::new(false), AtomicBool::new(true));
        assert_eq!(found.digest_watched(&lowered).unwrap(), found.digest().unwrap());
        assert_eq!(found.cut_watched(9, &lowered).unwrap(), found.cut(9).unwrap());
        assert!(matches!(found.digest_watched(&raised), Err(FrontierError::Cancelled)));
        assert!(matches!(found.cut_watched(9, &raised), Err(FrontierError::Cancelled)));
    }

    #[test]
    fn ranges_are_the_whole_and_of_about_the_same_work() {
        let start = Position::startpos();
        for memory in [1 << 20, 1 << 30] {
            let found = Frontier::new(&start, 4).threads(2).memory(memory).run().unwrap();
            let all: Vec<_> = found.iter().map(Result::unwrap).collect();
            assert_eq!(found.range(0..u64::MAX).unwrap(), all);
            for tasks in [1, 7, 100] {
                let ends = found.cut(tasks).unwrap();
                assert_eq!((ends.len(), ends.last()), (tasks, Some(&found.distinct())));
                let mut from = 0;
                for &end in &ends {
                    assert!(end >= from, "in order");
                    let share = found.range(from..end).unwrap();
                    assert_eq!(share, all[from as usize..end as usize]);
                    let work: u64 = share.iter().map(|found| 1 + moves(&found.position)).sum();
                    let even: u64 = all.iter().map(|found| 1 + moves(&found.position)).sum::<u64>() / tasks as u64;
                    assert!(work.abs_diff(even) < 100, "{work} of {even}");
                    from = end;
                }
            }
        }
    }

    /// Where each range ends, one position after the other.
    fn slow_cut(work: &[u64], tasks: u64) -> Vec<u64> {
        let total: u64 = work.iter().sum();
        let (mut done, mut ends) = (0, Vec::new());
        for (index, more) in (1..).zip(work) {
            done += more;
            while (ends.len() as u64) < tasks && total * (ends.len() as u64 + 1) / tasks <= done {
                ends.push(index);
            }
        }
        ends
    }

    #[test]
    fn ranges_end_where_the_slow_twin_says() {
        let found = Frontier::new(&Position::startpos(), 3).threads(2).run().unwrap();
        assert!(found.blocks().len() > 3, "several blocks");
        let work: Vec<u64> = found.iter().map(|found| 1 + moves(&found.unwrap().position)).collect();
        let total: u64 = work.iter().sum();
        // Among them as many ranges as there is work, and twice that: every single step ends one.
        for tasks in (0..200).chain([5361, 5362, 5363, total - 1, total, total + 1, 2 * total]) {
            assert_eq!(found.cut(tasks as usize).unwrap(), slow_cut(&work, tasks), "{tasks}");
        }
    }

    fn moves(position: &Position) -> u64 {
        position.count_legal() as u64
    }

    #[test]
    fn more_ranges_than_positions_leave_some_empty() {
        let found = Frontier::new(&Position::startpos(), 1).run().unwrap();
        assert_eq!(found.cut(0).unwrap(), [0; 0], "no range at all");
        assert_eq!(found.cut(Positions::MOST_RANGES).unwrap().len(), Positions::MOST_RANGES);
        for many in [Positions::MOST_RANGES + 1, usize::MAX] {
            let error = found.cut(many).unwrap_err();
            assert!(matches!(error, FrontierError::TooManyRanges(asked) if asked == many), "{error}");
            assert!(error.to_string().starts_with(&format!("{many} ranges")), "{error}");
        }
        let ends = found.cut(50).unwrap();
        assert_eq!((ends.len(), ends.last()), (50, Some(&20)));
        assert!(ends.is_sorted());
        let nowhere = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        assert_eq!(Frontier::new(&nowhere, 2).run().unwrap().cut(3).unwrap(), [0, 0, 0], "a stalemate has no children");
    }

    #[test]
    fn tasks_add_up_to_the_count() {
        let start = Position::startpos();
        let found = Frontier::new(&start, 3).run().unwrap();
        let counter = Counter::new().threads(2).hash(1 << 20).unwrap();
        let mut from = 0;
        let mut total = 0;
        for end in found.cut(9).unwrap() {
            let task = Task::new(3, found.range(from..end).unwrap());
            total += counter.count(&task).unwrap().nodes;
            from = end;
        }
        assert_eq!(total, 119_060_324);
    }

    #[test]
    fn the_checksum_is_of_positions_and_paths() {
        let start = Position::startpos();
        let digest = |plies, memory, threads| {
            Frontier::new(&start, plies).memory(memory).threads(threads).run().unwrap().digest().unwrap()
        };
        assert_eq!(digest(3, 0, 3), digest(3, 1 << 30, 1));
        assert_ne!(digest(3, 0, 3), digest(2, 0, 3));
        let whole = Frontier::new(&start, 3).run().unwrap();
        let mut all = whole.range(0..5362).unwrap();
        let before = Task::new(2, all.clone()).digest();
        all[17].paths += 1;
        assert_ne!(Task::new(2, all.clone()).digest(), before);
        all[17].paths -= 1;
        assert_eq!(Task::new(2, all.clone()).digest(), before);
        assert_ne!(Task::new(3, all.clone()).digest(), before);
        all.swap(3, 4);
        assert_ne!(Task::new(2, all).digest(), before);
    }
}
