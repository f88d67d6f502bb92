//! The tables' scores stay inside their bounds and mean what they say.

use crate::support::Random;
use tabiya::order::{Context, Gravity, Tables, bonus};
use tabiya::{Move, Position};

#[test]
fn gravity_never_leaves_its_limit() {
    let mut random = Random::new(3);
    for _ in 0..1_000 {
        let mut score = Gravity::default();
        for _ in 0..200 {
            let bonus = match random.below(5) {
                4 => random.below(200_000) as i32 - 100_000,
                0 => random.next() as i32,
                1 => [i32::MIN, i32::MAX, Gravity::LIMIT, -Gravity::LIMIT][random.below(4)],
                _ => random.below(4_000) as i32 - 2_000,
            };
            let before = score.get();
            score.update(bonus);
            assert!(score.get().abs() <= Gravity::LIMIT, "{before} and {bonus} gave {score:?}");
        }
    }
    // The whole state space, at the bonuses where rounding is most delicate.
    for bonus in [1, -1, 2, 3, 5_461, Gravity::LIMIT - 1, 1 - Gravity::LIMIT, Gravity::LIMIT, -Gravity::LIMIT] {
        let mut score = Gravity::default();
        for _ in 0..40_000 {
            score.update(bonus);
            assert!(score.get().abs() <= Gravity::LIMIT);
        }
        assert!(score.get() * bonus.signum() > 0);
    }
}

#[test]
fn good_and_bad_moves_part_ways() {
    let position = Position::default();
    let [good, bad, other]: [Move; 3] = ["g1f3", "a2a4", "e2e4"].map(|text| position.parse_uci(text).unwrap());
    let mut tables = Tables::new();
    let context = Context::ROOT.after(&position, other);
    for _ in 0..1_000 {
        tables.good_quiet(&position, good, bonus(20), &context);
        tables.bad_quiet(&position, bad, bonus(20), &context);
        tables.good_capture(&position, good, i32::MAX);
        tables.bad_capture(&position, bad, i32::MIN);
    }
    let score = |tables: &Tables, mv| tables.quiet_score(&position, mv, &context);
    assert!(score(&tables, good) > 0 && score(&tables, bad) < 0 && score(&tables, other) == 0);
    assert_eq!(tables.capture_score(&position, good), Gravity::LIMIT);
    let before = score(&tables, good);
    tables.age();
    assert!((score(&tables, good) - before / 2).abs() <= 2);
    tables.clear();
    assert_eq!((score(&tables, good), tables.capture_score(&position, good)), (0, 0));
}

#[test]
fn killers_and_counters_are_remembered_in_order() {
    let position = Position::default();
    let [a, b, c]: [Move; 3] = ["g1f3", "a2a4", "e2e4"].map(|text| position.parse_uci(text).unwrap());
    let mut tables = Tables::new();
    let context = Context::ROOT.after(&position, a);
    for mv in [a, b, b, c] {
        tables.refuted_by(mv, &context);
    }
    assert_eq!(tables.killers(1), [Some(c), Some(b)]);
    assert_eq!((tables.counter(&context), tables.counter(&Context::ROOT)), (Some(c), None));
    // Plies beyond the table share its last entry instead of panicking.
    let far = Context { ply: usize::MAX, ..context };
    tables.refuted_by(a, &far);
    assert_eq!(tables.killers(Tables::MAX_PLY + 5), [Some(a), None]);
    tables.clear_killers(1);
    assert_eq!(tables.killers(1), [None, None]);
}
