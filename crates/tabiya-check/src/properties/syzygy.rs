//! Syzygy tables in which bytes were changed.

use std::sync::LazyLock;

use tabiya::{Color, Position, Role};
use tabiya_syzygy::{Metric, SyzygyError, Tablebase};

use crate::tables::{File, three_men, written};

/// Some positions of a rook, a queen or a pawn, and the files that answer them.
struct Sample {
    files: Vec<File>,
    positions: Vec<Position>,
}

static SAMPLES: LazyLock<[Sample; 3]> = LazyLock::new(|| {
    [Role::Rook, Role::Queen, Role::Pawn].map(|role| Sample {
        files: written(role),
        positions: Color::ALL.into_iter().flat_map(|strong| three_men(role, strong)).step_by(60_013).collect(),
    })
});

/// The first byte chooses a table and may ask for it to be cut; after it each four bytes are a place in a file and what
/// to change there. Every question ends with an answer or an error that names the file, and the checksum tells whether
/// anything was changed.
pub fn syzygy(data: &[u8]) {
    let Some((&first, edits)) = data.split_first() else { return };
    let sample = &SAMPLES[usize::from(first) % SAMPLES.len()];
    let mut files = sample.files.clone();
    let which = usize::from(first >> 4) % files.len();
    let bytes = &mut files[which].1;
    for edit in edits.as_chunks::<4>().0 {
        let place = u32::from_le_bytes([edit[0], edit[1], edit[2], 0]) as usize % bytes.len();
        bytes[place] ^= edit[3];
    }
    if first & 8 != 0 {
        bytes.truncate(edits.iter().rev().take(3).fold(0, |len, &byte| len << 8 | usize::from(byte)));
    }
    let changed = *bytes != sample.files[which].1;
    let mut tables = Tablebase::new();
    for (name, bytes) in &files {
        assert!(tables.add_bytes(name, bytes.clone()).expect("the name of a table"));
    }
    for (index, table) in tables.tables().into_iter().enumerate() {
        let damaged = tables.check(table.material, table.metric);
        let expected = changed && *table.file == *files[which].0;
        assert_eq!(damaged.is_err(), expected, "file {index}: {damaged:?}");
    }
    for position in &sample.positions {
        let answers = [
            tables.probe_wdl(position).err(),
            tables.probe_dtz(position).err(),
            tables.rank_root_moves(position).err(),
        ];
        for error in answers.into_iter().flatten() {
            match &error {
                SyzygyError::Damaged { file, offset, .. } => {
                    assert!(changed && **file == *files[which].0, "{error}");
                    assert!(*offset <= u64::MAX / 2, "{error}");
                }
                // No table of distances is written for a pawn.
                SyzygyError::Missing { metric: Metric::Dtz, .. } => assert_eq!(files.len(), 1, "{error}"),
                // What a pawn becomes is not here either.
                SyzygyError::Missing { .. } => assert!(position.by_role(Role::Pawn).any(), "{error}"),
                _ => panic!("{error}"),
            }
        }
    }
}
