//! The rules libraries against each other: one thread, no hash.

use crate::contest::{Entrant, Task};
use crate::positions::{KIWIPETE, Position, START};
use crate::rules::{self, Chess, CozyChess, Fixed, Rules, Shakmaty, Tabiya, TabiyaAt};
use std::hint::black_box;
use tabiya::cpu::{self, Level};

/// How a perft treats its last plies.
#[derive(Clone, Copy)]
enum Style {
    /// Leaves are counted by counting the moves of their parents.
    Bulk,
    /// A full list at every node, the last included.
    Lists,
    /// Every leaf is played.
    Played,
}

const PERFTS: [(Style, Position, u32); 6] = [
    (Style::Bulk, START, 6),
    (Style::Bulk, KIWIPETE, 5),
    (Style::Lists, START, 6),
    (Style::Lists, KIWIPETE, 5),
    (Style::Played, START, 5),
    (Style::Played, KIWIPETE, 4),
];

/// All comparisons of this suite.
pub fn tasks() -> Vec<Task> {
    PERFTS
        .map(|(style, position, depth)| perft(style, position, depth, vec![entrant::<Tabiya>(style, position, depth)]))
        .into()
}

/// The same with Tabiya held to one set of instructions after the other.
pub fn level_tasks() -> Vec<Task> {
    PERFTS
        .map(|(style, position, depth)| {
            let ours = Level::available().collect::<Vec<_>>().into_iter().rev();
            let ours = ours.filter_map(Level::detect).map(|level| level.run(AtLevel(style, position, depth)));
            perft(style, position, depth, ours.collect())
        })
        .into()
}

/// Tabiya held to one level, as an entrant.
struct AtLevel(Style, Position, u32);

impl<T: Fixed> cpu::Compiled<T> for AtLevel {
    type Output = Entrant;

    fn run(self, _: T) -> Entrant {
        let AtLevel(style, position, depth) = self;
        let entrant = entrant::<TabiyaAt<T>>(style, position, depth);
        Entrant { name: format!("{}-{}", entrant.name, T::LEVEL), ..entrant }
    }

    cpu::copies!(T, in_place);
}

/// Generation alone: full lists for every position some plies from the root, the positions made beforehand.
pub fn generate_tasks() -> Vec<Task> {
    vec![generate(START, 3), generate(KIWIPETE, 2)]
}

fn generate(position: Position, plies: u32) -> Task {
    Task {
        name: format!("generate-{}", position.name),
        unit: "moves",
        expected: position.leaves(plies + 1),
        entrants: vec![
            generator::<Tabiya>(position, plies),
            generator::<CozyChess>(position, plies),
            generator::<Shakmaty>(position, plies),
            generator::<Chess>(position, plies),
        ],
    }
}

fn generator<R: Rules>(position: Position, plies: u32) -> Entrant {
    let mut boards = vec![R::read(position.fen)];
    for _ in 0..plies {
        boards = boards.iter().flat_map(|board| rules::children::<R>(board)).collect();
    }
    Entrant::new(R::NAME, move || boards.iter().map(|board| R::len(black_box(&R::list(board)))).sum())
}

/// Ours and all peers.
fn perft(style: Style, position: Position, depth: u32, mut entrants: Vec<Entrant>) -> Task {
    entrants.push(entrant::<CozyChess>(style, position, depth));
    entrants.push(entrant::<Shakmaty>(style, position, depth));
    entrants.push(entrant::<Chess>(style, position, depth));
    let label = match style {
        Style::Bulk => "bulk",
        Style::Lists => "lists",
        Style::Played => "played",
    };
    Task {
        name: format!("{label}-{}-d{depth}", position.name),
        unit: "leaves",
        expected: position.leaves(depth),
        entrants,
    }
}

fn entrant<R: Rules>(style: Style, position: Position, depth: u32) -> Entrant {
    let board = R::read(position.fen);
    Entrant::new(R::NAME, move || match style {
        Style::Bulk => rules::bulk::<R>(&board, depth),
        Style::Lists => rules::lists::<R>(&board, depth),
        Style::Played => rules::played::<R>(&board, depth),
    })
}
