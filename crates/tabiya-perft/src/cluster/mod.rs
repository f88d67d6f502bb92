//! Counting on several processes or machines: the distinct positions some plies away, shares of them, and the counter
//! of a share.

pub(crate) mod frontier;
#[cfg(target_os = "linux")]
mod shared;
mod task;

pub use frontier::{Found, Frontier, FrontierError, Positions};
#[cfg(target_os = "linux")]
pub use shared::SharedTable;
pub use task::{Counter, Task};
