//! Perft through the picker: the counts of `testdata/`, with everything the picker is told made up.

use crate::pickers::{some_context, some_move, stir};
use crate::support::Random;
use std::fs;
use std::path::PathBuf;
use tabiya::Position;
use tabiya::order::{Context, Histories, MovePicker};

/// Leaves that one position may cost, from the environment where it is set.
fn budget() -> u64 {
    std::env::var("TABIYA_NODES").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000)
}

/// Every position of `testdata/` with its counts from depth 1 on.
fn suites() -> Vec<(Position, Vec<u64>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let mut entries: Vec<(Position, Vec<u64>)> = Vec::new();
    for file in ["public.epd", "corners.epd", "corners960.epd", "random.epd", "chess960.perft", "double960.perft"] {
        for line in fs::read_to_string(folder.join(file)).unwrap().lines() {
            if line.starts_with(['#', '%']) || line.is_empty() || line.starts_with("id ") {
                continue;
            }
            if let Some(rest) = line.strip_prefix("perft ") {
                let count = rest.split_once(' ').unwrap().1;
                entries.last_mut().unwrap().1.push(count.parse().unwrap());
                continue;
            }
            let mut fields = line.strip_prefix("epd ").unwrap_or(line).split(" ;");
            let position = Position::from_fen(fields.next().unwrap()).unwrap();
            let counts = fields.map(|field| field.split_once(' ').unwrap().1.trim().parse().unwrap());
            entries.push((position, counts.collect()));
        }
    }
    entries
}

/// What one perft goes by.
struct Walk {
    histories: Histories,
    random: Random,
    /// Whether the picker filters by itself or the caller does, as a search may.
    legal_mode: bool,
}

impl Walk {
    fn perft(&mut self, position: &Position, depth: usize, context: Context) -> u64 {
        if depth == 0 {
            return 1;
        }
        // A real search has killers and counters of cousins here; this one has anything.
        let context = if self.random.below(4) == 0 { some_context(position, &mut self.random) } else { context };
        if self.random.below(4) == 0 {
            stir(&mut self.histories, position, &context, &mut self.random);
        }
        let tt_move = some_move(position, &mut self.random);
        let mut picker = MovePicker::main(position, tt_move, context);
        if self.legal_mode {
            picker = picker.legal();
        }
        let mut leaves = 0;
        // The walk below changes the histories while this picker is half-way, as a search does.
        while let Some(mv) = picker.next(&self.histories) {
            if self.legal_mode || position.leaves_king_safe(mv) {
                leaves += self.perft(&position.after(mv), depth - 1, context.after(position, mv));
            }
        }
        leaves
    }
}

fn check(legal_mode: bool) {
    let entries = suites();
    assert!(entries.len() >= 400, "{} positions", entries.len());
    let mut walk = Walk { histories: Histories::new(), random: Random::new(6), legal_mode };
    let mut leaves = 0;
    for (position, counts) in &entries {
        let depth = counts.iter().take_while(|&&count| count <= budget()).count().max(1);
        let counted = walk.perft(position, depth, Context::ROOT);
        assert_eq!(counted, counts[depth - 1], "depth {depth} of {position:?}");
        leaves += counted;
    }
    println!("{} positions, {leaves} leaves, legal mode: {legal_mode}", entries.len());
}

#[test]
fn perft_through_the_pseudo_legal_picker() {
    check(false);
}

#[test]
fn perft_through_the_legal_picker() {
    check(true);
}
