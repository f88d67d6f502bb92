//! Levels of distinct positions: a level's children, merged in a table on the card, in as many slices as memory
//! requires.

use crate::count::{
    CHILDREN_AT_ONCE, Counter, LENGTH, Level, MOVES, ORDER, OTHER, PATHS, POSITION, Stop, TOTAL, chunks,
};
use crate::device::{Address, Argument};
use crate::error::Error;
use crate::groups::{GROUPS_BYTES, GROUPS_FROM};
use crate::share::Parts;

use Argument::{Half, Word};

/// A line of a table: three positions and their paths.
const LINE: u64 = 128;
const PLACES: u64 = 3;
/// The number of a place.
pub(crate) const SPOT: u64 = 4;
/// How full a table is expected to be.
const LOAD: f64 = 0.66;
const PARENTS_AT_ONCE: u64 = 1 << 22;
/// Room for positions that find no place in a table for `expected` positions.
fn spill_for(expected: f64) -> u64 {
    (expected / 64.0 + (expected / 4.0).min(65536.0)) as u64
}

/// A table on the card, and where positions go that find no place in it.
pub(crate) struct Table {
    pub at: Address,
    pub lines: u64,
    pub spill: Room,
    /// Where the order is noted in which positions are met, and for how many; null if it is not asked for.
    pub order: Address,
    pub order_room: u64,
}

/// Room for positions with their paths.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    boards: Address,
    paths: Address,
    pub room: u64,
}

impl Room {
    /// A part of it.
    pub fn range(self, from: u64, room: u64) -> Self {
        Self { boards: self.boards + from * POSITION, paths: self.paths + from * PATHS, room }
    }

    /// As many positions as are in it now.
    pub fn level(self, len: u64) -> Level {
        Level { boards: self.boards, paths: self.paths, len }
    }
}

/// Which part of a table a group's children go to: see `merge_kernel`.
pub(crate) struct Regions {
    pub starts: Address,
    pub first: u64,
    pub sixteenths: u32,
}

/// Lines of a table that this number of positions fills up to `load`. The kernels number places with 32 bits.
pub(crate) fn lines_for(positions: f64, load: f64) -> u64 {
    ((positions / PLACES as f64 / load) as u64 + 64).min((1 << 30) - 1)
}

/// Bytes that a position takes in a table that is so full.
pub(crate) fn table_bytes(load: f64) -> f64 {
    LINE as f64 / PLACES as f64 / load
}

impl Counter<'_> {
    /// Distinct children with their paths, slice by slice. Slices of the first level that has several are the parts
    /// that cards and later runs share.
    pub(crate) fn merge(&mut self, level: Level, plies: u32, part: f64) -> Result<(), Stop> {
        let mut wanted = self.slices_for(level, plies);
        if self.in_part {
            return (0..wanted)
                .try_for_each(|slice| self.pieces(level, plies, slice, wanted, part / f64::from(wanted)));
        }
        loop {
            match self.share.agree(plies, wanted)? {
                Parts::Here(slices) => {
                    self.in_part = true;
                    while let Some(slice) = self.share.next_slice() {
                        self.share.begin(slice);
                        self.pieces(level, plies, slice, slices, part / f64::from(slices))?;
                        self.share.finish(slice)?;
                    }
                    self.in_part = false;
                    return Ok(());
                }
                Parts::Below if self.slice(level, plies, 0, 1, part)? => return Ok(()),
                // More than was expected; and if others have parts already, they count them.
                Parts::Below if wanted == 1 => wanted = 2,
                Parts::Below | Parts::Above => return Ok(()),
            }
        }
    }

    /// Whether all children of a level, which are counted next, fit into a table at once. If not, making all of them
    /// for every slice would take longer than merging them group by group does.
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
        // Children that are counted need little room beside the table.
        let (beside, room) = if plies > 3 { (POSITION + PATHS, 0.9) } else { (SPOT, 0.85) };
        let each = table_bytes(LOAD) + beside as f64;
        let slices = (self.expected(level) * each / (self.card.free() as f64 * room)).ceil();
        slices.clamp(1.0, 65536.0) as u32
    }

    /// One slice of the children, and all below it; false if it does not fit, and then nothing was counted.
    fn slice(&mut self, level: Level, plies: u32, slice: u32, slices: u32, part: f64) -> Result<bool, Stop> {
        let mark = self.card.mark();
        let free = self.card.free() as u64;
        let expected = (self.expected(level) / f64::from(slices)).max(4096.0);
        let lines = lines_for(expected, LOAD);
        // What the table's positions go to: all of them, or as many as are counted at once.
        let whole = plies > 3;
        let in_groups = plies == 4 && expected >= GROUPS_FROM;
        let capacity =
            if whole { (1.02 * expected) as u64 } else { (free / 64 / (POSITION + PATHS)).min(CHILDREN_AT_ONCE) };
        let room = spill_for(expected);
        let groups_bytes = if in_groups { GROUPS_BYTES } else { 0 };
        let order_room = if whole { 0 } else { (1.02 * expected) as u64 };
        let needed = (capacity + room) * (POSITION + PATHS) + lines * LINE + order_room * SPOT + groups_bytes + 4096;
        if needed > free {
            return Ok(false);
        }
        let all = self.room_for(capacity + room)?;
        let groups_at = self.card.take(groups_bytes)?;
        let after_level = self.card.mark();
        // Those that find no place come first, if others are appended to them, or last.
        let appended = whole && !in_groups;
        let spill = if appended { all } else { all.range(capacity, room) };
        let table = self.table(lines, spill, order_room)?;
        self.clear_notes()?;
        for chunk in chunks(level, PARENTS_AT_ONCE) {
            self.share.check()?;
            self.insert_children(chunk, &table, (slice, slices), None)?;
            if self.read_notes()?[LENGTH as usize] > room {
                self.card.release(mark);
                return Ok(false);
            }
        }
        let (children, spilled, found) = self.inserted()?;
        self.moves = children / level.len as f64;
        let share_of = |found: u64| found as f64 * f64::from(slices) / children.max(1.0);
        if appended {
            let len = self.gather(&table, all)?;
            if len > all.room {
                self.card.release(mark);
                return Ok(false);
            }
            self.distinct = share_of(len);
            self.card.release(after_level);
            self.count(all.level(len), plies - 1, part)?;
        } else if in_groups {
            let groups = self.groups_of(&table, groups_at)?;
            if groups.len() > capacity {
                self.card.release(mark);
                return Ok(false);
            }
            self.distinct = share_of(groups.len());
            let merged = all.level(groups.len());
            self.gather_in_groups(&table, merged, &groups)?;
            self.card.release(after_level);
            if self.fits_merged(merged) {
                self.count(merged, plies - 1, 0.99 * part)?;
            } else {
                self.merge_in_groups(merged, &groups, 0.99 * part)?;
            }
            self.count(spill.level(spilled), plies - 1, 0.01 * part)?;
        } else {
            if found > order_room {
                self.card.release(mark);
                return Ok(false);
            }
            self.distinct = share_of(found);
            for from in (0..found).step_by(capacity as usize) {
                let len = capacity.min(found - from);
                self.gather_in_order(&table, from, all.level(len))?;
                self.count(all.level(len), plies - 1, 0.99 * part * len as f64 / found as f64)?;
            }
            self.count(spill.level(spilled), plies - 1, 0.01 * part)?;
        }
        self.card.release(mark);
        Ok(true)
    }

    /// One slice of the children, or if it does not fit its halves.
    fn pieces(&mut self, level: Level, plies: u32, slice: u32, slices: u32, part: f64) -> Result<(), Stop> {
        if self.slice(level, plies, slice, slices, part)? {
            return Ok(());
        }
        if slices >= 1 << 30 {
            let bytes = (self.expected(level) / f64::from(slices) * table_bytes(LOAD)) as usize;
            return Err(Error::OutOfMemory { bytes, free: self.card.free() }.into());
        }
        self.pieces(level, plies, 2 * slice, 2 * slices, part / 2.0)?;
        self.pieces(level, plies, 2 * slice + 1, 2 * slices, part / 2.0)
    }

    /// Takes memory for positions.
    pub(crate) fn room_for(&self, room: u64) -> Result<Room, Error> {
        Ok(Room { boards: self.card.take(room * POSITION)?, paths: self.card.take(room * PATHS)?, room })
    }

    /// Takes memory for a table and clears it.
    pub(crate) fn table(&self, lines: u64, spill: Room, order_room: u64) -> Result<Table, Error> {
        let order = if order_room == 0 { 0 } else { self.card.take(order_room * SPOT)? };
        let table = Table { at: self.card.take(lines * LINE)?, lines, spill, order, order_room };
        self.clear_table(&table)?;
        Ok(table)
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
            Word(table.order),
            Word(table.order_room),
            self.note(ORDER),
        ];
        // SAFETY: the nineteen of `merge_kernel` in its order, halves where it has `u32`. The table was made with
        // `lines` lines (fewer than 2^30) and cleared, the spill and the order with so much room. Where groups begin is
        // null or written by `groups_of`, and `merge_in_groups` gives them no more sixteenths than there are lines; all
        // counters are notes.
        unsafe { self.card.launch(&self.card.kernels.merge, parents.len, &arguments) }
    }

    /// How many children there were, how many found no place, and how many new ones were put in order.
    pub(crate) fn inserted(&self) -> Result<(f64, u64, u64), Error> {
        let notes = self.read_notes()?;
        // A sum of rounded numbers, so a little early.
        if f64::from_bits(notes[OTHER as usize]) >= 0.999 * 2_f64.powi(64) {
            return Err(Error::TooManyPaths);
        }
        Ok((notes[TOTAL as usize] as f64, notes[LENGTH as usize], notes[ORDER as usize]))
    }

    /// Some of the positions of a table, in the order in which they were met.
    pub(crate) fn gather_in_order(&self, table: &Table, from: u64, to: Level) -> Result<(), Error> {
        let order = table.order + from * SPOT;
        let arguments = [Word(table.at), Word(order), Word(to.len), Word(to.boards), Word(to.paths)];
        // SAFETY: table, order, length, level and paths of `gather_order_kernel`. Callers ask for no more than were
        // found and noted in the order, whose numbers are those of places in this table, and have room for as many.
        unsafe { self.card.launch(&self.card.kernels.gather_order, to.len, &arguments) }
    }

    /// Appends the positions of a table to those that the notes know of; how many there are then, even if there is no
    /// room for all.
    pub(crate) fn gather(&self, table: &Table, to: Room) -> Result<u64, Error> {
        let arguments =
            [Word(table.at), Word(table.lines), Word(to.boards), Word(to.paths), Word(to.room), self.note(LENGTH)];
        // SAFETY: table, lines, level, paths, their room and the note of the length of `gather_kernel`, which writes
        // nothing beyond that room.
        unsafe { self.card.launch(&self.card.kernels.gather, table.lines, &arguments) }?;
        Ok(self.read_notes()?[LENGTH as usize])
    }
}
