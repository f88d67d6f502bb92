//! How often and how fast `can_arise` answers: `cargo run --release -p tabiya-retro --example can_arise -- 0..10000 600`.
//!
//! All positions of these random games of chess, Chess960 and double Chess960, and a position that one more move leads
//! to from each of them, are asked for proofs: none may be refused, neither from its own start position nor (one in 64)
//! from any. A position that each eighth can have come from is asked as well; it need not have a game, and how many
//! have none is printed. Every game has its own random numbers, so a range may be cut into parts.
//!
//! A position of each of the first games, as many as the second number says, is asked in full, and so are as many random
//! setups. Files of games (PGN) may follow: no position of them may be refused either.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tabiya::notation::pgn::{BoardVisitor, PgnErrorKind, Reader, Replay};
use tabiya::{Move, Position};
use tabiya_check::Random;
use tabiya_check::setups::{self, Army};
use tabiya_retro::Retro;
use tabiya_retro::can_arise::{Arise, Limits, Starts, can_arise, can_arise_within};

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let range = arguments.next().unwrap_or_else(|| "0..10000".to_owned());
    let ends = range.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    let Some((first, last)) = ends else { panic!("{range}: expected the games as FROM..TO, as in 0..10000") };
    let in_full: u64 = match arguments.next_if(|text| text.bytes().all(|byte| byte.is_ascii_digit())) {
        Some(text) => text.parse().unwrap_or_else(|error| panic!("{text}: {error}")),
        None => 600,
    };
    let mut proof = Tally::new("positions of random games, proofs alone");
    let mut after = Tally::new("a position after each of them");
    let mut before = Tally::new("a position before each eighth of them");
    let mut any = Tally::new("one in 64 of them from any start position");
    let mut full = Tally::new("a position of each game");
    let mut early = Tally::new("the position after up to ten plies of each game");
    for game in first..last {
        let mut random = Random::new(game);
        let mut number = || random.below(960) as u16;
        let (white, black) = match game % 3 {
            0 => (518, 518),
            1 => [number(); 2].into(),
            _ => (number(), number()),
        };
        let start = (Position::double_chess960(white, black), Starts::double_chess960(white, black));
        let (Some(mut position), Some(starts)) = start else {
            continue;
        };
        let others = if white == black { Starts::ANY_CHESS960 } else { Starts::ANY_DOUBLE_CHESS960 };
        let (asked, soon) = (random.below(160), random.below(11));
        for ply in 0..300 {
            proof.ask_for_proof(&position, starts);
            if ply % 64 == asked % 64 {
                any.ask_for_proof(&position, others);
            }
            if ply % 8 == asked % 8
                && let Some(unmove) = random.pick(&Retro::new(&position).unmoves())
                && let Some(earlier) = random.pick(&Retro::new(&position).before(unmove))
            {
                before.ask(&earlier, || can_arise_within(&earlier, starts, &PROOFS));
            }
            if ply == asked && game < in_full {
                full.ask(&position, || can_arise(&position, starts));
            }
            if ply == soon && game < in_full {
                early.ask(&position, || can_arise(&position, starts));
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            after.ask_for_proof(&position.after(random.choose(&moves)), starts);
            position = position.after(random.choose(&moves));
        }
    }
    let mut random = Random::new(last);
    for tally in [proof, after, before, any, full, early] {
        tally.print();
    }
    for army in Army::ALL {
        let mut tally = Tally::new(match army {
            Army::Few => "random setups, few pieces",
            Army::Queens => "random setups, queens",
            Army::Mixed => "random setups, all pieces",
        });
        let mut left = in_full / 3;
        while left > 0 {
            if let Some(position) = setups::random(army, &mut |bound| random.below(bound)) {
                tally.ask(&position, || can_arise(&position, Starts::of(&position)));
                left -= 1;
            }
        }
        tally.print();
    }
    for file in arguments {
        let bytes = std::fs::read(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut replay = Replay::new(Stored(Tally::new("positions of stored games, proofs alone")));
        let mut reader = Reader::from_bytes(&bytes);
        while reader.read_game(&mut replay).unwrap_or_else(|error| panic!("{file}: {error}")) {}
        println!("{file}");
        replay.into_visitor().0.print();
    }
}

static NEVER: AtomicBool = AtomicBool::new(false);

/// Proofs, and no search for a game.
const PROOFS: Limits<'static> = Limits { positions: 0, plies: 0, cases: 4_000, cancel: &NEVER };

/// Asks of every position of stored games.
struct Stored(Tally);

impl BoardVisitor for Stored {
    fn mv(&mut self, before: &Position, mv: Move) -> Result<(), PgnErrorKind> {
        self.0.ask_for_proof(&before.after(mv), Starts::STANDARD);
        Ok(())
    }
}

struct Tally {
    name: &'static str,
    times: Vec<Duration>,
    yes: usize,
    no: BTreeMap<&'static str, usize>,
    unknown: usize,
    longest: usize,
    slowest: Option<(Duration, Position)>,
}

impl Tally {
    fn new(name: &'static str) -> Tally {
        Tally { name, times: Vec::new(), yes: 0, no: BTreeMap::new(), unknown: 0, longest: 0, slowest: None }
    }

    /// Asks for a proof that a position of a game cannot arise, which there is not.
    fn ask_for_proof(&mut self, position: &Position, starts: Starts) {
        let answer = self.ask(position, || can_arise_within(position, starts, &PROOFS));
        assert_ne!(answer.known(), Some(false), "{position:?} {starts:?}: {answer:?}");
    }

    fn ask(&mut self, position: &Position, question: impl FnOnce() -> Arise) -> Arise {
        let start = Instant::now();
        let answer = question();
        let time = start.elapsed();
        self.times.push(time);
        if self.slowest.is_none_or(|(slowest, _)| time > slowest) {
            self.slowest = Some((time, *position));
        }
        match &answer {
            Arise::Yes(game) => {
                let end = game.moves.iter().fold(game.start, |position, &mv| position.after(mv));
                assert!(end.is_repetition_of(position), "{position:?}: {game:?}");
                self.yes += 1;
                self.longest = self.longest.max(game.moves.len());
            }
            Arise::No(reason) => *self.no.entry(reason.name()).or_default() += 1,
            Arise::Unknown => self.unknown += 1,
        }
        answer
    }

    fn print(mut self) {
        self.times.sort_unstable();
        let Some(last) = self.times.len().checked_sub(1) else {
            return;
        };
        let at = |share: f64| self.times[(last as f64 * share) as usize];
        let (count, no) = (self.times.len(), self.no.values().sum::<usize>());
        println!("{}: {count} questions, {} yes, {no} no, {} unknown", self.name, self.yes, self.unknown);
        println!("  no: {:?}; longest game {} plies", self.no, self.longest);
        println!("  median {:?}, 99 % {:?}, 99.9 % {:?}", at(0.5), at(0.99), at(0.999));
        if let Some((time, position)) = self.slowest {
            println!("  slowest {time:?}: {}", position.fen());
        }
    }
}
