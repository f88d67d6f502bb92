//! Every input that once broke something under fuzzing, and the seeds, for what stands on the rules: see `fuzz/README.md`.

#[path = "../../fuzz/checks.rs"]
mod checks;
#[path = "../../fuzz/replay.rs"]
mod replay;
#[path = "../../fuzz/tool_checks.rs"]
mod tool_checks;

use replay::{as_text, replay};

/// The fuzz targets and what they keep.
const FUZZ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fuzz");

#[test]
fn regressions_of_counts() {
    replay(FUZZ, "perft", tool_checks::perft);
}

#[test]
fn regressions_of_suites() {
    replay(FUZZ, "suite", as_text(tool_checks::suite));
}

#[test]
fn regressions_of_conversations() {
    replay(FUZZ, "conversation", as_text(tool_checks::conversation));
}

#[test]
fn regressions_of_foreign_output() {
    replay(FUZZ, "hunt", as_text(tool_checks::hunt));
}
