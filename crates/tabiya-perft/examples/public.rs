//! Recounts the public tables: `cargo run --release -p tabiya-perft --example public [MOST_LEAVES]`.
//!
//! Every count of `testdata/public.epd` up to the given number of leaves is made once, on one thread,
//! with a table of 1 GiB where the tree is deep enough, and printed with the time it took.

use tabiya_perft::{Perft, suite};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let most: u128 = std::env::args().nth(1).map_or(Ok(85_000_000_000), |text| text.parse())?;
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/public.epd"))?;
    let mut wrong = 0;
    for entry in suite::read(&text)? {
        println!("{}", entry.position.fen());
        for &(depth, nodes) in entry.counts.iter().filter(|&&(_, nodes)| nodes <= most) {
            let hash = if depth >= 6 { 1 << 30 } else { 0 };
            let report = Perft::new(&entry.position).depth(depth).hash(hash).run()?;
            let verdict = if report.nodes == nodes { "as published" } else { "WRONG" };
            wrong += u32::from(report.nodes != nodes);
            println!("  {depth:2} {:>16}  {:8.3} s  {verdict}", report.nodes, report.elapsed.as_secs_f64());
        }
    }
    if wrong > 0 { Err(format!("{wrong} counts differ").into()) } else { Ok(()) }
}
