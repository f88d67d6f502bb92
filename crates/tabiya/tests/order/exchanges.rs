//! Static exchange evaluation: the fast one against the slow one, and both against a table made by hand.

use crate::support::{random_boards, random_games};
use tabiya::order::see::{VALUES, Values};
use tabiya::order::see_slow;
use tabiya::{Move, Position};

fn agree(position: &Position, mv: Move, values: &Values) {
    let truth = see_slow::see(position, mv, values);
    assert_eq!(position.see_with(mv, values), truth, "{mv:?} in {position:?}");
    for threshold in [truth - 1, truth, truth + 1, 0, 1, -99, 101, i32::MIN, i32::MAX] {
        let at_least = position.see_at_least_with(mv, threshold, values);
        assert_eq!(at_least, truth >= threshold, "{mv:?} worth {truth} >= {threshold} in {position:?}");
    }
}

#[test]
fn twins_agree_on_every_capture_of_random_games() {
    let (mut captures, mut others) = (0, 0);
    random_games(1, 100_000, |position, random| {
        for mv in position.pseudo_legal_moves() {
            if mv.is_capture() || mv.is_promotion() {
                agree(position, mv, &VALUES);
                captures += 1;
            } else if random.below(16) == 0 {
                agree(position, mv, &VALUES);
                others += 1;
            }
        }
    });
    assert!(captures > 200_000 && others > 100_000, "{captures} captures, {others} others");
}

#[test]
fn twins_agree_on_crowded_boards_and_mirrors() {
    let odd = Values::new([1, 0, 7, 7, 1_000_000, 3]).unwrap();
    let mut captures = 0;
    random_boards(2, 20_000, |position, random| {
        let mirrored = position.mirrored();
        for mv in position.pseudo_legal_moves() {
            if mv.is_capture() || mv.is_promotion() || random.below(8) == 0 {
                agree(position, mv, if random.below(4) == 0 { &odd } else { &VALUES });
                let twin = Move::new(mv.from().flip_vertical(), mv.to().flip_vertical(), mv.kind());
                assert_eq!(position.see(mv), mirrored.see(twin), "{mv:?} in {position:?}");
                captures += 1;
            }
        }
    });
    assert!(captures > 100_000, "{captures}");
}
