//! Every level of instructions does the same: the same moves in the same order, the same counts, the same positions.

use std::io::Write;
use tabiya::cpu::{Detected, Level, Portable};
use tabiya::movegen::{Captures, Evasions, Kind, Legal, NonEvasions, QuietChecks, Quiets};
use tabiya::{Position, Setup, Tolerance};
use tabiya_check::{games, suites};

fn portable() -> Detected {
    Detected::Portable(Portable::new())
}

fn compare<K: Kind>(cpu: Detected, position: &Position) {
    let expected = position.generate_at::<K>(portable());
    assert_eq!(position.generate_at::<K>(cpu), expected, "{cpu:?}: {position:?}");
    assert_eq!(position.generate::<K>(), expected, "the level chosen: {position:?}");
}

fn compare_all(cpu: Detected, position: &Position) {
    compare::<Legal>(cpu, position);
    compare::<Captures>(cpu, position);
    compare::<Quiets>(cpu, position);
    compare::<QuietChecks>(cpu, position);
    if position.in_check() {
        compare::<Evasions>(cpu, position);
    } else {
        compare::<NonEvasions>(cpu, position);
    }
    for mv in position.legal_moves() {
        let expected = position.after_unchecked_at(portable(), mv);
        assert_eq!(position.after_unchecked_at(cpu, mv), expected, "{cpu:?}: {mv:?} in {position:?}");
        assert_eq!(position.after(mv), expected, "the level chosen: {mv:?} in {position:?}");
    }
    let count = position.legal_moves().len();
    assert_eq!(position.count_legal_at(cpu), count, "{cpu:?}: {position:?}");
    assert_eq!(position.count_legal(), count, "the level chosen: {position:?}");
}

/// Those of this CPU; what it lacks is named.
fn levels() -> impl Iterator<Item = Detected> {
    Level::ALL.into_iter().filter_map(|level| {
        let detected = level.detect();
        if detected.is_none() {
            // Past the test harness, which shows nothing that a passing test prints.
            let skipped = format!("skipped: this machine does not have {level}\n");
            std::io::stderr().write_all(skipped.as_bytes()).expect("standard error");
        }
        detected
    })
}

#[test]
fn levels_agree_on_random_games() {
    for cpu in levels() {
        games::walk(512, 10_000, |position| compare_all(cpu, position));
    }
}

#[test]
fn levels_agree_on_the_suites_and_a_ply_further() {
    for cpu in levels() {
        for entry in suites::all() {
            let position = entry.position();
            compare_all(cpu, &position);
            for mv in position.legal_moves().into_iter().step_by(4) {
                compare_all(cpu, &position.after(mv));
            }
        }
    }
}

/// Sets larger than any game has: more pawns than a vector has lanes, queens with all their 27 moves, lists that are as
/// long as they get.
#[test]
fn levels_agree_on_boards_without_measure() {
    let fens = [
        "1k6/8/8/3Q4/8/8/8/7K w - - 0 1",
        "8/1k6/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/K7 w - - 0 1",
        // 24 pushes in one set, and 21 captures in another.
        "k7/8/PPPPPPPP/8/PPPPPPPP/8/PPPPPPPP/K7 w - - 0 1",
        "k7/pppppppp/PPPPPPPP/pppppppp/PPPPPPPP/pppppppp/PPPPPPPP/K7 w - - 0 1",
        "8/pppppppp/pppppppp/pppppppp/pppppppp/8/4K3/7k b - - 0 1",
        "1k6/pppppppp/1p1p1p1p/P1P1P1P1/PPPPPPPP/8/8/K7 w - - 0 1",
        "nnnnnnnn/PPPPPPPP/PPPPPPPP/8/8/8/8/k6K w - - 0 1",
        "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
    ];
    for fen in fens {
        let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let position =
            Position::from_setup_with(setup, Tolerance::ALL).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for cpu in levels() {
            compare_all(cpu, &position);
            compare_all(cpu, &position.mirrored());
        }
    }
}
