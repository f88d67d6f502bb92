//! What the leaves' last moves are, against the public tables.

use tabiya::{Move, Position, castling};
use tabiya_check::suites;

/// The columns of `testdata/statistics.tsv` after the depth.
#[derive(Default, Debug, PartialEq, Clone, Copy)]
struct Statistics {
    nodes: u64,
    captures: u64,
    en_passant: u64,
    castles: u64,
    promotions: u64,
    checks: u64,
    discovered: u64,
    double: u64,
    mates: u64,
}

impl Statistics {
    fn parse(fields: &[&str]) -> Statistics {
        let number = |index: usize| fields[index].parse().expect("a number");
        Statistics {
            nodes: number(0),
            captures: number(1),
            en_passant: number(2),
            castles: number(3),
            promotions: number(4),
            checks: number(5),
            discovered: number(6),
            double: number(7),
            mates: number(8),
        }
    }

    fn note(&mut self, position: &Position, mv: Move) {
        let next = position.after(mv);
        self.nodes += 1;
        self.captures += u64::from(mv.is_capture());
        self.en_passant += u64::from(mv.is_en_passant());
        self.castles += u64::from(mv.is_castle());
        self.promotions += u64::from(mv.is_promotion());
        let checkers = next.checkers();
        if checkers.is_empty() {
            return;
        }
        let mover = match mv.castling_wing() {
            Some(wing) => castling::destinations(mv.from().rank(), wing).1,
            None => mv.to(),
        };
        self.checks += 1;
        self.double += u64::from(checkers.has_many());
        self.discovered += u64::from(!checkers.has_many() && !checkers.contains(mover));
        self.mates += u64::from(next.is_checkmate());
    }
}

fn count(position: &Position, depth: u32, statistics: &mut Statistics) {
    for mv in position.legal_moves() {
        if depth > 1 {
            count(&position.after(mv), depth - 1, statistics);
        } else {
            statistics.note(position, mv);
        }
    }
}

#[test]
fn statistics_match_the_public_tables() {
    let (mut rows, mut counted_rows) = (0, 0);
    for line in suites::text("statistics.tsv").lines().filter(|line| !line.starts_with('#')) {
        rows += 1;
        let fields: Vec<&str> = line.split('\t').collect();
        let expected = Statistics::parse(&fields[2..]);
        // However little the environment allows, some of every position.
        if expected.nodes > suites::budget(5_000_000).max(50_000) {
            continue;
        }
        let position = Position::from_fen(fields[0]).expect("a good FEN");
        let mut counted = Statistics::default();
        count(&position, fields[1].parse().expect("a depth"), &mut counted);
        assert_eq!(counted, expected, "{} depth {}", fields[0], fields[1]);
        counted_rows += 1;
    }
    assert!(rows >= 22 && counted_rows >= 10, "{counted_rows} of {rows} rows");
}
