//! Why a command could not do what it was asked: where, what, and what to do about it.

use std::fmt;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

/// A command's error. Every one of them ends the process with exit code 2,
/// except a broken pipe, which is the reader's way of saying "enough".
#[derive(Debug)]
pub struct Failure {
    message: String,
    hint: Option<String>,
    broken_pipe: bool,
}

impl Failure {
    /// A failure that says where it happened and what was wrong.
    pub fn new(message: impl fmt::Display) -> Self {
        Failure { message: message.to_string(), hint: None, broken_pipe: false }
    }

    /// Adds what the user can do about it.
    pub fn hint(mut self, hint: impl fmt::Display) -> Self {
        self.hint = Some(hint.to_string());
        self
    }

    /// Puts the place (a file, a line, an argument) in front of the message.
    pub fn at(mut self, place: impl fmt::Display) -> Self {
        self.message = format!("{place}: {}", self.message);
        self
    }

    /// Whether the reader of our output went away, which is not an error.
    pub fn is_broken_pipe(&self) -> bool {
        self.broken_pipe
    }

    /// Prints the failure: on standard error, or as the last JSON line for a program that can read one.
    pub fn report(&self, json: bool) {
        if json {
            #[derive(serde::Serialize)]
            struct ErrorLine<'a> {
                r#type: &'static str,
                message: &'a str,
                hint: Option<&'a str>,
            }
            let line = ErrorLine { r#type: "error", message: &self.message, hint: self.hint.as_deref() };
            let text = serde_json::to_string(&line).unwrap_or_default();
            if writeln!(io::stdout(), "{text}").is_ok() {
                return;
            }
            // Where standard output cannot be written, the other stream has the text.
        }
        let bold_red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        let bold = Style::new().bold();
        let mut stderr = anstream::stderr().lock();
        // If standard error itself is closed, the error cannot be reported anywhere.
        let _ = writeln!(stderr, "{bold_red}error:{bold_red:#} {}", self.message);
        if let Some(hint) = &self.hint {
            let _ = writeln!(stderr, "{bold}help:{bold:#} {hint}");
        }
    }
}

/// Prints something the user should know on standard error; the work goes on.
pub fn warn(message: impl fmt::Display) {
    let bold_yellow = Style::new().bold().fg_color(Some(AnsiColor::Yellow.into()));
    // As above: with standard error closed the warning cannot be shown.
    let _ = writeln!(anstream::stderr(), "{bold_yellow}warning:{bold_yellow:#} {message}");
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        let broken_pipe = error.kind() == io::ErrorKind::BrokenPipe;
        Failure { broken_pipe, ..Failure::new(error) }
    }
}
