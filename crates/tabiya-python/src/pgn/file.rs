//! Files of games: opened, and unpacked if need be.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use tabiya_unpack::unpack;

pub type Input = Box<dyn Read + Send>;

/// A file, unpacked if it is packed: what it is shows in its first bytes, whatever its name.
pub fn open(path: &Path) -> io::Result<Input> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "a directory, not a file of games"));
    }
    Ok(Box::new(unpack(BufReader::with_capacity(1 << 17, file))?))
}

/// A file that is not packed, from this byte on.
pub fn open_at(path: &Path, start: u64) -> io::Result<Input> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(start))?;
    Ok(Box::new(file))
}

/// Whether there is nothing but white space in these bytes of a file.
pub fn is_blank(path: &Path, start: u64, length: u64) -> io::Result<bool> {
    let mut bytes = Vec::new();
    open_at(path, start)?.take(length).read_to_end(&mut bytes)?;
    Ok(bytes.iter().all(u8::is_ascii_whitespace))
}
