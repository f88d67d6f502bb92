//! The builder: what to count, how to count it, and the result.

use core::sync::atomic::AtomicBool;
use std::path::Path;
use std::time::Duration;

use tabiya::Position;
use tabiya::cpu::Level as Instructions;
use tabiya_perft::{Branch, Division, Perft, Progress, Report};

use crate::busy::Busy;
use crate::checkpoint::Checkpoint;
use crate::count::{Counter, Level, Stop};
use crate::device::{Card, cards, describe};
use crate::error::Error;
use crate::packed::{Packed, checked};
use crate::share::{Parts, Share};

/// The cards of this machine, with kernels compiled for them and memory taken. One count at a time runs on them:
/// another that is begun meanwhile, by another thread or by the callback of the first, is refused with [`Error::Busy`].
pub struct Gpu {
    cards: Vec<Card>,
    busy: Busy,
}

/// What is known of a card without using it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardName {
    /// The name its maker gave it.
    pub name: String,
    /// Bytes of memory.
    pub memory: usize,
}

impl Gpu {
    /// Opens every card of this machine and takes most of its memory, or as many bytes of each as are said.
    pub fn open(memory: Option<usize>) -> Result<Self, Error> {
        let cards = (0..cards()?).map(|ordinal| Card::open(ordinal, memory)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { cards, busy: Busy::default() })
    }

    /// The cards of this machine, without opening any.
    pub fn list() -> Result<Vec<CardName>, Error> {
        let named = (0..cards()?).map(|ordinal| describe(ordinal).map(|(name, memory)| CardName { name, memory }));
        named.collect()
    }

    /// The names of the cards.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.cards.iter().map(|card| card.name.as_str())
    }

    /// Bytes of memory in use, on all cards together.
    pub fn memory(&self) -> usize {
        self.cards.iter().map(Card::size).sum()
    }
}

/// A perft on a GPU, ready to be run. Equal positions are merged unless told otherwise.
#[derive(Clone, Copy)]
pub struct GpuPerft<'a> {
    gpu: &'a Gpu,
    position: &'a Position,
    depth: u32,
    merge: bool,
    progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    cancel: Option<&'a AtomicBool>,
    checkpoint: Option<&'a Path>,
}

/// Plies below the level whose children cards and checkpoints share out, if no level above needs several slices: the
/// last that is always merged.
const SPLIT_PLIES: u32 = 4;
/// Parts of a count that merges nothing, for several cards or a checkpoint.
const RANGES: u32 = 256;
/// Positions that are enough to be cut into these parts.
const ENOUGH: usize = 4096;

impl<'a> GpuPerft<'a> {
    /// A perft of this position, at depth 1 until told otherwise.
    pub fn new(gpu: &'a Gpu, position: &'a Position) -> Self {
        Self { gpu, position, depth: 1, merge: true, progress: None, cancel: None, checkpoint: None }
    }

    /// How many plies deep.
    pub fn depth(mut self, plies: u32) -> Self {
        self.depth = plies;
        self
    }

    /// Whether equal positions are merged; if not, every leaf is counted on its own.
    pub fn merge(mut self, merge: bool) -> Self {
        self.merge = merge;
        self
    }

    /// Calls back at the beginning and after every step of some ten milliseconds, from whichever card has something to
    /// tell.
    pub fn progress(mut self, callback: &'a (dyn Fn(Progress) + Sync)) -> Self {
        self.progress = Some(callback);
        self
    }

    /// Stops soon after this flag becomes true; the report then covers what was counted until then.
    pub fn cancel(mut self, flag: &'a AtomicBool) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Notes finished slices in this file, and does not count again what it says is done.
    pub fn checkpoint(mut self, file: &'a Path) -> Self {
        self.checkpoint = Some(file);
        self
    }

    /// Counts.
    pub fn run(self) -> Result<Report, Error> {
        self.check_depth()?;
        let position = checked(self.position)?;
        let _turn = self.gpu.busy.take()?;
        let what = || format!("{} depth {}{}", position.fen(), self.depth, if self.merge { "" } else { " unmerged" });
        let checkpoint = self.checkpoint.map(|path| Checkpoint::open(path, what())).transpose()?;
        let never = AtomicBool::new(false);
        let cancel = self.cancel.unwrap_or(&never);
        let share = Share::new(cancel, self.progress, SPLIT_PLIES, self.gpu.cards.len() as u32, checkpoint);
        let complete = self.count(&position, self.depth, &share)?;
        Ok(self.report(share.nodes(), complete, share.elapsed()))
    }

    /// Counts below each first move. Positions are merged below one first move only, so this takes longer than
    /// [`Self::run`].
    pub fn divide(self) -> Result<Division, Error> {
        self.check_depth()?;
        let position = checked(self.position)?;
        let _turn = self.gpu.busy.take()?;
        let never = AtomicBool::new(false);
        let cancel = self.cancel.unwrap_or(&never);
        let start = std::time::Instant::now();
        let (mut branches, mut nodes, mut complete) = (Vec::new(), 0_u128, true);
        let moves = if self.depth == 0 { Vec::new() } else { position.legal_moves().to_vec() };
        for (done, &mv) in moves.iter().enumerate() {
            let (before, of) = (nodes, moves.len());
            let show = |part: Progress| {
                if let Some(progress) = self.progress {
                    let fraction = (done as f64 + part.fraction) / of as f64;
                    let (nodes, elapsed) = (before + part.nodes, start.elapsed());
                    progress(Progress { done, parts: of, fraction, nodes, elapsed });
                }
            };
            let share = Share::new(cancel, Some(&show), SPLIT_PLIES, self.gpu.cards.len() as u32, None);
            let counted = complete && self.count(&position.after(mv), self.depth - 1, &share)?;
            nodes += share.nodes();
            branches.push(Branch { mv, nodes: share.nodes(), complete: counted });
            complete &= counted;
        }
        let total = if self.depth == 0 { 1 } else { nodes };
        Ok(Division { report: self.report(total, complete, start.elapsed()), branches })
    }

    fn check_depth(&self) -> Result<(), Error> {
        let too_deep = self.depth > Perft::MOST_DEPTH;
        if too_deep { Err(Error::Perft(tabiya_perft::Error::TooDeep(self.depth))) } else { Ok(()) }
    }

    fn report(&self, nodes: u128, complete: bool, elapsed: Duration) -> Report {
        let hash = if self.merge { self.gpu.memory() } else { 0 };
        Report { nodes, complete, elapsed, hash, warning: None, level: Instructions::best() }
    }

    /// Counts on all cards; whether everything was counted.
    fn count(&self, position: &Position, depth: u32, share: &Share<'_>) -> Result<bool, Error> {
        if depth == 0 {
            share.add(1, 1.0);
            return Ok(true);
        }
        // Without a level to split, one card counts all of it.
        let splits = if self.merge { depth >= SPLIT_PLIES } else { depth > 3 };
        let cards = if splits { &self.gpu.cards[..] } else { &self.gpu.cards[..1] };
        let base = Base::new(position, depth, !self.merge && (cards.len() > 1 || self.checkpoint.is_some()));
        let results: Vec<Result<(), Stop>> = std::thread::scope(|scope| {
            let base = &base;
            let others: Vec<_> =
                cards[1..].iter().map(|card| scope.spawn(move || self.count_on(card, base, share))).collect();
            let first = self.count_on(&cards[0], base, share);
            let others = others.into_iter().map(|other| {
                other
                    .join()
                    .unwrap_or_else(|_| Err(Stop::Failed(Error::Driver("a card's thread ended early".to_owned()))))
            });
            [first].into_iter().chain(others).collect()
        });
        let mut complete = true;
        for result in results {
            match result {
                Ok(()) => {}
                Err(Stop::Cancelled) => complete = false,
                Err(Stop::Failed(error)) => return Err(error),
            }
        }
        if complete {
            share.check_all_counted()?;
        }
        Ok(complete)
    }

    fn count_on(&self, card: &Card, base: &Base, share: &Share<'_>) -> Result<(), Stop> {
        let mut counter = Counter::new(card, share, self.merge)?;
        let level = counter.upload(&base.positions)?;
        if !base.in_ranges {
            return counter.count(level, base.plies, 1.0);
        }
        let Parts::Here(ranges) = share.agree(base.plies, RANGES)? else { return Ok(()) };
        while let Some(range) = share.next_slice() {
            share.begin(range);
            counter.count(Level::range_of(level, range, ranges), base.plies, 1.0 / f64::from(ranges))?;
            share.finish(range)?;
        }
        Ok(())
    }
}

/// Where counting begins: the position itself, or what it becomes after a few plies, always in the same order, so that
/// parts of it mean the same to every card and every run.
struct Base {
    positions: Vec<Packed>,
    plies: u32,
    in_ranges: bool,
}

impl Base {
    fn new(position: &Position, depth: u32, in_ranges: bool) -> Self {
        let mut level = vec![*position];
        let mut plies = depth;
        while in_ranges && plies > 3 && !level.is_empty() && level.len() < ENOUGH {
            level = level
                .iter()
                .flat_map(|parent| parent.legal_moves().to_vec().into_iter().map(|mv| parent.after(mv)))
                .collect();
            plies -= 1;
        }
        Self { positions: level.iter().map(Packed::new).collect(), plies, in_ranges }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;

    use super::*;

    /// No cards: enough for counts that end before any is needed.
    fn without_cards() -> Gpu {
        Gpu { cards: Vec::new(), busy: Busy::default() }
    }

    #[test]
    fn a_count_within_a_count_is_refused() {
        let (gpu, start) = (without_cards(), Position::startpos());
        let refused = Mutex::new(Vec::new());
        let again = |_: Progress| {
            let inner = GpuPerft::new(&gpu, &start).depth(0);
            refused.lock().unwrap().extend([inner.run().err(), inner.divide().err()]);
        };
        let perft = GpuPerft::new(&gpu, &start).progress(&again);
        assert_eq!(perft.depth(0).run().unwrap().nodes, 1);
        assert_eq!(refused.lock().unwrap().drain(..).collect::<Vec<_>>(), [Some(Error::Busy), Some(Error::Busy)]);
        // One turn for all branches.
        assert_eq!(perft.depth(1).divide().unwrap().report.nodes, 20);
        assert_eq!(*refused.lock().unwrap(), vec![Some(Error::Busy); 40]);
        assert_eq!(GpuPerft::new(&gpu, &start).depth(0).run().unwrap().nodes, 1, "free again");
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let gpu = without_cards();
        let mut words = Position::from_fen("4k3/8/8/8/8/8/8/4RK2 b - - 0 1").unwrap().to_words();
        words[11] ^= 1 << 48;
        let takes_the_king = Position::from_words_unchecked(&words).unwrap();
        let perft = GpuPerft::new(&gpu, &takes_the_king).depth(0);
        assert!(matches!(perft.run(), Err(Error::Invalid(_))));
        assert!(matches!(perft.divide(), Err(Error::Invalid(_))));
    }

    #[test]
    fn after_a_panic_of_the_callback_there_is_another_count() {
        let (gpu, start) = (without_cards(), Position::startpos());
        let fail = |_: Progress| panic!("in the callback");
        for depth in [0, 1] {
            let perft = GpuPerft::new(&gpu, &start).depth(depth).progress(&fail);
            let count = || if depth == 0 { perft.run().is_ok() } else { perft.divide().is_ok() };
            assert!(catch_unwind(AssertUnwindSafe(count)).is_err());
            assert!(GpuPerft::new(&gpu, &start).depth(0).run().is_ok());
        }
    }
}
