//! The picker against the generator: nothing twice, nothing lost, whatever it is told.

use crate::support::{Random, random_boards, random_games};
use tabiya::movegen::{Captures, QuietChecks};
use tabiya::order::{Context, Histories, MovePicker, PieceTo};
use tabiya::{Move, MoveList, Position};

/// Any sixteen bits that are a move at all, more often than not one of this position.
pub fn some_move(position: &Position, random: &mut Random) -> Option<Move> {
    match random.below(4) {
        0 => Move::from_bits(random.bits() as u16),
        1 => None,
        _ => random.pick(&position.pseudo_legal_moves()),
    }
}

pub fn some_context(position: &Position, random: &mut Random) -> Context {
    let mut piece_to = || some_move(position, random).and_then(|mv| PieceTo::of(position, mv));
    let previous = [piece_to(), piece_to()];
    Context::new(random.below(4), previous)
}

/// Fills the histories a node would read with whatever comes.
pub fn stir(histories: &mut Histories, position: &Position, context: &Context, random: &mut Random) {
    for _ in 0..3 {
        if let Some(mv) = some_move(position, random) {
            histories.refuted_by(mv, context);
        }
    }
    for mv in position.pseudo_legal_moves() {
        if random.below(2) == 0 {
            histories.good_quiet(position, mv, random.bits() as i32, context);
            histories.bad_capture(position, mv, random.bits() as i32);
        }
    }
}

fn drain(mut picker: MovePicker<'_>, histories: &Histories) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some(mv) = picker.next(histories) {
        moves.push(mv);
        assert!(moves.len() <= MoveList::CAPACITY);
    }
    assert_eq!(picker.next(histories), None);
    moves
}

fn same_moves(picked: &[Move], expected: impl IntoIterator<Item = Move>, position: &Position) {
    let (mut picked, mut expected) = (picked.to_vec(), expected.into_iter().collect::<Vec<_>>());
    picked.sort();
    expected.sort();
    assert_eq!(picked, expected, "{position:?}");
}

fn check_all_modes(position: &Position, histories: &mut Histories, random: &mut Random) {
    let context = some_context(position, random);
    stir(histories, position, &context, random);
    let tt_move = some_move(position, random);

    let main = || MovePicker::main(position, tt_move, context);
    same_moves(&drain(main(), histories), position.pseudo_legal_moves(), position);
    same_moves(&drain(main().legal(), histories), position.legal_moves(), position);

    for checks in [false, true] {
        let picker = || MovePicker::quiescence(position, tt_move, context, checks);
        let mut expected: Vec<Move> = if position.in_check() {
            position.pseudo_legal_moves().into_iter().collect()
        } else {
            position.generate::<Captures>().into_iter().collect()
        };
        if checks && !position.in_check() {
            expected.extend(position.generate::<QuietChecks>());
        }
        same_moves(&drain(picker(), histories), expected.iter().copied(), position);
        expected.retain(|&mv| position.is_legal(mv));
        same_moves(&drain(picker().legal(), histories), expected, position);
    }

    let threshold = random.below(1_200) as i32 - 300;
    let mut expected: Vec<Move> = position.generate::<Captures>().into_iter().collect();
    expected.retain(|&mv| position.is_pseudo_legal(mv) && position.see(mv) >= threshold);
    same_moves(&drain(MovePicker::probcut(position, tt_move, threshold), histories), expected, position);
}

#[test]
fn no_move_is_repeated_or_lost() {
    let mut histories = Histories::new();
    random_games(4, 20_000, |position, random| check_all_modes(position, &mut histories, random));
    random_boards(5, 5_000, |position, random| check_all_modes(position, &mut histories, random));
}
