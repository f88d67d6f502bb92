//! Where the games of a file are, so that any of them can be read without those before it.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tabiya::notation::pgn::{Ending, Interest, PgnErrorKind, Reader, Text, Visitor};
use tabiya::notation::san::SanPlus;

use super::filter::{Filter, Stated};
use super::read::Builder;
use super::{PyTree, file};
use crate::errors;
use crate::long::interruptible;

/// Reads games as `tabiya.pgn.open` does, because a broken game ends where its reader stumbles. Only games that are not
/// wanted are passed over.
struct Places {
    builder: Builder,
    filter: Filter,
}

impl Visitor for Places {
    fn begin_game(&mut self) {
        self.filter.begin_game();
        self.builder.begin_game();
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        self.filter.tag(name, value);
        self.builder.tag(name, value)
    }

    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        match self.filter.interest() {
            Interest::Read => self.builder.begin_movetext(),
            Interest::Skip => Ok(Interest::Skip),
        }
    }

    fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
        self.builder.san(san)
    }

    fn glyph(&mut self, glyph: u8) -> Result<(), PgnErrorKind> {
        self.builder.glyph(glyph)
    }

    fn comment(&mut self, comment: Text<'_>) -> Result<(), PgnErrorKind> {
        self.builder.comment(comment)
    }

    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        self.builder.begin_variation()
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.builder.end_variation()
    }

    fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
        self.builder.result(ending)
    }
}

/// Where each game begins and ends, comments before it included.
fn places(path: &Path, filter: Filter, stop: &AtomicBool) -> io::Result<Vec<(u64, u64)>> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "a directory, not a file of games"));
    }
    let unpacked = tabiya_unpack::unpack(BufReader::with_capacity(1 << 17, file))?;
    if unpacked.is_packed() {
        let message = "the file is packed, and there is no way to its middle: unpack it first, or use tabiya.pgn.open";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let mut reader = Reader::from_read(unpacked);
    let (mut visitor, mut places) = (Places { builder: Builder::new(), filter }, Vec::new());
    while !stop.load(Ordering::Relaxed) {
        let start = reader.offset();
        match reader.read_game(&mut visitor) {
            Ok(false) => break,
            Ok(true) => {}
            Err(error) if matches!(error.kind, PgnErrorKind::Source(_) | PgnErrorKind::Utf16) => {
                return Err(io::Error::other(error.to_string()));
            }
            // `tabiya.pgn.open` gives the beginning of a broken game too.
            Err(_) => {}
        }
        if visitor.filter.interest() == Interest::Read {
            places.push((start, reader.offset()));
        }
    }
    Ok(places)
}

/// The beginnings and the ends of the games that meet the conditions, each as 64-bit numbers.
#[pyfunction]
pub fn _index_games<'py>(
    py: Python<'py>,
    path: PathBuf,
    conditions: Vec<Stated>,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    let filter = Filter::new(conditions)?;
    let flag = AtomicBool::new(false);
    let places = interruptible(py, &flag, || places(&path, filter, &flag))?.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidInput => errors::value(format!("{}: {error}", path.display())),
        _ => errors::os(&error, &path),
    })?;
    let bytes = |numbers: Vec<u64>| numbers.into_iter().flat_map(u64::to_ne_bytes).collect::<Vec<u8>>();
    let (starts, ends) = places.into_iter().unzip();
    Ok((PyBytes::new(py, &bytes(starts)), PyBytes::new(py, &bytes(ends))))
}

/// The game between two bytes of a file that is not packed; `None` if there is none.
#[pyfunction]
pub fn _read_game_at(py: Python<'_>, path: PathBuf, start: u64, end: u64) -> PyResult<Option<PyTree>> {
    let read = || {
        // With the byte before it: where that does not end a line, the game does not begin one.
        let mut text = Vec::new();
        let before = start.saturating_sub(1);
        file::open_at(&path, before)?.take(end.saturating_sub(before)).read_to_end(&mut text)?;
        if start > 0 {
            match text.first_mut() {
                Some(b'\n' | b'\r') | None => {}
                Some(other) => *other = b' ',
            }
        }
        Ok(Builder::new().read(&mut Reader::from_bytes(&text)))
    };
    let tree = py.detach(read).map_err(|error: io::Error| errors::os(&error, &path))?;
    Ok(tree.map(PyTree::from_tree))
}
