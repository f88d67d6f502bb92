//! Compiled kernels on disk. The driver trusts the code it is given and is not told its length, so a damaged file must
//! not reach it.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What a file begins with: this, then the length and the digest of what follows, eight bytes a word.
const MAGIC: [u8; 8] = *b"tabiya\x1a1";
const HEADER: usize = 32;

/// Two words that reveal accidental damage of the bytes. They do not protect against an attacker: a program that can
/// write into the user's folder does not need kernels to do harm.
pub(crate) fn digest(bytes: impl Iterator<Item = u8>) -> [u64; 2] {
    bytes.fold([0xcbf2_9ce4_8422_2325, 0x9e37_79b9_7f4a_7c15], |[a, b]: [u64; 2], byte| {
        let a = (a ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        [a, (b ^ a).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(23)]
    })
}

/// The user's folder for what can be made again: the first that is named, where names that depend on the current folder
/// are none.
pub(crate) fn folder(
    xdg_cache_home: Option<OsString>,
    home: Option<OsString>,
    local_app_data: Option<OsString>,
) -> Option<PathBuf> {
    let home = home.map(|home| PathBuf::from(home).join(".cache"));
    let mut named = [xdg_cache_home.map(PathBuf::from), home, local_app_data.map(PathBuf::from)].into_iter().flatten();
    Some(named.find(|base| base.is_absolute())?.join("tabiya"))
}

/// What was kept in a file, if it is there and whole.
pub(crate) fn read(place: &Path) -> Option<Vec<u8>> {
    unseal(&fs::read(place).ok()?).map(<[u8]>::to_vec)
}

/// Keeps code in a file; one that cannot be written is only slower.
pub(crate) fn keep(place: &Path, code: &[u8]) {
    let Some(folder) = place.parent() else { return };
    let temporary = place.with_extension(format!("{}.tmp", std::process::id()));
    // Renamed when complete and on the disk, so that another process never reads a part.
    let kept = fs::create_dir_all(folder)
        .and_then(|()| write(&temporary, &seal(code)))
        .and_then(|()| fs::rename(&temporary, place));
    if kept.is_err() {
        let _ = fs::remove_file(&temporary);
    }
}

fn write(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(place)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn header(code: &[u8]) -> [u8; HEADER] {
    let [a, b] = digest(code.iter().copied());
    let words = [u64::from_le_bytes(MAGIC), code.len() as u64, a, b].map(u64::to_le_bytes);
    let mut header = [0; HEADER];
    header.iter_mut().zip(words.iter().flatten()).for_each(|(to, &byte)| *to = byte);
    header
}

fn seal(code: &[u8]) -> Vec<u8> {
    [&header(code)[..], code].concat()
}

/// The code of a file that is as it was written; no code is none.
fn unseal(file: &[u8]) -> Option<&[u8]> {
    let (found, code) = file.split_first_chunk()?;
    (!code.is_empty() && *found == header(code)).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &[u8] = b"\x7fELF and so on, as long as machine code is";

    /// A folder that is there as long as it is needed.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = Self(std::env::temp_dir().join(format!("tabiya-gpu-{}-{name}", std::process::id())));
            let _ = fs::remove_dir_all(&folder.0);
            folder
        }

        fn names(&self) -> Vec<OsString> {
            fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name()).collect()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_is_sealed_is_found_again() {
        assert_eq!(unseal(&seal(CODE)), Some(CODE));
    }

    #[test]
    fn what_is_damaged_is_not_believed() {
        let sealed = seal(CODE);
        for len in 0..sealed.len() {
            assert_eq!(unseal(&sealed[..len]), None, "the first {len} bytes");
        }
        for (at, bit) in (0..sealed.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
            let mut damaged = sealed.clone();
            damaged[at] ^= 1 << bit;
            assert_eq!(unseal(&damaged), None, "bit {bit} of byte {at}");
        }
        assert_eq!(unseal(&[&sealed[..], &[0]].concat()), None, "a byte too many");
    }

    #[test]
    fn what_is_foreign_is_not_believed() {
        assert_eq!(unseal(CODE), None, "code as it is, from before there were seals");
        assert_eq!(unseal(&[0; 4096]), None, "zeros, as a crash leaves them");
        assert_eq!(unseal(&seal(&[])), None, "no code");
    }

    #[test]
    fn a_file_is_kept_whole_or_not_read() {
        let folder = Folder::new("kept");
        let place = folder.0.join("below").join("kernels-0.sealed");
        assert_eq!(read(&place), None);
        keep(&place, CODE);
        assert_eq!(read(&place).as_deref(), Some(CODE));
        fs::write(&place, &fs::read(&place).unwrap()[..HEADER + 8]).unwrap();
        assert_eq!(read(&place), None);
        keep(&place, CODE);
        assert_eq!(read(&place).as_deref(), Some(CODE), "kept in place of what was damaged");
    }

    #[test]
    fn what_cannot_be_kept_leaves_nothing() {
        let folder = Folder::new("left");
        let place = folder.0.join("kernels-0.sealed");
        // A folder with something in it cannot be replaced by a file.
        fs::create_dir_all(place.join("below")).unwrap();
        keep(&place, CODE);
        assert_eq!(folder.names(), ["kernels-0.sealed"]);
    }

    #[test]
    fn folders_are_absolute() {
        let base = std::env::temp_dir();
        let some = |name: &str| Some(base.join(name).into_os_string());
        let in_base = |name: &str| Some(base.join(name).join("tabiya"));
        let relative = || Some(OsString::from("some/folder"));
        let empty = || Some(OsString::new());
        let home = base.join("home").join(".cache").join("tabiya");
        assert_eq!(folder(some("xdg"), some("home"), some("local")), in_base("xdg"));
        assert_eq!(folder(None, some("home"), some("local")), Some(home.clone()));
        assert_eq!(folder(None, None, some("local")), in_base("local"));
        assert_eq!(folder(relative(), some("home"), None), Some(home.clone()));
        assert_eq!(folder(empty(), some("home"), None), Some(home));
        assert_eq!(folder(relative(), empty(), some("local")), in_base("local"));
        assert_eq!(folder(relative(), relative(), relative()), None);
        assert_eq!(folder(None, None, None), None);
    }
}
