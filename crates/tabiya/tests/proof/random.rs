//! Reproducible randomness: a test that fails must fail again.

use tabiya::{Move, Position};

/// An xorshift generator, good enough to choose moves.
pub struct Random(u64);

impl Random {
    /// A generator whose numbers depend on the seed only.
    pub fn new(seed: u64) -> Random {
        // Spread small seeds over all bits; a state of zero would never leave zero.
        Random(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// A move to play on with. Rare moves are preferred now and then, so that games visit castling, en passant and
    /// promotions far more often than chance would.
    pub fn choose(&mut self, moves: &[Move]) -> Move {
        let rare: Vec<Move> =
            moves.iter().copied().filter(|m| m.is_castle() || m.is_en_passant() || m.is_promotion()).collect();
        if !rare.is_empty() && self.below(4) == 0 {
            return rare[self.below(rare.len())];
        }
        moves[self.below(moves.len())]
    }
}

/// The three kinds of chess the rules serve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Variant {
    Standard,
    Chess960,
    DoubleChess960,
}

impl Variant {
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
