//! Every input that once broke something under fuzzing, and the seeds, for what stands on the rules: see `fuzz/README.md`.

#[path = "../../fuzz/checks.rs"]
mod checks;
#[path = "../../fuzz/tool_checks.rs"]
mod tool_checks;

use std::fs;
use std::path::PathBuf;

fn replay(target: &str, check: impl Fn(&[u8])) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../fuzz/regressions").join(target);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut replayed = 0;
    for file in files {
        let path = file.expect("a readable folder").path();
        check(&fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        replayed += 1;
    }
    assert!(replayed > 0, "{} is empty", folder.display());
}

/// As libFuzzer's `&str` targets do: what is not UTF-8 never reaches them.
fn as_text(check: impl Fn(&str)) -> impl Fn(&[u8]) {
    move |data| {
        if let Ok(text) = str::from_utf8(data) {
            check(text);
        }
    }
}

#[test]
fn regressions_of_counts() {
    replay("perft", tool_checks::perft);
}

#[test]
fn regressions_of_suites() {
    replay("suite", as_text(tool_checks::suite));
}

#[test]
fn regressions_of_conversations() {
    replay("conversation", as_text(tool_checks::conversation));
}

#[test]
fn regressions_of_foreign_output() {
    replay("hunt", as_text(tool_checks::hunt));
}
