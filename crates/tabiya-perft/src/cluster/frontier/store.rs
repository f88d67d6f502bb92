//! Sorted entries in memory or in a file that goes away with its owner.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::code::Code;

/// A position and the number of paths that lead to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub code: Code,
    pub paths: u64,
}

/// What an entry takes, in memory and in a file.
pub(super) const ENTRY_BYTES: usize = 32;

/// A file of entries that goes away with its owner, however it ends. It is made when something is first put there.
///
/// On Linux it never has a name, and elsewhere on Unix it loses it at once: the system keeps what has no name only as
/// long as a process has it open, so that nothing is left by a program that is killed. On other systems it is removed
/// when it is dropped.
pub(super) struct Spill {
    path: PathBuf,
    file: Mutex<Option<File>>,
}

/// Entries in order, here or in a file.
pub(super) enum Run {
    Here(Vec<Entry>),
    /// In the file: the first entry and their number.
    Spilled {
        first: usize,
        len: usize,
    },
}

impl Run {
    pub fn len(&self) -> usize {
        match self {
            Run::Here(entries) => entries.len(),
            Run::Spilled { len, .. } => *len,
        }
    }
}

impl Spill {
    pub fn new(folder: &Path) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let name = format!("tabiya-frontier-{}-{}.tmp", std::process::id(), NUMBER.fetch_add(1, Relaxed));
        Self { path: folder.join(name), file: Mutex::new(None) }
    }

    /// Puts entries at the end.
    pub fn append(&self, entries: &[Entry]) -> io::Result<Run> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if file.is_none() {
            *file = Some(create(&self.path)?);
        }
        let Some(file) = file.as_mut() else { return Err(io::Error::other("the file is gone")) };
        let first = file.seek(SeekFrom::End(0))? as usize / ENTRY_BYTES;
        let mut bytes = Vec::with_capacity(entries.len() * ENTRY_BYTES);
        for entry in entries {
            for word in entry.code.0.into_iter().chain([entry.paths]) {
                bytes.extend_from_slice(&word.to_le_bytes());
            }
        }
        file.write_all(&bytes)?;
        Ok(Run::Spilled { first, len: entries.len() })
    }

    /// Some entries of a run, from `at` on, at most `count`.
    pub fn read(&self, run: &Run, at: usize, count: usize) -> io::Result<Vec<Entry>> {
        let end = at.saturating_add(count).min(run.len());
        if at >= end {
            return Ok(Vec::new());
        }
        let first = match run {
            Run::Here(entries) => return Ok(entries[at..end].to_vec()),
            Run::Spilled { first, .. } => *first,
        };
        let mut bytes = vec![0; (end - at) * ENTRY_BYTES];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let file = file.as_mut().ok_or_else(|| io::Error::other("the file is gone"))?;
        file.seek(SeekFrom::Start(((first + at) * ENTRY_BYTES) as u64))?;
        file.read_exact(&mut bytes)?;
        let words: Vec<u64> = bytes
            .chunks_exact(8)
            .map(|word| word.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
            .collect();
        let entries = words.chunks_exact(4);
        Ok(entries.map(|word| Entry { code: Code([word[0], word[1], word[2]]), paths: word[3] }).collect())
    }

    /// How many entries of a run come before a code.
    pub fn rank(&self, run: &Run, code: Code) -> io::Result<usize> {
        if let Run::Here(entries) = run {
            return Ok(entries.partition_point(|entry| entry.code < code));
        }
        let (mut low, mut high) = (0, run.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.read(run, middle, 1)?.first().is_some_and(|entry| entry.code < code) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }
}

/// A new file, without its name where that can be.
fn create(path: &Path) -> io::Result<File> {
    #[cfg(target_os = "linux")]
    if let Ok(file) = nameless(path) {
        return Ok(file);
    }
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(path)?;
    // Where it cannot be done now, it is when the owner is dropped.
    if cfg!(unix) {
        let _ = std::fs::remove_file(path);
    }
    Ok(file)
}

/// A file in the same folder without a name. Not every file system has such files.
#[cfg(target_os = "linux")]
fn nameless(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    OpenOptions::new().read(true).write(true).custom_flags(libc::O_TMPFILE).open(folder)
}

impl Drop for Spill {
    fn drop(&mut self) {
        if self.file.get_mut().is_ok_and(|file| file.is_some()) {
            // No other code knows of the file, so a failure could not be handled; most often the file has no name any
            // more.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entries in memory and in a file answer alike.
    #[test]
    fn runs_are_read_and_searched_alike() {
        let spill = Spill::new(&std::env::temp_dir());
        let entry = |number: u64| Entry { code: Code([number, !number, 7]), paths: u64::MAX - number };
        let entries: Vec<Entry> = (0..50).map(|number| entry(2 * number)).collect();
        spill.append(&entries[..3]).unwrap();
        let runs = [spill.append(&entries).unwrap(), Run::Here(entries.clone())];
        for run in &runs {
            assert_eq!(run.len(), 50);
            for (at, count) in [(0, 50), (0, 51), (7, 5), (49, 1), (49, 9), (50, 1), (51, 2), (3, 0)] {
                let expected = entries.get(at..(at + count).min(50)).unwrap_or_default();
                assert_eq!(spill.read(run, at, count).unwrap(), expected, "{count} from {at}");
            }
            for number in 0..101 {
                assert_eq!(
                    spill.rank(run, entry(number).code).unwrap(),
                    number.div_ceil(2).min(50) as usize,
                    "{number}"
                );
            }
        }
        let path = spill.path.clone();
        // Nothing would be left if this process were killed here.
        assert_eq!(path.exists(), !cfg!(unix));
        drop(spill);
        assert!(!path.exists());
    }

    /// Either way of making one, because which of them is used depends on the file system.
    #[test]
    #[cfg(unix)]
    fn no_file_has_a_name() {
        let folder = std::env::temp_dir().join(format!("tabiya-spill-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let mut files = vec![create(&folder.join("one")).unwrap()];
        // A file system without such files has none.
        #[cfg(target_os = "linux")]
        files.extend(nameless(&folder.join("two")).ok());
        for file in &mut files {
            file.write_all(b"entries").unwrap();
            file.rewind().unwrap();
            assert_eq!(io::read_to_string(file).unwrap(), "entries");
        }
        // A folder with a name in it could not be removed.
        std::fs::remove_dir(&folder).unwrap();
        assert_eq!(create(&folder.join("none")).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
