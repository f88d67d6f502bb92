//! A hash table that several processes of one machine share.
//!
//! Each process by itself would count again what another has counted already. The table is found by a name: among the
//! files that other processes of the same user have open. No file system knows it, and when the last process that uses
//! it has ended, in whatever way, it is gone.
//!
//! A process that is killed between the two words of an entry leaves a first word that does not fit the second. Such an
//! entry is not believed (see [`crate::run::table`]), by the same bound as an entry that two threads write at once. The
//! table holds counts below positions, whatever run they were counted for, so it serves every count.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use crate::count::keys;
use crate::run::mapping::Mapping;
use crate::run::memory::Memory;
use crate::run::table::{self, Table};

/// Bytes behind the table that say what it is.
const LABEL: usize = 4096;

/// A table that several processes of this machine can use at once, for [`Counter::share`](crate::Counter::share).
#[derive(Clone)]
pub struct SharedTable(Arc<Mapping>);

impl SharedTable {
    /// Makes a table of the largest power of two that is at most `bytes`, and of 64 KiB at least. Other processes find
    /// it by its name; if two tables have the same name, either may be found.
    pub fn create(name: &str, bytes: usize) -> io::Result<Self> {
        let bytes = table::size_of_table(bytes);
        if Memory::available().is_some_and(|free| free < bytes) {
            return Err(io::Error::new(
                io::ErrorKind::OutOfMemory,
                format!("no memory for a hash table of {bytes} bytes"),
            ));
        }
        let whole = bytes.checked_add(LABEL).ok_or(io::ErrorKind::OutOfMemory)?;
        let made = Self(Arc::new(Mapping::new(name, whole, &label(bytes))?));
        made.enlarge_pages();
        Ok(made)
    }

    /// Finds a table of this name that another process of the same user, or this one, has made and that is still in
    /// use. It is an error if it was made by another version.
    pub fn find(name: &str) -> io::Result<Option<Self>> {
        let target = PathBuf::from(format!("/memfd:{name} (deleted)"));
        for process in std::fs::read_dir("/proc")?.flatten() {
            // Entries that are not processes, processes that have ended and those of other users have no list that can
            // be read.
            let Ok(descriptors) = std::fs::read_dir(process.path().join("fd")) else { continue };
            for descriptor in descriptors.flatten() {
                if std::fs::read_link(descriptor.path()).is_ok_and(|link| link == target)
                    && let Ok(file) = OpenOptions::new().read(true).write(true).open(descriptor.path())
                    && let Some(found) = Self::of(file, name)?
                {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// The table in a file; none, if it is not finished.
    fn of(file: File, name: &str) -> io::Result<Option<Self>> {
        let Some(mapping) = Mapping::of(file)? else { return Ok(None) };
        let bytes = mapping.bytes().saturating_sub(LABEL);
        if table::size_of_table(bytes) == bytes && mapping.end(LABEL)? == label(bytes) {
            return Ok(Some(Self(Arc::new(mapping))));
        }
        Err(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("the shared table {name} was made by another version of tabiya: end the processes that use it"),
        ))
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> usize {
        self.0.bytes() - LABEL
    }

    pub(crate) fn table(&self) -> Table {
        Table::shared(Arc::clone(&self.0), self.bytes())
    }

    /// In the background: it takes a tenth of a second per gigabyte or more, and counting can begin before.
    fn enlarge_pages(&self) {
        let mapping = Arc::clone(&self.0);
        let enlarge = move || mapping.enlarge_pages(|| Arc::strong_count(&mapping) > 1);
        // Without a thread it is only slower.
        let _ = std::thread::Builder::new().spawn(enlarge);
    }
}

/// What says that a table of this number of bytes is one of ours.
fn label(bytes: usize) -> Vec<u8> {
    let (version, keys, layout) = (env!("CARGO_PKG_VERSION"), keys::digest(), table::LAYOUT);
    let mut label =
        format!("tabiya {version}, table of {bytes} bytes, keys {keys:016x}, layout {layout}\n").into_bytes();
    label.resize(LABEL, 0);
    label
}

#[cfg(all(test, not(miri)))]
mod tests {
    use std::process::{Child, Command, Stdio};
    use std::sync::OnceLock;
    use std::time::{Duration, Instant};

    use tabiya::Position;

    use super::*;
    use crate::testing::KIWIPETE;
    use crate::{Counter, Found, Task};

    /// Names the table to a process that [`the_other_process`] is started for, and says what it has to do.
    const NAME: &str = "TABIYA_TEST_TABLE";
    const JOB: &str = "TABIYA_TEST_JOB";
    const BYTES: usize = 1 << 20;

    fn unique(name: &str) -> String {
        format!("tabiya-test-{name}-{}", std::process::id())
    }

    /// Keys that fill all of a small table, each with a count that follows from it.
    fn entry(number: u64) -> (u128, u64) {
        let mut digest = crate::count::digest::Digest::new();
        let mut next = || {
            digest.word(number);
            u128::from(digest.value())
        };
        let key = next() << 64 | next();
        (key, key as u64 >> 30)
    }

    /// Whether the system knows how to run this program. An emulator may tell that it does not by the exit code of the
    /// shells.
    fn starts_itself() -> bool {
        static ANSWER: OnceLock<bool> = OnceLock::new();
        *ANSWER.get_or_init(|| {
            let this = std::env::current_exe().unwrap();
            match Command::new(this).arg("--list").stdout(Stdio::null()).stderr(Stdio::null()).status() {
                Ok(status) => status.code() != Some(127),
                Err(error) => error.raw_os_error() != Some(libc::ENOEXEC),
            }
        })
    }

    struct Other(Child);

    impl Other {
        /// Nothing where a process cannot start one of its own kind, as in an emulator.
        fn start(name: &str, job: &str) -> Option<Self> {
            if !starts_itself() {
                crate::testing::skipped("this binary cannot be started by itself");
                return None;
            }
            let mut command = Command::new(std::env::current_exe().unwrap());
            let (_, module) = module_path!().split_once("::").expect("a module of this crate");
            command.args(["--exact", &format!("{module}::the_other_process")]);
            Some(Self(command.env(NAME, name).env(JOB, job).stdout(Stdio::null()).spawn().unwrap()))
        }
    }

    impl Drop for Other {
        fn drop(&mut self) {
            // SIGKILL: it has no chance to finish what it was at.
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    fn wait_for<T>(mut look: impl FnMut() -> Option<T>) -> T {
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            if let Some(found) = look() {
                return found;
            }
            assert!(Instant::now() < end, "it did not happen");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Finds a table with one entry, and puts another beside it.
    fn answer(name: &str) {
        let table = SharedTable::find(name).unwrap().unwrap().table();
        assert_eq!(table.get(1, 3), Some(41));
        table.put(2, 3, 42);
    }

    /// The other process of the tests below; not started by one of them, it answers itself.
    #[test]
    fn the_other_process() {
        let Ok(name) = std::env::var(NAME) else {
            let name = unique("own");
            let shared = SharedTable::create(&name, BYTES).unwrap();
            let table = shared.table();
            table.put(1, 3, 41);
            answer(&name);
            assert_eq!(table.get(2, 3), Some(42));
            return;
        };
        match std::env::var(JOB).unwrap().as_str() {
            "answer" => answer(&name),
            "write" => {
                let table = SharedTable::find(&name).unwrap().unwrap().table();
                for number in (0..).map(|number| number % 100_000) {
                    let (key, count) = entry(number);
                    table.put(key, 3, count.into());
                }
            }
            "make" => {
                let table = SharedTable::create(&name, BYTES).unwrap();
                std::thread::sleep(Duration::from_secs(600));
                drop(table);
            }
            other => panic!("{other}"),
        }
    }

    #[test]
    fn what_one_process_puts_another_finds() {
        let name = unique("share");
        let shared = SharedTable::create(&name, 5_000_000).unwrap();
        assert_eq!(shared.bytes(), 4 << 20);
        let table = shared.table();
        table.put(1, 3, 41);
        let Some(mut other) = Other::start(&name, "answer") else { return };
        assert!(other.0.wait().unwrap().success());
        assert_eq!(table.get(2, 3), Some(42));
    }

    #[test]
    fn a_writer_that_is_killed_leaves_nothing_wrong() {
        let name = unique("killed");
        let shared = SharedTable::create(&name, BYTES).unwrap();
        let table = shared.table();
        let right = || {
            let known = (0..100_000).map(entry).filter_map(|(key, count)| Some((table.get(key, 3)?, count)));
            known.inspect(|(found, count)| assert_eq!(found, count)).count()
        };
        for _ in 0..5 {
            let (Some(first), Some(second)) = (Other::start(&name, "write"), Other::start(&name, "write")) else {
                return;
            };
            wait_for(|| (right() > 1000).then_some(()));
            drop((first, second));
            assert!(right() > 1000);
        }
    }

    #[test]
    fn a_table_is_gone_with_its_last_process_and_not_before() {
        let name = unique("gone");
        assert!(SharedTable::find(&name).unwrap().is_none());
        let Some(maker) = Other::start(&name, "make") else { return };
        let shared = wait_for(|| SharedTable::find(&name).unwrap());
        let table = shared.table();
        table.put(1, 3, 41);
        drop(maker);
        // The table is still found through this process, and the table alone keeps the memory alive.
        assert_eq!(SharedTable::find(&name).unwrap().unwrap().table().get(1, 3), Some(41));
        drop(shared);
        assert_eq!(table.get(1, 3), Some(41));
        drop(table);
        // A process that another test is just starting has a copy of all descriptors for a moment.
        wait_for(|| SharedTable::find(&name).unwrap().is_none().then_some(()));
    }

    #[test]
    fn tables_of_another_kind_are_refused() {
        for (number, label) in [label(2 * BYTES), vec![0; LABEL], b"tabiya 0.0.1".to_vec()].into_iter().enumerate() {
            let name = unique(&format!("kind-{number}"));
            let foreign = Mapping::new(&name, BYTES + LABEL, &label).unwrap();
            let error = SharedTable::find(&name).err().unwrap();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
            assert!(error.to_string().contains("made by another version of tabiya"), "{error}");
            drop(foreign);
        }
        let error = SharedTable::create("tabiya-test-large", usize::MAX).err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory);
        assert!(SharedTable::create("a name\0with an end", BYTES).is_err());
    }

    #[test]
    fn counters_that_share_a_table_count_right() {
        let shared = SharedTable::create(&unique("count"), BYTES).unwrap();
        let position = Position::from_fen(KIWIPETE).unwrap();
        let counters = [1, 2].map(|threads| Counter::new().threads(threads).share(&shared));
        std::thread::scope(|scope| {
            for counter in &counters {
                scope.spawn(|| {
                    for (depth, leaves) in [(3, 97_862), (4, 4_085_603), (5, 193_690_690)] {
                        let report = counter.count(&Task::new(depth, vec![Found::from(&position)])).unwrap();
                        assert_eq!((report.nodes, report.hash), (leaves, BYTES));
                    }
                });
            }
        });
    }
}
