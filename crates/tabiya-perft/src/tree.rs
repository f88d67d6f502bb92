//! The recursion above the last two plies, plain and with a table.

use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::board::Board;
use crate::children::for_each_child;
use crate::isa::Isa;
use crate::side::Side;
use crate::table::Table;

/// What all threads of a hashed run have in common.
pub(crate) struct Shared<'a> {
    pub table: &'a Table,
    pub cancel: &'a AtomicBool,
}

/// Leaves below a board, every one counted. Once cancelled, the answer means nothing.
#[inline(always)]
pub(crate) fn tree_step<I: Isa, S: Side>(b: &Board, depth: u32, cancel: &AtomicBool) -> u128 {
    match depth {
        0 => 1,
        1 => u128::from(I::moves::<S>(b)),
        2 => u128::from(I::pairs::<S>(b)),
        _ if cancel.load(Relaxed) => 0,
        _ => {
            let mut total = 0;
            for_each_child::<S, I>(b, |child, _| total += I::tree::<S::Foe>(child, depth - 1, cancel));
            total
        }
    }
}

/// More moves than any reachable position has; those beyond it are simply counted at once.
const LIST: usize = 256;

/// Leaves below a board that the table does not know yet.
///
/// The children are listed before any is counted, so that their places in the table, each a likely
/// cache miss, are fetched all together.
#[inline(always)]
pub(crate) fn hashed_tree_step<I: Isa, S: Side>(b: &Board, key: u128, depth: u32, shared: &Shared<'_>) -> u128 {
    if depth < 3 {
        return I::tree::<S>(b, depth, shared.cancel);
    }
    if shared.cancel.load(Relaxed) {
        return 0;
    }
    let mut list = [const { MaybeUninit::<(Board, u128)>::uninit() }; LIST];
    let mut len = 0;
    let mut total = 0;
    for_each_child::<S, I>(b, |child, step| {
        let child_key = b.key_after::<S>(key, step, child);
        shared.table.prefetch(child_key);
        if len < LIST {
            list[len].write((*child, child_key));
            len += 1;
        } else {
            total += look_up_or_count::<I, S::Foe>(child, child_key, depth - 1, shared);
        }
    });
    for entry in &list[..len] {
        // SAFETY: every entry below `len` was written above.
        let (child, child_key) = unsafe { entry.assume_init_ref() };
        total += look_up_or_count::<I, S::Foe>(child, *child_key, depth - 1, shared);
    }
    total
}

#[inline(always)]
fn look_up_or_count<I: Isa, S: Side>(b: &Board, key: u128, depth: u32, shared: &Shared<'_>) -> u128 {
    if let Some(count) = shared.table.get(key, depth) {
        return u128::from(count);
    }
    let count = I::hashed_tree::<S>(b, key, depth, shared);
    // A cancelled subtree is incomplete and must not be remembered.
    if !shared.cancel.load(Relaxed) {
        shared.table.put(key, depth, count);
    }
    count
}
