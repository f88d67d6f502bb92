//! One ply: a board that counting can afford, its legal moves as sets, and the boards after them.

pub(crate) mod board;
pub(crate) mod children;
pub(crate) mod digest;
pub(crate) mod generate;
pub(crate) mod keys;
pub(crate) mod moves;
#[allow(unsafe_code)]
pub(crate) mod stack;
