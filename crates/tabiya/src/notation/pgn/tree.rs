//! A whole game as a tree of moves.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::ending::{Ending, GameResult};
use super::tags::LONGEST_NAME;
use crate::notation::san::SanError;
use crate::{IllegalMove, Move, Position};

/// The name of a node in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// A move in the tree with what was said about it. The root stands for the start position and has no move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Numeric annotation glyphs, in the order written.
    pub glyphs: Vec<u8>,
    /// Comments after the move; for the root, before the first move.
    pub comments: Vec<String>,
    /// Comments before the move, at the beginning of a variation.
    pub starting_comments: Vec<String>,
    mv: Option<Move>,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

impl Node {
    /// The move; `None` for a null move (and for the root).
    #[must_use]
    pub fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The position after this node's move, from the position before it.
    pub(super) fn after(&self, before: &Position) -> Position {
        match self.mv {
            // Only legal moves are added.
            Some(mv) => before.after_unchecked(mv),
            // Null moves are added only where passing is possible.
            None => before.after_null().unwrap_or(*before),
        }
    }

    /// The node this one follows.
    #[must_use]
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }
}

/// A game with its tags, variations, comments and glyphs. Printing it writes PGN.
///
/// Nodes live side by side in one vector and refer to each other by number, so a game may nest as deep as it likes.
///
/// ```
/// use tabiya::notation::pgn::{GameResult, PgnGame};
///
/// let mut game = PgnGame::new();
/// game.set_tag("White", "Polgar, Judit");
/// let e4 = game.add_san(game.root(), "e4")?;
/// let c5 = game.add_san(e4, "c5")?;
/// game.add_san(e4, "e5")?;
/// game.node_mut(c5).comments.push("Sicilian".into());
/// game.set_result(GameResult::WhiteWins);
/// assert!(game.to_string().ends_with("\n1. e4 c5 {Sicilian} (1... e5) 1-0\n"));
/// # Ok::<(), tabiya::notation::san::SanError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnGame {
    pub(super) tags: Vec<(String, String)>,
    pub(super) start: Position,
    pub(super) ending: Ending,
    nodes: Vec<Node>,
}

impl PgnGame {
    /// A game from the usual start position, without tags and moves.
    #[must_use]
    pub fn new() -> PgnGame {
        PgnGame::from_position(Position::startpos())
    }

    /// A game that begins with the given position.
    #[must_use]
    pub fn from_position(start: Position) -> PgnGame {
        PgnGame { tags: Vec::new(), start, ending: Ending::default(), nodes: alloc::vec![Node::default()] }
    }

    /// The position at the beginning.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// How the game ended, by the rule of [`Ending::result`].
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.ending.result()
    }

    /// What the `Result` tag and the end of the moves say about how the game ended.
    #[must_use]
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// Says how the game ended, in its tags and at the end of its moves.
    pub fn set_result(&mut self, result: GameResult) {
        self.ending = Ending::agreed(result);
        self.tags.retain(|(name, _)| name != "Result");
    }

    /// The value of a tag; the last one where a file has it twice.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().rfind(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// All tags, in the order they were set or read.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets a tag, replacing what it was.
    ///
    /// What a file could not hold is left out of it: a name keeps its letters, digits and underscores only, 255 of them
    /// at most, and line breaks in the value become blanks. The tags `Result`, `FEN` and `SetUp` follow from the game
    /// itself and cannot be set here: see [`PgnGame::set_result`] and [`PgnGame::from_position`].
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let clean = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        let name: String = name.chars().filter(clean).take(LONGEST_NAME).collect();
        if name.is_empty() || matches!(name.as_str(), "Result" | "FEN" | "SetUp") {
            return;
        }
        let value = value.replace(['\n', '\r'], " ");
        match self.tags.iter_mut().rfind(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name, value)),
        }
    }

    /// The node that stands for the start position.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The number of nodes, the root included.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// A node by its name.
    ///
    /// # Panics
    ///
    /// If the name comes from another game with more nodes.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A node by its name, to annotate it.
    ///
    /// # Panics
    ///
    /// If the name comes from another game with more nodes.
    #[must_use]
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The moves that follow a node, the main one first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.node(id).first_child, |&child| self.node(child).next_sibling)
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.node(self.root()).first_child, |&id| self.node(id).first_child)
    }

    /// The position after the move of a node.
    #[must_use]
    pub fn position_after(&self, id: NodeId) -> Position {
        let mut path: Vec<NodeId> = core::iter::successors(Some(id), |&id| self.node(id).parent).collect();
        // The last on the way up is the root, which moves nothing.
        path.pop();
        let mut position = self.start;
        for &id in path.iter().rev() {
            position = self.node(id).after(&position);
        }
        position
    }

    /// Adds a move after a node: the main continuation if it is the first there, otherwise a variation.
    ///
    /// # Errors
    ///
    /// Why the move is not legal there.
    pub fn add_move(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        self.position_after(parent).check_legal(mv)?;
        Ok(self.append(parent, Some(mv)))
    }

    /// Adds a move in algebraic notation after a node.
    ///
    /// # Errors
    ///
    /// Why the text names no legal move there.
    pub fn add_san(&mut self, parent: NodeId, text: &str) -> Result<NodeId, SanError> {
        let mv = self.position_after(parent).parse_san(text)?;
        Ok(self.append(parent, Some(mv)))
    }

    /// Adds a null move, `--`, after a node; `None` if the side to move is in check there and so cannot pass.
    ///
    /// ```
    /// use tabiya::notation::pgn::PgnGame;
    ///
    /// let mut game = PgnGame::new();
    /// let e4 = game.add_san(game.root(), "e4")?;
    /// let pass = game.add_null(e4).unwrap();
    /// game.add_san(pass, "d4")?;
    /// assert!(game.to_string().ends_with("1. e4 -- 2. d4 *\n"));
    /// # Ok::<(), tabiya::notation::san::SanError>(())
    /// ```
    pub fn add_null(&mut self, parent: NodeId) -> Option<NodeId> {
        self.position_after(parent).after_null()?;
        Some(self.append(parent, None))
    }

    /// Adds a node whose move is known to be legal there.
    pub(crate) fn append(&mut self, parent: NodeId, mv: Option<Move>) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("a game has fewer than 2^32 moves"));
        self.nodes.push(Node { mv, parent: Some(parent), ..Node::default() });
        let parent = self.node_mut(parent);
        match parent.last_child.replace(id) {
            None => parent.first_child = Some(id),
            Some(older) => self.node_mut(older).next_sibling = Some(id),
        }
        id
    }

    /// Adds a tag as a file has it.
    pub(super) fn push_tag(&mut self, name: &str, value: &str) {
        self.tags.push((name.to_string(), value.to_string()));
    }
}

impl Default for PgnGame {
    fn default() -> PgnGame {
        PgnGame::new()
    }
}
