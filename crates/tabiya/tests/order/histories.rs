//! The histories' scores stay inside their bounds and mean what they say.

use crate::support::Random;
use tabiya::order::{Context, Histories, HistoryEntry, bonus};
use tabiya::{Move, Position};

#[test]
fn gravity_never_leaves_its_limit() {
    let mut random = Random::new(3);
    for _ in 0..1_000 {
        let mut score = HistoryEntry::default();
        for _ in 0..200 {
            let bonus = match random.below(5) {
                4 => random.below(200_000) as i32 - 100_000,
                0 => random.bits() as i32,
                1 => [i32::MIN, i32::MAX, HistoryEntry::LIMIT, -HistoryEntry::LIMIT][random.below(4)],
                _ => random.below(4_000) as i32 - 2_000,
            };
            let before = score.get();
            score.update(bonus);
            assert!(score.get().abs() <= HistoryEntry::LIMIT, "{before} and {bonus} gave {score:?}");
        }
    }
    // The whole state space, at the bonuses where rounding is most delicate.
    for bonus in [
        1,
        -1,
        2,
        3,
        5_461,
        HistoryEntry::LIMIT - 1,
        1 - HistoryEntry::LIMIT,
        HistoryEntry::LIMIT,
        -HistoryEntry::LIMIT,
    ] {
        let mut score = HistoryEntry::default();
        for _ in 0..40_000 {
            score.update(bonus);
            assert!(score.get().abs() <= HistoryEntry::LIMIT);
        }
        assert!(score.get() * bonus.signum() > 0);
    }
}

#[test]
fn a_bonus_beyond_the_limit_counts_as_the_limit() {
    for start in [0, 100, -100, 9_000, -9_000] {
        for (beyond, limit) in [(20_000, HistoryEntry::LIMIT), (-20_000, -HistoryEntry::LIMIT)] {
            let (mut score, mut bounded) = (HistoryEntry::default(), HistoryEntry::default());
            for (entry, bonus) in [(&mut score, beyond), (&mut bounded, limit)] {
                entry.update(start);
                entry.update(bonus);
            }
            assert_eq!(score, bounded, "{beyond} after {start}");
            assert_eq!(score.get().signum(), beyond.signum(), "{beyond} after {start}");
        }
    }
}

#[test]
fn good_and_bad_moves_part_ways() {
    let position = Position::default();
    let [good, bad, other]: [Move; 3] = ["g1f3", "a2a4", "e2e4"].map(|text| position.parse_uci(text).unwrap());
    let mut histories = Histories::new();
    let context = Context::ROOT.after(&position, other);
    for _ in 0..1_000 {
        histories.good_quiet(&position, good, bonus(20), &context);
        histories.bad_quiet(&position, bad, bonus(20), &context);
        histories.good_capture(&position, good, i32::MAX);
        histories.bad_capture(&position, bad, i32::MIN);
    }
    let score = |histories: &Histories, mv| histories.quiet_score(&position, mv, &context);
    assert!(score(&histories, good) > 0 && score(&histories, bad) < 0 && score(&histories, other) == 0);
    assert_eq!(histories.capture_score(&position, good), HistoryEntry::LIMIT);
    let before = score(&histories, good);
    histories.age();
    assert!((score(&histories, good) - before / 2).abs() <= 2);
    histories.clear();
    assert_eq!((score(&histories, good), histories.capture_score(&position, good)), (0, 0));
}

#[test]
fn one_call_records_a_cutoff_everywhere() {
    let position = Position::from_fen("r3k3/8/8/3p4/4P3/2N5/8/R3K3 w - - 0 1").unwrap();
    let [quiet, tried, capture, other]: [Move; 4] =
        ["c3b5", "e1e2", "e4d5", "c3d5"].map(|text| position.parse_uci(text).unwrap());
    let context = Context::ROOT.after(&position, tried);
    let mut by_hand = Histories::new();
    let mut at_once = Histories::new();
    at_once.record_cutoff(&position, quiet, [tried, other], 5, &context);
    by_hand.refuted_by(quiet, &context);
    by_hand.good_quiet(&position, quiet, bonus(5), &context);
    by_hand.bad_quiet(&position, tried, bonus(5), &context);
    by_hand.bad_capture(&position, other, bonus(5));
    at_once.record_cutoff(&position, capture, [tried, other], 3, &context);
    by_hand.good_capture(&position, capture, bonus(3));
    by_hand.bad_capture(&position, other, bonus(3));
    assert_eq!(at_once.killers(1), by_hand.killers(1));
    assert_eq!((at_once.counter(&context), at_once.counter(&context)), (Some(quiet), by_hand.counter(&context)));
    for mv in [quiet, tried, capture, other] {
        let scores = |histories: &Histories| {
            (histories.quiet_score(&position, mv, &context), histories.capture_score(&position, mv))
        };
        assert_eq!(scores(&at_once), scores(&by_hand), "{mv}");
    }
}

#[test]
fn killers_and_counters_are_remembered_in_order() {
    let position = Position::default();
    let [a, b, c]: [Move; 3] = ["g1f3", "a2a4", "e2e4"].map(|text| position.parse_uci(text).unwrap());
    let mut histories = Histories::new();
    let context = Context::ROOT.after(&position, a);
    for mv in [a, b, b, c] {
        histories.refuted_by(mv, &context);
    }
    assert_eq!(histories.killers(1), [Some(c), Some(b)]);
    assert_eq!((histories.counter(&context), histories.counter(&Context::ROOT)), (Some(c), None));
    // Plies beyond the table share its last entry instead of panicking.
    let far = Context::new(usize::MAX, context.previous);
    histories.refuted_by(a, &far);
    assert_eq!(histories.killers(Histories::MAX_PLY + 5), [Some(a), None]);
    histories.clear_killers(1);
    assert_eq!(histories.killers(1), [None, None]);
    histories.clear_killers(usize::MAX);
    assert_eq!(histories.killers(Histories::MAX_PLY), [None, None]);
}

/// A quiet move is known by its squares, by the last move and by the one before that, and the three are added; a
/// capture by the piece, its target and its victim, each of which makes another entry.
#[test]
fn every_history_has_its_share() {
    let start = Position::startpos();
    let [first, second, third] = ["e2e4", "e7e5", "g1f3"];
    let first = start.parse_uci(first).unwrap();
    let replied = start.after(first);
    let second = replied.parse_uci(second).unwrap();
    let here = replied.after(second);
    let third = here.parse_uci(third).unwrap();
    let context = Context::ROOT.after(&start, first).after(&replied, second);
    let mut histories = Histories::new();
    histories.good_quiet(&here, third, 1_000, &context);
    let mut once = HistoryEntry::default();
    once.update(1_000);
    assert_eq!(histories.quiet_score(&here, third, &context), 3 * once.get());
    // The last move alone, and neither.
    let last = Context::new(context.ply, [context.previous[0], None]);
    assert_eq!(histories.quiet_score(&here, third, &last), 2 * once.get());
    assert_eq!(histories.quiet_score(&here, third, &Context::ROOT), once.get());

    let position = Position::from_fen("4k3/8/8/3p1n2/4P3/2N5/8/4K3 w - - 0 1").unwrap();
    let [taken, other_piece, other_target] = ["e4d5", "c3d5", "e4f5"].map(|text| position.parse_uci(text).unwrap());
    histories.good_capture(&position, taken, 1_000);
    let scores = [taken, other_piece, other_target].map(|mv| histories.capture_score(&position, mv));
    assert_eq!(scores, [once.get(), 0, 0]);
    histories.bad_capture(&position, other_piece, 1_000);
    assert_eq!(histories.capture_score(&position, other_piece), -once.get());
}

#[test]
fn a_null_move_leaves_nothing_to_answer() {
    let position = Position::startpos();
    let e4 = position.parse_uci("e2e4").unwrap();
    let after = Context::ROOT.after(&position, e4);
    let passed = after.after_null();
    assert_eq!((passed.ply, passed.previous), (2, [None, after.previous[0]]));
    assert_eq!(passed.after_null().previous, [None, None]);
}

#[test]
fn bonuses_grow_with_the_depth_up_to_a_point() {
    let expected = [(-7, 0), (0, 0), (1, 136), (2, 304), (5, 1_000), (7, 1_624), (8, 1_800), (i32::MAX, 1_800)];
    for (depth, points) in expected {
        assert_eq!(bonus(depth), points, "depth {depth}");
    }
    assert_eq!(bonus(i32::MIN), 0);
}
