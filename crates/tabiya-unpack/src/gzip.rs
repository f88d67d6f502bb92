//! Gzip: one member after the other, then perhaps zeros.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

use crate::{ends_early, invalid};

pub const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Unpacks all members of a file.
pub enum Gzip<R: BufRead> {
    Inside(Box<GzDecoder<R>>),
    Over,
}

impl<R: BufRead> Gzip<R> {
    pub fn new(raw: R) -> Self {
        Gzip::Inside(Box::new(GzDecoder::new(raw)))
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        loop {
            // Whatever fails ends the file: no read after an error finds more of it.
            let Gzip::Inside(mut member) = std::mem::replace(self, Gzip::Over) else { return Ok(0) };
            // The decoder compares checksum and length when the member ends.
            let count = member.read(into).map_err(named)?;
            if count > 0 {
                *self = Gzip::Inside(member);
                return Ok(count);
            }
            let mut raw = member.into_inner();
            if !at_next_member(&mut raw)? {
                return Ok(0);
            }
            *self = Gzip::new(raw);
        }
    }
}

/// Passes over the zeros that fill up the last block of a tape or a disk; says whether another member follows.
fn at_next_member(raw: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let window = raw.fill_buf()?;
        let zeros = window.iter().take_while(|&&byte| byte == 0).count();
        match window.get(zeros) {
            Some(&byte) if byte == MAGIC[0] => {
                raw.consume(zeros);
                return Ok(true);
            }
            Some(_) => return Err(invalid("data that is not gzip follows the end of the archive")),
            None if zeros == 0 => return Ok(false),
            None => raw.consume(zeros),
        }
    }
}

fn named(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => ends_early(),
        kind => io::Error::new(kind, format!("the gzip archive is damaged: {error}")),
    }
}
