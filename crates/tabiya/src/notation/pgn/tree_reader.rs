//! From the stream to the tree.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::board_visitor::BoardVisitor;
use super::buffer::Source;
use super::ending::Ending;
use super::error::{PgnError, PgnErrorKind};
use super::reader::{Limits, Reader};
use super::replay::Replay;
use super::text::Text;
use super::tree::{NodeId, PgnGame};
use super::visitor::Interest;
use crate::{Move, Position};

/// Decides by its tags whether a game is wanted.
type Choice = Box<dyn FnMut(&PgnGame) -> Interest + Send>;

/// Builds a [`PgnGame`] from each game. Give it to a [`Replay`], or let [`GameTrees`] do so.
#[derive(Default)]
pub struct TreeBuilder {
    game: PgnGame,
    /// The usual start position, made once.
    usual: Position,
    choice: Option<Choice>,
    chosen: bool,
    current: Option<NodeId>,
    /// For every open variation, the node its parent line stood at.
    parents: Vec<NodeId>,
    /// Whether a variation has begun and has no move yet; what is said meanwhile belongs to its first move.
    at_variation_start: bool,
    early_comments: Vec<String>,
    early_glyphs: Vec<u8>,
}

impl TreeBuilder {
    /// A builder with no game yet.
    #[must_use]
    pub fn new() -> TreeBuilder {
        TreeBuilder::default()
    }

    /// A builder that asks about every game, when its tags are known and its moves are not, whether it is wanted. The
    /// moves of the others are passed over.
    #[must_use]
    pub fn choosing(choice: impl FnMut(&PgnGame) -> Interest + Send + 'static) -> TreeBuilder {
        TreeBuilder { choice: Some(Box::new(choice)), ..TreeBuilder::default() }
    }

    /// Whether the game that was read last was wanted, and so has its moves.
    #[must_use]
    pub fn is_chosen(&self) -> bool {
        self.chosen
    }

    /// Takes out the game that was read last.
    #[must_use]
    pub fn take(&mut self) -> PgnGame {
        core::mem::replace(&mut self.game, PgnGame::from_position(self.usual))
    }

    fn current(&self) -> NodeId {
        self.current.unwrap_or(self.game.root())
    }

    fn append(&mut self, mv: Option<Move>) {
        let mut parent = self.current();
        if core::mem::take(&mut self.at_variation_start) {
            parent = self.game.node(parent).parent().unwrap_or(parent);
        }
        let id = self.game.append(parent, mv);
        let node = self.game.node_mut(id);
        node.starting_comments.append(&mut self.early_comments);
        node.glyphs.append(&mut self.early_glyphs);
        self.current = Some(id);
    }
}

impl fmt::Debug for TreeBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeBuilder").field("game", &self.game).field("current", &self.current).finish_non_exhaustive()
    }
}

impl BoardVisitor for TreeBuilder {
    fn begin_game(&mut self) {
        self.game = PgnGame::from_position(self.usual);
        self.chosen = true;
        self.current = None;
        self.parents.clear();
        self.at_variation_start = false;
        self.early_comments.clear();
        self.early_glyphs.clear();
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        self.game.push_tag(name, &value.decode());
        Ok(())
    }

    fn begin_movetext(&mut self, start: &Position) -> Result<Interest, PgnErrorKind> {
        self.game.start = *start;
        let interest = self.choice.as_mut().map_or(Interest::Read, |choice| choice(&self.game));
        self.chosen = interest == Interest::Read;
        Ok(interest)
    }

    fn mv(&mut self, _: &Position, mv: Move) -> Result<(), PgnErrorKind> {
        self.append(Some(mv));
        Ok(())
    }

    fn null_move(&mut self, _: &Position) -> Result<(), PgnErrorKind> {
        self.append(None);
        Ok(())
    }

    fn glyph(&mut self, glyph: u8) -> Result<(), PgnErrorKind> {
        if self.at_variation_start {
            self.early_glyphs.push(glyph);
        } else {
            let id = self.current();
            self.game.node_mut(id).glyphs.push(glyph);
        }
        Ok(())
    }

    fn comment(&mut self, comment: Text<'_>) -> Result<(), PgnErrorKind> {
        // Where a line of the file ends inside a comment is of no meaning.
        let text = comment.decode().replace("\r\n", " ").replace(['\n', '\r'], " ");
        let text = String::from(text.trim());
        if self.at_variation_start {
            self.early_comments.push(text);
        } else {
            let id = self.current();
            self.game.node_mut(id).comments.push(text);
        }
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        self.parents.push(self.current());
        self.at_variation_start = true;
        Ok(Interest::Read)
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.current = self.parents.pop();
        self.at_variation_start = false;
        // A variation without a move: what it says is about the move it does not replace.
        let id = self.current();
        let node = self.game.node_mut(id);
        node.glyphs.append(&mut self.early_glyphs);
        node.comments.append(&mut self.early_comments);
        Ok(())
    }

    fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
        self.game.ending = ending;
        Ok(())
    }
}

/// An iterator over the games of a source, each as a tree. A broken game is an error; the games after it follow.
#[derive(Debug)]
pub struct GameTrees<S> {
    reader: Reader<S>,
    replay: Replay<TreeBuilder>,
}

impl<'a> GameTrees<&'a [u8]> {
    /// The games in a piece of memory.
    #[must_use]
    pub fn from_bytes(bytes: &'a [u8]) -> GameTrees<&'a [u8]> {
        GameTrees::new(Reader::from_bytes(bytes))
    }
}

#[cfg(feature = "std")]
impl<R: std::io::Read> GameTrees<super::IoSource<R>> {
    /// The games of a file, a socket, a decompressor.
    #[must_use]
    pub fn from_read(read: R) -> GameTrees<super::IoSource<R>> {
        GameTrees::new(Reader::from_read(read))
    }
}

impl<S: Source> GameTrees<S> {
    /// The games that a reader finds.
    #[must_use]
    pub fn new(reader: Reader<S>) -> GameTrees<S> {
        GameTrees { reader, replay: Replay::new(TreeBuilder::new()) }
    }

    /// The same games with other bounds.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> GameTrees<S> {
        GameTrees { reader: self.reader.with_limits(limits), ..self }
    }

    /// The same games, refusing what is not standard PGN: see [`Reader::strict`] and [`Replay::strict`].
    #[must_use]
    pub fn strict(self, strict: bool) -> GameTrees<S> {
        GameTrees { reader: self.reader.strict(strict), replay: self.replay.strict(strict) }
    }

    /// What was odd about the game read last: see [`Reader::warnings`].
    #[must_use]
    pub fn warnings(&self) -> &[PgnError] {
        self.reader.warnings()
    }
}

impl<S: Source> Iterator for GameTrees<S> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.reader.read_game(&mut self.replay) {
            Ok(true) => Some(Ok(self.replay.visitor_mut().take())),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}
