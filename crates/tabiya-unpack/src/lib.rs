#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod gzip;
mod zstandard;

use std::io::{self, BufRead, Chain, Cursor, Read};

use gzip::Gzip;
use zstandard::Zstandard;

/// What was read to see what a file is, and the rest of it.
type Whole<R> = Chain<Cursor<Vec<u8>>, R>;

/// A file as its text, whether it is packed or not.
pub struct Unpacked<R: BufRead>(Form<R>);

enum Form<R: BufRead> {
    Plain(Whole<R>),
    Gzip(Gzip<Whole<R>>),
    Zstandard(Box<Zstandard<Whole<R>>>),
}

/// Looks at the first bytes of a file and unpacks it if it is packed.
///
/// # Errors
///
/// If the bytes cannot be read, or if the file ends within the first bytes of an archive.
pub fn unpack<R: BufRead>(mut raw: R) -> io::Result<Unpacked<R>> {
    let mut head = Vec::new();
    // A pipe may hand out a byte at a time.
    raw.by_ref().take(zstandard::MAGIC_BYTES as u64).read_to_end(&mut head)?;
    let is_gzip = head.starts_with(&gzip::MAGIC);
    let is_zstandard = zstandard::is_magic(&head);
    let cut_off = !head.is_empty() && (is_part(&head, &gzip::MAGIC) || is_part(&head, &zstandard::MAGIC));
    if cut_off {
        return Err(ends_early());
    }
    let whole = Cursor::new(head).chain(raw);
    Ok(Unpacked(match (is_gzip, is_zstandard) {
        (true, _) => Form::Gzip(Gzip::new(whole)),
        (_, true) => Form::Zstandard(Box::new(Zstandard::new(whole))),
        _ => Form::Plain(whole),
    }))
}

impl<R: BufRead> Unpacked<R> {
    /// Whether the file is an archive, of which a few bytes may be unpacked to very many.
    #[must_use]
    pub fn is_packed(&self) -> bool {
        !matches!(self.0, Form::Plain(_))
    }
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match &mut self.0 {
            Form::Plain(plain) => plain.read(into),
            Form::Gzip(gzip) => gzip.read(into),
            Form::Zstandard(zstandard) => zstandard.read(into),
        }
    }
}

/// Whether the whole head is only the beginning of a magic number.
fn is_part(head: &[u8], magic: &[u8]) -> bool {
    head.len() < magic.len() && magic.starts_with(head)
}

fn ends_early() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the archive ends early")
}

fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}
