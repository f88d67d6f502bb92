//! Every input that once broke something under fuzzing, and the seeds: see `fuzz/README.md`.

use crate::fuzz_checks;
use crate::fuzz_replay::{as_text, replay};

/// The fuzz targets and what they keep.
const FUZZ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz");

#[test]
fn regressions_of_the_fen_reader() {
    replay(FUZZ, "fen", as_text(fuzz_checks::fen));
}

#[test]
fn regressions_of_move_values() {
    replay(FUZZ, "moves", fuzz_checks::moves);
}

#[test]
fn regressions_of_uci_text() {
    replay(FUZZ, "uci", as_text(fuzz_checks::uci));
}

#[test]
fn regressions_of_algebraic_notation() {
    replay(FUZZ, "san", as_text(fuzz_checks::san));
}

#[test]
fn regressions_of_epd() {
    replay(FUZZ, "epd", as_text(fuzz_checks::epd));
}

#[test]
fn regressions_of_pgn() {
    replay(FUZZ, "pgn", fuzz_checks::pgn);
}

#[test]
fn regressions_of_spelling() {
    replay(FUZZ, "spelling", fuzz_checks::spelling);
}

#[test]
fn regressions_of_explain() {
    replay(FUZZ, "explain", fuzz_checks::explain);
}

#[test]
fn regressions_of_setups_on_every_level() {
    replay(FUZZ, "levels", fuzz_checks::levels);
}

#[test]
fn regressions_of_polyglot_books() {
    replay(FUZZ, "polyglot", fuzz_checks::polyglot_book);
}
