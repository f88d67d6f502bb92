//! Games as PGN.

use serde::Serialize;
use tabiya::notation::pgn::{PgnError, Reader};

use crate::loading::Loader;

/// A game that was read: its tags and its main line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    /// The tags, in the order of the text.
    pub headers: Vec<(String, String)>,
    /// Where it begins.
    pub fen: String,
    /// Whether its castling needs Chess960.
    pub chess960: bool,
    /// The main line, as sixteen bits each; 0 is a null move.
    pub moves: Vec<u16>,
    /// The comments of the main line, with the number of half moves before each.
    pub comments: Vec<(usize, String)>,
    /// How it ended: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
}

/// A game that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Broken {
    /// The line, from 1.
    pub line: u64,
    /// The column, from 1.
    pub column: u64,
    /// What is wrong there.
    pub message: String,
}

/// What a text holds: every game, whole or broken, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Entry {
    /// A game.
    Game(Record),
    /// A mistake; reading went on behind it.
    Error {
        /// Where and what.
        error: Broken,
    },
}

/// Reads every game of a text.
pub fn read(text: &str) -> Vec<Entry> {
    let mut reader = Reader::from_bytes(text.as_bytes());
    let mut loader = Loader::default();
    let mut entries = Vec::new();
    loop {
        match reader.read_game(&mut loader) {
            Ok(true) => entries.push(Entry::Game(loader.record())),
            Ok(false) => return entries,
            Err(error) => entries.push(Entry::Error { error: broken(&error) }),
        }
    }
}

/// What JavaScript gets to know of a mistake.
pub(crate) fn broken(error: &PgnError) -> Broken {
    Broken { line: error.line, column: error.column, message: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_mistakes_stand_in_the_order_of_the_text() {
        let text =
            "[White \"Reti\"]\n[Black \"Tartakower\"]\n\n{A miniature} 1. e4 e5 {solid} 2. Nf3 1/2-1/2\n\n1. e4 e4";
        let entries = read(text);
        let Entry::Game(record) = &entries[0] else { panic!("{entries:?}") };
        assert_eq!(record.headers[1], ("Black".to_owned(), "Tartakower".to_owned()));
        assert_eq!((record.moves.len(), record.result, record.chess960), (3, "1/2-1/2", false));
        assert_eq!(record.comments, [(0, "A miniature".to_owned()), (2, "solid".to_owned())]);
        assert!(matches!(&entries[1], Entry::Error { error } if error.line == 6));
        let [Entry::Game(castled)] = &read("[FEN \"4k3/8/8/8/8/8/8/4KR2 w K - 0 1\"]\n\n1. O-O")[..] else { panic!() };
        assert!(castled.chess960);
    }
}
