//! Following the moves of a game on a board.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::error::PgnErrorKind;
use super::text::Text;
use crate::notation::san::{San, SanPlus};
use crate::{Move, Position};

/// The board of a game that is being read: resolves each move and plays it, and finds the way in and out of
/// variations.
///
/// A visitor holds one and forwards to it the calls it needs:
///
/// ```
/// use tabiya::notation::pgn::{Interest, PgnErrorKind, Reader, Replay, Text, Visitor};
/// use tabiya::notation::san::SanPlus;
///
/// /// Remembers the last position of every game's main line.
/// struct LastPositions(Replay, Vec<String>);
///
/// impl Visitor for LastPositions {
///     fn begin_game(&mut self) {
///         self.0.begin_game();
///     }
///     fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
///         self.0.tag(name, value)
///     }
///     fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
///         self.0.begin_movetext()?;
///         Ok(Interest::Read)
///     }
///     fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
///         self.0.san(san).map(|_| ())
///     }
///     fn end_game(&mut self) {
///         self.1.push(self.0.position().fen());
///     }
/// }
///
/// let mut last = LastPositions(Replay::new(), Vec::new());
/// Reader::from_bytes(b"1. f3 e5 2. g4 Qh4# 0-1").read_game(&mut last)?;
/// assert_eq!(last.1, ["rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"]);
/// # Ok::<(), tabiya::notation::pgn::PgnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    /// The current position and the one before the last move, where a variation would begin. They change places with
    /// every move, so that no position is copied.
    boards: [Position; 2],
    /// Which of the two is the current one.
    current: usize,
    start: Position,
    /// The usual start position, made once.
    usual: Position,
    /// For every open variation, where its parent line stood.
    parents: Vec<(Position, Position)>,
    set_up: bool,
    fen_seen: bool,
}

impl Replay {
    /// A board before any game.
    #[must_use]
    pub fn new() -> Replay {
        Replay {
            boards: [Position::startpos(); 2],
            current: 0,
            start: Position::startpos(),
            usual: Position::startpos(),
            parents: Vec::new(),
            set_up: false,
            fen_seen: false,
        }
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.boards[self.current]
    }

    /// The position at the beginning of the game.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The usual start position, without the work of setting it up.
    pub(super) fn usual(&self) -> &Position {
        &self.usual
    }

    /// To be called when a game begins.
    pub fn begin_game(&mut self) {
        self.start = self.usual;
        self.parents.clear();
        self.set_up = false;
        self.fen_seen = false;
    }

    /// To be called for every tag: looks at `FEN`, `SetUp` and `Variant`.
    ///
    /// # Errors
    ///
    /// That the tag's position is none, or its variant not chess.
    pub fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        match name {
            "FEN" => {
                let fen = value.decode();
                self.start = Position::from_fen(&fen)
                    .map_err(|error| PgnErrorKind::BadFen(error.to_string().into_boxed_str()))?;
                self.fen_seen = true;
            }
            "SetUp" => self.set_up = value.bytes() == b"1",
            "Variant" => {
                let name = value.decode();
                if !is_chess(&name) {
                    let shown = name.chars().take(40).collect::<alloc::string::String>();
                    return Err(PgnErrorKind::UnsupportedVariant(shown.into_boxed_str()));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// To be called when the moves begin: sets the board up.
    ///
    /// # Errors
    ///
    /// That the tags promise a position and do not give it.
    pub fn begin_movetext(&mut self) -> Result<(), PgnErrorKind> {
        if self.set_up && !self.fen_seen {
            return Err(PgnErrorKind::SetUpWithoutFen);
        }
        self.boards = [self.start; 2];
        Ok(())
    }

    /// To be called for every move: plays it, and returns it unless it is a null move.
    ///
    /// # Errors
    ///
    /// Why the move is not legal.
    #[inline]
    pub fn san(&mut self, plus: SanPlus) -> Result<Option<Move>, PgnErrorKind> {
        if plus.san == San::Null {
            return self.null_move().map(|()| None);
        }
        let [first, second] = &mut self.boards;
        let (now, next) = if self.current == 0 { (first, second) } else { (second, first) };
        match plus.san.resolve(now) {
            Ok(mv) => {
                *next = now.after_unchecked(mv);
                self.current ^= 1;
                Ok(Some(mv))
            }
            Err(error) => Err(PgnErrorKind::Move(Box::new(error))),
        }
    }

    #[cold]
    fn null_move(&mut self) -> Result<(), PgnErrorKind> {
        let after = self.position().after_null().ok_or(PgnErrorKind::NullMoveInCheck)?;
        self.current ^= 1;
        self.boards[self.current] = after;
        Ok(())
    }

    /// To be called when a variation begins that will be read.
    pub fn begin_variation(&mut self) {
        let (now, before) = (self.boards[self.current], self.boards[self.current ^ 1]);
        self.parents.push((now, before));
        self.boards[self.current] = before;
    }

    /// To be called when a variation ends.
    pub fn end_variation(&mut self) {
        if let Some((now, before)) = self.parents.pop() {
            self.boards[self.current] = now;
            self.boards[self.current ^ 1] = before;
        }
    }
}

impl Default for Replay {
    fn default() -> Replay {
        Replay::new()
    }
}

/// Whether a `Variant` tag names chess, from any start position. Programs spell it in many ways.
fn is_chess(variant: &str) -> bool {
    const NAMES: [&str; 9] = [
        "chess",
        "standard",
        "normal",
        "fromposition",
        "chess960",
        "fischerandom",
        "fischerrandom",
        "fischerrandomchess",
        "chess960freestyle",
    ];
    let letters = || variant.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase());
    variant.trim().is_empty() || NAMES.iter().any(|name| letters().eq(name.chars()))
}
