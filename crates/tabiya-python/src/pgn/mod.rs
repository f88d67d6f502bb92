//! PGN for Python: the tree of a game as one object, and the ways to read one.

mod annotations;
mod file;
mod filter;
pub mod index;
mod lines;
mod read;
pub mod scan;
pub mod show;
mod tree;

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use tabiya::notation::pgn::{IoSource, Reader};

use crate::board::PyBoard;
use crate::code::Code;
use crate::errors;
use crate::moves::{self, MoveArg, PyMove};
use read::Builder;
use tree::{NONE, Tree};

/// A game. The classes of `tabiya.pgn` are handles of it: nodes are numbers here.
#[pyclass(name = "_Tree", module = "tabiya._tabiya", frozen)]
pub struct PyTree {
    tree: Mutex<Tree>,
}

impl PyTree {
    fn from_tree(tree: Tree) -> PyTree {
        PyTree { tree: Mutex::new(tree) }
    }

    /// Works on the tree. Nothing in `work` may call Python.
    fn with<T>(&self, work: impl FnOnce(&mut Tree) -> T) -> T {
        work(&mut self.tree.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The same, about a node that has to exist.
    fn at<T>(&self, id: u32, work: impl FnOnce(&mut Tree) -> T) -> PyResult<T> {
        self.with(|tree| (id as usize) < tree.len() && id != NONE).then(|| self.with(work)).ok_or_else(no_node)
    }
}

#[cold]
fn no_node() -> PyErr {
    PyIndexError::new_err("there is no such node in the game")
}

#[pymethods]
impl PyTree {
    #[new]
    fn new(board: &Bound<'_, PyBoard>) -> PyTree {
        PyTree::from_tree(Tree::new(board.get().copied(0)))
    }

    /// A deep copy.
    fn copy(&self) -> PyTree {
        PyTree::from_tree(self.with(|tree| tree.clone()))
    }

    /// Sets the position the game begins with.
    fn set_start(&self, board: &Bound<'_, PyBoard>) {
        let start = board.get().copied(0);
        self.with(|tree| (tree.start, tree.broken_start) = (start, None));
    }

    /// Says why the position the game begins with is not known.
    fn break_start(&self, reason: String) {
        self.with(|tree| tree.broken_start = Some(reason));
    }

    /// Why the position the game begins with is not known, or `None`.
    fn broken_start(&self) -> Option<String> {
        self.with(|tree| tree.broken_start.clone())
    }

    /// The tags in their order.
    fn tags(&self) -> Vec<(String, String)> {
        self.with(|tree| tree.tags.clone())
    }

    /// What was wrong with the text.
    fn errors(&self) -> Vec<String> {
        self.with(|tree| tree.errors.clone())
    }

    /// How many nodes there are or were, the start included.
    fn __len__(&self) -> usize {
        self.with(|tree| tree.len())
    }

    fn parent(&self, id: u32) -> PyResult<Option<u32>> {
        self.at(id, |tree| tree.node(id).map(|node| node.parent).filter(|&parent| parent != NONE))
    }

    fn children(&self, id: u32) -> PyResult<Vec<u32>> {
        self.at(id, |tree| tree.children(id).collect())
    }

    fn first_child(&self, id: u32) -> PyResult<Option<u32>> {
        self.at(id, |tree| tree.children(id).next())
    }

    #[pyo3(name = "move")]
    fn mv<'py>(&self, py: Python<'py>, id: u32) -> PyResult<Bound<'py, PyMove>> {
        let code = self.at(id, |tree| tree.node(id).map_or(Code(0), |node| node.code))?;
        moves::object(py, code)
    }

    fn comment(&self, id: u32) -> PyResult<String> {
        self.at(id, |tree| tree.node(id).and_then(|node| node.words.as_ref()).map(|words| words.comment.clone()))
            .map(Option::unwrap_or_default)
    }

    fn set_comment(&self, id: u32, comment: String) -> PyResult<()> {
        self.at(id, |tree| tree.words(id).comment = comment)
    }

    fn starting_comment(&self, id: u32) -> PyResult<String> {
        let words = |tree: &mut Tree| {
            tree.node(id).and_then(|node| node.words.as_ref()).map(|words| words.starting_comment.clone())
        };
        self.at(id, words).map(Option::unwrap_or_default)
    }

    fn set_starting_comment(&self, id: u32, comment: String) -> PyResult<()> {
        self.at(id, |tree| tree.words(id).starting_comment = comment)
    }

    fn nags(&self, id: u32) -> PyResult<Vec<u32>> {
        self.at(id, |tree| tree.node(id).and_then(|node| node.words.as_ref()).map(|words| words.nags.clone()))
            .map(Option::unwrap_or_default)
    }

    fn set_nags(&self, id: u32, nags: Vec<u32>) -> PyResult<()> {
        self.at(id, |tree| tree.words(id).nags = nags)
    }

    /// Adds a move. Whether it can be played is seen when a board is asked for.
    fn add(&self, parent: u32, r#move: MoveArg) -> PyResult<u32> {
        self.at(parent, |tree| tree.add(parent, r#move.0))
    }

    fn set_move(&self, id: u32, r#move: MoveArg) -> PyResult<()> {
        self.at(id, |tree| tree.set_code(id, r#move.0))
    }

    /// Puts the children of a node into this order; those left out are removed.
    fn arrange(&self, parent: u32, order: Vec<u32>) -> PyResult<()> {
        self.at(parent, |tree| {
            // A child that was removed may come back, but no other node may move here.
            let fits = order.iter().all(|&id| id != 0 && tree.node(id).is_some_and(|node| node.parent == parent));
            let distinct = order.iter().collect::<std::collections::HashSet<_>>().len() == order.len();
            if fits && distinct {
                tree.arrange(parent, &order);
            }
            fits && distinct
        })?
        .then_some(())
        .ok_or_else(no_node)
    }

    /// The board at a node, with the moves that lead there.
    fn board(&self, id: u32) -> PyResult<PyBoard> {
        if let Some(reason) = self.broken_start() {
            return Err(errors::value(format!("the position the game begins with is not known: {reason}")));
        }
        match self.at(id, |tree| tree.board(id))? {
            Some(core) => Ok(PyBoard::from_core(core)),
            None => Err(errors::illegal("a move before this node cannot be played".to_owned())),
        }
    }

    fn main_line(&self, id: u32) -> PyResult<Vec<u32>> {
        self.at(id, |tree| tree.main_line(id))
    }

    fn main_line_moves<'py>(&self, py: Python<'py>, id: u32) -> PyResult<Bound<'py, PyList>> {
        let codes: Vec<Code> = self.at(id, |tree| {
            let line = tree.main_line(id);
            line.into_iter().map(|id| tree.node(id).map_or(Code(0), |node| node.code)).collect()
        })?;
        moves::list(py, codes.into_iter())
    }

    /// What `_restore_tree` makes the same tree of.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let tree = slf.get().with(|tree| tree.clone());
        let nodes: Vec<RawNode> = (0..tree.len() as u32).filter_map(|id| tree.node(id)).map(raw).collect();
        let board = Bound::new(py, PyBoard::from_core(tree.start))?;
        let restore = py.import("tabiya._tabiya")?.getattr("_restore_tree")?;
        (restore, (board, tree.broken_start, tree.tags, tree.errors, nodes)).into_pyobject(py)
    }

    /// How many moves lead to a node.
    fn depth(&self, id: u32) -> PyResult<usize> {
        self.at(id, |tree| tree.path(id).len())
    }
}

/// A node as Python can hold it: move, parent, first child, next sibling, comment, starting comment, glyphs.
type RawNode = (u16, u32, u32, u32, String, String, Vec<u32>);

fn raw(node: &tree::Node) -> RawNode {
    let tree::Words { comment, starting_comment, nags } = node.words.as_deref().cloned().unwrap_or_default();
    (node.code.0, node.parent, node.first_child, node.next_sibling, comment, starting_comment, nags)
}

/// Puts a pickled game together again.
#[pyfunction]
pub fn _restore_tree(
    board: &Bound<'_, PyBoard>,
    broken_start: Option<String>,
    tags: Vec<(String, String)>,
    messages: Vec<String>,
    nodes: Vec<RawNode>,
) -> PyResult<PyTree> {
    let nodes = nodes.into_iter().map(|(code, parent, first_child, next_sibling, comment, starting_comment, nags)| {
        let words = tree::Words { comment, starting_comment, nags };
        tree::Node { code: Code(code), parent, first_child, next_sibling, words: Some(Box::new(words)) }
    });
    let tree = Tree::from_nodes(board.get().copied(0), nodes.collect());
    let mut tree = tree.ok_or_else(|| errors::value("a pickled game is broken"))?;
    (tree.broken_start, tree.tags, tree.errors) = (broken_start, tags, messages);
    Ok(PyTree::from_tree(tree))
}

/// Reads a game from an open text file; `None` at its end.
#[pyfunction]
pub fn _read_tree(handle: &Bound<'_, PyAny>) -> PyResult<Option<PyTree>> {
    Ok(lines::next_game(handle)?.map(|(_, tree)| PyTree::from_tree(tree)))
}

/// The text of the next game of an open text file; `None` at its end.
#[pyfunction]
pub fn _read_text(handle: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    Ok(lines::next_game(handle)?.map(|(text, _)| text))
}

/// The games of a file, which may be packed with gzip or Zstandard.
#[pyclass(name = "_Games", module = "tabiya._tabiya", frozen)]
pub struct PyGames {
    source: Mutex<Option<(Reader<IoSource<file::Input>>, Builder)>>,
}

#[pymethods]
impl PyGames {
    #[new]
    fn new(path: std::path::PathBuf) -> PyResult<PyGames> {
        let input = file::open(&path).map_err(|error| errors::os(&error, &path))?;
        Ok(PyGames { source: Mutex::new(Some((Reader::from_read(input), Builder::new()))) })
    }

    /// The next game; `None` at the end.
    fn read(&self, py: Python<'_>) -> Option<PyTree> {
        py.detach(|| {
            let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
            source.as_mut().and_then(|(reader, builder)| builder.read(reader))
        })
        .map(PyTree::from_tree)
    }

    /// Closes the file.
    fn close(&self) {
        *self.source.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
