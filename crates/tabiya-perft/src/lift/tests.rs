//! The pair counter against its twin, the slow way.

use crate::board::Board;
use crate::children::for_each_child;
use crate::count::count_moves;
use crate::isa::{InstructionSet, Isa};
use crate::side::{Black, Side, White};
use crate::sliders::Portable;
use crate::testing::random_games;

fn slow_pairs<S: Side>(b: &Board) -> u64 {
    let mut total = 0;
    for_each_child::<S, Portable>(b, |child, _| total += u64::from(count_moves::<S::Foe, Portable>(child)));
    total
}

fn compare<S: Side>(b: &Board) -> u64 {
    let slow = slow_pairs::<S>(b);
    assert_eq!(super::pairs::<S, Portable>(b), slow, "portable lanes: {b:?}");
    #[cfg(target_arch = "x86_64")]
    for isa in InstructionSet::available() {
        let fast = match isa {
            InstructionSet::Portable => Portable::pairs::<S>(b),
            InstructionSet::Bmi2 => crate::sliders::Pext::pairs::<S>(b),
            InstructionSet::Avx2 => crate::isa::Avx2::pairs::<S>(b),
            InstructionSet::Avx512 => crate::isa::Avx512::pairs::<S>(b),
        };
        assert_eq!(fast, slow, "{isa}: {b:?}");
    }
    u64::from(count_moves::<S, Portable>(b))
}

#[test]
fn pairs_are_what_the_slow_way_counts() {
    let mut children = 0;
    random_games(600, 0x9e37_79b9_7f4a_7c15, |b, white, peer| {
        let moves = if white { compare::<White>(b) } else { compare::<Black>(b) };
        let mut expected = 0;
        peer.generate_moves(|set| {
            expected += set.len() as u64;
            false
        });
        assert_eq!(moves, expected, "{peer}");
        children += moves;
    });
    assert!(children > 1_000_000, "only {children} children were compared");
}
