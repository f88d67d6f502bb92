//! A consumer of one's own behind the generator: it takes sets of targets and never sees a list of moves.
//!
//! This one counts in how many ways the side to move can reach each square.

use std::error::Error;

use tabiya::movegen::{Legal, Promotions, Sink};
use tabiya::{Bitboard, Direction, File, MoveKind, Position, Rank, Role, Square, Wing};

struct Mobility([u32; 64]);

impl Mobility {
    fn add(&mut self, targets: Bitboard, ways: u32) {
        for square in targets {
            self.0[square.index()] += ways;
        }
    }
}

impl Sink for Mobility {
    fn piece(&mut self, _: Role, _: Square, quiets: Bitboard, captures: Bitboard) {
        self.add(quiets | captures, 1);
    }

    fn pawns(&mut self, _: MoveKind, _: Direction, targets: Bitboard) {
        self.add(targets, 1);
    }

    fn promotions(&mut self, _: bool, _: Direction, targets: Bitboard, promotions: Promotions) {
        self.add(targets, promotions.count() as u32);
    }

    fn en_passant(&mut self, _: Square, to: Square) {
        self.add(to.bitboard(), 1);
    }

    fn castle(&mut self, wing: Wing, king: Square, _: Square) {
        let (king_to, _) = tabiya::castling::destinations(king.rank(), wing);
        self.add(king_to.bitboard(), 1);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let position = match std::env::args().nth(1) {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::startpos(),
    };
    let mut mobility = Mobility([0; 64]);
    position.generate_into::<Legal, _>(&mut mobility);
    for rank in Rank::ALL.into_iter().rev() {
        let row: Vec<String> =
            File::ALL.into_iter().map(|file| mobility.0[Square::new(file, rank).index()].to_string()).collect();
        println!("{}", row.join(" "));
    }
    println!("{} moves", mobility.0.iter().sum::<u32>());
    Ok(())
}
