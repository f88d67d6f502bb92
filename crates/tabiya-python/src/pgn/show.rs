//! A game shown to a Python visitor while it is read.

use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use tabiya::notation::pgn::{Ending, GameBoard, Interest, PgnErrorKind, Reader, Text, Visitor};
use tabiya::notation::san::SanPlus;

use super::read::is_chess960;
use crate::board::PyBoard;
use crate::state::{Core, State, clean_castling};

struct Show<'py> {
    visitor: Bound<'py, PyAny>,
    skip: Bound<'py, PyAny>,
    /// What the visitor raised: it ends the reading.
    raised: Option<PyErr>,
    /// Follows the tags only; the moves are played on the boards.
    start: GameBoard,
    chess960: bool,
    in_moves: bool,
    /// The board of each open line, the main one first.
    boards: Vec<Bound<'py, PyBoard>>,
    /// Something is wrong with this line: the rest of it is passed over, variations inside included.
    broken: bool,
}

/// What ends the reading when the visitor has raised something.
fn stop() -> PgnErrorKind {
    PgnErrorKind::Rejected("the visitor raised an exception".into())
}

impl<'py> Show<'py> {
    fn py(&self) -> Python<'py> {
        self.visitor.py()
    }

    /// Keeps what was raised, and ends the reading because of it.
    fn kept<T>(&mut self, answer: PyResult<T>) -> Result<T, PgnErrorKind> {
        answer.map_err(|error| {
            self.raised = Some(error);
            stop()
        })
    }

    fn handle(&mut self, error: PyErr) -> PyResult<()> {
        self.visitor.call_method1(intern!(self.py(), "handle_error"), (error.into_value(self.py()),)).map(drop)
    }

    /// The end of the tags and the first position.
    fn end_headers(&mut self) -> PyResult<Interest> {
        self.in_moves = true;
        self.start.begin_movetext();
        let now = State::of(*self.start.start());
        let setup = now.setup();
        let chess960 = self.chess960 || clean_castling(&setup, true) != clean_castling(&setup, false);
        let board = Bound::new(self.py(), PyBoard::from_core(Core::at(now, chess960)))?;
        self.boards = vec![board.clone()];
        let answer = self.visitor.call_method0(intern!(self.py(), "end_headers"))?;
        if self.broken || answer.is(&self.skip) {
            return Ok(Interest::Skip);
        }
        self.visitor.call_method1(intern!(self.py(), "visit_board"), (board,))?;
        Ok(Interest::Read)
    }

    fn play(&mut self, san: SanPlus) -> PyResult<()> {
        let py = self.py();
        let Some(board) = self.boards.last().cloned() else { return Ok(()) };
        let text = san.to_string();
        if self.visitor.call_method1(intern!(py, "begin_parse_san"), (&board, &text))?.is(&self.skip) {
            return Ok(());
        }
        let read = self.visitor.call_method1(intern!(py, "parse_san"), (&board, text));
        let mv = match read {
            Ok(mv) => mv,
            Err(error) if error.is_instance_of::<PyValueError>(py) => {
                self.broken = true;
                self.handle(error)?;
                return self.visitor.call_method1(intern!(py, "visit_board"), (board,)).map(drop);
            }
            Err(error) => return Err(error),
        };
        self.visitor.call_method1(intern!(py, "visit_move"), (&board, &mv))?;
        board.call_method1(intern!(py, "push"), (mv,))?;
        self.visitor.call_method1(intern!(py, "visit_board"), (board,)).map(drop)
    }

    fn open_line(&mut self) -> PyResult<Interest> {
        let Some(board) = self.boards.last() else { return Ok(Interest::Skip) };
        let mut core = board.get().copied(usize::MAX);
        let py = self.py();
        if self.visitor.call_method0(intern!(py, "begin_variation"))?.is(&self.skip) {
            // The rest of the line is passed over, but a visitor that counts lines wants to know that it ends.
            self.visitor.call_method0(intern!(py, "end_variation"))?;
            return Ok(Interest::Skip);
        }
        core.pop();
        self.boards.push(Bound::new(py, PyBoard::from_core(core))?);
        Ok(Interest::Read)
    }
}

impl Visitor for Show<'_> {
    fn begin_game(&mut self) {
        self.start.begin_game();
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        let text = value.decode();
        self.chess960 |= name == "Variant" && is_chess960(&text);
        let told = self.visitor.call_method1(intern!(self.py(), "visit_header"), (name, &*text)).map(drop);
        self.kept(told)?;
        if let Err(error) = self.start.tag(name, value) {
            self.broken = true;
            let told = self.handle(PyValueError::new_err(error.to_string()));
            self.kept(told)?;
        }
        Ok(())
    }

    fn begin_movetext(&mut self) -> Result<Interest, PgnErrorKind> {
        let answer = self.end_headers();
        self.kept(answer)
    }

    fn san(&mut self, san: SanPlus) -> Result<(), PgnErrorKind> {
        if self.broken {
            return Ok(());
        }
        let played = self.play(san);
        self.kept(played)
    }

    fn glyph(&mut self, glyph: u8) -> Result<(), PgnErrorKind> {
        if self.broken {
            return Ok(());
        }
        let told = self.visitor.call_method1(intern!(self.py(), "visit_nag"), (glyph,)).map(drop);
        self.kept(told)
    }

    fn comment(&mut self, comment: Text<'_>) -> Result<(), PgnErrorKind> {
        if self.broken {
            return Ok(());
        }
        let text = comment.decode();
        let text = text.strip_prefix(' ').unwrap_or(&text);
        let text = text.strip_suffix(' ').unwrap_or(text);
        let told = self.visitor.call_method1(intern!(self.py(), "visit_comment"), (text,)).map(drop);
        self.kept(told)
    }

    fn begin_variation(&mut self) -> Result<Interest, PgnErrorKind> {
        if self.broken {
            return Ok(Interest::Skip);
        }
        let answer = self.open_line();
        self.kept(answer)
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        // Only lines that were begun end here, so the line around was whole when this one began.
        self.broken = false;
        self.boards.pop();
        let told = self.visitor.call_method0(intern!(self.py(), "end_variation")).map(drop);
        self.kept(told)
    }

    fn result(&mut self, ending: Ending) -> Result<(), PgnErrorKind> {
        let Some(result) = ending.movetext.filter(|_| !self.broken) else { return Ok(()) };
        let told = self.visitor.call_method1(intern!(self.py(), "visit_result"), (result.as_str(),)).map(drop);
        self.kept(told)
    }
}

/// Shows the next game of an open text file to a visitor; false at the end of the file.
#[pyfunction]
pub fn _show_game(handle: &Bound<'_, PyAny>, visitor: Bound<'_, PyAny>, skip: Bound<'_, PyAny>) -> PyResult<bool> {
    let Some((text, _)) = super::lines::next_game(handle)? else { return Ok(false) };
    let py = visitor.py();
    if !visitor.call_method0(intern!(py, "begin_game"))?.is(&skip) {
        visitor.call_method0(intern!(py, "begin_headers"))?;
        let mut show = Show {
            visitor: visitor.clone(),
            skip,
            raised: None,
            start: GameBoard::new(),
            chess960: false,
            in_moves: false,
            boards: Vec::new(),
            broken: false,
        };
        let read = Reader::from_bytes(text.as_bytes()).read_game(&mut show);
        if let Some(error) = show.raised {
            return Err(error);
        }
        if !show.in_moves {
            show.end_headers()?;
        }
        if let Err(error) = read {
            show.handle(PyValueError::new_err(error.to_string()))?;
        }
    }
    visitor.call_method0(intern!(py, "end_game"))?;
    Ok(true)
}
