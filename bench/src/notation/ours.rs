//! The work done by Tabiya.

use tabiya::notation::pgn::{BoardVisitor, PgnErrorKind, Reader, Replay, Visitor};
use tabiya::notation::san::SanPlus;
use tabiya::{Move, Position};

use crate::corpus::Corpus;

pub fn positions(corpus: &Corpus) -> Vec<Position> {
    corpus.fens.iter().map(|fen| Position::from_fen(fen).expect("a FEN of the corpus")).collect()
}

pub fn samples(corpus: &Corpus) -> Vec<(Position, Move, String)> {
    let read = |sample: &crate::corpus::Sample| {
        let position = Position::from_fen(&sample.fen).expect("a FEN of the corpus");
        let mv = position.parse_uci(&sample.uci).expect("a move of the corpus");
        (position, mv, sample.san.clone())
    };
    corpus.samples.iter().map(read).collect()
}

pub fn parse_fens(fens: &[String]) -> u64 {
    let occupied = |fen: &String| Position::from_fen(fen).expect("a FEN of the corpus").occupied().0;
    fens.iter().map(occupied).fold(0, u64::wrapping_add)
}

pub fn write_fens(positions: &[Position]) -> u64 {
    positions.iter().map(|position| position.fen().len() as u64).sum()
}

pub fn parse_sans(samples: &[(Position, Move, String)]) -> u64 {
    let target = |(position, _, san): &(Position, Move, String)| {
        position.parse_san(san).expect("a move of the corpus").to().index() as u64
    };
    samples.iter().map(target).sum()
}

pub fn write_sans(samples: &[(Position, Move, String)]) -> u64 {
    let mut text = String::new();
    let mut sum = 0;
    for (position, mv, _) in samples {
        text.clear();
        text.push_str(&position.san(*mv));
        sum += text.len() as u64;
    }
    sum
}

#[derive(Default)]
struct CountMoves(u64);

impl Visitor for CountMoves {
    fn san(&mut self, _: SanPlus) -> Result<(), PgnErrorKind> {
        self.0 += 1;
        Ok(())
    }
}

pub fn count_moves(text: &str) -> u64 {
    let mut moves = CountMoves::default();
    read_all(text, &mut moves);
    moves.0
}

/// Sums up the occupied squares at the end of each game.
#[derive(Default)]
struct LastPositions(u64);

impl BoardVisitor for LastPositions {
    fn end_game(&mut self, last: &Position) {
        self.0 = self.0.wrapping_add(last.occupied().0);
    }
}

pub fn replay(text: &str) -> u64 {
    let mut last = Replay::new(LastPositions::default());
    read_all(text, &mut last);
    last.visitor().0
}

fn read_all(text: &str, visitor: &mut impl Visitor) {
    let mut reader = Reader::from_read(text.as_bytes());
    while reader.read_game(visitor).expect("a game of the corpus") {}
}
