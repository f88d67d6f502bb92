//! Random games played in step with the oracle, shakmaty, cozy-chess and the naive generator, everything compared at
//! every position.

use tabiya_check::Random;
use tabiya_check::games::Variant;
use tabiya_check::peers::{Trio, compare};

/// Positions each variant is compared on, from `TABIYA_POSITIONS` (the total) where it is set.
fn positions_per_variant() -> usize {
    let total = std::env::var("TABIYA_POSITIONS").ok().and_then(|text| text.parse::<usize>().ok());
    total.unwrap_or(105_000).div_ceil(3)
}

#[test]
fn differential_standard() {
    play(Variant::Standard, 1);
}

#[test]
fn differential_chess960() {
    play(Variant::Chess960, 2);
}

#[test]
fn differential_double_chess960() {
    play(Variant::DoubleChess960, 3);
}

fn play(variant: Variant, seed: u64) {
    let goal = positions_per_variant();
    let mut random = Random::new(seed);
    let (mut compared, mut games) = (0, 0);
    while compared < goal {
        let mut trio = Trio::new(&variant.start(&mut random));
        games += 1;
        for _ in 0..300 {
            compare(&trio);
            compared += 1;
            let moves = trio.tabiya.legal_moves();
            if moves.is_empty() || compared == goal {
                break;
            }
            trio.play(random.choose(&moves));
        }
    }
    println!("{variant:?}: {compared} positions of {games} games compared");
}
