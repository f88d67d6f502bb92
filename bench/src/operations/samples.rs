//! The positions and moves that are asked about, and how a library asks.

use crate::contest::{Entrant, Task};
use std::hint::black_box;
use std::rc::Rc;
use tabiya::{CastlingStyle, Move, Position};
use tabiya_check::Random;

const POSITIONS: usize = 2_000;
/// Questions that a clock can measure: the positions are asked again and again.
const ASKED: usize = 400_000;

/// A position with what is asked about it, in the types of one library.
pub struct Sample<B, M> {
    /// The position.
    pub board: B,
    /// A legal move of the position.
    pub own: M,
    /// A legal move of another position.
    pub foreign: M,
    /// The same as text.
    pub text: Rc<Text>,
}

/// A position and its moves as text.
pub struct Text {
    /// The position.
    pub fen: String,
    /// Its move.
    pub own: String,
    /// Another position and its move.
    foreign: (String, String),
    /// Its move in the notation of books.
    pub san: String,
}

/// The samples of one library.
pub type Samples<B, M> = Rc<Vec<Sample<B, M>>>;

/// Positions of random games that prefer captures and checks a little, so that pieces meet.
pub fn texts() -> Vec<Rc<Text>> {
    let mut random = Random::new(27);
    let mut moved: Vec<(Position, Move)> = Vec::new();
    while moved.len() < POSITIONS {
        let mut position = Position::startpos();
        for ply in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.is_fifty_moves() {
                break;
            }
            let first = random.choose(&moves);
            let mv = if first.is_capture() { first } else { random.choose(&moves) };
            if ply % 6 == 5 {
                moved.push((position, mv));
            }
            position = position.after_unchecked(mv);
        }
    }
    moved.truncate(POSITIONS);
    let uci = |mv: Move| mv.uci(CastlingStyle::Standard).to_string();
    let others = moved.iter().cycle().skip(1);
    let text = |(&(position, mv), &(other, foreign)): (&(Position, Move), &(Position, Move))| {
        let foreign = (other.fen(), uci(foreign));
        Rc::new(Text { fen: position.fen(), own: uci(mv), foreign, san: position.san(mv).to_string() })
    };
    moved.iter().zip(others).map(text).collect()
}

/// The samples in the types of one library.
pub fn samples<B, M>(
    texts: &[Rc<Text>],
    read: impl Fn(&str) -> Option<B>,
    parse: impl Fn(&B, &str) -> Option<M>,
) -> Samples<B, M> {
    let sample = |text: &Rc<Text>| {
        let board = read(&text.fen)?;
        let (own, other) = (parse(&board, &text.own)?, read(&text.foreign.0)?);
        let foreign = parse(&other, &text.foreign.1)?;
        Some(Sample { board, own, foreign, text: Rc::clone(text) })
    };
    Rc::new(texts.iter().map(|text| sample(text).expect("every library reads these")).collect())
}

/// One library asks its question of all samples, again and again. It answers with the number of questions, or with 0 if
/// the sum of the answers is not the expected one.
pub fn ask<S: 'static>(
    name: &str,
    samples: &Rc<Vec<S>>,
    expected: Option<u64>,
    question: impl Fn(&S) -> u64 + 'static,
) -> Entrant {
    let samples = Rc::clone(samples);
    Entrant::new(name, move || {
        let rounds = (ASKED / samples.len()) as u64;
        let mut sum = 0u64;
        for _ in 0..rounds {
            for sample in samples.iter() {
                sum = sum.wrapping_add(black_box(question(black_box(sample))));
            }
        }
        if expected.is_none_or(|expected| expected.wrapping_mul(rounds) == sum) { ASKED as u64 } else { 0 }
    })
}

/// The sum that all entrants must come to.
pub fn sum<S>(samples: &[S], question: impl Fn(&S) -> u64) -> Option<u64> {
    Some(samples.iter().map(question).fold(0, u64::wrapping_add))
}

/// A comparison of this suite.
pub fn task(name: &str, entrants: Vec<Entrant>) -> Task {
    Task { name: name.to_owned(), unit: "calls", expected: ASKED as u64, entrants }
}
