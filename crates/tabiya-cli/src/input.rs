//! Input that Ctrl-C ends, whatever it does: nothing comes, or too much, or out of little an endless lot.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use crate::closed;
use crate::interrupt;

/// How long nothing may come before Ctrl-C is asked about again.
const PATIENCE: Duration = Duration::from_millis(20);

/// How much is asked for at a time of what may keep us waiting; a pipe seldom has more.
const CHUNK: usize = 1 << 16;

/// A file or, for `-`, standard input; and its length where it has one.
pub fn open(path: &Path) -> io::Result<(Box<dyn Read>, Option<u64>)> {
    if path.as_os_str() == "-" {
        return Ok((Box::new(Waiting::start(closed::stdin)?), None));
    }
    let found = fs::metadata(path)?;
    if found.is_file() {
        return Ok((Box::new(Ending(File::open(path)?)), Some(found.len())));
    }
    if found.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "a directory, not a file of games"));
    }
    // A named pipe: opening it waits until another program opens it for writing.
    let path = PathBuf::from(path);
    Ok((Box::new(Waiting::start(|| File::open(path))?), None))
}

/// A reader that has nothing more to say after Ctrl-C.
pub struct Ending<R>(pub R);

impl<R: Read> Read for Ending<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if interrupt::asked() { Err(ended()) } else { self.0.read(into) }
    }
}

/// Not [`io::ErrorKind::Interrupted`], because readers try again after that one.
fn ended() -> io::Error {
    io::Error::other("ended by Ctrl-C")
}

/// A reader that may keep us waiting, on a thread of its own: nothing else ends a read of a terminal or a pipe on every
/// system. The thread is not waited for; it ends with its input or with the program.
struct Waiting {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    used: usize,
}

impl Waiting {
    fn start<R: Read>(open: impl FnOnce() -> io::Result<R> + Send + 'static) -> io::Result<Self> {
        // A few chunks ahead, so that neither side waits for the other without need.
        let (sender, chunks) = sync_channel(4);
        let work = move || match open() {
            Ok(raw) => send_all(raw, &sender),
            // If the receiver is gone, the error does not matter any more.
            Err(error) => drop(sender.send(Err(error))),
        };
        std::thread::Builder::new().name("input".into()).spawn(work)?;
        Ok(Self { chunks, chunk: Vec::new(), used: 0 })
    }
}

/// Sends what is read, an empty chunk at the end.
fn send_all(mut raw: impl Read, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut chunk = vec![0; CHUNK];
        let read = match raw.read(&mut chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read,
        };
        let is_last = !matches!(read, Ok(1..));
        let sent = sender.send(read.map(|count| {
            chunk.truncate(count);
            chunk
        }));
        if is_last || sent.is_err() {
            return;
        }
    }
}

impl Read for Waiting {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.used == self.chunk.len() {
            if interrupt::asked() {
                return Err(ended());
            }
            match self.chunks.recv_timeout(PATIENCE) {
                Ok(chunk) => (self.chunk, self.used) = (chunk?, 0),
                Err(RecvTimeoutError::Timeout) => continue,
                // The last chunk was had before.
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
            if self.chunk.is_empty() {
                return Ok(0);
            }
        }
        let count = (&self.chunk[self.used..]).read(into)?;
        self.used += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time, then fails.
    struct Drops(usize);

    impl Read for Drops {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            match self.0 {
                3 => Err(io::ErrorKind::Interrupted.into()),
                1..10 => b"drop".as_slice().read(into),
                _ => Err(io::Error::other("dry")),
            }
        }
    }

    #[test]
    fn what_is_read_on_another_thread_is_the_same() {
        let bytes: Vec<u8> = (0..300_000_u32).map(|number| (number % 251) as u8).collect();
        let copy = bytes.clone();
        let mut read = Vec::new();
        let mut waiting = Waiting::start(move || Ok(io::Cursor::new(copy))).unwrap();
        assert_eq!((waiting.read_to_end(&mut read).unwrap(), &read), (bytes.len(), &bytes));
        assert_eq!(waiting.read(&mut [0; 9]).unwrap(), 0, "the end stays the end");
        let mut text = Vec::new();
        let error = Waiting::start(|| Ok(Drops(0))).unwrap().read_to_end(&mut text).unwrap_err();
        assert_eq!((text.as_slice(), error.to_string().as_str()), (b"drop".repeat(8).as_slice(), "dry"));
        let none = Waiting::start(|| File::open("/nonexistent")).unwrap().read(&mut [0; 9]).unwrap_err();
        assert_eq!(none.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn only_ordinary_files_have_a_length() {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let (mut file, length) = open(&manifest).unwrap();
        let mut text = Vec::new();
        assert_eq!(Some(file.read_to_end(&mut text).unwrap() as u64), length);
        assert_eq!(open(Path::new("-")).unwrap().1, None);
        assert!(open(manifest.parent().unwrap()).is_err_and(|error| error.kind() == io::ErrorKind::IsADirectory));
        assert!(open(Path::new("/nonexistent")).is_err_and(|error| error.kind() == io::ErrorKind::NotFound));
    }
}
