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

/// Bytes beyond which a table would only cost the clearing of its memory. It holds positions that
/// have two plies or more below them; their number grows by about 0.7 of the legal moves with every
/// ply (14 for the start position's 20), and four places for each leave little to be overwritten.
fn useful(depth: u32, moves: usize) -> usize {
    const BYTES: f64 = 4.0 * 16.0;
    let growth = 0.7 * moves.max(14) as f64;
    // Conversion saturates, which is what a deep tree wants.
    (BYTES * growth.powi(depth.saturating_sub(2) as i32)) as usize
}

/// A table of the size asked for, or of the size that can be filled, or, with a warning, the largest
/// that this machine has room for.
pub(crate) fn table_of(
    bytes: usize,
    depth: u32,
    moves: usize,
    available: Option<usize>,
) -> Result<(Table, Option<String>), OutOfMemory> {
    let wanted = bytes.min(useful(depth, moves));
    // Leave room for everybody else: a table that swaps is slower than none.
    let limit = available.map_or(usize::MAX, |free| free / 10 * 9);
    let mut size = wanted.min(limit).max(LEAST_BYTES);
    loop {
        match Table::new(size) {
            Ok(table) => {
                let warning = (table.bytes() < wanted / 2).then(|| {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_nobody_has_room_for_becomes_smaller_with_a_warning() {
        let (table, warning) = table_of(1 << 40, 9, 20, Some(64 << 20)).unwrap();
        assert_eq!(table.bytes(), 32 << 20);
        assert!(warning.unwrap().contains("1048576 MiB was asked for; this machine has room for 32 MiB"));
    }

    #[test]
    fn a_table_is_never_larger_than_its_tree() {
        let (table, warning) = table_of(usize::MAX, 4, 20, Some(1 << 34)).unwrap();
        assert_eq!((table.bytes(), warning), (LEAST_BYTES, None));
    }

    /// Clearing a large table takes longer than a user who changes his mind will wait.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_table_is_cleared_while_it_is_used_not_before() {
        let resident = || {
            let text = std::fs::read_to_string("/proc/self/statm").unwrap();
            text.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
        };
        let before = resident();
        let table = Table::new(1 << 30).unwrap();
        assert!(resident() < before + (512 << 20), "the memory was touched");
        table.put(!0, 3, 7);
        assert_eq!(table.get(!0, 3), Some(7));
    }

    #[test]
    fn memory_that_does_not_exist_is_not_had() {
        // Nobody says what is free: the system refuses, and the size is halved until it agrees.
        assert!(Table::new(usize::MAX / 2).is_err());
    }
}
