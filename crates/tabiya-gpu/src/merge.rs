//! Levels of distinct positions: a level's children, merged in a table on the card, in so many slices as memory asks for.

use crate::count::{CHILDREN_AT_ONCE, Counter, LENGTH, Level, MOVES, OTHER, PATHS, POSITION, Stop, TOTAL, chunks};
use crate::device::{Address, Argument};
use crate::error::Error;
use crate::groups::{GROUPS_BYTES, GROUPS_FROM};

use Argument::{Half, Word};

/// A line of a table: three positions and their paths.
const LINE: u64 = 128;
const PLACES: u64 = 3;
/// How full a table is expected to be.
const LOAD: f64 = 0.66;
const PARENTS_AT_ONCE: u64 = 1 << 22;
/// Positions that found no place in a table.
const LEAST_SPILL: u64 = 1 << 16;

/// A table on the card, and where positions go that find no place in it.
pub(crate) struct Table {
    at: Address,
    pub lines: u64,
    pub spill: Spill,
}

/// Room for positions.
#[derive(Clone, Copy)]
pub(crate) struct Spill {
    pub boards: Address,
    pub paths: Address,
    pub room: u64,
}

/// Which part of a table a group's children go to: see `merge_kernel`.
pub(crate) struct Regions {
    pub starts: Address,
    pub first: u64,
    pub sixteenths: u32,
}

/// Lines of a table that so many positions fill so far. The kernels number lines with 32 bits.
pub(crate) fn lines_for(positions: f64, load: f64) -> u64 {
    ((positions / PLACES as f64 / load) as u64 + 64).min(u64::from(u32::MAX))
}

/// Bytes that a position takes in a table that is so full.
pub(crate) fn table_bytes(load: f64) -> f64 {
    LINE as f64 / PLACES as f64 / load
}

impl Counter<'_> {
    /// Distinct children with their paths, slice by slice.
    pub(crate) fn merge(&mut self, level: Level, plies: u32, part: f64) -> Result<(), Stop> {
        let splits = plies == self.share.split_plies();
        let slices = self.slices_for(level, plies);
        if !splits {
            for slice in 0..slices {
                self.slice(level, plies, slice, slices, part / f64::from(slices))?;
            }
            return Ok(());
        }
        // Slices of this level are the parts that cards and later runs share.
        let slices = self.share.agree_on_slices(slices)?;
        while let Some(slice) = self.share.next_slice() {
            self.share.begin(slice);
            self.slice(level, plies, slice, slices, part / f64::from(slices))?;
            self.share.finish(slice)?;
        }
        Ok(())
    }

    /// Whether all children of a level, which are counted next, fit into a table at once. If not, making all of them for every slice would
    /// take longer than merging them group by group does.
    pub(crate) fn fits_merged(&self, level: Level) -> bool {
        self.slices_for(level, 3) == 1
    }

    fn expected(&self, level: Level) -> f64 {
        let grown = if level.len < 1 << 20 { MOVES } else { self.moves * 1.08 };
        let distinct = if level.len < 1 << 20 { 1.0 } else { (self.distinct * 1.05).min(1.0) };
        level.len as f64 * grown * distinct
    }

    /// In how many slices the children of a level fit.
    fn slices_for(&self, level: Level, plies: u32) -> u32 {
        // Children that are counted need no room beside the table.
        let (beside, room) = if plies > 3 { ((POSITION + PATHS) as f64, 0.9) } else { (0.0, 0.85) };
        let each = table_bytes(LOAD) + beside;
        let slices = (self.expected(level) * each / (self.card.free() as f64 * room)).ceil();
        slices.clamp(1.0, 65536.0) as u32
    }

    /// One slice of the children. If it does not fit it is cut in two.
    fn slice(&mut self, level: Level, plies: u32, slice: u32, slices: u32, part: f64) -> Result<(), Stop> {
        let mark = self.card.mark();
        let free = self.card.free() as u64;
        let expected = (self.expected(level) / f64::from(slices)).max(4096.0);
        let lines = lines_for(expected, LOAD);
        // What the table's positions go to: all of them, or as many as are counted at once.
        let whole = plies > 3;
        let in_groups = plies == 4 && expected >= GROUPS_FROM;
        let capacity =
            if whole { (1.02 * expected) as u64 } else { (free / 64 / (POSITION + PATHS)).min(CHILDREN_AT_ONCE) };
        let room = (expected / 64.0) as u64 + LEAST_SPILL;
        let groups_bytes = if in_groups { GROUPS_BYTES } else { 0 };
        let needed = (capacity + room) * (POSITION + PATHS) + lines * LINE + groups_bytes + 4096;
        if needed > free {
            return self.cut(level, plies, slice, slices, part, needed as usize);
        }
        let boards = self.card.take((capacity + room) * POSITION)?;
        let paths = self.card.take((capacity + room) * PATHS)?;
        let groups_at = self.card.take(groups_bytes)?;
        // Those that find no place go behind the others.
        let spill = Spill { boards: boards + capacity * POSITION, paths: paths + capacity * PATHS, room };
        let after_level = self.card.mark();
        let table = self.table(lines, spill)?;
        self.clear_notes()?;
        for chunk in chunks(level, PARENTS_AT_ONCE) {
            self.share.check()?;
            self.insert_children(chunk, &table, (slice, slices), None)?;
            if self.read_notes()?[LENGTH as usize] > room {
                self.card.release(mark);
                return self.cut(level, plies, slice, slices, part, needed as usize);
            }
        }
        let (children, spilled) = self.inserted()?;
        self.moves = children / level.len as f64;
        let spilled = Level { boards: spill.boards, paths: spill.paths, len: spilled };
        let mut found = 0;
        if !whole {
            let step = capacity / PLACES;
            let mut from = 0;
            while from < lines {
                self.share.check()?;
                let some = step.min(lines - from);
                self.clear_notes()?;
                let len = self.gather(table.at + from * LINE, some, boards, paths, capacity)?;
                let merged = Level { boards, paths, len };
                self.count(merged, plies - 1, 0.99 * part * some as f64 / lines as f64)?;
                from += some;
                found += len;
            }
            self.distinct = found as f64 * f64::from(slices) / children.max(1.0);
            self.count(spilled, plies - 1, 0.01 * part)?;
            self.card.release(mark);
            return Ok(());
        }
        let groups = if in_groups { Some(self.groups_of(&table, groups_at)?) } else { None };
        self.clear_notes()?;
        found = match &groups {
            Some(groups) => groups.len(),
            None => self.gather(table.at, lines, boards, paths, capacity)?,
        };
        if found > capacity {
            self.card.release(mark);
            return self.cut(level, plies, slice, slices, part, needed as usize);
        }
        self.distinct = found as f64 * f64::from(slices) / children.max(1.0);
        let merged = Level { boards, paths, len: found };
        if let Some(groups) = &groups {
            self.gather_groups(&table, groups, merged)?;
        }
        self.card.release(after_level);
        match &groups {
            Some(groups) if !self.fits_merged(merged) => self.merge_in_groups(merged, groups, 0.99 * part)?,
            _ => self.count(merged, plies - 1, 0.99 * part)?,
        }
        self.count(spilled, plies - 1, 0.01 * part)?;
        self.card.release(mark);
        Ok(())
    }

    /// Two halves of a slice instead of one.
    fn cut(&mut self, level: Level, plies: u32, slice: u32, slices: u32, part: f64, bytes: usize) -> Result<(), Stop> {
        if slices >= 1 << 30 {
            return Err(Error::OutOfMemory { bytes, free: self.card.free() }.into());
        }
        self.slice(level, plies, 2 * slice, 2 * slices, part / 2.0)?;
        self.slice(level, plies, 2 * slice + 1, 2 * slices, part / 2.0)
    }

    /// Takes memory for a table and clears it.
    pub(crate) fn table(&self, lines: u64, spill: Spill) -> Result<Table, Error> {
        let at = self.card.take(lines * LINE)?;
        self.card.clear(at, lines * LINE)?;
        Ok(Table { at, lines, spill })
    }

    pub(crate) fn clear_table(&self, table: &Table) -> Result<(), Error> {
        self.card.clear(table.at, table.lines * LINE)
    }

    /// Merges children into a table; the notes say how many there are, and how many found no place.
    pub(crate) fn insert_children(
        &self,
        parents: Level,
        table: &Table,
        (slice, slices): (u32, u32),
        regions: Option<Regions>,
    ) -> Result<(), Error> {
        let regions = regions.unwrap_or(Regions { starts: 0, first: 0, sixteenths: 0 });
        let arguments = [
            Word(parents.boards),
            Word(parents.paths),
            Word(parents.len),
            Word(table.at),
            Half(table.lines as u32),
            Half(slice),
            Half(slices),
            Word(regions.starts),
            Word(regions.first),
            Half(regions.sixteenths),
            Word(table.spill.boards),
            Word(table.spill.paths),
            Word(table.spill.room),
            self.note(LENGTH),
            self.note(TOTAL),
            self.note(OTHER),
        ];
        self.card.launch(&self.card.kernels.merge, parents.len, &arguments)
    }

    /// How many children there were, and how many found no place.
    pub(crate) fn inserted(&self) -> Result<(f64, u64), Error> {
        let notes = self.read_notes()?;
        // A sum of rounded numbers, so a little early.
        if f64::from_bits(notes[OTHER as usize]) >= 0.999 * 2_f64.powi(64) {
            return Err(Error::TooManyPaths);
        }
        Ok((notes[TOTAL as usize] as f64, notes[LENGTH as usize]))
    }

    /// Appends the positions of some lines of a table to those that the notes know of; how many there are then, even if there is no room for all.
    pub(crate) fn gather(
        &self,
        lines_at: Address,
        lines: u64,
        boards: Address,
        paths: Address,
        capacity: u64,
    ) -> Result<u64, Error> {
        let arguments = [Word(lines_at), Word(lines), Word(boards), Word(paths), Word(capacity), self.note(LENGTH)];
        self.card.launch(&self.card.kernels.gather, lines, &arguments)?;
        Ok(self.read_notes()?[LENGTH as usize])
    }

    /// All positions of a table, behind those that found no place in it and are where they would go.
    pub(crate) fn gather_all(&self, table: &Table) -> Result<u64, Error> {
        self.gather(table.at, table.lines, table.spill.boards, table.spill.paths, table.spill.room)
    }

    /// How many positions of a table each group has, to be added to these numbers.
    pub(crate) fn count_groups(&self, table: &Table, sizes: Address) -> Result<(), Error> {
        let arguments = [Word(table.at), Word(table.lines), Word(sizes)];
        self.card.launch(&self.card.kernels.group_sizes, 4 * table.lines, &arguments)
    }

    /// The positions of a table, each to where its group goes on.
    pub(crate) fn gather_in_groups(&self, table: &Table, level: Level, next: Address) -> Result<(), Error> {
        let arguments = [Word(table.at), Word(table.lines), Word(level.boards), Word(level.paths), Word(next)];
        self.card.launch(&self.card.kernels.group, 4 * table.lines, &arguments)
    }
}
