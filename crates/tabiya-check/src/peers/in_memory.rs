//! Files for shakmaty-syzygy, read whole.

use std::path::{Path, PathBuf};

use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};

/// Whole files in memory: reading two bytes at a time from files, shakmaty-syzygy takes a hundred times as long.
#[derive(Debug)]
pub struct InMemory;

struct Bytes(Vec<u8>);

impl Filesystem for InMemory {
    fn regular_file_size(&self, path: &Path) -> std::io::Result<u64> {
        Ok(path.metadata()?.len())
    }

    fn read_dir(&self, path: &Path) -> std::io::Result<Vec<PathBuf>> {
        std::fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect()
    }

    fn open(&self, path: &Path) -> std::io::Result<Box<dyn RandomAccessFile>> {
        Ok(Box::new(Bytes(std::fs::read(path)?)))
    }
}

impl RandomAccessFile for Bytes {
    fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> std::io::Result<usize> {
        let bytes = self.0.get(offset as usize..).unwrap_or_default();
        let len = bytes.len().min(buffer.len());
        buffer[..len].copy_from_slice(&bytes[..len]);
        Ok(len)
    }
}
