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

/// The chunks that earlier runs finished: one line each, the chunk's number and how much it compared.
///
/// A line that was cut off when a run was killed is no number and counts as not done.
fn finished(path: &Path) -> io::Result<Vec<(u64, u64)>> {
    let Ok(file) = File::open(path) else { return Ok(Vec::new()) };
    let mut done = Vec::new();
    for line in BufReader::new(file).lines() {
        let line = line?;
        let mut words = line.split(' ');
        if let (Some("chunk"), Some(Ok(number)), Some(Ok(amount)), Some("."), None) =
            (words.next(), words.next().map(str::parse), words.next().map(str::parse), words.next(), words.next())
        {
            done.push((number, amount));
        }
    }
    Ok(done)
}

/// Runs `work` for every chunk below `chunks` that no earlier run finished, on this many threads.
///
/// `work` gives the number of things it compared, or a sentence about a difference, which ends the run.
pub fn run(
    chunks: u64,
    threads: usize,
    resume: Option<&Path>,
    work: impl Fn(u64) -> Result<u64, String> + Sync,
) -> Result<Total, String> {
    let unreadable = |error: io::Error| format!("the file of finished chunks: {error}");
    let mut done = resume.map_or(Ok(Vec::new()), finished).map_err(unreadable)?;
    done.retain(|&(number, _)| number < chunks);
    done.sort_unstable();
    done.dedup_by_key(|&mut (number, _)| number);
    let before: u64 = done.iter().map(|&(_, amount)| amount).sum();
    let log = match resume {
        // A line of its own first, in case the last one was cut off.
        Some(path) => {
            let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(unreadable)?;
            file.write_all(b"\n").map_err(unreadable)?;
            Some(Mutex::new(file))
        }
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
                writeln!(file, "chunk {chunk} {amount} .").map_err(unreadable)
            });
            if let Err(sentence) = result {
                failed.store(true, Ordering::Relaxed);
                let mut failure = failure.lock().expect("nobody panics with it");
                failure.get_or_insert(format!("chunk {chunk}: {sentence}"));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(worker);
        }
    });
    match failure.into_inner().expect("nobody panics with it") {
        Some(sentence) => Err(sentence),
        None => {
            let now = now.into_inner();
            Ok(Total { compared: before + now, now, elapsed: start.elapsed() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chunk_once_and_never_again() {
        let path = std::env::temp_dir().join(format!("tabiya-chunks-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let seen = Mutex::new(Vec::new());
        let note = |chunk| {
            seen.lock().unwrap().push(chunk);
            Ok(10)
        };
        assert_eq!(run(5, 2, Some(&path), note).unwrap().compared, 50);
        // A line cut in the middle is not believed.
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"chunk 5 1").unwrap();
        drop(file);
        let total = run(7, 2, Some(&path), note).unwrap();
        assert_eq!((total.compared, total.now), (70, 20));
        let mut seen = seen.into_inner().unwrap();
        seen.sort_unstable();
        assert_eq!(seen, [0, 1, 2, 3, 4, 5, 6]);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_difference_ends_the_run_and_names_its_chunk() {
        let error = run(100, 2, None, |chunk| if chunk == 7 { Err("wrong".to_owned()) } else { Ok(1) }).unwrap_err();
        assert_eq!(error, "chunk 7: wrong");
    }
}
