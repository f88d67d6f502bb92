//! The engine as a UCI process: a loop that reads commands while a thread searches.

pub mod command;
mod session;
mod settings;
mod text;

use std::io::{BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use session::Session;

/// A game of this many bytes is longer than any ever played.
const LONGEST_LINE: u64 = 1 << 20;

/// Where answers go: one line at a time, from the reading and the searching thread alike.
struct Output<W>(Arc<Mutex<W>>);

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Output(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    fn new(writer: W) -> Output<W> {
        Output(Arc::new(Mutex::new(writer)))
    }

    /// Says a line; `false` if the output is closed.
    fn say(&self, line: impl std::fmt::Display) -> bool {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{line}").and_then(|()| out.flush()).is_ok()
    }
}

/// Speaks UCI on two streams until `quit` or the end of the input.
///
/// A search that would end by itself is allowed to when the input ends, so that `tabiya uci < script` answers; one
/// that would not is stopped. `quit` stops both.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) {
    converse(input, Output::new(output), false);
}

/// As [`run`], with a person at the other end: says hello, and says so when a word means nothing.
pub fn run_at_terminal(input: impl BufRead, output: impl Write + Send + 'static) {
    let output = Output::new(output);
    if output.say(text::greeting()) {
        converse(input, output, true);
    }
}

fn converse<W: Write + Send + 'static>(mut input: impl BufRead, output: Output<W>, at_terminal: bool) {
    let mut session = Session::new(output, at_terminal);
    let mut line = Vec::new();
    loop {
        line.clear();
        // Bytes, not text: a line that is not UTF-8 is garbage like any other and must not end the session. Nor must
        // one that never ends fill the memory.
        let goes_on = match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return session.end_of_input(),
            Ok(count) if count as u64 == LONGEST_LINE && !line.ends_with(b"\n") => {
                skip_line(&mut input);
                session.obey_beginning(&String::from_utf8_lossy(&line))
            }
            Ok(_) => session.obey(&String::from_utf8_lossy(&line)),
        };
        if !goes_on {
            return session.stop();
        }
    }
}

/// Reads on to the end of a line without keeping it.
fn skip_line(input: &mut impl BufRead) {
    loop {
        let (used, ended) = match input.fill_buf() {
            Ok([]) | Err(_) => return,
            Ok(bytes) => match bytes.iter().position(|&byte| byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (bytes.len(), false),
            },
        };
        input.consume(used);
        if ended {
            return;
        }
    }
}
