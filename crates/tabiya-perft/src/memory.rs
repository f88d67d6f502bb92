//! How much memory a table may take.

use crate::table::{LEAST_BYTES, OutOfMemory, Table};

/// What is known about this machine's memory.
pub(crate) struct Memory;

impl Memory {
    /// Bytes that programs can have without swapping, if the system says.
    pub fn available() -> Option<usize> {
        let text = std::fs::read_to_string("/proc/meminfo").ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        kibibytes.checked_mul(1024)
    }

    /// A table for a tree of this depth: no larger than positions will fill, and never more than a
    /// quarter of what is free.
    pub fn sensible_table(depth: u32) -> usize {
        let useful = match depth {
            0..=5 => 0,
            6 => 16 << 20,
            7 => 128 << 20,
            8 => 1 << 30,
            _ => usize::MAX,
        };
        let free = Self::available().unwrap_or(1 << 30);
        useful.min(free / 4)
    }
}

/// A table of the size asked for or, with a warning, the largest that can be had.
pub(crate) fn table_of(bytes: usize) -> Result<(Table, Option<String>), OutOfMemory> {
    // Leave room for everybody else: a table that swaps is slower than none.
    let limit = Memory::available().map_or(usize::MAX, |free| free / 10 * 9);
    let mut size = bytes.min(limit).max(LEAST_BYTES);
    loop {
        match Table::new(size) {
            Ok(table) => {
                let warning = (table.bytes() < bytes / 2).then(|| {
                    format!(
                        "a hash table of {} MiB was asked for; this machine has room for {} MiB",
                        bytes >> 20,
                        table.bytes() >> 20
                    )
                });
                return Ok((table, warning));
            }
            Err(error) if size <= LEAST_BYTES => return Err(error),
            Err(_) => size = (size / 2).max(LEAST_BYTES),
        }
    }
}
