//! Boards whose questions are answered part by part in Python: `tabiya._by_parts`.
//!
//! A subclass may override `push` or `generate_legal_moves` and expects `push_san` and `is_checkmate` to call them. And
//! on a board that is not a position, notation and outcomes follow from the moves it has. Both are slow; a plain board
//! with a position on it pays for one comparison.

use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::PyBoard;

/// The methods that subclasses override to change what others do, each with its bit.
const NAMES: [&str; 26] = [
    "push",
    "pop",
    "parse_san",
    "parse_uci",
    "san",
    "is_check",
    "is_checkmate",
    "is_stalemate",
    "is_insufficient_material",
    "has_insufficient_material",
    "is_seventyfive_moves",
    "is_fivefold_repetition",
    "is_repetition",
    "can_claim_draw",
    "can_claim_fifty_moves",
    "can_claim_threefold_repetition",
    "outcome",
    "is_variant_end",
    "is_variant_loss",
    "is_variant_win",
    "is_variant_draw",
    "generate_legal_moves",
    "generate_pseudo_legal_moves",
    "is_legal",
    "is_pseudo_legal",
    "is_into_check",
];

const fn bit(name: &str) -> u32 {
    let mut number = 0;
    while number < NAMES.len() {
        let (known, name) = (NAMES[number].as_bytes(), name.as_bytes());
        let mut at = 0;
        while at < known.len() && known.len() == name.len() && known[at] == name[at] {
            at += 1;
        }
        if at == name.len() && known.len() == name.len() {
            return 1 << number;
        }
        number += 1;
    }
    panic!("not the name of a method that is watched")
}

pub const PSEUDO_LEGAL: u32 = bit("generate_pseudo_legal_moves");
/// What the legal moves are made of.
pub const LEGAL: u32 = PSEUDO_LEGAL | bit("is_into_check") | bit("is_variant_end");
/// What depends on the list of legal moves.
pub const MOVES: u32 = LEGAL | bit("generate_legal_moves");
pub const IS_LEGAL: u32 = bit("is_pseudo_legal") | bit("is_into_check") | bit("is_variant_end");
/// What depends on whether a move is legal.
pub const LEGALITY: u32 = IS_LEGAL | bit("is_legal");
const READING: u32 = MOVES | LEGALITY;
const PUSHING: u32 = bit("push") | bit("pop") | bit("is_check") | bit("is_checkmate");
pub const PARSE_SAN: u32 = READING;
pub const PARSE_UCI: u32 = READING;
pub const SAN: u32 = READING | PUSHING;
pub const PUSH_SAN: u32 = READING | bit("parse_san") | bit("push");
pub const PUSH_UCI: u32 = READING | bit("parse_uci") | bit("push");
pub const SAN_AND_PUSH: u32 = SAN | bit("san");
pub const GIVES_CHECK: u32 = bit("push") | bit("pop") | bit("is_check");
pub const ENDS: u32 = MOVES | bit("is_check");
pub const CLAIMS: u32 = READING | bit("push") | bit("pop") | bit("is_repetition");
/// Everything that tells how a game ends.
pub const OUTCOME: u32 = u32::MAX;

/// Which of the methods a subclass overrides.
pub fn overridden(class: &Bound<'_, PyType>) -> PyResult<u32> {
    let plain = class.py().get_type::<PyBoard>();
    if class.is(&plain) {
        return Ok(0);
    }
    let mut bits = 0;
    for (number, name) in NAMES.into_iter().enumerate() {
        if !class.getattr(name)?.is(&plain.getattr(name)?) {
            bits |= 1 << number;
        }
    }
    Ok(bits)
}

impl PyBoard {
    /// Whether a method that rests on these others is answered part by part.
    #[inline]
    pub fn goes_by_parts(&self, needs: u32) -> bool {
        self.overridden & needs != 0 || !self.with(|core| core.is_position())
    }

    /// Whether a subclass overrides one of these methods.
    #[inline]
    pub fn overrides(&self, needs: u32) -> bool {
        self.overridden & needs != 0
    }
}

/// Calls the function of `tabiya._by_parts` with this name.
#[cold]
pub fn by_parts<'py>(
    board: &Bound<'py, PyBoard>,
    name: &str,
    arguments: Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = board.py();
    let mut all = vec![board.as_any().clone()];
    all.extend(arguments.iter());
    let all = PyTuple::new(py, all)?;
    py.import("tabiya._by_parts")?.getattr(name)?.call1(all)
}
