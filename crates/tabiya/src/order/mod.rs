//! From generated moves to the order a search wants them in.
//!
//! - [`see`] tells what a capture wins or loses once both sides have recaptured; `order::see_slow` is its obvious twin.
//! - [`Histories`] remember which moves were good before: killers, counter moves and histories.
//! - [`MovePicker`] hands out the moves of a position one by one, best first, and generates as late as it can. Its
//!   order comes from [`Scores`]: the histories of this crate, or those of the caller.
//!
//! Everything here is a plain value that the search owns: one set of [`Histories`] per thread, one [`MovePicker`] per
//! node.
//!
//! ```
//! use tabiya::Position;
//! use tabiya::order::{Context, MovePicker, Histories};
//!
//! let position = Position::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").unwrap();
//! let histories = Histories::new();
//! let mut picker = MovePicker::main(&position, None, Context::ROOT).legal();
//! let best = picker.next(&histories).unwrap();
//! assert_eq!(position.see(best), 100); // the pawn is for free
//! ```

mod history;
mod picker;
#[allow(unsafe_code)]
mod scored;
mod scorer;
mod scores;
pub mod see;
#[doc(hidden)]
pub mod see_slow;

pub use history::{Context, Histories, HistoryEntry, NodeHistories, PieceTo, bonus};
pub use picker::{Generated, MovePicker, Stage, is_tactical};
pub use scorer::mvv_lva;
pub use scores::{NodeScores, Scores};
