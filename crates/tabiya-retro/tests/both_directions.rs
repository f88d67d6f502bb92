//! Each direction checks the other: every legal move is found again backwards, every unmove forwards, and the slow twin
//! finds the same unmoves.

use tabiya::Position;
use tabiya_check::games::Variant;
use tabiya_check::setups::{self, Army};
use tabiya_check::{Random, backwards};
use tabiya_retro::{Castles, Retro, slow};

type Check = fn(&Position, Castles) -> Result<u64, String>;

/// Positions of random games, about `count`, of every variant.
fn of_games(seed: u64, count: usize, check: Check) {
    let mut random = Random::new(seed);
    let (mut left, mut pairs) = (count, 0);
    while left > 0 {
        let variant = Variant::ALL[random.below(3)];
        let mut position = variant.start(&mut random);
        let castles = if variant == Variant::Standard { Castles::Standard } else { Castles::Chess960 };
        for _ in 0..random.below(160) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.after(random.choose(&moves));
            if random.below(8) == 0 && left > 0 {
                pairs += check(&position, castles).unwrap_or_else(|sentence| panic!("{sentence}"));
                left -= 1;
            }
        }
    }
    assert!(pairs > 10 * count as u64, "{pairs}");
}

fn of_setups(seed: u64, count: usize, check: Check) {
    let mut random = Random::new(seed);
    let (mut left, mut pairs) = (count, 0);
    while left > 0 {
        let army = Army::ALL[random.below(3)];
        let Some(position) = setups::random(army, &mut |bound| random.below(bound)) else {
            continue;
        };
        pairs += check(&position, Castles::Chess960).unwrap_or_else(|sentence| panic!("{sentence}"));
        left -= 1;
    }
    assert!(pairs > 10 * count as u64, "{pairs}");
}

#[test]
fn every_move_of_games_is_found_again() {
    of_games(1, 600, backwards::moves_are_found_again);
}

#[test]
fn every_predecessor_in_games_leads_here() {
    of_games(2, 600, backwards::predecessors_lead_here);
}

#[test]
fn every_move_of_random_setups_is_found_again() {
    of_setups(3, 600, backwards::moves_are_found_again);
}

#[test]
fn every_predecessor_of_random_setups_leads_here() {
    of_setups(4, 600, backwards::predecessors_lead_here);
}

#[test]
fn the_twin_agrees_in_games() {
    of_games(5, 300, backwards::compare_with_twin);
}

#[test]
fn the_twin_agrees_on_random_setups() {
    of_setups(6, 300, backwards::compare_with_twin);
}

/// The positions before one unmove are those of all predecessors with it, and another unmove has none.
#[test]
fn positions_before_one_unmove() {
    let position = Position::from_fen("r3k3/8/8/8/8/8/8/4K2R b q - 0 1").unwrap();
    let retro = Retro::new(&position);
    let mut all = 0;
    for &unmove in retro.unmoves().iter() {
        let before = retro.before(unmove);
        let expected: Vec<_> = retro.predecessors().filter(|found| found.unmove == unmove).collect();
        assert_eq!(before, expected.iter().map(|found| found.position).collect::<Vec<_>>(), "{unmove}");
        all += before.len();
    }
    assert_eq!(all, retro.predecessors().count());
    let elsewhere = Position::from_fen("4k3/8/8/8/8/8/8/1K6 b - - 0 1").unwrap();
    for unmove in slow::unmoves(&elsewhere, Castles::Standard) {
        assert_eq!(retro.before(unmove), [], "{unmove}");
    }
}
