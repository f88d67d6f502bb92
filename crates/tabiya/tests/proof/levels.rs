//! Every level of instructions does the same: the same moves in the same order, the same counts, the same positions.

use crate::{random, suites};
use tabiya::cpu::Level;
use tabiya::movegen::{Captures, Evasions, Kind, Legal, NonEvasions, QuietChecks, Quiets};
use tabiya::{MoveList, Position, Setup, Tolerance};

fn list<K: Kind>(level: Level, position: &Position) -> MoveList {
    position.generate_at::<K>(level).expect("the level is available")
}

fn compare<K: Kind>(level: Level, position: &Position) {
    let expected = list::<K>(Level::Portable, position);
    assert_eq!(list::<K>(level, position), expected, "{level}: {position:?}");
    assert_eq!(position.generate::<K>(), expected, "the level chosen: {position:?}");
}

fn compare_all(level: Level, position: &Position) {
    compare::<Legal>(level, position);
    compare::<Captures>(level, position);
    compare::<Quiets>(level, position);
    compare::<QuietChecks>(level, position);
    if position.in_check() {
        compare::<Evasions>(level, position);
    } else {
        compare::<NonEvasions>(level, position);
    }
    for mv in position.legal_moves() {
        let expected = position.after_at(Level::Portable, mv);
        assert_eq!(position.after_at(level, mv), expected, "{level}: {mv:?} in {position:?}");
        assert_eq!(Some(position.after(mv)), expected, "the level chosen: {mv:?} in {position:?}");
    }
    let count = position.legal_moves().len();
    assert_eq!(position.count_legal_at(level), Some(count), "{level}: {position:?}");
    assert_eq!(position.count_legal(), count, "the level chosen: {position:?}");
}

/// Those of this CPU; what it lacks is named.
fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| {
        if !level.is_available() {
            println!("skipped: this CPU has no {level}");
        }
        level.is_available()
    })
}

#[test]
fn levels_that_are_missing_say_so() {
    for level in Level::ALL {
        assert_eq!(Position::default().generate_at::<Legal>(level).is_some(), level.is_available());
        assert_eq!(Position::default().count_legal_at(level).is_some(), level.is_available());
    }
}

#[test]
fn levels_agree_on_random_games() {
    for level in levels() {
        random::walk(512, 10_000, |position| compare_all(level, position));
    }
}

#[test]
fn levels_agree_on_the_suites_and_a_ply_further() {
    for level in levels() {
        for entry in suites::all() {
            let position = entry.position();
            compare_all(level, &position);
            for mv in position.legal_moves().into_iter().step_by(4) {
                compare_all(level, &position.after(mv));
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
        "8/pppppppp/pppppppp/pppppppp/pppppppp/8/4K3/7k b - - 0 1",
        "1k6/pppppppp/1p1p1p1p/P1P1P1P1/PPPPPPPP/8/8/K7 w - - 0 1",
        "nnnnnnnn/PPPPPPPP/PPPPPPPP/8/8/8/8/k6K w - - 0 1",
        "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
    ];
    for fen in fens {
        let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let position =
            Position::from_setup_with(setup, Tolerance::ALL).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for level in levels() {
            compare_all(level, &position);
            compare_all(level, &position.mirrored());
        }
    }
}
