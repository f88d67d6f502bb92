//! The kinds of generation against their definitions.

use tabiya_check::kinds::check;
use tabiya_check::{games, suites};

#[test]
fn kinds_in_random_games() {
    games::walk(7, 20_000, check);
}

#[test]
fn kinds_in_the_suites() {
    for entry in suites::all() {
        let position = entry.position();
        check(&position);
        for mv in position.legal_moves() {
            check(&position.after(mv));
        }
    }
}
