//! Why a move is legal or not.

use pyo3::prelude::*;
use pyo3::types::PyString;
use tabiya::Position;
use tabiya::explain::{Explanation, explain};
use tabiya::notation::uci::UciMove;

use super::PyBoard;
use crate::code::Code;
use crate::errors;
use crate::moves::MoveArg;
use crate::square_set::SquareSet;

fn explanation(position: &Position, code: Code) -> Explanation {
    explain(position, UciMove { from: code.from(), to: code.to(), promotion: code.promotion() })
}

/// The reason why a move is not legal, as an error says it.
pub fn sentence(position: &Position, code: Code) -> String {
    if code.is_null() {
        return "the null move is not a legal move".to_owned();
    }
    if code.drop().is_some() {
        return format!(
            "illegal move {}: it drops a piece, and chess has no drops (in {})",
            code.uci(),
            position.fen()
        );
    }
    let explained = explanation(position, code).to_string().replacen(" is illegal: ", ": ", 1);
    format!("illegal move {explained} (in {})", position.fen())
}

/// Why a move is legal or not: see `Board.explain`.
///
/// It is true if the move is legal, and its text is the whole sentence.
#[pyclass(name = "Explanation", module = "tabiya", frozen)]
pub struct PyExplanation {
    explanation: Explanation,
}

#[pymethods]
impl PyExplanation {
    /// Whether the move is legal.
    #[getter]
    fn is_legal(&self) -> bool {
        self.explanation.is_legal()
    }

    /// The short name of the reason why it is not, such as `pinned`; `None` if it is legal.
    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.explanation.reason().map(|reason| reason.name())
    }

    /// The squares the reason speaks of, other than the move's own.
    #[getter]
    fn squares(&self) -> SquareSet {
        self.explanation.reason().map(|reason| reason.squares()).unwrap_or_default().into()
    }

    fn __bool__(&self) -> bool {
        self.explanation.is_legal()
    }

    fn __str__(&self) -> String {
        self.explanation.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Explanation: {}>", self.explanation)
    }
}

#[pymethods]
impl PyBoard {
    /// Says why a move is legal or not. The move may be a `Move` or a text in UCI or algebraic notation.
    ///
    /// >>> from tabiya import Board
    /// >>> answer = Board("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1").explain("c3d5")
    /// >>> answer.is_legal, answer.reason
    /// (False, 'pinned')
    /// >>> print(answer)
    /// c3d5 is illegal: the knight on c3 is pinned to the king on e1 by the bishop on b4
    fn explain(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<PyExplanation> {
        let (position, _) = self.position(py)?;
        let explanation = match r#move.cast::<PyString>() {
            Ok(text) => position.explain(&text.to_cow()?).map_err(|error| errors::san(&error.san))?,
            Err(_) => explanation(&position, r#move.extract::<MoveArg>()?.0),
        };
        Ok(PyExplanation { explanation })
    }

    /// Every move that only the king's safety forbids, with the reason.
    fn illegal_moves(&self, py: Python<'_>) -> PyResult<Vec<PyExplanation>> {
        let (position, _) = self.position(py)?;
        let all = tabiya::explain::illegal_moves(&position);
        Ok(all.map(|explanation| PyExplanation { explanation }).collect())
    }
}
