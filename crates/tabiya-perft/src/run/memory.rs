//! How much memory a table may take.

use std::path::Path;

use crate::run::table::{LEAST_BYTES, OutOfMemory, Table, size_of_table};

/// What is known about this machine's memory.
pub(crate) struct Memory;

impl Memory {
    /// Bytes that programs can have without swapping, if the system says: what is free on the machine,
    /// what is left of the share that a container was given, or of the addresses that `ulimit -v` allows.
    pub fn available() -> Option<usize> {
        let free = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| free_memory(&text));
        let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let own = |name: &str| std::fs::read_to_string(Path::new("/proc/self").join(name)).unwrap_or_default();
        let addresses = left_of_addresses(&own("limits"), &own("status"));
        free.into_iter().chain(left_in_groups(&groups, Path::new("/sys/fs/cgroup"))).chain(addresses).min()
    }

    /// A table for a tree of this depth: no larger than positions will fill, and never more than a
    /// quarter of what is free.
    pub fn sensible_table(depth: u32) -> usize {
        sensible_part(depth, Self::available().unwrap_or(1 << 30))
    }
}

/// The same, where so much is free.
fn sensible_part(depth: u32, free: usize) -> usize {
    let useful = match depth {
        0..=5 => 0,
        6 => 16 << 20,
        7 => 128 << 20,
        8 => 1 << 30,
        _ => usize::MAX,
    };
    useful.min(free / 4)
}

/// How many bytes tables may take on this machine at present, if the system says: most of what is free, or of what is
/// left to the control group that this process runs in.
pub fn room_for_tables() -> Option<usize> {
    Memory::available().map(share)
}

/// Leaves room for other programs: a table that swaps is slower than no table.
fn share(free: usize) -> usize {
    free / 10 * 9
}

/// What `/proc/meminfo` says is available.
fn free_memory(meminfo: &str) -> Option<usize> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    // A small process on a large machine can have all that it can address.
    Some(kibibytes.saturating_mul(1024))
}

/// Addresses that are left for the stacks of threads, which need addresses long before they need memory: two as large
/// as the engine's, and what an allocator maps beside them.
const STACKS: usize = 80 << 20;

/// What a process may still map of the addresses that it is allowed, if there is a limit.
fn left_of_addresses(limits: &str, status: &str) -> Option<usize> {
    let of = |text: &str, name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<usize>().ok()
    };
    // The limit is in bytes, or the word `unlimited`; the use is in kibibytes.
    let limit = of(limits, "Max address space")?;
    let used = of(status, "VmSize:")?.saturating_mul(1024);
    Some(limit.saturating_sub(used).saturating_sub(STACKS))
}

/// What the control groups that a process is in, and each above them, have left of their limits.
fn left_in_groups(groups: &str, root: &Path) -> Option<usize> {
    // Lines are `0::/path` in the second version, `5:memory:/path` in the first. Inside a container
    // the path may not exist, and the limit is that of the root.
    let paths = groups.lines().filter_map(|line| {
        let (_, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        let path = path.trim_start_matches('/');
        match controllers {
            "" => Some((root.to_owned(), path, "memory.max", "memory.current")),
            "memory" => Some((root.join("memory"), path, "memory.limit_in_bytes", "memory.usage_in_bytes")),
            _ => None,
        }
    });
    let left = paths.flat_map(|(root, path, limit, usage)| {
        let folders: Vec<_> = Path::new(path).ancestors().map(|folder| root.join(folder)).collect();
        folders.into_iter().filter_map(move |folder| left_in_group(&folder, limit, usage))
    });
    left.min()
}

/// What a control group has left, if it has a limit. Copies of files that have not been used of late are
/// given up when memory is asked for, so they do not count.
fn left_in_group(folder: &Path, limit: &str, usage: &str) -> Option<usize> {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
    let number = |name: &str| read(name)?.trim().parse::<usize>().ok();
    let statistics = read("memory.stat").unwrap_or_default();
    let copies = statistics.lines().rev().find_map(|line| {
        // The first version has two such lines; the later one includes the groups below.
        let (name, bytes) = line.split_once(' ')?;
        if name.ends_with("inactive_file") { bytes.trim().parse().ok() } else { None }
    });
    let used = number(usage)?.saturating_sub(copies.unwrap_or(0));
    Some(number(limit)?.saturating_sub(used))
}

/// Bytes beyond which a table for a tree of this depth below a position with this number of legal moves
/// would only cost the clearing of its memory.
///
/// It holds positions that
/// have two plies or more below them; their number grows by about 0.7 of the legal moves with every
/// ply (14 for the start position's 20), and four places for each leave little to be overwritten.
pub fn useful_table(depth: u32, moves: usize) -> usize {
    const BYTES: f64 = 4.0 * 16.0;
    // So little is not worth estimating.
    const ALWAYS: usize = 4 << 20;
    let growth = 0.7 * moves.max(14) as f64;
    // Conversion saturates, which is what a deep tree wants.
    let plies = i32::try_from(depth.saturating_sub(2)).unwrap_or(i32::MAX);
    ((BYTES * growth.powi(plies)) as usize).max(ALWAYS)
}

/// A table of at most the size asked for, or of the size that can be filled, or, with a warning, the
/// largest that this machine has room for, or none.
pub(crate) fn table_of(
    bytes: usize,
    depth: u32,
    moves: usize,
    available: Option<usize>,
) -> Result<(Option<Table>, Option<String>), OutOfMemory> {
    let wanted = bytes.min(useful_table(depth, moves));
    if wanted < LEAST_BYTES {
        let least = LEAST_BYTES >> 10;
        let warning =
            format!("a hash table of {bytes} bytes is too small (the least is {least} KiB): counted without one");
        return Ok((None, Some(warning)));
    }
    let limit = available.map_or(usize::MAX, share);
    let table = largest(wanted.min(limit), Table::new)?;
    let warning = (table.bytes() < size_of_table(wanted)).then(|| {
        format!(
            "a hash table of {} MiB was asked for; this machine has room for {} MiB",
            bytes >> 20,
            table.bytes() >> 20
        )
    });
    Ok((Some(table), warning))
}

/// What can be had of this number of bytes: where the system refuses, half of it is asked for, down to the smallest
/// table.
fn largest<T>(bytes: usize, make: impl Fn(usize) -> Result<T, OutOfMemory>) -> Result<T, OutOfMemory> {
    let mut size = bytes.max(LEAST_BYTES);
    loop {
        match make(size) {
            Err(_) if size > LEAST_BYTES => size = (size / 2).max(LEAST_BYTES),
            made => return made,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_too_large_for_the_machine_becomes_smaller_with_a_warning() {
        let (table, warning) = table_of(usize::MAX, 9, 20, Some(64 << 20)).unwrap();
        assert_eq!(table.unwrap().bytes(), 32 << 20);
        let asked = usize::MAX >> 20;
        assert!(warning.unwrap().contains(&format!("{asked} MiB was asked for; this machine has room for 32 MiB")));
        // Rounded down is not for want of room, half of it is.
        for (asked, warned) in [(64 << 20, false), (100 << 20, false), (128 << 20, true)] {
            let (table, warning) = table_of(asked, 9, 20, Some(72 << 20)).unwrap();
            assert_eq!((table.unwrap().bytes(), warning.is_some()), (64 << 20, warned), "{asked}");
        }
    }

    #[test]
    fn deep_trees_have_a_table_by_themselves() {
        assert_eq!([0, 5].map(Memory::sensible_table), [0, 0]);
        assert!([6, 8, 20].map(Memory::sensible_table).iter().all(|&bytes| bytes >= 1 << 20));
    }

    #[test]
    fn a_container_has_what_is_left_of_its_share() {
        assert_eq!(free_memory("MemTotal: 10 kB\nMemAvailable:    5 kB\n"), Some(5 << 10));
        assert_eq!(free_memory("MemTotal: 10 kB\n"), None);
        assert_eq!(free_memory(&format!("MemAvailable: {} kB\n", usize::MAX / 1000)), Some(usize::MAX));
        let folder = std::env::temp_dir().join(format!("tabiya-group-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let left = |limit: &str| {
            std::fs::write(folder.join("memory.max"), limit).unwrap();
            std::fs::write(folder.join("memory.current"), "1700\n").unwrap();
            std::fs::write(folder.join("memory.stat"), "anon 1000\ninactive_file 700\nslab 9\n").unwrap();
            left_in_group(&folder, "memory.max", "memory.current")
        };
        assert_eq!([left("5000\n"), left("500\n"), left("max\n")], [Some(4000), Some(0), None]);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_limit_of_addresses_counts_where_there_is_one() {
        let limits =
            "Limit            Soft Limit   Hard Limit   Units\nMax address space  409600000 unlimited  bytes\n";
        let status = "Name:\tcat\nVmPeak:\t 300000 kB\nVmSize:\t 100000 kB\n";
        assert_eq!(left_of_addresses(limits, status), Some(409_600_000 - 102_400_000 - STACKS));
        assert_eq!(left_of_addresses(limits, "VmSize: 900000 kB\n"), Some(0));
        assert_eq!(left_of_addresses("Max address space  unlimited  unlimited  bytes\n", status), None);
        assert_eq!(left_of_addresses("", ""), None);
    }

    #[test]
    fn of_a_group_and_those_above_it_the_one_with_least_left_counts() {
        let root = std::env::temp_dir().join(format!("tabiya-groups-{}", std::process::id()));
        for (folder, [limit, usage], figures) in [
            ("", ["memory.max", "memory.current"], ["9000", "1000"]),
            ("a", ["memory.max", "memory.current"], ["1000", "400"]),
            ("a/b", ["memory.max", "memory.current"], ["5000", "100"]),
            ("memory/old", ["memory.limit_in_bytes", "memory.usage_in_bytes"], ["700", "200"]),
        ] {
            std::fs::create_dir_all(root.join(folder)).unwrap();
            std::fs::write(root.join(folder).join(limit), figures[0]).unwrap();
            std::fs::write(root.join(folder).join(usage), figures[1]).unwrap();
        }
        for (groups, left) in [
            ("0::/a/b\n", Some(600)),
            ("0::/\n", Some(8000)),
            ("0::/elsewhere/in/a/container\n", Some(8000)),
            ("4:cpu:/a\n5:memory:/old\n", Some(500)),
            ("5:memory:/old\n0::/a\n", Some(500)),
            ("4:cpu:/a\nnonsense\n", None),
            ("", None),
        ] {
            assert_eq!(left_in_groups(groups, &root), left, "{groups:?}");
        }
        std::fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn a_table_of_the_default_size_takes_a_quarter_at_most() {
        const MIB: usize = 1 << 20;
        let free = usize::MAX / 8;
        let quarter = free / 4 / MIB;
        let parts = [5, 6, 7, 8, 9, 40].map(|depth| sensible_part(depth, free) / MIB);
        assert_eq!(parts, [0, 16, 128.min(quarter), 1024.min(quarter), quarter, quarter]);
        assert_eq!([5, 6, 9].map(|depth| sensible_part(depth, 40 * MIB) / MIB), [0, 10, 10]);
        assert_eq!(share(1000), 900);
    }

    /// Four places of sixteen bytes for 0.7 times the moves, to the power of the plies above the last two.
    #[test]
    fn a_useful_table_grows_with_its_tree() {
        assert_eq!([0, 2, 6].map(|depth| useful_table(depth, 20)), [4 << 20; 3]);
        assert_eq!(useful_table(8, 20), 64 * 14_usize.pow(6));
        assert_eq!(useful_table(7, 100), usize::try_from(64 * 70_u64.pow(5)).unwrap_or(usize::MAX));
        assert_eq!(useful_table(7, 1), useful_table(7, 14), "few moves now may be many later");
        assert_eq!([200, 0x8000_0002, u32::MAX].map(|depth| useful_table(depth, 40)), [usize::MAX; 3]);
    }

    #[test]
    fn a_table_is_never_larger_than_its_tree() {
        let (table, warning) = table_of(usize::MAX, 4, 20, Some(usize::MAX)).unwrap();
        assert_eq!((table.unwrap().bytes(), warning), (4 << 20, None));
    }

    #[test]
    fn the_limit_is_the_limit_at_every_depth() {
        for depth in 4..=12 {
            for limit in [64 << 10, 100_000, 1 << 20, 16 << 20, (16 << 20) + 1] {
                let (table, warning) = table_of(limit, depth, 20, None).unwrap();
                let bytes = table.unwrap().bytes();
                assert!(bytes <= limit && warning.is_none(), "depth {depth}: {bytes} of {limit}");
                assert!(bytes > limit / 2 || bytes >= 4 << 20, "depth {depth}: {bytes} of {limit}");
            }
            let (table, warning) = table_of((64 << 10) - 1, depth, 20, None).unwrap();
            assert!(table.is_none() && warning.unwrap().contains("the least is 64 KiB"));
        }
    }

    /// Clearing a large table takes longer than a user who presses Ctrl-C will wait.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_table_is_cleared_while_it_is_used_not_before() {
        let resident = || {
            let text = std::fs::read_to_string("/proc/self/statm").unwrap();
            text.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
        };
        let before = resident();
        let table = Table::new(1 << 28).unwrap();
        assert!(resident() < before + (128 << 20), "the memory was touched");
        table.put(!0, 3, 7);
        assert_eq!(table.get(!0, 3), Some(7));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn there_is_room_for_tables_and_not_for_more_than_the_machine_has() {
        let text = std::fs::read_to_string("/proc/meminfo").unwrap();
        let total = free_memory(&text.replace("MemAvailable", "").replace("MemTotal", "MemAvailable")).unwrap();
        let room = room_for_tables().expect("this system says what is free");
        assert!(room > 1 << 20, "{room} bytes");
        assert!(0 < room && room <= total / 10 * 9, "{room} of {total}");
    }

    #[test]
    fn what_the_system_refuses_is_halved_until_it_agrees() {
        let room = |most: usize| move |bytes| if bytes <= most { Ok(bytes) } else { Err(OutOfMemory { bytes }) };
        assert_eq!(largest(1 << 30, room(usize::MAX)), Ok(1 << 30));
        assert_eq!(largest(1 << 30, room(100 << 20)), Ok(64 << 20));
        assert_eq!(largest(3 * LEAST_BYTES, room(LEAST_BYTES)), Ok(LEAST_BYTES), "not less than the smallest");
        assert_eq!(largest(0, room(usize::MAX)), Ok(LEAST_BYTES));
        assert_eq!(largest(1 << 30, room(0)), Err(OutOfMemory { bytes: LEAST_BYTES }));
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn memory_that_does_not_exist_is_not_had() {
        // The free memory is unknown: the system refuses, and the size is halved until it agrees.
        assert!(Table::new(usize::MAX / 2).is_err());
    }
}
