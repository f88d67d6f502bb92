//! Files that are written whole or not at all: the one way in which every command writes one.

use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;

/// A file to be written after long work. That it can be written is known before the work. Until it is written its name
/// keeps what it had, and keeps it for good if the work fails or is killed.
pub struct NewFile {
    place: Place,
    /// The file that is being written, for the Ctrl-C that ends the program at once.
    unfinished: Arc<Mutex<Option<PathBuf>>>,
}

enum Place {
    /// An ordinary file, all links to it followed.
    File(PathBuf),
    /// Standard output, by the name `-` or by one of its other names.
    Stdout,
    /// A pipe or a device, which can only be written directly.
    Special(PathBuf),
}

/// The most symbolic links that lead from a name to its file; the same as Linux follows.
const MOST_LINKS: usize = 40;

impl NewFile {
    /// Makes sure that a file can be written and that it is none of the inputs of the work. The name `-` is standard
    /// output.
    pub fn create(path: &Path, inputs: &[PathBuf]) -> Result<Self, Failure> {
        Place::of(path, inputs)
            .map(|place| Self { place, unfinished: Arc::default() })
            .map_err(|failure| failure.at(path.display()))
    }

    /// Whether it goes where the answers of the command go.
    pub fn is_stdout(&self) -> bool {
        matches!(self.place, Place::Stdout)
    }

    /// Writes it. If it goes to standard output, that holds nothing else: the command's answer is dropped.
    pub fn write(self, content: &[u8], output: &mut Output) -> Result<(), Failure> {
        match &self.place {
            Place::Stdout => Ok(output.only_bytes(content)?),
            Place::Special(path) => {
                let written = File::options().write(true).open(path).and_then(|mut file| file.write_all(content));
                written.map_err(|error| Failure::from(error).at(path.display()))
            }
            Place::File(path) => self.replace(path, content).map_err(|error| Failure::from(error).at(path.display())),
        }
    }

    /// Writes beside the file, and gives it the name only when everything is on the disk.
    fn replace(&self, path: &Path, content: &[u8]) -> io::Result<()> {
        let folder = folder(path);
        let name = path.file_name().unwrap_or_default();
        let mut prefix = std::ffi::OsString::from(".");
        prefix.push(name);
        prefix.push(".");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".part");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let left = Arc::clone(&self.unfinished);
        let remove = move || {
            if let Some(path) = left.lock().unwrap_or_else(PoisonError::into_inner).take() {
                let _ = fs::remove_file(path);
            }
        };
        // The second Ctrl-C drops nothing.
        interrupt::hooks(|| {}, remove);
        if let Some(file) = nameless::create(folder) {
            fill(&file, path, content)?;
            // Held until the file has its own name: until then there is a name beside it for a moment.
            let _moment = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
            // Where it cannot get a name, because /proc is not there, it is written again, with a name.
            if let Ok(beside) = builder.make_in(folder, |part| nameless::link(&file, part)) {
                beside.persist(path)?;
                return synced(folder);
            }
        }
        let beside = builder.tempfile_in(folder)?;
        *self.unfinished.lock().unwrap_or_else(PoisonError::into_inner) = Some(beside.path().to_owned());
        fill(beside.as_file(), path, content)?;
        // Held until the name is gone: what the second Ctrl-C removes is never the finished file.
        let mut unfinished = self.unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        beside.persist(path)?;
        *unfinished = None;
        synced(folder)
    }
}

/// Writes what will replace `path`, with its permissions, onto the disk.
fn fill(mut file: &File, path: &Path, content: &[u8]) -> io::Result<()> {
    file.write_all(content)?;
    if let Ok(found) = fs::metadata(path) {
        file.set_permissions(found.permissions())?;
    }
    file.sync_all()
}

/// The name is on the disk when its folder is. Not every system can do that.
fn synced(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// Files that get a name when they are finished, so that a program that is killed before leaves nothing behind.
#[cfg(target_os = "linux")]
mod nameless {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd as _;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    /// A file in the folder, if its file system has such files.
    pub fn create(folder: &Path) -> Option<File> {
        // As open as the user's other files: the system takes from the mode what the user's mask says.
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        open(folder, flags, Mode::from_raw_mode(0o666)).ok().map(File::from)
    }

    /// Gives it a name that no other file has.
    pub fn link(file: &File, name: &Path) -> io::Result<()> {
        let known_as = format!("/proc/self/fd/{}", file.as_raw_fd());
        Ok(linkat(CWD, known_as, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
    }
}

#[cfg(not(target_os = "linux"))]
mod nameless {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub fn create(_: &Path) -> Option<File> {
        None
    }

    pub fn link(_: &File, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl Place {
    fn of(path: &Path, inputs: &[PathBuf]) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            return Ok(Place::Stdout);
        }
        let path = followed(path)?;
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => return Err(Failure::new("is a folder, expected a file")),
            Ok(found) if is_same(&found, &path, of_stdout()) => return Ok(Place::Stdout),
            Ok(found) if !found.is_file() => return Ok(Place::Special(path)),
            Ok(found) => {
                let is_input = inputs.iter().any(|input| match input.as_os_str() == "-" {
                    true => is_same(&found, &path, of_stdin()),
                    false => is_same(&found, &path, fs::metadata(input).ok().map(|of| (of, Some(input.clone())))),
                });
                if is_input {
                    return Err(Failure::new("is one of the inputs").hint("name another file for the output"));
                }
                if found.permissions().readonly() {
                    return Err(Failure::new("is read-only").hint("name another file, or change its permissions"));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
        if path.file_name().is_none() || ends_in_separator(&path) {
            return Err(Failure::new("not the name of a file"));
        }
        // A file without a name shows whether one can be made here, and is gone whatever happens.
        tempfile::tempfile_in(folder(&path))?;
        Ok(Place::File(path))
    }
}

/// The folder of a file; that of a name alone is the current one.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// `book.bin/` is a folder, although a path has it as its last name.
fn ends_in_separator(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|&byte| std::path::is_separator(byte.into()))
}

/// Where a name leads to, whether there is a file or not.
fn followed(path: &Path) -> Result<PathBuf, Failure> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        // What names an open file of ours (`/dev/stdout`) is a link whose text is not a path.
        if !fs::symlink_metadata(&path).is_ok_and(|found| found.is_symlink())
            || fs::metadata(&path).is_ok_and(|found| !found.is_file())
        {
            return Ok(path);
        }
        let target = fs::read_link(&path)?;
        path = folder(&path).join(target);
    }
    Err(Failure::new("too many symbolic links lead on from here"))
}

/// A file, and its path where only that tells it from others.
type Known = (Metadata, Option<PathBuf>);

#[cfg(unix)]
fn is_same(found: &Metadata, _: &Path, other: Option<Known>) -> bool {
    use std::os::unix::fs::MetadataExt;
    other.is_some_and(|(other, _)| (found.dev(), found.ino()) == (other.dev(), other.ino()))
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, path: &Path, other: Option<Known>) -> bool {
    let other = other.and_then(|(_, path)| path?.canonicalize().ok());
    other.is_some_and(|other| path.canonicalize().is_ok_and(|path| path == other))
}

#[cfg(unix)]
fn of_open(file: impl std::os::fd::AsFd) -> Option<Known> {
    let file = File::from(file.as_fd().try_clone_to_owned().ok()?);
    Some((file.metadata().ok()?, None))
}

#[cfg(unix)]
fn of_stdout() -> Option<Known> {
    of_open(io::stdout())
}

#[cfg(unix)]
fn of_stdin() -> Option<Known> {
    of_open(io::stdin())
}

#[cfg(not(unix))]
fn of_stdout() -> Option<Known> {
    None
}

#[cfg(not(unix))]
fn of_stdin() -> Option<Known> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, content: &[u8]) {
        NewFile::create(path, &[]).unwrap().write(content, &mut Output::stdout(false)).unwrap();
    }

    #[test]
    fn a_file_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.svg");
        let left = || fs::read_dir(&folder).unwrap().count();

        drop(NewFile::create(&path, &[]).unwrap());
        assert_eq!(left(), 0, "work that failed leaves nothing");
        write(&path, b"one");
        drop(NewFile::create(&path, &[]).unwrap());
        assert_eq!((fs::read(&path).unwrap().as_slice(), left()), (&b"one"[..], 1), "nor does it destroy anything");
        write(&path, b"two");
        assert_eq!((fs::read(&path).unwrap().as_slice(), left()), (&b"two"[..], 1));

        let refused = |path: &Path, inputs: &[PathBuf]| NewFile::create(path, inputs).err().unwrap().to_string();
        assert!(refused(folder.path(), &[]).ends_with("is a folder, expected a file"));
        assert!(refused(&folder.path().join("none/picture.svg"), &[]).contains("none/picture.svg: "));
        assert!(refused(&folder.path().join("new/"), &[]).ends_with("not the name of a file"));
        let inputs = [folder.path().join("other"), folder.path().join("./picture.svg")];
        assert!(refused(&path, &inputs).contains("is one of the inputs"));
        let mut read_only = fs::metadata(&path).unwrap().permissions();
        read_only.set_readonly(true);
        fs::set_permissions(&path, read_only).unwrap();
        assert!(refused(&path, &[]).contains("is read-only"));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_kept() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("elsewhere")).unwrap();
        symlink("elsewhere/book", at("one")).unwrap();
        symlink(at("one"), at("two")).unwrap();
        write(&at("two"), b"through two links, to a file that was not there");
        assert!(fs::symlink_metadata(at("two")).unwrap().is_symlink());
        assert!(fs::read(at("elsewhere/book")).unwrap().starts_with(b"through"));
        let inputs = [at("elsewhere/book")];
        assert!(NewFile::create(&at("two"), &inputs).is_err(), "an input by another name");
        fs::hard_link(at("elsewhere/book"), at("hard")).unwrap();
        assert!(NewFile::create(&at("hard"), &inputs).is_err(), "an input by a second name of its own");

        fs::set_permissions(at("elsewhere/book"), fs::Permissions::from_mode(0o640)).unwrap();
        write(&at("one"), b"again");
        assert_eq!(fs::metadata(at("elsewhere/book")).unwrap().mode() & 0o777, 0o640);
        fs::write(at("usual"), "").unwrap();
        write(&at("new"), b"");
        let mode = |name| fs::metadata(at(name)).unwrap().mode();
        assert_eq!(mode("new"), mode("usual"), "a new file is as open as the user's other files");

        symlink("round", at("round")).unwrap();
        assert!(NewFile::create(&at("round"), &[]).is_err());
        assert!(NewFile::create(Path::new("/dev/null"), &[]).unwrap().write(b"x", &mut Output::stdout(false)).is_ok());
        assert!(NewFile::create(Path::new("/dev/full"), &[]).unwrap().write(b"x", &mut Output::stdout(false)).is_err());
    }
}
