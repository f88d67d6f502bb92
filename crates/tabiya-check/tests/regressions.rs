//! Every input that once broke something under fuzzing, and the seeds: see `fuzz/README.md`.

use tabiya_check::properties::{backwards, can_win, pgn, rules, syzygy, tools};
use tabiya_check::replay::{as_text, replay};

#[test]
fn regressions_of_the_fen_reader() {
    replay("fen", as_text(rules::fen));
}

#[test]
fn regressions_of_move_values() {
    replay("moves", rules::moves);
}

#[test]
fn regressions_of_uci_text() {
    replay("uci", as_text(rules::uci));
}

#[test]
fn regressions_of_algebraic_notation() {
    replay("san", as_text(rules::san));
}

#[test]
fn regressions_of_epd() {
    replay("epd", as_text(rules::epd));
}

#[test]
fn regressions_of_pgn() {
    replay("pgn", pgn::pgn);
}

#[test]
fn regressions_of_spelling() {
    replay("spelling", rules::spelling);
}

#[test]
fn regressions_of_explain() {
    replay("explain", rules::explain);
}

#[test]
fn regressions_of_setups_on_every_level() {
    replay("levels", rules::levels);
}

#[test]
fn regressions_of_polyglot_books() {
    replay("polyglot", rules::polyglot_book);
}

#[test]
fn regressions_of_counts() {
    replay("perft", tools::perft);
}

#[test]
fn regressions_of_suites() {
    replay("suite", as_text(tools::suite));
}

#[test]
fn regressions_of_conversations() {
    replay("conversation", as_text(tools::conversation));
}

#[test]
fn regressions_of_foreign_output() {
    replay("hunt", as_text(tools::hunt));
}

#[test]
fn regressions_of_unmoves() {
    replay("backwards", backwards::backwards);
}

#[test]
fn regressions_of_syzygy_tables() {
    replay("syzygy", syzygy::syzygy);
}

#[test]
fn regressions_of_who_can_win() {
    replay("can_win", can_win::can_win);
}
