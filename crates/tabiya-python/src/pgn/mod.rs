//! PGN for Python: the tree of a game as one object, and the ways to read one.

mod file;
mod read;
pub mod scan;
pub mod show;
mod tree;

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyIndexError, PyOSError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use tabiya::notation::pgn::{IoSource, Reader};

use crate::board::PyBoard;
use crate::code::Code;
use crate::errors;
use crate::moves::{self, PyMove};
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
        self.with(|tree| tree.start = start);
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

    /// Adds a move; it has to be pseudo-legal there, or null.
    fn add(&self, py: Python<'_>, parent: u32, r#move: &Bound<'_, PyMove>) -> PyResult<u32> {
        let code = r#move.get().code;
        let _ = py;
        self.at(parent, |tree| tree.add(parent, code))
    }

    /// Puts the children of a node into this order; those left out are removed.
    fn arrange(&self, parent: u32, order: Vec<u32>) -> PyResult<()> {
        self.at(parent, |tree| {
            let known: Vec<u32> = tree.children(parent).collect();
            let fits = order.iter().all(|id| known.contains(id));
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

    /// How many moves lead to a node.
    fn depth(&self, id: u32) -> PyResult<usize> {
        self.at(id, |tree| tree.path(id).len())
    }
}

/// Reads lines from a text file until a game is complete: its tags, and its moves up to an empty line.
fn one_game(handle: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let py = handle.py();
    let readline = handle.getattr(pyo3::intern!(py, "readline"))?;
    let mut text = String::with_capacity(2048);
    let (mut in_moves, mut in_comment, mut started) = (false, false, false);
    loop {
        let line = readline.call0()?;
        let line = line.cast::<PyString>()?;
        let line = line.to_cow()?;
        if line.is_empty() {
            break;
        }
        let blank = line.trim().is_empty();
        if !in_comment && blank {
            if in_moves {
                break;
            }
            if started {
                text.push_str(&line);
            }
            continue;
        }
        if !in_comment && (line.starts_with('%') || (line.starts_with(';') && !in_moves)) {
            continue;
        }
        let line: &str = if started { &line } else { line.trim_start_matches('\u{feff}') };
        started = true;
        text.push_str(line);
        if in_moves || !line.starts_with('[') {
            in_moves = true;
            in_comment = ends_in_comment(line, in_comment);
        }
    }
    Ok(started.then_some(text))
}

fn ends_in_comment(line: &str, mut inside: bool) -> bool {
    for byte in line.bytes() {
        match byte {
            b'{' => inside = true,
            b'}' => inside = false,
            b';' if !inside => return false,
            _ => {}
        }
    }
    inside
}

/// Reads a game from an open text file; `None` at its end.
#[pyfunction]
pub fn _read_tree(handle: &Bound<'_, PyAny>) -> PyResult<Option<PyTree>> {
    let Some(text) = one_game(handle)? else { return Ok(None) };
    let tree = Builder::new().read(&mut Reader::from_bytes(text.as_bytes()));
    Ok(Some(PyTree::from_tree(tree.unwrap_or_else(|| Tree::new(crate::state::Core::startpos())))))
}

/// The text of the next game of an open text file; `None` at its end.
#[pyfunction]
pub fn _read_text(handle: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    one_game(handle)
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
        let input = file::open(&path).map_err(|error| PyOSError::new_err(format!("{}: {error}", path.display())))?;
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
