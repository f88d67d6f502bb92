//! The recursion above the last two plies, plain and with a table.

use core::marker::PhantomData;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use tabiya::Side;
use tabiya::cpu::{Compiled, Token, copies};

use crate::arch::Arch;
use crate::count::board::CountBoard;
use crate::count::children::for_each_child;
use crate::count::moves::moves;
use crate::count::stack::List;
use crate::pairs::pairs;
use crate::pairs::sparse::is_sparse;
use crate::run::table::Table;

/// What all threads of a hashed run have in common.
pub(crate) struct Shared<'a> {
    pub table: &'a Table,
    pub cancel: &'a AtomicBool,
}

/// Leaves `depth` plies below a board, every one counted. Once cancelled, the answer means nothing.
#[inline(always)]
pub(crate) fn tree<S: Side, A: Arch>(arch: A, b: &CountBoard, depth: u32, cancel: &AtomicBool) -> u128 {
    if A::LANES && is_sparse::<A>(b) {
        // Captures only remove pieces, so a sparse board stays sparse.
        return arch.without_lanes().run(Tree::<S> { board: b, depth, cancel, side: PhantomData });
    }
    arch.run(Tree::<S> { board: b, depth, cancel, side: PhantomData })
}

struct Tree<'a, S> {
    board: &'a CountBoard,
    depth: u32,
    cancel: &'a AtomicBool,
    side: PhantomData<S>,
}

impl<A: Arch, S: Side> Compiled<A> for Tree<'_, S> {
    type Output = u128;
    #[inline(always)]
    fn run(self, arch: A) -> u128 {
        let Tree { board: b, depth, cancel, .. } = self;
        match depth {
            0 => 1,
            1 => u128::from(moves::<S, _>(arch, b)),
            2 => u128::from(pairs::<S, _>(arch, b)),
            _ if cancel.load(Relaxed) => 0,
            _ => {
                let mut total = 0;
                for_each_child::<S, _>(arch.sliders(), b, |child, _| {
                    total += tree::<S::Opponent, _>(arch, child, depth - 1, cancel);
                });
                total
            }
        }
    }
    copies!(A);
}

/// More moves than any reachable position has; those beyond it are simply counted at once. Fewer for tests, so that
/// some are.
const LIST: usize = if cfg!(test) { 24 } else { 256 };

/// The same with a table of counts; `key` is the board's, which the table does not know yet.
#[inline(always)]
pub(crate) fn hashed_tree<S: Side, A: Arch>(
    arch: A,
    b: &CountBoard,
    key: u128,
    depth: u32,
    shared: &Shared<'_>,
) -> u128 {
    if A::LANES && is_sparse::<A>(b) {
        return arch.without_lanes().run(HashedTree::<S> { board: b, key, depth, shared, side: PhantomData });
    }
    arch.run(HashedTree::<S> { board: b, key, depth, shared, side: PhantomData })
}

/// The children are listed before any is counted, so that their places in the table, each a likely
/// cache miss, are fetched all together.
struct HashedTree<'a, S> {
    board: &'a CountBoard,
    key: u128,
    depth: u32,
    shared: &'a Shared<'a>,
    side: PhantomData<S>,
}

impl<A: Arch, S: Side> Compiled<A> for HashedTree<'_, S> {
    type Output = u128;
    #[inline(always)]
    fn run(self, arch: A) -> u128 {
        let HashedTree { board: b, key, depth, shared, .. } = self;
        if depth < 3 {
            return tree::<S, _>(arch, b, depth, shared.cancel);
        }
        if shared.cancel.load(Relaxed) {
            return 0;
        }
        let mut list = List::<(CountBoard, u128), LIST>::new();
        let mut total = 0;
        for_each_child::<S, _>(arch.sliders(), b, |child, step| {
            let child_key = b.key_after::<S>(key, step, child);
            shared.table.prefetch(child_key);
            if !list.push((*child, child_key)) {
                total += look_up_or_count::<S::Opponent, A>(arch, child, child_key, depth - 1, shared);
            }
        });
        for (child, child_key) in list.as_slice() {
            total += look_up_or_count::<S::Opponent, A>(arch, child, *child_key, depth - 1, shared);
        }
        total
    }
    copies!(A);
}

#[inline(always)]
fn look_up_or_count<S: Side, A: Arch>(arch: A, b: &CountBoard, key: u128, depth: u32, shared: &Shared<'_>) -> u128 {
    if let Some(count) = shared.table.get(key, depth) {
        return u128::from(count);
    }
    let count = hashed_tree::<S, _>(arch, b, key, depth, shared);
    // A cancelled subtree is incomplete and must not be remembered.
    if !shared.cancel.load(Relaxed) {
        shared.table.put(key, depth, count);
    }
    count
}
