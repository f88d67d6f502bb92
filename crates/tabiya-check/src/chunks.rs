//! Numbered chunks of work on all cores, resumable by a file.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a whole run came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Total {
    /// Things compared, those of earlier runs included.
    pub compared: u64,
    /// Things compared in this run.
    pub now: u64,
    /// How long this run took.
    pub elapsed: Duration,
}

/// Why a run did not come to its end.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// Two twins differ in this chunk: a sentence about it.
    Difference {
        /// The chunk's number.
        chunk: u64,
        /// What differs, and where.
        sentence: String,
    },
    /// Nothing was compared, for the file of finished chunks is another run's or cannot be used: a sentence that says
    /// what to do.
    Unusable(String),
}

/// Part of what a run is called in its file of finished chunks: chunks that an older version finished do not count.
///
/// To be raised whenever what a chunk holds (random numbers, setups, numbering) or what is compared about it changes.
pub const VERSION: u32 = 3;

/// The name of a run: of two runs with the same name the chunks of one number are the same work.
///
/// The numbers of chunks and of threads are not part of it, because a run may be longer than the one it continues.
pub fn identity(program: &str, kind: &str, seed: u64, stride: u64) -> String {
    format!("{program} {kind}, seed {seed}, stride {stride}, version {VERSION}")
}

/// The chunks that earlier runs of this name finished: one line each, the chunk's number and how much it compared.
///
/// The first line is the run's name. A line that was cut off when a run was killed does not count as done.
fn finished(path: &Path, identity: &str) -> Result<Vec<(u64, u64)>, Failure> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unusable(path, &error)),
    };
    let mut done = Vec::new();
    let mut lines = BufReader::new(file).lines();
    // An empty file has no chunk yet.
    match lines.next().transpose().map_err(|error| unusable(path, &error))? {
        Some(line) if line != identity => {
            return Err(Failure::Unusable(format!(
                "{} belongs to another run ({line:?}, this one is {identity:?}); name another file, or remove that one to begin anew",
                path.display(),
            )));
        }
        _ => {}
    }
    for line in lines {
        let line = line.map_err(|error| unusable(path, &error))?;
        let mut words = line.split(' ');
        if let (Some("chunk"), Some(Ok(number)), Some(Ok(amount)), Some("."), None) =
            (words.next(), words.next().map(str::parse), words.next().map(str::parse), words.next(), words.next())
        {
            done.push((number, amount));
        }
    }
    Ok(done)
}

fn unusable(path: &Path, error: &io::Error) -> Failure {
    Failure::Unusable(format!("{}, the file of finished chunks: {error}", path.display()))
}

/// Opens the file of finished chunks to go on writing, with the run's name as its first line.
fn reopened(path: &Path, identity: &str) -> io::Result<File> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    // A line of its own first, in case the last one was cut off.
    let begin = if file.metadata()?.len() == 0 { identity } else { "" };
    writeln!(file, "{begin}")?;
    Ok(file)
}

/// Runs `work` for every chunk below `chunks` that no earlier run of the same [`identity`] finished, on this many
/// threads.
///
/// `work` gives the number of things it compared, or a sentence about a difference, which ends the run.
pub fn run(
    chunks: u64,
    threads: usize,
    identity: &str,
    resume: Option<&Path>,
    work: impl Fn(u64) -> Result<u64, String> + Sync,
) -> Result<Total, Failure> {
    let mut done = resume.map_or(Ok(Vec::new()), |path| finished(path, identity))?;
    done.retain(|&(number, _)| number < chunks);
    done.sort_unstable();
    done.dedup_by_key(|&mut (number, _)| number);
    let before: u64 = done.iter().map(|&(_, amount)| amount).sum();
    let log = match resume {
        Some(path) => Some(Mutex::new(reopened(path, identity).map_err(|error| unusable(path, &error))?)),
        None => None,
    };
    let (next, now, failed) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let failure = Mutex::new(None);
    let start = Instant::now();
    let worker = || {
        loop {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            if chunk >= chunks || failed.load(Ordering::Relaxed) {
                return;
            }
            if done.binary_search_by_key(&chunk, |&(number, _)| number).is_ok() {
                continue;
            }
            let result = work(chunk).and_then(|amount| {
                now.fetch_add(amount, Ordering::Relaxed);
                let Some(log) = &log else { return Ok(()) };
                let mut file = log.lock().map_err(|_| "another thread panicked".to_owned())?;
                writeln!(file, "chunk {chunk} {amount} .")
                    .map_err(|error| format!("the file of finished chunks: {error}"))
            });
            if let Err(sentence) = result {
                failed.store(true, Ordering::Relaxed);
                let mut failure = failure.lock().expect("no thread panics while it holds the lock");
                failure.get_or_insert(Failure::Difference { chunk, sentence });
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(worker);
        }
    });
    match failure.into_inner().expect("no thread panics while it holds the lock") {
        Some(failure) => Err(failure),
        None => {
            let now = now.into_inner();
            Ok(Total { compared: before + now, now, elapsed: start.elapsed() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// A path of this test's own, with nothing there.
    fn nothing(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("tabiya-chunks-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    #[test]
    fn every_chunk_once_and_never_again() {
        let path = nothing("once");
        let seen = Mutex::new(Vec::new());
        let note = |chunk| {
            seen.lock().unwrap().push(chunk);
            Ok(10)
        };
        assert_eq!(run(5, 2, "a run", Some(&path), note).unwrap().compared, 50);
        // A line cut in the middle is not believed.
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"chunk 5 1").unwrap();
        drop(file);
        let total = run(7, 2, "a run", Some(&path), note).unwrap();
        assert_eq!((total.compared, total.now), (70, 20));
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        assert_eq!(seen, [0, 1, 2, 3, 4, 5, 6]);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn what_another_run_finished_is_not_done() {
        let path = nothing("another");
        let name = identity("differential", "everything", 0, 1);
        run(3, 1, &name, Some(&path), |_| Ok(1)).unwrap();
        let kept = std::fs::read(&path).unwrap();
        for other in [
            identity("exhaustive", "everything", 0, 1),
            identity("differential", "counts", 0, 1),
            identity("differential", "everything", 1, 1),
            identity("differential", "everything", 0, 2),
            name.replace("version ", "version 1"),
        ] {
            let Err(Failure::Unusable(sentence)) = run(3, 1, &other, Some(&path), |_| panic!("nothing is to be done"))
            else {
                panic!("{other} went on with {name}")
            };
            assert!(sentence.contains("another run") && sentence.contains("remove"), "{sentence}");
        }
        assert_eq!(std::fs::read(&path).unwrap(), kept, "a run that is refused writes nothing");
        // The files of before had no name in them.
        std::fs::write(&path, "\nchunk 0 1 .\n").unwrap();
        assert!(matches!(run(3, 1, &name, Some(&path), |_| Ok(1)), Err(Failure::Unusable(_))));
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn an_empty_file_begins_a_run() {
        let path = nothing("empty");
        std::fs::write(&path, "").unwrap();
        assert_eq!(run(2, 1, "a run", Some(&path), |_| Ok(1)).unwrap().now, 2);
        assert_eq!(run(2, 1, "a run", Some(&path), |_| Ok(1)).unwrap().now, 0);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_difference_ends_the_run_and_names_its_chunk() {
        let work = |chunk| if chunk == 7 { Err("wrong".to_owned()) } else { Ok(1) };
        let expected = Failure::Difference { chunk: 7, sentence: "wrong".to_owned() };
        assert_eq!(run(100, 2, "a run", None, work), Err(expected));
    }
}
