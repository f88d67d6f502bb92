//! A small neural network that is kept up to date by what moves change.
//!
//! The network has 768 inputs (one for each piece on each square), 9,216 more for threats (one for each kind of
//! attacker, kind of target and square of the target), 64 hidden values for each side's point of view, and one output.
//! Its weights come from a seed, so its judgement means nothing; what counts is that the hidden sums, which engines
//! call accumulators, never have to be computed from nothing: `Position::changes` tells which pieces leave and arrive,
//! `Position::threat_changes` which attacks begin and cease.
//!
//! ```text
//! cargo run --release -p tabiya --example nnue -- 10000
//! ```
//!
//! plays that many random games (standard and Chess960 in turns), compares the kept sums with fresh ones after every
//! move, and tells how many of the moves changed more than a piece that lands where it captures.

use std::fmt;

use tabiya::{Color, Move, Observer, Piece, Position, Square, attacks};

const INPUTS: usize = 768;
const THREATS: usize = 12 * INPUTS;
const HIDDEN: usize = 64;
const SCALE: i32 = 64;

/// Weights in 16 bits.
struct Network {
    hidden: Vec<[i16; HIDDEN]>,
    threats: Vec<[i16; HIDDEN]>,
    bias: [i16; HIDDEN],
    output: [[i16; HIDDEN]; 2],
}

/// SplitMix64: numbers that depend on the seed only.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn weights(&mut self) -> [i16; HIDDEN] {
        std::array::from_fn(|_| (self.next() % 128) as i16 - 64)
    }
}

impl Network {
    fn from_seed(seed: u64) -> Network {
        let mut random = Random(seed);
        Network {
            hidden: (0..INPUTS).map(|_| random.weights()).collect(),
            threats: (0..THREATS).map(|_| random.weights()).collect(),
            bias: random.weights(),
            output: [random.weights(), random.weights()],
        }
    }

    /// The input of a piece from a side's point of view: its own pieces first, its own back rank first.
    fn input(view: Color, piece: Piece, square: Square) -> usize {
        let other = usize::from(piece.color() != view);
        (6 * other + piece.role().index()) * 64 + square.relative_to(view).index()
    }

    /// The input of a piece that attacks another, of either side.
    fn threat(view: Color, attacker: Piece, target: Piece, square: Square) -> usize {
        let other = usize::from(attacker.color() != view);
        (6 * other + attacker.role().index()) * INPUTS + Network::input(view, target, square)
    }
}

/// The hidden sums for both points of view.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Accumulators([[i16; HIDDEN]; 2]);

impl Accumulators {
    /// From nothing: the slow way.
    fn fresh(network: &Network, position: &Position) -> Accumulators {
        let mut sums = Accumulators([network.bias; 2]);
        let mut kept = Kept { network, sums: &mut sums };
        for (square, piece) in position.board().iter() {
            kept.added(piece, square);
            let occupied = position.occupied();
            for to in attacks::of(piece.role(), piece.color(), square, occupied) & occupied {
                kept.threat(true, piece, position.piece_at(to).expect("it is occupied"), to);
            }
        }
        sums
    }

    /// The output for the side to move, in hundredths of a pawn by its own account.
    fn evaluate(&self, network: &Network, turn: Color) -> i32 {
        let views = [turn, !turn].map(|view| &self.0[view as usize]);
        let sum: i32 = views
            .iter()
            .zip(&network.output)
            .flat_map(|(view, weights)| view.iter().zip(weights))
            .map(|(&value, &weight)| i32::from(value.clamp(0, 255)) * i32::from(weight))
            .sum();
        sum / SCALE
    }
}

/// Hears of every change and adds it to the sums.
struct Kept<'a> {
    network: &'a Network,
    sums: &'a mut Accumulators,
}

impl Kept<'_> {
    /// Adds or takes away the weights of an input, for both points of view.
    fn update(&mut self, weights: &[[i16; HIDDEN]], input: impl Fn(Color) -> usize, adds: bool) {
        for view in Color::ALL {
            for (value, &weight) in self.sums.0[view as usize].iter_mut().zip(&weights[input(view)]) {
                // The sums are exact modulo 65,536, in whatever order they are made.
                *value = if adds { value.wrapping_add(weight) } else { value.wrapping_sub(weight) };
            }
        }
    }

    fn threat(&mut self, appears: bool, attacker: Piece, target: Piece, square: Square) {
        self.update(&self.network.threats, |view| Network::threat(view, attacker, target, square), appears);
    }
}

impl Observer for Kept<'_> {
    fn removed(&mut self, piece: Piece, square: Square) {
        self.update(&self.network.hidden, |view| Network::input(view, piece, square), false);
    }

    fn added(&mut self, piece: Piece, square: Square) {
        self.update(&self.network.hidden, |view| Network::input(view, piece, square), true);
    }
}

/// How many moves were compared, and how many of them were of the kinds that are easily got wrong.
#[derive(Default)]
struct Compared {
    moves: u64,
    castles: u64,
    en_passant: u64,
    promotions: u64,
    capturing_promotions: u64,
    threats: u64,
}

impl Compared {
    fn count(&mut self, mv: Move) {
        self.moves += 1;
        self.castles += u64::from(mv.is_castle());
        self.en_passant += u64::from(mv.is_en_passant());
        self.promotions += u64::from(mv.promotion().is_some());
        self.capturing_promotions += u64::from(mv.promotion().is_some() && mv.is_capture());
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Compared { moves, castles, en_passant, promotions, capturing_promotions, threats } = self;
        write!(f, "{moves} moves ({castles} castles, {en_passant} en passant, {promotions} promotions, ")?;
        write!(f, "{capturing_promotions} of them capturing) that changed {threats} threats")
    }
}

/// Plays random games and compares the kept sums with fresh ones after every move.
fn compare(games: u64) -> Result<Compared, String> {
    let network = Network::from_seed(1);
    let mut random = Random(2);
    let mut compared = Compared::default();
    for game in 0..games {
        let number = if game % 2 == 0 { 518 } else { (random.next() % 960) as u16 };
        let mut position = Position::chess960(number).ok_or("numbers end at 959")?;
        let mut sums = Accumulators::fresh(&network, &position);
        for _ in 0..120 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mv = legal[(random.next() % legal.len() as u64) as usize];
            let mut kept = Kept { network: &network, sums: &mut sums };
            position.threat_changes(mv, |change| {
                compared.threats += 1;
                kept.threat(change.appears, change.attacker, change.target, change.to);
            });
            position.play_with(mv, &mut kept);
            compared.count(mv);
            let fresh = Accumulators::fresh(&network, &position);
            if sums != fresh || sums.evaluate(&network, position.turn()) != fresh.evaluate(&network, position.turn()) {
                return Err(format!("after {mv} the kept sums of {position} are wrong"));
            }
        }
    }
    Ok(compared)
}

fn main() -> Result<(), String> {
    let games = match std::env::args().nth(1) {
        None => 100,
        Some(text) => text.parse().map_err(|error| format!("{text}: {error}; expected a number of games"))?,
    };
    println!("{games} games, {}: every sum is right", compare(games)?);
    Ok(())
}
