//! Where the bytes of a table come from: memory, or a file read by positions.
//!
//! Files are not mapped into memory. A mapped file that is cut short while it is in use ends the program (`SIGBUS`),
//! and one that is written to changes under a shared slice, which Rust forbids. A read by position gives an error or
//! other bytes, and every byte is checked before it is used.

use std::sync::Arc;

use crate::error::Fault;
#[cfg(any(unix, windows))]
pub(crate) use file::FileSource;

#[derive(Debug)]
pub(crate) enum Source {
    Static(&'static [u8]),
    Shared(Arc<[u8]>),
    #[cfg(any(unix, windows))]
    File(FileSource),
}

impl Source {
    pub(crate) fn len(&self) -> u64 {
        match self {
            Source::Static(bytes) => bytes.len() as u64,
            Source::Shared(bytes) => bytes.len() as u64,
            #[cfg(any(unix, windows))]
            Source::File(file) => file.len,
        }
    }

    /// As many bytes from a place on as `scratch` has room for, in `scratch` or where they lie already.
    #[inline]
    pub(crate) fn read<'a>(&'a self, offset: u64, scratch: &'a mut [u8]) -> Result<&'a [u8], Fault> {
        match self {
            Source::Static(bytes) => slice(bytes, offset, scratch.len()),
            Source::Shared(bytes) => slice(bytes, offset, scratch.len()),
            #[cfg(any(unix, windows))]
            Source::File(file) => file.read(offset, scratch).map(|()| &*scratch),
        }
    }

    /// The same without keeping pages: for reading a whole file once.
    pub(crate) fn read_past_cache(&self, offset: u64, bytes: &mut [u8]) -> Result<(), Fault> {
        #[cfg(any(unix, windows))]
        if let Source::File(file) = self {
            return file.read_exact(offset, bytes);
        }
        let len = bytes.len();
        let mut scratch = vec![0; len];
        bytes.copy_from_slice(self.read(offset, &mut scratch)?);
        Ok(())
    }

    pub(crate) fn u8(&self, offset: u64) -> Result<u8, Fault> {
        Ok(self.read(offset, &mut [0])?[0])
    }

    pub(crate) fn u16(&self, offset: u64) -> Result<u16, Fault> {
        let mut scratch = [0; 2];
        let bytes = self.read(offset, &mut scratch)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    pub(crate) fn u32(&self, offset: u64) -> Result<u32, Fault> {
        let mut scratch = [0; 4];
        let bytes = self.read(offset, &mut scratch)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }
}

#[inline]
fn slice(bytes: &[u8], offset: u64, len: usize) -> Result<&[u8], Fault> {
    let found = usize::try_from(offset).ok().and_then(|from| bytes.get(from..)?.get(..len));
    found.map_or_else(|| Fault::damaged(offset, "the file ends too early"), Ok)
}

#[cfg(any(unix, windows))]
mod file {
    use std::fs::File;
    use std::io;
    use std::path::Path;
    use std::sync::Arc;

    use crate::cache::{Cache, PAGE};
    use crate::error::Fault;

    #[derive(Debug)]
    pub(crate) struct FileSource {
        file: File,
        /// Tells its pages from those of other files.
        number: u64,
        pub(crate) len: u64,
        cache: Arc<Cache>,
    }

    /// Bits of a page's number within its file: files of up to 2^52 bytes.
    const PAGE_BITS: u32 = 40;

    impl FileSource {
        pub(crate) fn open(path: &Path, number: u32, cache: Arc<Cache>) -> io::Result<FileSource> {
            // Opening a pipe would wait for a writer.
            if !std::fs::metadata(path)?.is_file() {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is not a file"));
            }
            let file = File::open(path)?;
            let len = file.metadata()?.len();
            if len >> PAGE_BITS >= PAGE as u64 {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "the file is too large for a table"));
            }
            Ok(FileSource { file, number: number.into(), len, cache })
        }

        #[inline]
        pub(crate) fn read(&self, offset: u64, bytes: &mut [u8]) -> Result<(), Fault> {
            let end = offset.checked_add(bytes.len() as u64).filter(|&end| end <= self.len);
            if end.is_none() {
                return Fault::damaged(offset, "the file ends too early");
            }
            let (mut offset, mut bytes) = (offset, bytes);
            while !bytes.is_empty() {
                let from = (offset % PAGE as u64) as usize;
                let (now, later) = bytes.split_at_mut((PAGE - from).min(bytes.len()));
                let page = offset / PAGE as u64;
                let name = self.number << PAGE_BITS | page;
                if !self.cache.read(name, from, now) {
                    self.load(page, name, from, now)?;
                }
                offset += now.len() as u64;
                bytes = later;
            }
            Ok(())
        }

        #[cold]
        fn load(&self, page: u64, name: u64, from: usize, bytes: &mut [u8]) -> Result<(), Fault> {
            let mut buffer = [0; PAGE];
            let start = page * PAGE as u64;
            let wanted = (self.len - start).min(PAGE as u64) as usize;
            self.read_exact(start, &mut buffer[..wanted])?;
            bytes.copy_from_slice(&buffer[from..][..bytes.len()]);
            self.cache.write(name, &buffer);
            Ok(())
        }

        pub(crate) fn read_exact(&self, offset: u64, bytes: &mut [u8]) -> Result<(), Fault> {
            let mut have = 0;
            while have < bytes.len() {
                let at = offset + have as u64;
                match read_at(&self.file, &mut bytes[have..], at) {
                    Ok(0) => return Fault::damaged(at, "the file has become shorter"),
                    Ok(read) => have += read,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => return Err(Fault::Io(error)),
                }
            }
            Ok(())
        }
    }

    #[cfg(unix)]
    fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(file, buffer, offset)
    }

    #[cfg(windows)]
    fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
    }
}
