//! Standard output in its two voices: plain words for people, JSON lines for programs.

use std::fmt;
use std::io::{self, BufWriter, Stdout, Write};

use anstream::AutoStream;
use serde::Serialize;

use crate::failure::Failure;

/// Where a command writes its answer.
///
/// Commands write colours freely; the stream strips them where the terminal
/// or `NO_COLOR` says so. Text written in JSON mode is dropped and JSON written
/// in text mode is dropped, so a command may state both side by side.
pub struct Output {
    stream: BufWriter<AutoStream<Stdout>>,
    json: bool,
    /// Whether standard output holds something that is not the answer, so that the answer is dropped.
    taken: bool,
}

impl Output {
    /// Standard output, buffered; not locked, because a command may have threads that speak too.
    pub fn stdout(json: bool) -> Self {
        let stream = AutoStream::auto(io::stdout());
        Output { stream: BufWriter::with_capacity(1 << 16, stream), json, taken: false }
    }

    /// Whether colours reach the reader.
    pub fn has_color(&self) -> bool {
        !matches!(self.stream.get_ref().current_choice(), anstream::ColorChoice::Never)
    }

    /// Whether the reader is a program.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Writes a line for people; nothing in JSON mode.
    pub fn line(&mut self, text: impl fmt::Display) -> io::Result<()> {
        if self.json || self.taken { Ok(()) } else { writeln!(self.stream, "{text}") }
    }

    /// Writes a JSON object on a line of its own, before the answer; nothing in text mode. What kind of line it is
    /// stands in its field `type`; `docs/cli.md` lists the kinds.
    pub fn detail(&mut self, kind: &'static str, value: &impl Serialize) -> io::Result<()> {
        if self.json && !self.taken {
            serde_json::to_writer(&mut self.stream, &Typed { kind, value })?;
            writeln!(self.stream)?;
        }
        Ok(())
    }

    /// Writes the answer of the command as JSON, which is its last line; nothing in text mode.
    pub fn answer(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.detail("answer", value)
    }

    /// Writes bytes as they are in either mode, for what is neither words nor JSON: a picture, a book. No answer
    /// follows them.
    pub fn only_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.taken = true;
        self.stream.flush()?;
        let mut stdout = io::stdout().lock();
        stdout.write_all(bytes)?;
        stdout.flush()
    }

    /// Refuses JSON where what is printed has a form of its own.
    pub fn refuse_json(&self, what: &str) -> Result<(), Failure> {
        match self.json {
            true => Err(Failure::new(format_args!("--json: this command prints {what}, not JSON")).hint("omit --json")),
            false => Ok(()),
        }
    }

    /// Hands everything to the reader now: after each result of a long computation.
    pub fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// A JSON object that says what kind of line it is.
#[derive(Serialize)]
struct Typed<'a, T> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(flatten)]
    value: &'a T,
}

/// `1 move`, `2 moves`, `1,234 moves`.
pub fn counted(count: impl TryInto<u128>, noun: &str) -> String {
    let count = count.try_into().unwrap_or(u128::MAX);
    let number = digits(count);
    match noun {
        _ if count == 1 => format!("1 {noun}"),
        "leaf" => format!("{number} leaves"),
        "entry" => format!("{number} entries"),
        _ if noun.ends_with('h') => format!("{number} {noun}es"),
        _ => format!("{number} {noun}s"),
    }
}

/// A number with its digits in groups of three.
pub fn digits(number: impl TryInto<u128>) -> String {
    let plain = number.try_into().unwrap_or(u128::MAX).to_string();
    let mut grouped = String::with_capacity(plain.len() * 4 / 3);
    for (index, digit) in plain.chars().enumerate() {
        if index > 0 && (plain.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_in_groups_of_three() {
        let cases = [(0u128, "0"), (999, "999"), (1000, "1,000"), (123_456, "123,456"), (1_234_567, "1,234,567")];
        for (number, text) in cases {
            assert_eq!(digits(number), text);
        }
    }

    #[test]
    fn nouns_agree_with_their_numbers() {
        assert_eq!(counted(0u64, "move"), "0 moves");
        assert_eq!(counted(1u64, "move"), "1 move");
        assert_eq!(counted(20_000u64, "move"), "20,000 moves");
        assert_eq!(counted(2u64, "mismatch"), "2 mismatches");
        assert_eq!((counted(1u64, "leaf"), counted(2u64, "leaf")), ("1 leaf".into(), "2 leaves".into()));
        assert_eq!(counted(2u64, "entry"), "2 entries");
    }
}
