//! Random games: how tests reach positions that arise in play.

use tabiya::{Move, Position};

use crate::Random;

impl Random {
    /// A move to play on with. Castling, en passant and promotions are preferred now and then: games visit them more
    /// often than chance would.
    pub fn choose(&mut self, moves: &[Move]) -> Move {
        let rare: Vec<Move> =
            moves.iter().copied().filter(|m| m.is_castle() || m.is_en_passant() || m.is_promotion()).collect();
        if !rare.is_empty() && self.below(4) == 0 {
            return rare[self.below(rare.len())];
        }
        moves[self.below(moves.len())]
    }
}

/// The three kinds of chess that the rules serve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Variant {
    /// The usual start position.
    Standard,
    /// A Chess960 start position, the same for both sides.
    Chess960,
    /// A Chess960 start position of its own for each side.
    DoubleChess960,
}

impl Variant {
    /// All three.
    pub const ALL: [Variant; 3] = [Variant::Standard, Variant::Chess960, Variant::DoubleChess960];

    /// A start position of this variant.
    pub fn start(self, random: &mut Random) -> Position {
        let mut number = || random.below(960) as u16;
        let start = match self {
            Variant::Standard => Some(Position::startpos()),
            Variant::Chess960 => Position::chess960(number()),
            Variant::DoubleChess960 => Position::double_chess960(number(), number()),
        };
        start.expect("numbers below 960")
    }
}

/// Calls `visit` for `count` positions of random games in all variants, start positions included.
pub fn walk(seed: u64, count: usize, mut visit: impl FnMut(&Position)) {
    let mut random = Random::new(seed);
    let mut seen = 0;
    for game in 0.. {
        let mut position = Variant::ALL[game % 3].start(&mut random);
        for _ in 0..200 {
            if seen == count {
                return;
            }
            seen += 1;
            visit(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(random.choose(&moves));
        }
    }
}
