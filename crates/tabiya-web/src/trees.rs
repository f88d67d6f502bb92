//! Games as trees: variations, glyphs and comments. Nodes cross the border side by side, each with the number of its
//! parent, because a line of three hundred moves would be nested three hundred deep.

use serde::Serialize;
use tabiya::notation::pgn::{GameResult, GameTrees, NodeId, PgnGame};
use tabiya::{Move, Position};

use crate::failure::Failure;
use crate::fen;
use crate::records::{Broken, broken};

/// A game with all that was said about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tree {
    /// The tags, in the order of the text.
    pub headers: Vec<(String, String)>,
    /// Where it begins.
    pub fen: String,
    /// Whether its castling needs Chess960.
    pub chess960: bool,
    /// How it ended: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'static str,
    /// The root first, and no node before its parent. Brothers are in order, the main move first.
    pub nodes: Vec<TreeNode>,
}

/// A move of a tree; the root stands for the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TreeNode {
    /// The number of the node before.
    pub parent: usize,
    /// The sixteen bits of the move; 0 is a null move.
    pub bits: u16,
    /// The move in algebraic notation.
    pub san: String,
    /// Numeric annotation glyphs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u8>,
    /// Comments after the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// Comments before the move, at the beginning of a variation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub starting: Vec<String>,
}

/// What a text holds: every game, whole or broken, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Entry {
    /// A game.
    Game(Tree),
    /// A mistake; reading went on behind it.
    Error {
        /// Where and what.
        error: Broken,
    },
}

/// Reads every game of a text.
pub fn read(text: &str) -> Vec<Entry> {
    GameTrees::from_bytes(text.as_bytes())
        .map(|game| match game {
            Ok(game) => Entry::Game(tree(&game)),
            Err(error) => Entry::Error { error: broken(&error) },
        })
        .collect()
}

fn tree(game: &PgnGame) -> Tree {
    let mut nodes = Vec::with_capacity(game.node_count());
    let mut waiting = vec![(game.root(), 0, *game.start())];
    while let Some((id, parent, before)) = waiting.pop() {
        let node = game.node(id);
        let number = nodes.len();
        let is_root = number == 0;
        let (san, after) = match node.mv() {
            Some(mv) => (before.san(mv).to_string(), before.after(mv)),
            None if is_root => (String::new(), before),
            None => ("--".to_owned(), before.after_null().unwrap_or(before)),
        };
        nodes.push(TreeNode {
            parent,
            bits: node.mv().map_or(0, Move::bits),
            san,
            nags: node.glyphs.clone(),
            comments: node.comments.clone(),
            starting: node.starting_comments.clone(),
        });
        let first = waiting.len();
        waiting.extend(game.children(id).map(|child| (child, number, after)));
        waiting[first..].reverse();
    }
    Tree {
        headers: game.tags().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        fen: game.start().fen(),
        chess960: fen::needs_chess960(game.start()),
        result: game.result().as_str(),
        nodes,
    }
}

/// What is to be written: the parts of a [`Tree`] as JavaScript can hand them over.
#[derive(Copy, Clone, Debug)]
pub struct Parts<'a> {
    /// Where the game begins.
    pub fen: &'a str,
    /// Names and values, alternating.
    pub tags: &'a [String],
    /// How it ended.
    pub result: &'a str,
    /// The parent of every node but the root.
    pub parents: &'a [u32],
    /// The bits of their moves; 0 is a null move.
    pub moves: &'a [u16],
    /// What was said: the number of a node, `nag`, `comment` or `starting`, and the text, in turn.
    pub notes: &'a [String],
}

/// A tree as PGN.
pub fn write(parts: Parts<'_>) -> Result<String, Failure> {
    let mut game = PgnGame::from_position(fen::position(parts.fen)?);
    for pair in parts.tags.chunks_exact(2) {
        game.set_tag(&pair[0], &pair[1]);
    }
    let result = GameResult::ALL.into_iter().find(|known| known.as_str() == parts.result);
    game.set_result(result.ok_or_else(|| {
        Failure::new("argument", format!("\"{}\" is not a result; write 1-0, 0-1, 1/2-1/2 or *", parts.result))
    })?);
    let mut ids: Vec<(NodeId, Position)> = vec![(game.root(), *game.start())];
    for (&parent, &bits) in parts.parents.iter().zip(parts.moves) {
        let &(parent, before) = ids.get(parent as usize).ok_or_else(|| no_node(parent))?;
        ids.push(add(&mut game, parent, &before, bits)?);
    }
    for note in parts.notes.chunks_exact(3) {
        let number = note[0].parse::<usize>().ok().and_then(|number| ids.get(number));
        let node = game.node_mut(number.ok_or_else(|| no_node(&note[0]))?.0);
        match note[1].as_str() {
            "comment" => node.comments.push(note[2].clone()),
            "starting" => node.starting_comments.push(note[2].clone()),
            _ => node.glyphs.push(note[2].parse().map_err(|_| {
                Failure::new("argument", format!("{} is not a glyph; glyphs go from 0 to 255", note[2]))
            })?),
        }
    }
    Ok(game.to_string())
}

fn no_node(number: impl std::fmt::Display) -> Failure {
    Failure::new("argument", format!("there is no node {number}"))
}

fn add(game: &mut PgnGame, parent: NodeId, before: &Position, bits: u16) -> Result<(NodeId, Position), Failure> {
    if bits == 0 {
        let (id, after) = game.add_null(parent).zip(before.after_null()).ok_or_else(in_check)?;
        return Ok((id, after));
    }
    let mv = crate::seats::legal(before, bits)?;
    let id = game.add_move(parent, mv).map_err(|error| Failure::new("move", error))?;
    Ok((id, before.after(mv)))
}

fn in_check() -> Failure {
    Failure::new("move", "Null move not allowed when in check")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(tree: &Tree) -> Result<String, Failure> {
        let tags: Vec<String> = tree.headers.iter().flat_map(|(name, value)| [name.clone(), value.clone()]).collect();
        let rest = &tree.nodes[1..];
        let parents: Vec<u32> = rest.iter().map(|node| node.parent as u32).collect();
        let moves: Vec<u16> = rest.iter().map(|node| node.bits).collect();
        let mut notes = Vec::new();
        for (number, node) in tree.nodes.iter().enumerate() {
            let mut note = |kind: &str, text: String| notes.extend([number.to_string(), kind.to_owned(), text]);
            node.nags.iter().for_each(|nag| note("nag", nag.to_string()));
            node.comments.iter().for_each(|text| note("comment", text.clone()));
            node.starting.iter().for_each(|text| note("starting", text.clone()));
        }
        let (fen, result) = (&tree.fen, tree.result);
        write(Parts { fen, tags: &tags, result, parents: &parents, moves: &moves, notes: &notes })
    }

    #[test]
    fn trees_go_out_and_come_back() {
        let text = "[White \"Reti\"]\n\n{before} 1. e4! {good} ({or} 1. d4 d5 (1... Nf6 $14 2. -- e6) 2. c4) 1... e5 2. Nf3 1-0";
        let Entry::Game(tree) = &read(text)[0] else { panic!("a game") };
        let sans: Vec<(&str, usize)> = tree.nodes.iter().map(|node| (node.san.as_str(), node.parent)).collect();
        let expected = [("", 0), ("e4", 0), ("e5", 1), ("Nf3", 2), ("d4", 0), ("d5", 4), ("c4", 5), ("Nf6", 4)];
        assert_eq!(sans, [&expected[..], &[("--", 7), ("e6", 8)]].concat());
        assert_eq!(
            (tree.nodes[1].nags.as_slice(), tree.nodes[1].comments.as_slice()),
            (&[1][..], &["good".to_owned()][..])
        );
        assert_eq!(tree.nodes[4].starting, ["or"]);
        let again = written(tree).unwrap();
        let Entry::Game(second) = &read(&again)[0] else { panic!("{again}") };
        assert_eq!(second.nodes, tree.nodes, "{again}");
        assert_eq!(written(second).unwrap(), again);
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let parts =
            Parts { fen: &Position::startpos().fen(), tags: &[], result: "*", parents: &[0], moves: &[0], notes: &[] };
        assert!(write(parts).unwrap().ends_with("1. -- *\n"));
        assert_eq!(write(Parts { parents: &[1], ..parts }).unwrap_err().kind, "argument");
        assert_eq!(write(Parts { moves: &[1], ..parts }).unwrap_err().kind, "move");
        assert_eq!(write(Parts { result: "2-0", ..parts }).unwrap_err().kind, "argument");
        let note = ["1", "nag", "300"].map(str::to_owned);
        assert_eq!(write(Parts { notes: &note, ..parts }).unwrap_err().kind, "argument");
        assert_eq!(write(Parts { fen: "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", ..parts }).unwrap_err().kind, "move");
    }
}
