//! What JavaScript gets to know about bad input: the message, and where it applies the place and the repair.

use std::fmt::Display;

use serde::Serialize;

/// The parts of an `Error` on the other side of the border.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// What is wrong, in a sentence.
    pub message: String,
    /// What kind of input it is about: `fen`, `position`, `move`, `pgn`, `argument`, `table`.
    pub kind: &'static str,
    /// The line, from 1, where there are lines.
    pub line: Option<u64>,
    /// The column, from 1.
    pub column: Option<u64>,
    /// The whole text as it was probably meant.
    pub repair: Option<String>,
    /// The short name of the rule that a move breaks.
    pub reason: Option<&'static str>,
}

impl Failure {
    /// A failure of this kind, with nothing but its message.
    pub fn new(kind: &'static str, message: impl Display) -> Failure {
        Failure { message: message.to_string(), kind, ..Failure::default() }
    }

    /// As JSON, the form in which it crosses the border.
    pub fn to_json(&self) -> String {
        json(self)
    }
}

/// Anything of this crate as JSON. None of it has maps with odd keys, so that it cannot fail.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
