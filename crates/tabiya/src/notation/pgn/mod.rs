//! PGN: reading games as a stream, keeping them as trees, writing them.
//!
//! * [`Reader`] walks over the bytes of a file and tells a [`Visitor`] what it sees. It builds nothing, needs the same
//!   memory for a file of any size, and survives broken games: each is reported with line and column, the next is read.
//! * [`Replay`] plays the moves on a board and tells a [`BoardVisitor`] of each, with the position it was played in.
//! * [`PgnGame`] is a whole game with its variations, comments and glyphs; its `Display` is PGN again.
//!
//! ```
//! use tabiya::notation::pgn::{GameTrees, PgnGame};
//!
//! let text = "[White \"Reti\"]\n\n1. e4 (1. d4 d5) 1... e5 {solid} 2. Nf3 1/2-1/2\n";
//! let game: PgnGame = GameTrees::from_bytes(text.as_bytes()).next().unwrap().unwrap();
//! assert_eq!(game.tag("White"), Some("Reti"));
//! assert_eq!(game.main_line().count(), 3);
//! assert!(game.to_string().ends_with("1. e4 (1. d4 d5) 1... e5 {solid} 2. Nf3 1/2-1/2\n"));
//! ```
//!
//! What is read generously: a byte order mark, any line ends, Latin-1 text, `%` lines, move numbers of any kind,
//! moves in [lenient SAN](crate::notation::san), null moves, `!?` and `±` as well as `$5` and `$16`, quotes inside tag
//! values, a missing result. No token is dropped: what is not understood is an error, or a [warning](Reader::warnings)
//! where the game can be read all the same. [`Reader::strict`] refuses all of it.

mod board_visitor;
mod buffer;
mod bytes;
mod comments;
mod ending;
mod error;
mod movetext;
mod reader;
mod recovery;
mod replay;
mod signs;
mod tags;
mod text;
mod tree;
mod tree_reader;
mod visitor;
mod writer;

pub use board_visitor::BoardVisitor;
#[cfg(feature = "std")]
pub use buffer::IoSource;
pub use buffer::Source;
pub use ending::{Ending, GameResult, ParseResultError};
pub use error::{PgnError, PgnErrorKind, SourceError};
pub use reader::{Limits, Reader};
pub use replay::{GameBoard, Replay};
pub use text::Text;
pub use tree::{Node, NodeId, PgnGame};
pub use tree_reader::{GameTrees, TreeBuilder};
pub use visitor::{Interest, Visitor};
