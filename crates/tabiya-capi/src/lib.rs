//! Tabiya for C and C++. `include/tabiya.h` is the interface, `docs/c.md` the manual; this crate is thin.
//!
//! | module | what it does |
//! |---|---|
//! | [`position`] | the caller's memory for a position, checked whenever it is read |
//! | [`status`] | what every function returns, and the sentence that goes with it |
//! | [`functions`] | the functions of the header |
//! | [`tables`], `handles` | endgame tables, and the numbers that stand for them |
//! | [`backwards`] | unmoves, and what can still happen |
//!
//! Every function may be called from any thread, keeps nothing between calls but tables that were opened, and allocates
//! nothing else but for a moment. A null pointer, a position whose bytes were not written by this library, a text that
//! cannot be read or an array that is too small gets an error, never undefined behaviour; what a pointer points to must
//! of course be the caller's, and what is read there must once have been written.
#![deny(unsafe_code)]

#[allow(unsafe_code)]
pub mod backwards;
#[allow(unsafe_code)]
pub mod functions;
mod handles;
#[allow(unsafe_code)]
mod memory;
pub mod position;
pub mod status;
#[allow(unsafe_code)]
pub mod tables;
