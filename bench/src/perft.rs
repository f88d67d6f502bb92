//! The counting engine: every instruction set against the best of the peers, threads, and the table.

use crate::contest::{Entrant, Task};
use crate::positions::{KIWIPETE, POSITION_3, Position, QUEEN, QUEENS, ROOK_PAWN, START};
use crate::rules::{self, CozyChess, Rules};
use tabiya::cpu::Level;
use tabiya_perft::Perft;

/// One thread, no table: every instruction set of this machine, and the strongest peer.
pub fn tasks() -> Vec<Task> {
    let few = [(QUEEN, 7), (ROOK_PAWN, 8), (POSITION_3, 7), (QUEENS, 6)];
    let full = [(START, 6), (KIWIPETE, 5)];
    full.into_iter().chain(few).map(|(position, depth)| against_the_peer(position, depth)).collect()
}

/// The fastest instruction set on deep trees: plain, on every core, and with a table.
pub fn deep_tasks() -> Vec<Task> {
    vec![deep(START, 7, 256 << 20), deep(KIWIPETE, 6, 1 << 30)]
}

fn against_the_peer(position: Position, depth: u32) -> Task {
    let board = CozyChess::read(position.fen);
    let mut entrants = vec![Entrant::new(CozyChess::NAME, move || rules::bulk::<CozyChess>(&board, depth))];
    // Slowest last, so that the fastest stands beside the peer.
    let mut sets: Vec<_> = Level::available().collect();
    sets.reverse();
    entrants.extend(sets.into_iter().map(|isa| entrant(isa.name().to_owned(), position, depth, isa, 1, 0)));
    Task {
        name: format!("perft-{}-d{depth}", position.name),
        unit: "leaves",
        expected: position.leaves(depth),
        entrants,
    }
}

fn deep(position: Position, depth: u32, hash: usize) -> Task {
    let isa = tabiya_perft::best_level();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut entrants = vec![entrant(format!("{isa}-x1"), position, depth, isa, 1, 0)];
    if cores > 1 {
        entrants.push(entrant(format!("{isa}-x{cores}"), position, depth, isa, cores, 0));
    }
    entrants.push(entrant(format!("{isa}-x1-{}MiB", hash >> 20), position, depth, isa, 1, hash));
    Task {
        name: format!("deep-{}-d{depth}", position.name),
        unit: "leaves",
        expected: position.leaves(depth),
        entrants,
    }
}

fn entrant(name: String, position: Position, depth: u32, isa: Level, threads: usize, hash: usize) -> Entrant {
    let board = tabiya::Position::from_fen(position.fen).expect("a standard position");
    Entrant::new(name, move || {
        let report = Perft::new(&board).depth(depth).level(isa).threads(threads).hash(hash).run();
        // A count that failed is a wrong count, and the contest says so.
        report.map_or(0, |report| report.nodes as u64)
    })
}
