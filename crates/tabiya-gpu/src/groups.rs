//! Merging what is too large to be merged at once, group by group.
//!
//! A group is all positions of a level with the same pieces of the side that does not move; all equal children,
//! captures excepted, come from one group (`kernels/sides.cu` says why). So a level in order of its groups is gone
//! through once, some groups at a time, and nearly all equal children are found in a small table. Those that are not
//! are counted twice, each with its own paths: the sum is the same.

use crate::count::{Counter, Level, PATHS, POSITION, Stop};
use crate::device::{Address, Argument::Word};
use crate::error::Error;
use crate::merge::{Regions, SPOT, Table, lines_for, table_bytes};

/// Groups, as many as the kernels tell apart.
const GROUPS: usize = 1 << 16;
/// Where they begin, with an end, and where each goes on while positions are put in order.
pub(crate) const GROUPS_BYTES: u64 = 8 * (GROUPS as u64 + 1) + 256 + 8 * GROUPS as u64;
/// Positions that are worth putting in order.
pub(crate) const GROUPS_FROM: f64 = GROUPS as f64;
/// Distinct children that are counted at once, at most: some ten milliseconds of work.
const CHILDREN: u64 = 1 << 25;
/// How full the room for children is meant to be, and their table if that were full. Groups need more or less room than
/// others, and the table is small: so there is more in it than in that of a whole level.
const FULL: f64 = 0.85;
const LOAD: f64 = 0.55;

/// Where each group of a level begins.
pub(crate) struct Groups {
    starts: Vec<u64>,
    starts_at: Address,
    next_at: Address,
}

impl Groups {
    /// Positions in all groups.
    pub fn len(&self) -> u64 {
        self.starts[GROUPS]
    }

    /// The end of the last group that lies wholly within `most` positions from `from`; the end of these positions if
    /// there is no such group.
    fn end(&self, from: u64, most: u64) -> u64 {
        let end = from.saturating_add(most).min(self.len());
        let whole = self.starts[self.starts.partition_point(|&start| start <= end) - 1];
        if whole > from { whole } else { end }
    }
}

impl Counter<'_> {
    /// The groups of a table's positions.
    pub(crate) fn groups_of(&self, table: &Table, at: Address) -> Result<Groups, Error> {
        let next_at = (at + 8 * (GROUPS as u64 + 1)).next_multiple_of(256);
        self.card.clear(next_at, 8 * GROUPS as u64)?;
        let arguments = [Word(table.at), Word(table.lines), Word(next_at)];
        // SAFETY: table, lines and sizes of `group_sizes_kernel`; a size for each group was cleared above, within
        // `GROUPS_BYTES` that the caller took.
        unsafe { self.card.launch(&self.card.kernels.group_sizes, 4 * table.lines, &arguments) }?;
        let mut sizes = vec![0; GROUPS];
        self.card.read(next_at, &mut sizes)?;
        let mut sum = 0;
        let starts = core::iter::once(0).chain(sizes.iter().map(|size| {
            sum += size;
            sum
        }));
        let starts: Vec<u64> = starts.collect();
        self.card.write(at, &starts)?;
        self.card.write(next_at, &starts[..GROUPS])?;
        Ok(Groups { starts, starts_at: at, next_at })
    }

    /// Puts a table's positions into a level, in order of their groups.
    pub(crate) fn gather_in_groups(&self, table: &Table, level: Level, groups: &Groups) -> Result<(), Error> {
        let arguments =
            [Word(table.at), Word(table.lines), Word(level.boards), Word(level.paths), Word(groups.next_at)];
        // SAFETY: table, lines, level, paths and next places of `group_kernel`. The groups are those of this table, so
        // that the places are all below their number, and the caller has seen that the level has room for as many.
        unsafe { self.card.launch(&self.card.kernels.group, 4 * table.lines, &arguments) }
    }

    /// Counts the leaves three plies below a level that is in order of its groups.
    pub(crate) fn merge_in_groups(&mut self, level: Level, groups: &Groups, part: f64) -> Result<(), Stop> {
        let mark = self.card.mark();
        let each = (POSITION + PATHS + SPOT) as f64 + table_bytes(LOAD);
        let room = ((self.card.free() as f64 * 0.9 - 65536.0).max(0.0) / each) as u64;
        let room = room.min(CHILDREN);
        if room < 1024 {
            return Err(Error::OutOfMemory { bytes: (1024.0 * each) as usize, free: self.card.free() }.into());
        }
        // Those that find no place come first, and the table's after them.
        let all = self.room_for(room)?;
        let table = self.table(lines_for(room as f64, LOAD), all, room)?;
        let mut start = 0;
        let mut parents = (room as f64 / self.moves) as u64;
        while start < level.len {
            self.share.check()?;
            let end = groups.end(start, parents.max(1));
            let chunk = level.range(start, end - start);
            self.clear_table(&table)?;
            self.clear_notes()?;
            let sixteenths = (16 * (table.lines - 64) / chunk.len).min(1 << 16) as u32;
            let regions = Regions { starts: groups.starts_at, first: start, sixteenths };
            self.insert_children(chunk, &table, (0, 1), Some(regions))?;
            let (_, spilled, found) = self.inserted()?;
            let len = spilled + found;
            if len > room {
                if chunk.len == 1 {
                    return Err(
                        Error::OutOfMemory { bytes: (len as f64 * each) as usize, free: self.card.free() }.into()
                    );
                }
                parents = chunk.len / 2;
                continue;
            }
            parents = (FULL * room as f64 * chunk.len as f64 / len.max(1) as f64) as u64;
            start = end;
            self.gather_in_order(&table, 0, all.range(spilled, found).level(found))?;
            self.count(all.level(len), 2, part * chunk.len as f64 / level.len as f64)?;
        }
        self.card.release(mark);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_taken_whole_unless_they_are_too_large() {
        let mut starts = vec![10; GROUPS + 1];
        starts[..4].copy_from_slice(&[0, 3, 5, 5]);
        let groups = Groups { starts, starts_at: 0, next_at: 0 };
        assert_eq!(groups.len(), 10);
        assert_eq!([1, 3, 4, 5, 9, 10, 99].map(|most| groups.end(0, most)), [1, 3, 3, 5, 5, 10, 10]);
        assert_eq!([1, 3, 6, 7].map(|most| groups.end(3, most)), [4, 5, 5, 10]);
        assert_eq!([1, 4, 5].map(|most| groups.end(5, most)), [6, 9, 10]);
    }
}
