//! The recursion above the last two plies, plain and with a table.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tabiya::Side;

use crate::board::CountBoard;
use crate::children::for_each_child;
use crate::isa::Isa;
use crate::stack::List;
use crate::table::Table;

/// What all threads of a hashed run have in common.
pub(crate) struct Shared<'a> {
    pub table: &'a Table,
    pub cancel: &'a AtomicBool,
}

/// Leaves below a board, every one counted. Once cancelled, the answer means nothing.
#[inline(always)]
pub(crate) fn tree_step<S: Side, I: Isa>(isa: I, b: &CountBoard, depth: u32, cancel: &AtomicBool) -> u128 {
    match depth {
        0 => 1,
        1 => u128::from(isa.moves::<S>(b)),
        2 => u128::from(isa.pairs::<S>(b)),
        _ if cancel.load(Relaxed) => 0,
        _ => {
            let mut total = 0;
            for_each_child::<S, _>(isa.sliders(), b, |child, _| {
                total += isa.tree::<S::Opponent>(child, depth - 1, cancel);
            });
            total
        }
    }
}

/// More moves than any reachable position has; those beyond it are simply counted at once. Fewer for tests, so that some are.
const LIST: usize = if cfg!(test) { 24 } else { 256 };

/// Leaves below a board that the table does not know yet.
///
/// The children are listed before any is counted, so that their places in the table, each a likely
/// cache miss, are fetched all together.
#[inline(always)]
pub(crate) fn hashed_tree_step<S: Side, I: Isa>(
    isa: I,
    b: &CountBoard,
    key: u128,
    depth: u32,
    shared: &Shared<'_>,
) -> u128 {
    if depth < 3 {
        return isa.tree::<S>(b, depth, shared.cancel);
    }
    if shared.cancel.load(Relaxed) {
        return 0;
    }
    let mut list = List::<(CountBoard, u128), LIST>::new();
    let mut total = 0;
    for_each_child::<S, _>(isa.sliders(), b, |child, step| {
        let child_key = b.key_after::<S>(key, step, child);
        shared.table.prefetch(child_key);
        if !list.push((*child, child_key)) {
            total += look_up_or_count::<S::Opponent, I>(isa, child, child_key, depth - 1, shared);
        }
    });
    for (child, child_key) in list.as_slice() {
        total += look_up_or_count::<S::Opponent, I>(isa, child, *child_key, depth - 1, shared);
    }
    total
}

#[inline(always)]
fn look_up_or_count<S: Side, I: Isa>(isa: I, b: &CountBoard, key: u128, depth: u32, shared: &Shared<'_>) -> u128 {
    if let Some(count) = shared.table.get(key, depth) {
        return u128::from(count);
    }
    let count = isa.hashed_tree::<S>(b, key, depth, shared);
    // A cancelled subtree is incomplete and must not be remembered.
    if !shared.cancel.load(Relaxed) {
        shared.table.put(key, depth, count);
    }
    count
}
