//! What every function returns.

use std::ffi::c_char;

/// What became of a call.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(i32)]
pub enum TabiyaStatus {
    /// It is done.
    Ok = 0,
    /// A pointer that must not be null is.
    NullPointer = 1,
    /// The bytes are not a position: never set up, overwritten, or made by another version of the library.
    NotAPosition = 2,
    /// A text cannot be read: a FEN, or a move in UCI or SAN. The message says where and why.
    BadText = 3,
    /// The move is not legal in the position. The message says why.
    IllegalMove = 4,
    /// The array or buffer is too small. What it would have to hold is in the count; nothing was written to it.
    TooSmall = 5,
    /// A number has no meaning: a kind of moves, a square above 63, a role, a colour.
    BadArgument = 6,
    /// The answer does not fit: a count of more than 64 bits.
    TooLarge = 7,
    /// The library has a bug. The message says what went wrong.
    Internal = 8,
    /// No table knows the answer: it is missing, or the position has too many men or castling rights.
    NoAnswer = 9,
    /// A file or a folder cannot be read, or is damaged. The message says which and where.
    BadFile = 10,
}

/// How long a message may be, its final zero included.
pub const TABIYA_MESSAGE_SIZE: usize = 256;

/// A status and its sentence. Functions that can fail take a pointer to one, which may be null, and write it only when
/// they fail.
#[derive(Copy, Clone)]
#[repr(C)]
pub struct TabiyaError {
    /// What the function returned.
    pub status: TabiyaStatus,
    /// A sentence in English, UTF-8, ended by a zero, cut if it is too long.
    pub message: [c_char; TABIYA_MESSAGE_SIZE],
}

/// A failure on its way to the caller.
#[derive(Debug)]
pub struct Failure {
    /// What the function returns.
    pub status: TabiyaStatus,
    /// The sentence.
    pub message: String,
}

impl Failure {
    /// A failure with its sentence.
    pub fn new(status: TabiyaStatus, message: impl ToString) -> Failure {
        Failure { status, message: message.to_string() }
    }

    /// As the caller gets it.
    pub fn to_error(&self) -> TabiyaError {
        TabiyaError { status: self.status, message: cut(&self.message) }
    }
}

/// A text with a final zero, cut between two letters if it is too long.
pub fn cut<const SIZE: usize>(text: &str) -> [c_char; SIZE] {
    let mut letters = [0; SIZE];
    let mut end = text.len().min(SIZE - 1);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    for (letter, &byte) in letters.iter_mut().zip(&text.as_bytes()[..end]) {
        *letter = byte as c_char;
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_cut_between_letters_and_end_with_a_zero() {
        let long = Failure::new(TabiyaStatus::BadText, format!("x{}", "é".repeat(300)));
        let error = long.to_error();
        assert_eq!(error.message[TABIYA_MESSAGE_SIZE - 1], 0);
        let bytes = error.message.map(|letter| letter as u8);
        let end = bytes.iter().position(|&byte| byte == 0).unwrap();
        assert!(end >= TABIYA_MESSAGE_SIZE - 3 && std::str::from_utf8(&bytes[..end]).is_ok());
        assert_eq!(error.status, TabiyaStatus::BadText);
    }
}
