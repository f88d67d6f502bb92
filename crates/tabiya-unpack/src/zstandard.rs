//! Zstandard: one frame after the other, those that are to be skipped included. The decoder knows a single frame and
//! compares nothing, so checksums and sizes are compared here.

use std::io::{self, BufRead, Chain, Cursor, Read};

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

use crate::{ends_early, invalid};

pub const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
pub const MAGIC_BYTES: usize = MAGIC.len();

/// The largest window that a file may ask for.
const MOST_WINDOW: u64 = 128 << 20;

/// Whether these bytes begin a frame or one that is to be skipped.
pub fn is_magic(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC) || is_skippable(bytes)
}

/// Sixteen magic numbers begin a frame that holds something else than text.
fn is_skippable(bytes: &[u8]) -> bool {
    matches!(bytes, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}

/// A frame from its magic number on, which was read to see what it is.
type Frame<R> = Chain<Cursor<[u8; MAGIC_BYTES]>, R>;

/// Unpacks all frames of a file.
pub enum Zstandard<R: BufRead> {
    Between(R, FrameDecoder),
    Inside { frame: StreamingDecoder<Frame<R>, FrameDecoder>, unpacked: u64 },
    Over,
}

impl<R: BufRead> Zstandard<R> {
    pub fn new(raw: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MOST_WINDOW);
        Zstandard::Between(raw, decoder)
    }

    /// Goes on to the next frame with text in it, or to the end.
    fn next_frame(mut raw: R, decoder: FrameDecoder) -> io::Result<Self> {
        loop {
            if raw.fill_buf()?.is_empty() {
                return Ok(Zstandard::Over);
            }
            let mut magic = [0; MAGIC_BYTES];
            raw.read_exact(&mut magic).map_err(short)?;
            if is_skippable(&magic) {
                skip(&mut raw)?;
                continue;
            }
            if magic != MAGIC {
                return Err(invalid("data that is not Zstandard follows the end of the archive"));
            }
            let whole = Cursor::new(magic).chain(raw);
            let frame = StreamingDecoder::new_with_decoder(whole, decoder).map_err(|error| named(&error))?;
            return Ok(Zstandard::Inside { frame, unpacked: 0 });
        }
    }
}

impl<R: BufRead> Read for Zstandard<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        loop {
            // Whatever fails ends the file: no read after an error finds more of it.
            match std::mem::replace(self, Zstandard::Over) {
                Zstandard::Over => return Ok(0),
                Zstandard::Between(raw, decoder) => *self = Zstandard::next_frame(raw, decoder)?,
                Zstandard::Inside { mut frame, unpacked } => match frame.read(into).map_err(damaged)? {
                    0 => {
                        compare(&frame.decoder, unpacked)?;
                        let (whole, decoder) = frame.into_parts();
                        *self = Zstandard::Between(whole.into_inner().1, decoder);
                    }
                    count => {
                        *self = Zstandard::Inside { frame, unpacked: unpacked + count as u64 };
                        return Ok(count);
                    }
                },
            }
        }
    }
}

/// Passes over a frame behind its magic number.
fn skip(raw: &mut impl BufRead) -> io::Result<()> {
    let mut length = [0; 4];
    raw.read_exact(&mut length).map_err(short)?;
    let length = u64::from(u32::from_le_bytes(length));
    let skipped = io::copy(&mut raw.take(length), &mut io::sink())?;
    if skipped == length { Ok(()) } else { Err(ends_early()) }
}

/// Compares what the frame says of itself with what came out of it.
fn compare(decoder: &FrameDecoder, unpacked: u64) -> io::Result<()> {
    if decoder.get_checksum_from_data().is_some_and(|stated| Some(stated) != decoder.get_calculated_checksum()) {
        return Err(invalid("the Zstandard archive is damaged: its checksum does not match"));
    }
    // Zero where the frame does not say.
    match decoder.content_size() {
        0 => Ok(()),
        size if size == unpacked => Ok(()),
        size => Err(invalid(format!("the Zstandard archive is damaged: {unpacked} bytes instead of {size}"))),
    }
}

/// Names an error of the decoder. Where the bytes themselves could not be read, that error is kept.
fn damaged(error: io::Error) -> io::Error {
    let of_decoder = error.get_ref().and_then(|inner| inner.downcast_ref::<FrameDecoderError>());
    of_decoder.map_or_else(|| short_or_same(&error), named)
}

fn named(error: &FrameDecoderError) -> io::Error {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(inner) = cause {
        if let Some(read) = inner.downcast_ref::<io::Error>() {
            return short_or_same(read);
        }
        cause = inner.source();
    }
    match error {
        FrameDecoderError::WindowSizeTooBig { requested, .. } => invalid(format!(
            "the Zstandard archive needs a window of {requested} bytes, more than {MOST_WINDOW}; unpack it with zstd --long first"
        )),
        other => invalid(format!("the Zstandard archive is damaged: {other}")),
    }
}

fn short(error: io::Error) -> io::Error {
    short_or_same(&error)
}

/// The same error again, which cannot be copied.
fn short_or_same(error: &io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => ends_early(),
        kind => io::Error::new(kind, error.to_string()),
    }
}
