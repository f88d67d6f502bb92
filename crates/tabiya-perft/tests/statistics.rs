//! The statistics against the public tables.

use std::path::Path;

use tabiya::Position;
use tabiya_perft::{Perft, Statistics};

#[test]
fn the_public_tables_are_reproduced() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/statistics.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut rows = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let mut fields = line.split('\t');
        let fen = fields.next().unwrap();
        let figures: Vec<u128> = fields.map(|field| field.parse().unwrap()).collect();
        let [depth, nodes, captures, en_passant, castles, promotions, checks, discovered, double, mates] =
            figures[..].try_into().unwrap();
        if nodes > 5_000_000 {
            continue;
        }
        let expected = Statistics {
            nodes,
            captures,
            en_passant,
            castles,
            promotions,
            checks,
            discovered_checks: discovered,
            double_checks: double,
            checkmates: mates,
        };
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(Statistics::of(&position, depth as u32), expected, "{fen} {depth}");
        let report = Perft::new(&position).depth(depth as u32).threads(3).statistics().unwrap();
        assert_eq!((report.statistics, report.complete), (expected, true), "{fen} {depth} on threads");
        rows += 1;
    }
    assert!(rows >= 12, "only {rows} rows");
}
