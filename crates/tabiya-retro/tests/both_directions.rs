//! Each direction checks the other: every legal move is found again backwards, every unmove forwards, and the slow twin
//! finds the same unmoves.

use std::collections::HashSet;

use tabiya::{EnPassantField, Position, Setup};
use tabiya_check::Random;
use tabiya_check::games::Variant;
use tabiya_check::setups::{self, Army};
use tabiya_retro::{Castles, Retro, Unmove, slow};

/// What must be equal: all but the clocks.
fn essence(position: &Position) -> Setup {
    Setup { halfmove_clock: 0, fullmove: 1, ..position.setup(EnPassantField::Legal) }
}

/// For every legal move: the position is among the predecessors of the position after it.
fn every_move_is_found_again(position: &Position, castles: Castles) {
    for mv in position.legal_moves() {
        let after = position.after(mv);
        let captured = position.captured(mv).map(|piece| piece.role());
        let here = essence(position);
        let found = Retro::new(&after).castles(castles).predecessors().any(|before| {
            before.unmove.forward() == mv && before.unmove.captured() == captured && essence(&before.position) == here
        });
        assert!(found, "{position:?} {mv:?}: not among the predecessors of {after:?}");
    }
}

/// For every predecessor: it is valid, the move legal there, and leads here; each is there once.
fn every_predecessor_leads_here(position: &Position, castles: Castles) {
    let mut seen = HashSet::new();
    let mut unmoves = HashSet::new();
    for before in Retro::new(position).castles(castles).predecessors() {
        let mv = before.unmove.forward();
        assert!(Position::from_setup(before.position.setup(EnPassantField::Always)).is_ok(), "{before:?}");
        assert!(before.position.legal_moves().contains(&mv), "{before:?}");
        assert!(before.position.after(mv).is_repetition_of(position), "{before:?}");
        assert!(seen.insert((essence(&before.position), before.unmove)), "{before:?} twice");
        unmoves.insert(before.unmove);
    }
    let retro = Retro::new(position).castles(castles);
    assert_eq!(retro.unmoves().iter().copied().collect::<HashSet<_>>(), unmoves, "{position:?}");
}

fn the_twin_agrees(position: &Position, castles: Castles) {
    let retro = Retro::new(position).castles(castles);
    let (mut fast, mut slow) = (retro.unmoves().to_vec(), slow::unmoves(position, castles));
    assert_eq!(retro.count() as usize, fast.len(), "{position:?}");
    fast.sort_unstable();
    slow.sort_unstable();
    let only =
        |a: &[Unmove], b: &[Unmove]| a.iter().filter(|u| !b.contains(u)).map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(fast, slow, "{position:?}: only fast {:?}, only slow {:?}", only(&fast, &slow), only(&slow, &fast));
}

/// Positions of random games, about `count`, of every variant.
fn of_games(seed: u64, count: usize, mut check: impl FnMut(&Position, Castles)) {
    let mut random = Random::new(seed);
    let mut left = count;
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
                check(&position, castles);
                left -= 1;
            }
        }
    }
}

fn of_setups(seed: u64, count: usize, mut check: impl FnMut(&Position, Castles)) {
    let mut random = Random::new(seed);
    let mut left = count;
    while left > 0 {
        let army = Army::ALL[random.below(3)];
        let Some(position) = setups::random(army, &mut |bound| random.below(bound)) else {
            continue;
        };
        check(&position, Castles::Chess960);
        left -= 1;
    }
}

#[test]
fn every_move_of_games_is_found_again() {
    of_games(1, 60, every_move_is_found_again);
}

#[test]
fn every_predecessor_in_games_leads_here() {
    of_games(2, 120, every_predecessor_leads_here);
}

#[test]
fn every_move_of_random_setups_is_found_again() {
    of_setups(3, 60, every_move_is_found_again);
}

#[test]
fn every_predecessor_of_random_setups_leads_here() {
    of_setups(4, 120, every_predecessor_leads_here);
}

#[test]
fn the_twin_agrees_in_games() {
    of_games(5, 300, the_twin_agrees);
}

#[test]
fn the_twin_agrees_on_random_setups() {
    of_setups(6, 300, the_twin_agrees);
}
