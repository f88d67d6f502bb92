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
/// let mut last = LastPositions(Replay::main_line_only(), Vec::new());
/// Reader::from_bytes(b"1. f3 e5 2. g4 Qh4# 0-1").read_game(&mut last)?;
/// assert_eq!(last.1, ["rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"]);
/// # Ok::<(), tabiya::notation::pgn::PgnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    position: Position,
    /// The position before the last move, where a variation would begin; kept only if variations are followed.
    before: Position,
    start: Position,
    /// The usual start position, made once.
    usual: Position,
    variations: bool,
    /// For every open variation, where its parent line stood.
    parents: Vec<(Position, Position)>,
    set_up: bool,
    fen_seen: bool,
}

impl Replay {
    /// A board that can follow variations.
    #[must_use]
    pub fn new() -> Replay {
        Replay {
            position: Position::startpos(),
            before: Position::startpos(),
            start: Position::startpos(),
            usual: Position::startpos(),
            variations: true,
            parents: Vec::new(),
            set_up: false,
            fen_seen: false,
        }
    }

    /// A board for visitors that skip all variations; it does less work.
    #[must_use]
    pub fn main_line_only() -> Replay {
        Replay { variations: false, ..Replay::new() }
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
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
        self.position = self.start;
        self.before = self.start;
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
        let mv = match plus.san.resolve(&self.position) {
            Ok(mv) => mv,
            Err(error) => return Err(PgnErrorKind::Move(Box::new(error))),
        };
        if self.variations {
            self.before = self.position;
        }
        self.position.play(mv);
        Ok(Some(mv))
    }

    #[cold]
    fn null_move(&mut self) -> Result<(), PgnErrorKind> {
        let after = self.position.after_null().ok_or(PgnErrorKind::NullMoveInCheck)?;
        self.before = self.position;
        self.position = after;
        Ok(())
    }

    /// To be called when a variation begins that will be read.
    pub fn begin_variation(&mut self) {
        debug_assert!(self.variations, "this board follows the main line only");
        self.parents.push((self.position, self.before));
        self.position = self.before;
    }

    /// To be called when a variation ends.
    pub fn end_variation(&mut self) {
        if let Some((position, before)) = self.parents.pop() {
            (self.position, self.before) = (position, before);
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
