//! Boards for tests: random games from every kind of start, played by a peer.
use cozy_chess as cozy;
use tabiya::Position;

use crate::board::CountBoard;

pub(crate) const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// Promotions, pins and checks within reach of every move.
pub(crate) const PROMOTIONS: &str = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
/// En passant and pins along the rank.
pub(crate) const EN_PASSANT: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

/// A small generator of random numbers.
pub(crate) struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, n: usize) -> usize {
        ((self.next() >> 11) % n as u64) as usize
    }
}

/// How many games a test plays: so many, or what `TABIYA_GAMES` says for a long run.
pub(crate) fn games(usually: usize) -> usize {
    std::env::var("TABIYA_GAMES").map_or(usually, |games| games.parse().expect("TABIYA_GAMES is a number"))
}

/// Plays random games and shows every board of them, with whether white is to move and the peer's
/// own view of it.
pub(crate) fn random_games(games: usize, seed: u64, mut visit: impl FnMut(&CountBoard, bool, &cozy::Board)) {
    let mut random = Random(seed);
    for game in 0..games {
        let mut peer = match game % 6 {
            0 => cozy::Board::default(),
            1 => cozy::Board::from_fen(KIWIPETE, false).unwrap(),
            2 => cozy::Board::chess960_startpos(random.below(960) as u32),
            3 => cozy::Board::double_chess960_startpos(random.below(960) as u32, random.below(960) as u32),
            4 => cozy::Board::from_fen(PROMOTIONS, false).unwrap(),
            _ => cozy::Board::from_fen(EN_PASSANT, false).unwrap(),
        };
        for _ in 0..160 {
            let position = Position::from_fen(&format!("{peer:#}")).unwrap();
            visit(&CountBoard::from(&position), position.turn() == tabiya::Color::White, &peer);
            let mut moves = Vec::new();
            peer.generate_moves(|set| {
                moves.extend(set);
                false
            });
            if moves.is_empty() {
                break;
            }
            peer.play_unchecked(moves[random.below(moves.len())]);
        }
    }
}
