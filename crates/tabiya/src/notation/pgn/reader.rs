//! The reader: one game after the other. `recovery.rs` finds the next game behind a broken one.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::buffer::{Buffer, Source};
use super::bytes::{CLASS, Class, find_either};
use super::comments::CommentKind;
use super::error::{PgnError, PgnErrorKind};
use super::tags::TagFacts;
use super::visitor::{Interest, Visitor};

/// Bounds that keep hostile input from eating memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest tag, comment or word, with its brackets or braces. This much may be held in memory at once.
    pub token_bytes: usize,
    /// The deepest nesting of variations. A visitor that follows variations keeps something for each level.
    pub variation_depth: u32,
    /// The longest game. A visitor that builds a tree keeps all of it.
    pub game_bytes: u64,
    /// The most tags of a game.
    pub tags: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { token_bytes: 1 << 20, variation_depth: 1000, game_bytes: 1 << 26, tags: 4096 }
    }
}

/// How far the reading of a game has come, which says how to find its end if it breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Comments and blanks before it.
    Before,
    Tags,
    /// All tags were read, and no move.
    BehindTags,
    Moves,
}

/// Reads games from a [`Source`] of bytes.
///
/// ```
/// use tabiya::notation::pgn::{PgnErrorKind, Reader, Visitor};
/// use tabiya::notation::san::SanPlus;
///
/// struct CountMoves(usize);
///
/// impl Visitor for CountMoves {
///     fn san(&mut self, _: SanPlus) -> Result<(), PgnErrorKind> {
///         self.0 += 1;
///         Ok(())
///     }
/// }
///
/// let mut reader = Reader::from_bytes(b"1. e4 e5 2. Nf3 *\n\n1. d4 *");
/// let mut moves = CountMoves(0);
/// while reader.read_game(&mut moves)? {}
/// assert_eq!(moves.0, 4);
/// # Ok::<(), tabiya::notation::pgn::PgnError>(())
/// ```
#[derive(Debug)]
pub struct Reader<S> {
    pub(super) buffer: Buffer<S>,
    pub(super) limits: Limits,
    pub(super) game_start: u64,
    pub(super) strict: bool,
    /// What the reader itself must know of the tags of this game.
    pub(super) facts: TagFacts,
    /// How far the reading of this game has come.
    pub(super) phase: Phase,
    /// Whether this game has tags.
    pub(super) had_tags: bool,
    started: bool,
    /// Comments before the game, which belong to it, as the bytes of the file.
    early_comments: Vec<(Box<[u8]>, CommentKind)>,
    pub(super) warnings: Vec<PgnError>,
    /// Why the input ended while the next game was searched for. The broken game is reported first, this next.
    failure: Option<PgnError>,
    /// Whether the fast lane of the movetext is closed, so that tests can compare.
    #[cfg(test)]
    pub(super) patient: bool,
}

impl<'a> Reader<&'a [u8]> {
    /// A reader of games that are in memory.
    #[must_use]
    pub fn from_bytes(bytes: &'a [u8]) -> Reader<&'a [u8]> {
        Reader::new(bytes)
    }
}

#[cfg(feature = "std")]
impl<R: std::io::Read> Reader<super::IoSource<R>> {
    /// A reader of games from a file, a socket, a decompressor. It buffers by itself.
    #[must_use]
    pub fn from_read(read: R) -> Reader<super::IoSource<R>> {
        Reader::new(super::IoSource(read))
    }
}

impl<S: Source> Reader<S> {
    /// A reader of games from any source of bytes.
    #[must_use]
    pub fn new(source: S) -> Reader<S> {
        Reader {
            buffer: Buffer::new(source),
            limits: Limits::default(),
            game_start: 0,
            strict: false,
            facts: TagFacts::default(),
            phase: Phase::Before,
            had_tags: false,
            started: false,
            early_comments: Vec::new(),
            warnings: Vec::new(),
            failure: None,
            #[cfg(test)]
            patient: false,
        }
    }

    /// The same reader with other bounds.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Reader<S> {
        self.limits = limits;
        self
    }

    /// The same reader, refusing what is not standard PGN: other spellings of moves than the standard's, null moves,
    /// symbols for glyphs, a missing result, a `Result` tag that contradicts the moves, `[SetUp "1"]` without a FEN.
    ///
    /// Whether a move is legal and has the right check mark is for a board to say: see [`Replay`](super::Replay).
    ///
    /// ```
    /// use tabiya::notation::pgn::{PgnErrorKind, Reader, Visitor};
    ///
    /// struct SyntaxOnly;
    /// impl Visitor for SyntaxOnly {}
    ///
    /// let text = "1. e4 ± e5 *".as_bytes();
    /// assert!(Reader::from_bytes(text).read_game(&mut SyntaxOnly)?);
    /// let error = Reader::from_bytes(text).strict(true).read_game(&mut SyntaxOnly).unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 7: '±' is not standard PGN");
    /// # Ok::<(), tabiya::notation::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Reader<S> {
        self.strict = strict;
        self
    }

    /// What was odd about the game read last, and where; the first hundred oddities. The game was read all the same.
    #[must_use]
    pub fn warnings(&self) -> &[PgnError] {
        &self.warnings
    }

    /// The number of bytes read and understood so far, for progress reports.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.buffer.offset()
    }

    /// Where the game read last begins, in bytes from the beginning of the input: at its first tag or move.
    ///
    /// ```
    /// use tabiya::notation::pgn::{Reader, Visitor};
    ///
    /// struct SyntaxOnly;
    /// impl Visitor for SyntaxOnly {}
    ///
    /// let text = b"[Event \"first\"]\n\n1. e4 *\n\n; between\n\n1. d4 d6 e5 *\n\n1. c4 *\n";
    /// let mut reader = Reader::from_bytes(text);
    /// let mut starts = Vec::new();
    /// while reader.read_game(&mut SyntaxOnly).unwrap_or(true) {
    ///     starts.push(&text[reader.game_start() as usize..][..5]);
    /// }
    /// assert_eq!(starts, [b"[Even", b"1. d4", b"1. c4"]);
    /// ```
    #[must_use]
    pub fn game_start(&self) -> u64 {
        self.game_start
    }

    /// Reads the next game into the visitor. Returns false at the end of the input.
    ///
    /// # Errors
    ///
    /// What is wrong with this game, and where. The reader then stands before the next game: simply go on reading.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> Result<bool, PgnError> {
        self.warnings.clear();
        self.early_comments.clear();
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let outcome = self.try_game(visitor);
        outcome.map_err(|kind| {
            let error = self.error_here(kind);
            if let Err(failure) = self.recover(&error.kind) {
                self.failure = Some(self.error_here(PgnErrorKind::Source(failure)));
                self.buffer.abandon();
            }
            error
        })
    }

    /// An error at the place that the reader has come to.
    fn error_here(&self, kind: PgnErrorKind) -> PgnError {
        let place = self.buffer.place();
        PgnError { line: place.line, column: place.column, offset: place.offset, kind }
    }

    fn try_game<V: Visitor>(&mut self, visitor: &mut V) -> Result<bool, PgnErrorKind> {
        self.game_start = self.buffer.offset();
        self.phase = Phase::Before;
        self.had_tags = false;
        self.facts.clear();
        if !self.started {
            self.started = true;
            self.skip_byte_order_mark()?;
        }
        if !self.find_game()? {
            return Ok(false);
        }
        self.game_start = self.buffer.offset();
        visitor.begin_game();
        self.phase = Phase::Tags;
        self.had_tags = self.buffer.peek() == Some(b'[');
        self.tags(visitor)?;
        self.phase = Phase::BehindTags;
        if self.facts.set_up && !self.facts.fen {
            self.concede(PgnErrorKind::SetUpWithoutFen)?;
        }
        let interest = visitor.begin_movetext()?;
        for (comment, kind) in core::mem::take(&mut self.early_comments) {
            if interest == Interest::Read {
                visitor.comment(kind.text(&comment))?;
            }
        }
        self.phase = Phase::Moves;
        self.movetext(visitor, interest)?;
        visitor.end_game();
        Ok(true)
    }

    fn skip_byte_order_mark(&mut self) -> Result<(), PgnErrorKind> {
        self.ensure(3)?;
        let window = self.buffer.window();
        if window.starts_with(b"\xff\xfe") || window.starts_with(b"\xfe\xff") {
            return Err(PgnErrorKind::Utf16);
        }
        if window.starts_with(b"\xef\xbb\xbf") {
            self.buffer.advance(3);
        }
        Ok(())
    }

    /// Refuses in strict reading what lenient reading only warns of.
    pub(super) fn concede(&mut self, kind: PgnErrorKind) -> Result<(), PgnErrorKind> {
        if self.strict {
            return Err(kind);
        }
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(self.error_here(kind));
        }
        Ok(())
    }

    /// Passes over white space, `%` lines and byte order marks, and keeps comments; says whether a game follows.
    /// Control characters, such as the zeros that fill up a last block, do not begin a game.
    fn find_game(&mut self) -> Result<bool, PgnErrorKind> {
        let mut held = 0;
        loop {
            self.ensure(3)?;
            match self.buffer.peek() {
                None => return Ok(false),
                Some(byte) if CLASS[usize::from(byte)] == Class::Blank => self.buffer.advance(1),
                Some(byte) if byte.is_ascii_control() => {
                    self.concede(PgnErrorKind::UnexpectedSymbol(byte.into()))?;
                    self.buffer.advance(1);
                }
                Some(b'%') if self.buffer.at_line_start() => self.skip_line()?,
                Some(b';' | b'{') => {
                    let (length, kind) = self.comment_at_window()?;
                    let bytes = kind.inside(&self.buffer.window()[..length]);
                    held += bytes.len() + HELD_COMMENT;
                    if held > self.limits.token_bytes {
                        return Err(PgnErrorKind::GameTooLong);
                    }
                    self.early_comments.push((bytes.into(), kind));
                    self.buffer.advance(length);
                }
                // Joined files carry marks in their middle.
                Some(0xef) if self.buffer.window().starts_with(b"\xef\xbb\xbf") => {
                    self.buffer.advance(3);
                }
                Some(_) => return Ok(true),
            }
        }
    }

    #[inline(always)]
    pub(super) fn ensure(&mut self, wanted: usize) -> Result<(), PgnErrorKind> {
        self.buffer.ensure(wanted).map_err(PgnErrorKind::Source)
    }

    /// Reads on behind a token that does not end in the window. False at the end of the input.
    pub(super) fn grow(&mut self) -> Result<bool, PgnErrorKind> {
        self.grow_behind(self.buffer.window().len())
    }

    /// Reads on behind a token that has this length so far; the window may show more than the token.
    pub(super) fn grow_behind(&mut self, token: usize) -> Result<bool, PgnErrorKind> {
        self.check_length(token)?;
        self.buffer.grow().map_err(PgnErrorKind::Source)
    }

    /// Refuses a token longer than the limit, in however many parts it came.
    pub(super) fn check_length(&self, token: usize) -> Result<(), PgnErrorKind> {
        if token > self.limits.token_bytes { Err(PgnErrorKind::TokenTooLong) } else { Ok(()) }
    }

    /// Refuses a game longer than the limit, tags and all.
    #[inline(always)]
    pub(super) fn check_game_length(&self) -> Result<(), PgnErrorKind> {
        let length = self.buffer.offset() - self.game_start;
        if length > self.limits.game_bytes { Err(PgnErrorKind::GameTooLong) } else { Ok(()) }
    }

    /// Passes over everything up to the next line, however far that is.
    pub(super) fn skip_line(&mut self) -> Result<(), PgnErrorKind> {
        self.skip_to_line_end()?;
        self.ensure(2)?;
        let line_end = if self.buffer.window().starts_with(b"\r\n") { 2 } else { 1 };
        self.buffer.advance(line_end.min(self.buffer.window().len()));
        Ok(())
    }

    /// Passes over the rest of a line, up to what ends it.
    pub(super) fn skip_to_line_end(&mut self) -> Result<(), PgnErrorKind> {
        loop {
            self.ensure(1)?;
            let window = self.buffer.window();
            let line_end = find_either(window, b'\n', b'\r');
            let passed = line_end.unwrap_or(window.len());
            self.buffer.advance(passed);
            if line_end.is_some() || passed == 0 {
                return Ok(());
            }
        }
    }
}

/// A game that is odd throughout need not say so without end.
const MOST_WARNINGS: usize = 100;

/// What an early comment costs beside its text.
const HELD_COMMENT: usize = 64;
