//! Memory without a name in any file system that several processes map: Linux's `memfd`.
//!
//! It is gone when the last process that has it open is, however that process ended: there is never a file to clear
//! away. It can neither grow nor shrink once it is made, so that a process that maps it can touch all of it as long as
//! the mapping lives.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::ffi::CString;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::ptr::NonNull;

/// Pages of two megabytes, where there are some, have to begin at a multiple of it.
const LARGE_PAGE: usize = 2 << 20;
/// Not every C library has a name for it.
const MADV_COLLAPSE: libc::c_int = 25;
/// What makes the size final.
const SEALS: libc::c_int = libc::F_SEAL_SHRINK | libc::F_SEAL_GROW | libc::F_SEAL_SEAL;

/// Shared memory, mapped into this process.
pub(crate) struct Mapping {
    start: NonNull<u8>,
    bytes: usize,
    /// Others find the memory through this process as long as it is open.
    file: File,
    reserved: NonNull<libc::c_void>,
    reserved_bytes: usize,
}

// SAFETY: the mapping belongs to no thread; code that uses the memory answers for what it does.
unsafe impl Send for Mapping {}
// SAFETY: as above.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// New memory of this number of bytes, all zero but for what is written at its end. It has its final size and its
    /// end when others can take it for one: [`Mapping::of`] waits for the seal.
    pub fn new(name: &str, bytes: usize, end: &[u8]) -> io::Result<Self> {
        let name = CString::new(name)?;
        // SAFETY: the name is a C string that outlives the call.
        let descriptor = unsafe { libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING) };
        if descriptor < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: it was opened just now, and nothing else owns it.
        let file = File::from(unsafe { OwnedFd::from_raw_fd(descriptor) });
        file.set_len(bytes as u64)?;
        file.write_all_at(end, (bytes - end.len()) as u64)?;
        // SAFETY: the descriptor is open; the argument is a number.
        if unsafe { libc::fcntl(file.as_raw_fd(), libc::F_ADD_SEALS, SEALS) } < 0 {
            return Err(io::Error::last_os_error());
        }
        Self::map(file, bytes)
    }

    /// Memory that another process has made; none, if the file is something else or not finished.
    pub fn of(file: File) -> io::Result<Option<Self>> {
        // SAFETY: the descriptor is open, and this asks for a number.
        let seals = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GET_SEALS) };
        if seals < 0 || seals & SEALS != SEALS {
            return Ok(None);
        }
        let bytes = usize::try_from(file.metadata()?.len()).map_err(|_| io::ErrorKind::OutOfMemory)?;
        Self::map(file, bytes).map(Some)
    }

    fn map(file: File, bytes: usize) -> io::Result<Self> {
        // Distances within an object have to fit into a signed word.
        let reserved_bytes = bytes.checked_add(LARGE_PAGE).filter(|&all| isize::try_from(all).is_ok());
        let reserved_bytes = reserved_bytes.ok_or(io::ErrorKind::OutOfMemory)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: addresses of the system's choice, which are not in use.
        let reserved = unsafe { libc::mmap(std::ptr::null_mut(), reserved_bytes, libc::PROT_NONE, flags, -1, 0) };
        if reserved == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let reserved = NonNull::new(reserved).ok_or(io::ErrorKind::OutOfMemory)?;
        let gap = reserved.cast::<u8>().align_offset(LARGE_PAGE);
        // SAFETY: the gap is less than a large page, and so much more was reserved.
        let start = unsafe { reserved.cast::<u8>().add(gap) };
        // From here on `drop` gives the addresses back.
        let mapping = Self { start, bytes, file, reserved, reserved_bytes };
        let (flags, access) = (libc::MAP_SHARED | libc::MAP_FIXED, libc::PROT_READ | libc::PROT_WRITE);
        // SAFETY: these addresses were reserved above and are not in use yet.
        let mapped = unsafe { libc::mmap(start.as_ptr().cast(), bytes, access, flags, mapping.file.as_raw_fd(), 0) };
        if mapped == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(mapping) }
    }

    /// Where it begins: at a multiple of two megabytes. Reading and writing are sound by atomics only, since others
    /// write too.
    pub fn start(&self) -> NonNull<u8> {
        self.start
    }

    /// Its size.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// What is at its end.
    pub fn end(&self, bytes: usize) -> io::Result<Vec<u8>> {
        let bytes = bytes.min(self.bytes);
        let mut end = vec![0; bytes];
        self.file.read_exact_at(&mut end, (self.bytes - bytes) as u64)?;
        Ok(end)
    }

    /// Asks for pages of two megabytes, one after the other, until the caller says stop or the system knows nothing of
    /// them. Shared memory has none by itself on most systems, and random access to small pages is slow.
    pub fn enlarge_pages(&self, go_on: impl Fn() -> bool) {
        for place in large_pages(self.bytes) {
            // SAFETY: the place is within the mapping and aligned for a word, and all writes there are atomic.
            let word = unsafe { self.start.add(place).cast::<AtomicU64>().as_ref() };
            // Without a page there is nothing to make larger; this makes one and leaves the word as it is.
            // (The compiler knows that adding nothing changes nothing, and leaves that out.)
            let _ = word.compare_exchange(0, 0, Relaxed, Relaxed);
            // SAFETY: a whole page of this mapping, whose contents stay as they are.
            let failed = unsafe { libc::madvise(self.start.add(place).as_ptr().cast(), LARGE_PAGE, MADV_COLLAPSE) < 0 };
            let is_unknown = || io::Error::last_os_error().raw_os_error() == Some(libc::EINVAL);
            if failed && is_unknown() || !go_on() {
                break;
            }
        }
    }
}

/// Where the whole large pages among these bytes begin.
fn large_pages(bytes: usize) -> impl Iterator<Item = usize> {
    (0..bytes / LARGE_PAGE).map(|page| page * LARGE_PAGE)
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: reserved in `map`, with all that was mapped into it, and nothing can reach it any more.
        unsafe { libc::munmap(self.reserved.as_ptr(), self.reserved_bytes) };
    }
}

#[cfg(all(test, not(miri)))]
mod tests {
    use super::*;

    fn words(mapping: &Mapping) -> &[AtomicU64] {
        // SAFETY: the mapping is aligned, has this number of words, and they are used by atomics only.
        unsafe { std::slice::from_raw_parts(mapping.start().as_ptr().cast(), mapping.bytes() / 8) }
    }

    #[test]
    fn large_pages_are_whole() {
        let pages = |bytes| large_pages(bytes).collect::<Vec<_>>();
        assert_eq!(pages(LARGE_PAGE - 1), [0; 0]);
        assert_eq!(pages(LARGE_PAGE), [0]);
        assert_eq!(pages(3 * LARGE_PAGE + 4096), [0, LARGE_PAGE, 2 * LARGE_PAGE]);
    }

    #[test]
    fn what_is_in_it_stays_when_its_pages_grow() {
        let mapping = Mapping::new("tabiya-test-pages", (3 * LARGE_PAGE) + 4096, b"end").unwrap();
        assert_eq!(mapping.start().align_offset(LARGE_PAGE), 0);
        let every = || words(&mapping).iter().enumerate().step_by(509).skip(1);
        every().for_each(|(number, word)| word.store(number as u64, Relaxed));
        mapping.enlarge_pages(|| true);
        assert!(every().all(|(number, word)| word.load(Relaxed) == number as u64));
        assert_eq!(mapping.end(3).unwrap(), b"end");
    }

    #[test]
    fn nothing_of_it_is_left() {
        let mapped = || std::fs::read_to_string("/proc/self/maps").unwrap().contains("tabiya-test-gone");
        let mapping = Mapping::new("tabiya-test-gone", 8192, b"").unwrap();
        assert!(mapped());
        drop(mapping);
        assert!(!mapped());
    }

    #[test]
    fn a_size_is_final_and_a_file_whose_is_not_is_not_mapped() {
        let mapping = Mapping::new("tabiya-test-size", 8192, b"").unwrap();
        assert!(mapping.file.set_len(4096).is_err() && mapping.file.set_len(1 << 20).is_err());
        let path = std::env::temp_dir().join(format!("tabiya-mapping-{}", std::process::id()));
        let file = File::options().read(true).write(true).create_new(true).open(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        file.set_len(8192).unwrap();
        assert!(Mapping::of(file).unwrap().is_none());
        // Nor one that could be sealed and is not.
        // SAFETY: the name is a C string that lives for ever.
        let descriptor = unsafe { libc::memfd_create(c"tabiya-test-open".as_ptr(), libc::MFD_ALLOW_SEALING) };
        assert!(descriptor >= 0);
        // SAFETY: it was opened just now, and nothing else owns it.
        let file = File::from(unsafe { OwnedFd::from_raw_fd(descriptor) });
        file.set_len(8192).unwrap();
        assert!(Mapping::of(file).unwrap().is_none());
    }
}
