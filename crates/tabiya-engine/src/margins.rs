//! The numbers of the search, in one place: from which depth on each pruning applies, and by how much of a pawn (100).

use std::sync::LazyLock;

use crate::score::Value;

/// How wide the first aspiration window is on either side of the last iteration's score.
pub(crate) const ASPIRATION_WINDOW: Value = 18;
/// An aspiration window wider than this is opened altogether.
pub(crate) const ASPIRATION_LIMIT: Value = 400;
/// Iterations up to this depth have no aspiration window.
pub(crate) const ASPIRATION_DEPTH: i32 = 4;

/// Reverse futility: up to this depth.
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 7;
/// Reverse futility: what a ply of depth may lose of an evaluation.
pub(crate) const REVERSE_FUTILITY_PER_PLY: Value = 75;

/// Razoring: up to this depth.
pub(crate) const RAZORING_DEPTH: i32 = 3;
/// Razoring: what a ply of depth may add to an evaluation.
pub(crate) const RAZORING_PER_PLY: Value = 250;

/// Null move: from this depth on.
pub(crate) const NULL_MOVE_DEPTH: i32 = 3;

/// How much less deep the search behind a null move is: more at great depths, and far above beta.
pub(crate) fn null_move_reduction(depth: i32, above_beta: Value) -> i32 {
    4 + depth / 4 + (above_beta / 200).min(3)
}

/// ProbCut: from this depth on.
pub(crate) const PROBCUT_DEPTH: i32 = 5;
/// ProbCut: how far above beta the shallow search must end.
pub(crate) const PROBCUT_MARGIN: Value = 180;
/// ProbCut: how much less deep that search is.
pub(crate) const PROBCUT_REDUCTION: i32 = 4;

/// Internal iterative reduction: from this depth on a node without a transposition move is searched a ply less deep.
pub(crate) const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Late move pruning: up to this depth.
pub(crate) const LATE_MOVE_PRUNING_DEPTH: i32 = 8;

/// Late move pruning: after how many moves the quiet ones are passed over.
pub(crate) fn late_move_count(depth: i32, improving: bool) -> i32 {
    (3 + depth * depth) / if improving { 1 } else { 2 }
}

/// Futility pruning: up to this depth, late move reduction included.
pub(crate) const FUTILITY_DEPTH: i32 = 6;

/// Futility pruning: what quiet moves may add to an evaluation.
pub(crate) fn futility_margin(depth: i32) -> Value {
    90 + 95 * depth
}

/// Exchanges: moves that lose too much are passed over up to this depth.
pub(crate) const EXCHANGE_DEPTH: i32 = 8;

/// Exchanges: the worst result of a quiet move that is still searched; `depth` is what late move reduction leaves of
/// it.
pub(crate) fn worst_quiet_exchange(depth: i32) -> Value {
    -30 * depth * depth
}

/// Exchanges: the worst result of a capture that is still searched.
pub(crate) fn worst_capture_exchange(depth: i32) -> Value {
    -95 * depth
}

/// Late move reductions: from this depth on.
pub(crate) const REDUCTION_DEPTH: i32 = 3;
/// Late move reductions: captures are reduced after this many moves.
pub(crate) const REDUCTION_CAPTURES: usize = 6;
/// Late move reductions: a history score of this much is worth a ply.
pub(crate) const REDUCTION_HISTORY: i32 = 9000;

/// Late move reductions, by depth and number of the move.
pub(crate) static REDUCTIONS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, reduction) in row.iter_mut().enumerate().skip(1) {
            *reduction = (0.8 + (depth as f64).ln() * (number as f64).ln() / 2.3) as i32;
        }
    }
    table
});

/// Singular extension: from this depth on.
pub(crate) const SINGULAR_DEPTH: i32 = 6;
/// Singular extension: how much less deep the search may have been that knows the move.
pub(crate) const SINGULAR_TRUST: i32 = 3;
/// Singular extension: by how much, for each ply of depth, all other moves must be worse.
pub(crate) const SINGULAR_MARGIN: Value = 2;

/// Correction histories: how much of them is a hundredth of a pawn.
pub(crate) const CORRECTION_SCALE: i32 = 256;
/// Correction histories: searches deeper than this count as much as one of this depth.
pub(crate) const CORRECTION_DEPTH: i32 = 16;
/// Correction histories: what a search that is one ply deep learns from an evaluation that is wrong by a pawn.
pub(crate) const CORRECTION_PER_PAWN: i32 = 200;

/// Quiescence: what a move may add to an evaluation besides what it captures.
pub(crate) const QUIESCENCE_FUTILITY: Value = 180;
