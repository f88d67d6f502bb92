//! Damaged tables: an error or some answer, in bounded time, and never a panic.

use tabiya::{Color, Position, Role};
use tabiya_check::tables::{three_men, written};
use tabiya_syzygy::{Metric, SyzygyError, Tablebase};

fn sample() -> Vec<Position> {
    three_men(Role::Rook, Color::White).step_by(90_001).collect()
}

/// Asks everything; how many of the answers were errors.
fn ask(files: &[(String, Vec<u8>)], positions: &[Position]) -> usize {
    let mut tables = Tablebase::new();
    for (name, bytes) in files {
        tables.add_bytes(name, bytes.clone()).unwrap();
    }
    let mut errors = 0;
    for position in positions {
        errors += usize::from(tables.probe_wdl(position).is_err());
        match tables.probe_dtz(position) {
            Ok(_) => {}
            Err(error @ (SyzygyError::Damaged { .. } | SyzygyError::Missing { .. })) => {
                errors += 1;
                assert!(!error.to_string().is_empty());
            }
            Err(error) => panic!("{error}"),
        }
        let _ = tables.rank_root_moves(position);
    }
    errors
}

#[test]
fn every_byte_of_a_header_may_be_wrong() {
    let (files, positions) = (written(Role::Rook), sample());
    assert_eq!(ask(&files, &positions), 0);
    for file in 0..files.len() {
        let mut errors = 0;
        for at in 0..200 {
            for flip in [1, 0x90] {
                let mut damaged = files.clone();
                damaged[file].1[at] ^= flip;
                errors += ask(&damaged, &positions);
            }
        }
        assert!(errors > 100, "file {file}: damage is noticed");
    }
}

#[test]
fn bytes_anywhere_may_be_wrong() {
    let (files, positions) = (written(Role::Rook), sample());
    let mut random = tabiya_check::Random::new(5);
    for _ in 0..500 {
        let mut damaged = files.clone();
        let bytes = &mut damaged[random.below(2)].1;
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            bytes[at] = random.bits() as u8;
        }
        ask(&damaged, &positions);
    }
}

#[test]
fn a_table_that_was_cut_is_refused() {
    let (files, positions) = (written(Role::Rook), sample());
    for (file, (_, bytes)) in files.iter().enumerate() {
        for len in (0..100).chain((100..bytes.len()).step_by(640)).chain([80, 144, bytes.len() - 64]) {
            let mut cut = files.clone();
            cut[file].1.truncate(len);
            assert!(ask(&cut, &positions) > 0, "{len} of {} bytes", bytes.len());
        }
    }
}

#[test]
fn the_checksum_finds_a_single_bit() {
    for (name, bytes) in written(Role::Queen) {
        let metric = Metric::ALL.into_iter().find(|metric| name.ends_with(metric.extension())).unwrap();
        for at in [bytes.len() / 2, bytes.len() - 40, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            let mut tables = Tablebase::new();
            tables.add_bytes(&name, damaged).unwrap();
            let error = tables.check("KQvK".parse().unwrap(), metric).unwrap_err();
            assert!(matches!(error, SyzygyError::Damaged { .. }), "{error}");
        }
        let mut tables = Tablebase::new();
        tables.add_bytes(&name, bytes).unwrap();
        tables.check("KQvK".parse().unwrap(), metric).unwrap();
    }
}
