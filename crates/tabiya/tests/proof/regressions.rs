//! Every input that once broke something under fuzzing, and the seeds: see `fuzz/README.md`.

use crate::fuzz_checks;
use std::fs;
use std::path::PathBuf;

fn replay(target: &str, check: impl Fn(&[u8])) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/regressions").join(target);
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
fn regressions_of_the_fen_reader() {
    replay("fen", as_text(fuzz_checks::fen));
}

#[test]
fn regressions_of_move_values() {
    replay("moves", fuzz_checks::moves);
}

#[test]
fn regressions_of_uci_text() {
    replay("uci", as_text(fuzz_checks::uci));
}

#[test]
fn regressions_of_algebraic_notation() {
    replay("san", as_text(fuzz_checks::san));
}

#[test]
fn regressions_of_epd() {
    replay("epd", as_text(fuzz_checks::epd));
}

#[test]
fn regressions_of_pgn() {
    replay("pgn", fuzz_checks::pgn);
}

#[test]
fn regressions_of_spelling() {
    replay("spelling", fuzz_checks::spelling);
}

#[test]
fn regressions_of_explain() {
    replay("explain", fuzz_checks::explain);
}

#[test]
fn regressions_of_setups_on_every_level() {
    replay("levels", fuzz_checks::levels);
}

#[test]
fn regressions_of_polyglot_books() {
    replay("polyglot", fuzz_checks::polyglot_book);
}
