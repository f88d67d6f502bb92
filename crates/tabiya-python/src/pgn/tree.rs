//! A game as a tree that can be changed: nodes side by side in one vector, linked by number.

use crate::code::Code;
use crate::state::Core;

/// What was said about a move; most moves have nothing.
#[derive(Clone, Default)]
pub struct Words {
    pub comment: String,
    pub starting_comment: String,
    pub nags: Vec<u32>,
}

#[derive(Clone)]
pub struct Node {
    pub code: Code,
    pub parent: u32,
    pub first_child: u32,
    pub next_sibling: u32,
    pub words: Option<Box<Words>>,
}

/// No node.
pub const NONE: u32 = u32::MAX;

/// A game: how it starts, its tags and its moves. Node 0 is the start.
#[derive(Clone)]
pub struct Tree {
    pub start: Core,
    /// Why it is not known how the game starts, if it is not; `start` is of no use then.
    pub broken_start: Option<String>,
    pub tags: Vec<(String, String)>,
    pub errors: Vec<String>,
    nodes: Vec<Node>,
}

impl Tree {
    pub fn new(start: Core) -> Tree {
        let root = Node { code: Code(0), parent: NONE, first_child: NONE, next_sibling: NONE, words: None };
        let mut nodes = Vec::with_capacity(128);
        nodes.push(root);
        Tree { start, broken_start: None, tags: Vec::new(), errors: Vec::new(), nodes }
    }

    /// A tree of these nodes, if every link leads to one of them and no line comes back to where it was.
    pub fn from_nodes(start: Core, nodes: Vec<Node>) -> Option<Tree> {
        let count = nodes.len() as u32;
        let later = |link: u32, id: u32| link == NONE || (link > id && link < count);
        let linked = |(id, node): (u32, &Node)| {
            let has_parent = if id == 0 { node.parent == NONE } else { node.parent < id };
            has_parent && later(node.first_child, id) && (node.next_sibling == NONE || node.next_sibling < count)
        };
        if count == 0 || !(0..count).zip(&nodes).all(linked) {
            return None;
        }
        // Siblings may stand in any order; following them must end.
        let mut seen = vec![false; nodes.len()];
        for first in nodes.iter().map(|node| node.first_child) {
            let mut next = first;
            while next != NONE {
                if std::mem::replace(&mut seen[next as usize], true) {
                    return None;
                }
                next = nodes[next as usize].next_sibling;
            }
        }
        Some(Tree { nodes, ..Tree::new(start) })
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, id: u32) -> Option<&Node> {
        self.nodes.get(id as usize)
    }

    pub fn words(&mut self, id: u32) -> &mut Words {
        self.nodes[id as usize].words.get_or_insert_default()
    }

    pub fn children(&self, id: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.nodes[id as usize].first_child;
        std::iter::successors(Some(first).filter(|&id| id != NONE), |&id| {
            Some(self.nodes[id as usize].next_sibling).filter(|&id| id != NONE)
        })
    }

    /// Adds a move behind the others of its parent.
    pub fn add(&mut self, parent: u32, code: Code) -> u32 {
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { code, parent, first_child: NONE, next_sibling: NONE, words: None });
        match self.children(parent).last() {
            None => self.nodes[parent as usize].first_child = id,
            Some(last) => self.nodes[last as usize].next_sibling = id,
        }
        id
    }

    pub fn set_code(&mut self, id: u32, code: Code) {
        self.nodes[id as usize].code = code;
    }

    /// Puts the children of a node into this order. Those left out are gone.
    pub fn arrange(&mut self, parent: u32, order: &[u32]) {
        self.nodes[parent as usize].first_child = order.first().copied().unwrap_or(NONE);
        for (i, &id) in order.iter().enumerate() {
            self.nodes[id as usize].next_sibling = order.get(i + 1).copied().unwrap_or(NONE);
        }
    }

    /// The nodes from the first move to this one.
    pub fn path(&self, id: u32) -> Vec<u32> {
        let mut path: Vec<u32> = std::iter::successors(Some(id), |&id| Some(self.nodes[id as usize].parent))
            .take_while(|&id| id != NONE && id != 0)
            .collect();
        path.reverse();
        path
    }

    /// The nodes of the main line behind this one.
    pub fn main_line(&self, id: u32) -> Vec<u32> {
        std::iter::successors(Some(id), |&id| Some(self.nodes[id as usize].first_child).filter(|&id| id != NONE))
            .skip(1)
            .collect()
    }

    /// The board at this node, with the moves that lead there; `None` if one of them cannot be played.
    pub fn board(&self, id: u32) -> Option<Core> {
        let mut core = self.start.clone();
        let path = self.path(id);
        core.past.reserve(path.len());
        for id in path {
            core.push(self.nodes[id as usize].code).ok()?;
        }
        Some(core)
    }
}
