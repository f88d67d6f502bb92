//! From the stream to the tree.

use alloc::string::String;
use alloc::vec::Vec;

use super::buffer::Source;
use super::error::{PgnError, PgnErrorKind};
use super::reader::{Limits, Reader};
use super::replay::Replay;
use super::text::Text;
use super::tree::{NodeId, PgnGame};
use super::visitor::{GameResult, Interest, Visitor};
use crate::notation::san::SanPlus;

/// A visitor that builds a [`PgnGame`] from each game, every move checked.
#[derive(Debug, Default)]
pub struct TreeBuilder {
    replay: Replay,
    game: PgnGame,
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

    /// Takes out the game that was read last.
    #[must_use]
    pub fn take(&mut self) -> PgnGame {
        core::mem::replace(&mut self.game, PgnGame::from_position(*self.replay.usual()))
    }

    fn current(&self) -> NodeId {
        self.current.unwrap_or(self.game.root())
    }
}

impl Visitor for TreeBuilder {
    fn begin_game(&mut self) {
        self.replay.begin_game();
        self.game = PgnGame::from_position(*self.replay.usual());
        self.current = None;
        self.parents.clear();
        self.at_variation_start = false;
        self.early_comments.clear();
        self.early_glyphs.clear();
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        self.replay.tag(name, value)?;
        self.game.push_tag(name, &value.decode());
        Ok(())
    }

    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        self.replay.begin_movetext()?;
        self.game.start = *self.replay.start();
        Ok(Interest::Read)
    }

    fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
        let mv = self.replay.san(san)?;
        let mut parent = self.current();
        if core::mem::take(&mut self.at_variation_start) {
            parent = self.game.node(parent).parent().unwrap_or(parent);
        }
        let id = self.game.append(parent, mv);
        let node = self.game.node_mut(id);
        node.starting_comments.append(&mut self.early_comments);
        node.glyphs.append(&mut self.early_glyphs);
        self.current = Some(id);
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
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        if self.at_variation_start {
            self.early_comments.push(text.into());
        } else {
            let id = self.current();
            self.game.node_mut(id).comments.push(text.into());
        }
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        self.replay.begin_variation();
        self.parents.push(self.current());
        self.at_variation_start = true;
        Ok(Interest::Read)
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.replay.end_variation();
        self.current = self.parents.pop();
        self.at_variation_start = false;
        // A variation without a move: its comments are about the move it does not replace.
        let id = self.current();
        self.early_glyphs.clear();
        self.game.node_mut(id).comments.append(&mut self.early_comments);
        Ok(())
    }

    fn result(&mut self, result: Option<GameResult>) -> Result<(), PgnErrorKind> {
        // A movetext that stops without a result may still have one among its tags.
        let tagged = || {
            let tag = self.game.tag("Result")?;
            GameResult::ALL.into_iter().find(|result| result.as_str() == tag)
        };
        self.game.result = result.or_else(tagged).unwrap_or(GameResult::Unknown);
        Ok(())
    }
}

/// An iterator over the games of a source, each as a tree. A broken game is an error; the games after it follow.
#[derive(Debug)]
pub struct GameTrees<S> {
    reader: Reader<S>,
    builder: TreeBuilder,
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
        GameTrees { reader, builder: TreeBuilder::new() }
    }

    /// The same games with other bounds.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> GameTrees<S> {
        GameTrees { reader: self.reader.with_limits(limits), ..self }
    }
}

impl<S: Source> Iterator for GameTrees<S> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.reader.read_game(&mut self.builder) {
            Ok(true) => Some(Ok(self.builder.take())),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}
