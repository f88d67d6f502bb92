//! Following the moves of a game on a board.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::board_visitor::BoardVisitor;
use super::ending::Ending;
use super::error::PgnErrorKind;
use super::text::Text;
use super::visitor::{Interest, Visitor};
use crate::notation::san::{San, SanError, SanPlus};
use crate::{Move, Position};

/// A visitor that plays the moves of every game on a board, in and out of variations, and tells a [`BoardVisitor`].
///
/// ```
/// use tabiya::notation::pgn::{BoardVisitor, PgnErrorKind, Reader, Replay};
/// use tabiya::{Move, Position};
///
/// /// Counts the captures, and remembers the last position of every game.
/// #[derive(Default)]
/// struct Captures(usize, Vec<String>);
///
/// impl BoardVisitor for Captures {
///     fn mv(&mut self, _before: &Position, mv: Move) -> Result<(), PgnErrorKind> {
///         self.0 += usize::from(mv.is_capture());
///         Ok(())
///     }
///     fn end_game(&mut self, last: &Position) {
///         self.1.push(last.fen());
///     }
/// }
///
/// let mut replay = Replay::new(Captures::default());
/// Reader::from_bytes(b"1. e4 d5 2. exd5 Qxd5 *").read_game(&mut replay)?;
/// assert_eq!(replay.visitor().0, 2);
/// assert_eq!(replay.visitor().1, ["rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"]);
/// # Ok::<(), tabiya::notation::pgn::PgnError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Replay<V> {
    board: GameBoard,
    visitor: V,
    strict: bool,
}

impl<V> Replay<V> {
    /// A board before any game, and who is to be told of the moves.
    #[must_use]
    pub fn new(visitor: V) -> Replay<V> {
        Replay { board: GameBoard::new(), visitor, strict: false }
    }

    /// The same, refusing moves that are not spelt as the standard has it: a wrong check mark, needless disambiguation.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Replay<V> {
        self.strict = strict;
        self
    }

    /// The current position: after a game, the last one of its main line.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.board.position()
    }

    /// Who is told of the moves.
    #[must_use]
    pub fn visitor(&self) -> &V {
        &self.visitor
    }

    /// Who is told of the moves, to be changed between games.
    #[must_use]
    pub fn visitor_mut(&mut self) -> &mut V {
        &mut self.visitor
    }

    /// Hands back who was told of the moves.
    #[must_use]
    pub fn into_visitor(self) -> V {
        self.visitor
    }
}

impl<V: BoardVisitor> Visitor for Replay<V> {
    fn begin_game(&mut self) {
        self.board.begin_game();
        self.visitor.begin_game();
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        self.board.tag(name, value)?;
        self.visitor.tag(name, value)
    }

    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        self.board.begin_movetext();
        self.visitor.begin_movetext(self.board.position())
    }

    #[inline]
    fn san(&mut self, plus: SanPlus) -> Result<(), PgnErrorKind> {
        let before = self.board.position();
        if plus.san == San::Null {
            self.visitor.null_move(before)?;
            return self.board.null_move();
        }
        let mv = match plus.san.resolve(before) {
            Ok(mv) => mv,
            Err(error) => return Err(PgnErrorKind::Move(Box::new(error))),
        };
        if self.strict {
            let expected = before.san(mv);
            if expected.as_str() != plus.to_string() {
                return Err(SanError::NotCanonical { expected }.into());
            }
        }
        self.visitor.mv(before, mv)?;
        self.board.play(mv);
        Ok(())
    }

    fn glyph(&mut self, glyph: u8) -> Result<(), PgnErrorKind> {
        self.visitor.glyph(glyph)
    }

    fn comment(&mut self, comment: Text<'_>) -> Result<(), PgnErrorKind> {
        self.visitor.comment(comment)
    }

    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        let interest = self.visitor.begin_variation()?;
        if interest == Interest::Read {
            self.board.begin_variation();
        }
        Ok(interest)
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.board.end_variation();
        self.visitor.end_variation()
    }

    fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
        self.visitor.result(ending)
    }

    fn end_game(&mut self) {
        self.visitor.end_game(self.board.position());
    }
}

/// The board of a game that is being read, for visitors that want to play the moves themselves, because they go on
/// after an illegal one. All other visitors can use [`Replay`].
#[derive(Clone, Debug)]
pub struct GameBoard {
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
}

impl GameBoard {
    /// A board before any game.
    #[must_use]
    pub fn new() -> GameBoard {
        let usual = Position::startpos();
        GameBoard { boards: [usual; 2], current: 0, start: usual, usual, parents: Vec::new() }
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

    /// To be called when a game begins.
    pub fn begin_game(&mut self) {
        self.start = self.usual;
        self.parents.clear();
    }

    /// To be called for every tag: looks at `FEN` and `Variant`.
    ///
    /// # Errors
    ///
    /// That the tag's position is none, or its variant not chess.
    pub fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        match name {
            "FEN" => {
                let fen = value.decode();
                self.start = Position::from_fen(&fen).map_err(|error| PgnErrorKind::BadFen(Box::new(error)))?;
            }
            "Variant" => {
                let name = value.decode();
                if !is_chess(&name) {
                    let shown = name.chars().take(40).collect::<String>();
                    return Err(PgnErrorKind::UnsupportedVariant(shown.into_boxed_str()));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// To be called when the moves begin: sets the board up.
    pub fn begin_movetext(&mut self) {
        self.boards = [self.start; 2];
    }

    /// To be called for every move: plays it, and returns it unless it is a null move.
    ///
    /// # Errors
    ///
    /// Why the move is not legal; the board is as before.
    pub fn san(&mut self, plus: SanPlus) -> Result<Option<Move>, PgnErrorKind> {
        if plus.san == San::Null {
            return self.null_move().map(|()| None);
        }
        let mv = plus.san.resolve(self.position())?;
        self.play(mv);
        Ok(Some(mv))
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        let [first, second] = &mut self.boards;
        let (now, next) = if self.current == 0 { (first, second) } else { (second, first) };
        *next = now.after_unchecked(mv);
        self.current ^= 1;
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

impl Default for GameBoard {
    fn default() -> GameBoard {
        GameBoard::new()
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
