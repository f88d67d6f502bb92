//! How often and how fast `can_win` answers:
//! `cargo run --release -p tabiya-retro --example can_win -- 30000 GAMES.pgn`.
//!
//! Games of random moves, asked at their end and at a random ply; positions with interlocking pawns and random pieces
//! behind them; few men anywhere; and the ends of the games of PGN files. Both sides are asked.

use std::time::{Duration, Instant};

use tabiya::notation::pgn::GameTrees;
use tabiya::{Bitboard, Color, File, Piece, Position, Rank, Role, Setup, Square};
use tabiya_check::Random;
use tabiya_check::games::Variant;
use tabiya_retro::can_win::{CanWin, can_win, slow};

fn main() {
    let games = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(30_000);
    let mut stored = Tally::new("ends of stored games");
    for path in std::env::args().skip(2) {
        for end in ends(&path) {
            stored.ask(&end);
        }
    }
    let mut random = Random::new(1);
    let mut ordinary = Tally::new("ends of random games");
    let mut cut = Tally::new("games cut off");
    for _ in 0..games {
        let (end, middle) = game(&mut random);
        ordinary.ask(&end);
        cut.ask(&middle);
    }
    let mut locked = Tally::new("locked pawns");
    for _ in 0..games {
        locked.ask(&locked_position(&mut random));
    }
    let mut few = Tally::new("three to five men");
    for _ in 0..games {
        few.ask(&few_men(&mut random));
    }
    for tally in [stored, ordinary, cut, locked, few] {
        if !tally.times.is_empty() {
            tally.print();
        }
    }
}

/// What counts as slow, and how many slow ones are printed.
const SLOW: Duration = Duration::from_millis(1);
const SHOWN: usize = 12;

/// The last positions of the games of a file that can be read.
fn ends(path: &str) -> Vec<Position> {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let games = GameTrees::from_bytes(&bytes).filter_map(Result::ok);
    games.map(|game| game.position_after(game.main_line().last().unwrap_or(game.root()))).collect()
}

struct Tally {
    name: &'static str,
    times: Vec<Duration>,
    yes: usize,
    no: std::collections::BTreeMap<&'static str, usize>,
    unknown: Vec<(Position, Color)>,
    longest: usize,
    /// Those that took longer than a millisecond.
    slow: Vec<(Duration, Position, Color)>,
}

impl Tally {
    fn new(name: &'static str) -> Tally {
        Tally {
            name,
            times: Vec::new(),
            yes: 0,
            no: Default::default(),
            unknown: Vec::new(),
            longest: 0,
            slow: Vec::new(),
        }
    }

    fn ask(&mut self, position: &Position) {
        for color in Color::ALL {
            // The best of three: what else the machine does is not asked for.
            let mut time = Duration::MAX;
            let mut answer = CanWin::Unknown;
            for _ in 0..3 {
                let start = Instant::now();
                answer = can_win(position, color);
                time = time.min(start.elapsed());
            }
            self.times.push(time);
            if time > SLOW {
                self.slow.push((time, *position, color));
            }
            match answer {
                CanWin::Yes(line) => {
                    let end = line.iter().fold(*position, |position, &mv| position.after(mv));
                    assert!(end.is_checkmate() && end.turn() != color, "{position:?} {color}");
                    self.yes += 1;
                    self.longest = self.longest.max(line.len());
                }
                CanWin::No(reason) => *self.no.entry(reason.name()).or_default() += 1,
                CanWin::Unknown => self.unknown.push((*position, color)),
            }
        }
    }

    fn print(mut self) {
        self.times.sort_unstable();
        let at = |share: f64| self.times[((self.times.len() - 1) as f64 * share) as usize];
        println!("{}: {} questions, {} yes, no {:?}", self.name, self.times.len(), self.yes, self.no);
        let share = |count: usize| 100.0 * count as f64 / self.times.len() as f64;
        let quick = self.times.len() - self.slow.len();
        println!(
            "  {} unknown ({:.3} %), {:.2} % within 1 ms, longest line {} plies",
            self.unknown.len(),
            share(self.unknown.len()),
            share(quick),
            self.longest
        );
        println!("  median {:?}, 99 % {:?}, 99.9 % {:?}", at(0.5), at(0.99), at(0.999));
        self.slow.sort_by_key(|&(time, _, _)| std::cmp::Reverse(time));
        for (time, position, color) in self.slow.iter().take(SHOWN) {
            println!("  {time:?}: {} for {color}", position.fen());
        }
        for (position, color) in self.unknown.iter().take(12) {
            println!(
                "  unknown: {} for {color} (twin: {:?})",
                position.fen(),
                slow::can_win(position, *color, 300_000)
            );
        }
    }
}

/// A game of random moves: its end, after 400 plies at most, and a position somewhere in it.
fn game(random: &mut Random) -> (Position, Position) {
    let mut position = Variant::ALL[random.below(3)].start(random);
    let cut = random.below(160);
    let mut middle = position;
    for ply in 0..400 {
        let moves = position.legal_moves();
        if moves.is_empty() || position.is_insufficient_material() {
            break;
        }
        position = position.after(random.choose(&moves));
        if ply < cut {
            middle = position;
        }
    }
    (position, middle)
}

/// Pawns that face each other on most files, and a few pieces.
fn locked_position(random: &mut Random) -> Position {
    loop {
        let mut setup = Setup::EMPTY;
        for file in File::ALL {
            let rank = 2 + random.below(3);
            if random.below(10) > 0 {
                setup.board.set(Square::new(file, Rank::ALL[rank]), Piece::WhitePawn);
                setup.board.set(Square::new(file, Rank::ALL[rank + 1]), Piece::BlackPawn);
            }
        }
        let free = |setup: &Setup, ranks: core::ops::Range<usize>, random: &mut Random| {
            let all: Bitboard = Square::ALL
                .into_iter()
                .filter(|square| ranks.contains(&square.rank().index()) && setup.board.piece_at(*square).is_none())
                .collect();
            let squares: Vec<Square> = all.into_iter().collect();
            squares[random.below(squares.len())]
        };
        for color in Color::ALL {
            let ranks = color.pick(0..3, 5..8);
            let king = free(&setup, ranks.clone(), random);
            setup.board.set(king, Piece::new(color, Role::King));
            for _ in 0..random.below(3) {
                let role = random.one_of(&[Role::Bishop, Role::Bishop, Role::Knight, Role::Rook, Role::Queen]);
                let square = free(&setup, ranks.clone(), random);
                setup.board.set(square, Piece::new(color, role));
            }
        }
        setup.turn = Color::ALL[random.below(2)];
        if let Ok(position) = Position::from_setup(setup) {
            return position;
        }
    }
}

/// Two kings and one to three other men anywhere.
fn few_men(random: &mut Random) -> Position {
    loop {
        let mut setup = Setup::EMPTY;
        setup.turn = Color::ALL[random.below(2)];
        setup.board.set(Square::ALL[random.below(64)], Piece::WhiteKing);
        setup.board.set(Square::ALL[random.below(64)], Piece::BlackKing);
        for _ in 0..1 + random.below(3) {
            let role = random.one_of(&[Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]);
            let square = Square::ALL[random.below(64)];
            if setup.board.piece_at(square).is_none() {
                setup.board.set(square, Piece::new(Color::ALL[random.below(2)], role));
            }
        }
        if let Ok(position) = Position::from_setup(setup) {
            return position;
        }
    }
}
