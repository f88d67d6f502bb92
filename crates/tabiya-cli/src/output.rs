//! Standard output in its two voices: plain words for people, JSON lines for programs.

use std::fmt;
use std::io::{self, BufWriter, Stdout, Write};

use anstream::AutoStream;
use serde::Serialize;

/// Where a command writes its answer.
///
/// Commands write colours freely; the stream strips them where the terminal
/// or `NO_COLOR` says so. Text written in JSON mode is dropped and JSON written
/// in text mode is dropped, so a command may state both side by side.
pub struct Output {
    stream: BufWriter<AutoStream<Stdout>>,
    json: bool,
}

impl Output {
    /// Standard output, buffered; not locked, because a command may have threads that speak too.
    pub fn stdout(json: bool) -> Self {
        let stream = AutoStream::auto(io::stdout());
        Output { stream: BufWriter::with_capacity(1 << 16, stream), json }
    }

    /// Whether colours reach the reader.
    pub fn has_color(&self) -> bool {
        !matches!(self.stream.get_ref().current_choice(), anstream::ColorChoice::Never)
    }

    /// Writes a line for people; nothing in JSON mode.
    pub fn line(&mut self, text: impl fmt::Display) -> io::Result<()> {
        if self.json { Ok(()) } else { writeln!(self.stream, "{text}") }
    }

    /// Writes a JSON object on a line of its own; nothing in text mode.
    pub fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        if self.json {
            serde_json::to_writer(&mut self.stream, value)?;
            writeln!(self.stream)?;
        }
        Ok(())
    }

    /// Writes in either mode, for formats that are neither: a UCI dialogue, a PGN file.
    pub fn raw(&mut self) -> &mut impl Write {
        &mut self.stream
    }

    /// Hands everything to the reader now: after each result of a long computation.
    pub fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// `1 move`, `2 moves`.
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
