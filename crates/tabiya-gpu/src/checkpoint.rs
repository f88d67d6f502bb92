//! Checkpoints: which slices of a long count are done, in a file that a later run goes on from.
//!
//! Plain lines: what is counted, the number of slices and how many plies below them are left, and a line for each slice
//! with its leaves. Slices are parts of all positions by their hash, so they are the same in every run; the number in
//! the title changes with the hash. A line cut short by a crash is not believed: it has no end mark.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::Error;

const TITLE: &str = "tabiya gpu perft checkpoint 2";

/// A level whose children are the parts of a count: plies below it, and how many slices of children there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Split {
    pub plies: u32,
    pub slices: u32,
}

impl Split {
    fn parse(line: &str) -> Option<Self> {
        let (slices, plies) = line.strip_prefix("slices ")?.split_once(" plies ")?;
        Some(Self { plies: plies.parse().ok()?, slices: slices.parse().ok()? })
    }
}

/// The slices that are done, and the file that says so.
pub(crate) struct Checkpoint {
    path: PathBuf,
    what: String,
    file: Option<File>,
    split: Option<Split>,
    done: BTreeMap<u32, u128>,
}

impl Checkpoint {
    /// Opens a checkpoint for a count, described in one line, or plans to write a new one.
    pub fn open(path: &Path, what: String) -> Result<Self, Error> {
        let mut checkpoint = Self { path: path.to_owned(), what, file: None, split: None, done: BTreeMap::new() };
        let fail = |why: &str| Error::Checkpoint(format!("{}: {why}", path.display()));
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(checkpoint),
            Err(error) => return Err(fail(&error.to_string())),
        };
        let mut lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
        if lines.next() != Some(TITLE) {
            return Err(fail("not a checkpoint of a count on a GPU"));
        }
        let what = lines.next().unwrap_or_default();
        if what != checkpoint.what {
            return Err(fail(&format!("a checkpoint of another count: {what}, not {}", checkpoint.what)));
        }
        checkpoint.split = lines.next().and_then(Split::parse);
        let Some(Split { slices, .. }) = checkpoint.split else {
            return Err(fail("the number of slices is missing"));
        };
        for line in lines {
            // A line that a crash cut short has no end mark; its slice is counted again.
            let Some(entry) = line.strip_suffix(" done") else { continue };
            let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let pair = entry.split_once(' ').filter(|(slice, nodes)| is_number(slice) && is_number(nodes));
            let pair = pair.and_then(|(slice, nodes)| Some((slice.parse().ok()?, nodes.parse().ok()?)));
            let Some((slice, nodes)) = pair.filter(|&(slice, _)| slice < slices) else {
                return Err(fail(&format!("`{line}` is not a slice of {slices}")));
            };
            let known = *checkpoint.done.entry(slice).or_insert(nodes);
            if known != nodes {
                return Err(fail(&format!("two lines disagree on slice {slice}: {known} and {nodes} leaves")));
            }
        }
        Ok(checkpoint)
    }

    /// Leaves of all slices that are done.
    pub fn nodes(&self) -> u128 {
        self.done.values().sum()
    }

    /// What an earlier run has split, if it has.
    pub fn split(&self) -> Option<Split> {
        self.split
    }

    /// Whether a slice is done.
    pub fn has(&self, slice: u32) -> bool {
        self.done.contains_key(&slice)
    }

    /// Whether every slice is done.
    pub fn is_complete(&self) -> bool {
        self.split.is_some_and(|split| self.done.len() == split.slices as usize)
    }

    /// Begins to write: what was known, in a file that replaces the old one when it is whole.
    pub fn begin(&mut self, split: Split) -> Result<(), Error> {
        self.split = Some(split);
        let Split { plies, slices } = split;
        let mut text = format!("{TITLE}\n{}\nslices {slices} plies {plies}\n", self.what);
        self.done.iter().for_each(|(slice, nodes)| text += &format!("{slice} {nodes} done\n"));
        let temporary = self.path.with_extension("tmp");
        let write = || {
            let mut file = File::create(&temporary)?;
            file.write_all(text.as_bytes())?;
            // On the disk before it replaces what was known.
            file.sync_all()
        };
        let written = write()
            .and_then(|()| fs::rename(&temporary, &self.path))
            .and_then(|()| OpenOptions::new().append(true).open(&self.path));
        self.file = Some(written.map_err(|error| self.fail(&error))?);
        Ok(())
    }

    /// Notes a slice that is done.
    pub fn add(&mut self, slice: u32, nodes: u128) -> Result<(), Error> {
        self.done.insert(slice, nodes);
        let Some(file) = &mut self.file else { return Ok(()) };
        let written = file.write_all(format!("{slice} {nodes} done\n").as_bytes()).and_then(|()| file.sync_data());
        written.map_err(|error| self.fail(&error))
    }

    /// The error of a run in which no card can count slices of that size.
    pub fn too_large(&self) -> Error {
        let why = "begun with more memory: slices of that size do not fit; give it as much, or begin anew";
        Error::Checkpoint(format!("{}: {why}", self.path.display()))
    }

    fn fail(&self, error: &std::io::Error) -> Error {
        Error::Checkpoint(format!("{}: {error}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("tabiya-gpu-{}-{name}", std::process::id()));
        let _ = fs::remove_file(&path);
        path
    }

    #[test]
    fn slices_are_found_again() {
        let path = file("again");
        let mut first = Checkpoint::open(&path, "start 12".to_owned()).unwrap();
        let split = Split { plies: 4, slices: 8 };
        assert_eq!((first.split(), first.nodes()), (None, 0));
        first.begin(split).unwrap();
        first.add(3, 70).unwrap();
        first.add(5, 1 << 100).unwrap();
        let second = Checkpoint::open(&path, "start 12".to_owned()).unwrap();
        assert_eq!((second.split(), second.nodes()), (Some(split), 70 + (1 << 100)));
        assert!(second.has(3) && second.has(5) && !second.has(4) && !second.is_complete());
        (0..8).filter(|slice| ![3, 5].contains(slice)).for_each(|slice| first.add(slice, 1).unwrap());
        assert!(Checkpoint::open(&path, "start 12".to_owned()).unwrap().is_complete());
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_line_cut_short_is_not_believed() {
        let path = file("short");
        fs::write(&path, format!("{TITLE}\nstart 12\nslices 8 plies 4\n1 100 done\n2 1000")).unwrap();
        let checkpoint = Checkpoint::open(&path, "start 12".to_owned()).unwrap();
        assert_eq!(checkpoint.nodes(), 100);
        fs::write(&path, format!("{TITLE}\nstart 12\nslices 8 plies 4\n9 100 done\n")).unwrap();
        assert!(Checkpoint::open(&path, "start 12".to_owned()).is_err(), "slice 9 of 8");
        for lines in ["1 100 done\n1 101 done\n", "1 -100 done\n", "1 +100 done\n", "1  done\n"] {
            fs::write(&path, format!("{TITLE}\nstart 12\nslices 8 plies 4\n{lines}")).unwrap();
            assert!(Checkpoint::open(&path, "start 12".to_owned()).is_err(), "{lines}");
        }
        fs::write(&path, format!("{TITLE}\nstart 12\nslices 8 plies 4\n1 100 done\n1 100 done\n")).unwrap();
        assert_eq!(Checkpoint::open(&path, "start 12".to_owned()).unwrap().nodes(), 100, "said twice, counted once");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_checkpoint_of_another_count_is_refused() {
        let path = file("other");
        Checkpoint::open(&path, "start 12".to_owned()).unwrap().begin(Split { plies: 4, slices: 4 }).unwrap();
        assert!(matches!(Checkpoint::open(&path, "start 13".to_owned()), Err(Error::Checkpoint(_))));
        fs::write(&path, "something else\n").unwrap();
        assert!(matches!(Checkpoint::open(&path, "start 12".to_owned()), Err(Error::Checkpoint(_))));
        fs::remove_file(path).unwrap();
    }
}
