//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::interrupt;

/// A file to be written after long work: that it can be is known before, and until it is written
/// nobody finds half of it. What stood under its name stays until then, and for good if the work fails.
pub struct NewFile {
    path: PathBuf,
    /// What is written to first, and its name; none where the path is no ordinary file (`/dev/stdout`), which can
    /// only be written directly.
    beside: Option<(File, PathBuf)>,
}

impl NewFile {
    /// Makes sure that this file can be written.
    pub fn create(path: &Path) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| Failure::from(error).at(path.display());
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => return Err(Failure::new("is a folder, expected a file").at(path.display())),
            Ok(found) if !found.is_file() => return Ok(Self { path: path.to_owned(), beside: None }),
            _ => {}
        }
        let name = path.file_name().ok_or_else(|| Failure::new("not the name of a file").at(path.display()))?;
        let mut beside = name.to_owned();
        beside.push(format!(".{}.part", std::process::id()));
        let beside = path.with_file_name(beside);
        // The second Ctrl-C drops nothing. A file that lost its name so cannot get it back: it is not opened again.
        let left = beside.clone();
        interrupt::hooks(|| {}, move || drop(fs::remove_file(&left)));
        let file = File::create(&beside).map_err(failed)?;
        Ok(Self { path: path.to_owned(), beside: Some((file, beside)) })
    }

    /// Writes it.
    pub fn write(mut self, content: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.beside {
            Some((file, beside)) => file.write_all(content).and_then(|()| fs::rename(beside, &self.path)),
            None => File::options().write(true).open(&self.path).and_then(|mut file| file.write_all(content)),
        };
        written.map_err(|error| Failure::from(error).at(self.path.display()))?;
        self.beside = None;
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some((_, beside)) = &self.beside {
            // It is ours and nobody asked for it; if it cannot be removed there is nothing to be done.
            let _ = fs::remove_file(beside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("tabiya-file-{}", std::process::id()));
        fs::create_dir(&folder).unwrap();
        let path = folder.join("picture.svg");
        let left = || fs::read_dir(&folder).unwrap().count();

        drop(NewFile::create(&path).unwrap());
        assert_eq!(left(), 0, "work that failed leaves nothing");
        NewFile::create(&path).unwrap().write(b"one").unwrap();
        drop(NewFile::create(&path).unwrap());
        assert_eq!((fs::read(&path).unwrap().as_slice(), left()), (&b"one"[..], 1), "nor does it destroy anything");
        NewFile::create(&path).unwrap().write(b"two").unwrap();
        assert_eq!((fs::read(&path).unwrap().as_slice(), left()), (&b"two"[..], 1));

        assert!(NewFile::create(&folder).is_err(), "a folder");
        assert!(NewFile::create(&folder.join("none/picture.svg")).is_err(), "in no folder");
        fs::remove_dir_all(&folder).unwrap();
    }
}
