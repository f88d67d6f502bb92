//! Files of games: opened, and unpacked if need be.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use ruzstd::decoding::StreamingDecoder;

pub type Input = Box<dyn Read + Send>;

/// A file, unpacked if it is packed: what it is shows in its first bytes, whatever its name.
pub fn open(path: &Path) -> io::Result<Input> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "a directory, not a file of games"));
    }
    let mut raw = BufReader::with_capacity(1 << 17, file);
    Ok(match raw.fill_buf()? {
        [0x1f, 0x8b, ..] => Box::new(flate2::bufread::MultiGzDecoder::new(raw)),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Box::new(Zstandard { state: Frames::Between(raw) }),
        _ => Box::new(raw),
    })
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

/// Zstandard files may be several frames in a row; the decoder knows one. `games.rs` of the command has a twin, and says why.
struct Zstandard<R: BufRead> {
    state: Frames<R>,
}

enum Frames<R: BufRead> {
    Between(R),
    Inside(Box<StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>),
    Over,
}

impl<R: BufRead> Read for Zstandard<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            match std::mem::replace(&mut self.state, Frames::Over) {
                Frames::Over => return Ok(0),
                Frames::Between(mut raw) => {
                    if !raw.fill_buf()?.is_empty() {
                        let decoder = StreamingDecoder::new(raw).map_err(io::Error::other)?;
                        self.state = Frames::Inside(Box::new(decoder));
                    }
                }
                Frames::Inside(mut decoder) => match decoder.read(into)? {
                    0 if !into.is_empty() => self.state = Frames::Between(decoder.into_inner()),
                    count => {
                        self.state = Frames::Inside(decoder);
                        return Ok(count);
                    }
                },
            }
        }
    }
}
