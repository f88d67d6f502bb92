//! Frontiers against the published numbers of distinct positions.

use tabiya::Position;
use tabiya_perft::{Frontier, Positions, perft};

#[test]
fn the_published_numbers_of_positions() {
    let start = Position::startpos();
    for (plies, distinct) in [(1, 20), (2, 400), (3, 5362), (4, 72_078), (5, 822_518)] {
        let found = Frontier::new(&start, plies).threads(2).memory(16 << 20).run().unwrap();
        assert_eq!(found.distinct(), distinct, "after {plies} plies");
        assert_eq!(found.paths(), perft(&start, plies), "after {plies} plies");
    }
}

#[test]
fn a_frontier_times_the_rest_is_the_perft() {
    let position = Position::from_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1").unwrap();
    let found = Frontier::new(&position, 3).run().unwrap();
    let counts =
        found.iter().map(|found| found.map(|found| u128::from(found.paths) * perft(&found.position, 2)).unwrap());
    assert_eq!(counts.sum::<u128>(), 674_624);
}

/// Enough positions for several blocks in each run, some of them in a file: the ranges end where the slow way says.
#[test]
fn many_positions_are_cut_as_few_are() {
    for memory in [16 << 20, 1 << 30] {
        let found = Frontier::new(&Position::startpos(), 5).threads(2).memory(memory).run().unwrap();
        compare_cuts(&found);
    }
}

fn compare_cuts(found: &Positions) {
    let work: Vec<u64> = found.iter().map(|found| 1 + found.unwrap().position.count_legal() as u64).collect();
    let total: u64 = work.iter().sum();
    for tasks in [3, 1000] {
        let (mut done, mut ends) = (0, Vec::new());
        for (index, more) in (1..).zip(&work) {
            done += more;
            while total * (ends.len() as u64 + 1) / tasks <= done {
                ends.push(index);
            }
        }
        assert_eq!(found.cut(tasks as usize).unwrap(), ends, "{tasks}");
    }
}
