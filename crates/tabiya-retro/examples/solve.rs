//! Solves endgames and prints how long each took: `cargo run --release -p tabiya-retro --example solve -- KRKN KPKP`,
//! or `all3`, `all4`.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use tabiya_retro::endgame::{Endgames, Material, Options, memory_to_solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut endgames = Endgames::new();
    let (cancel, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let threads = std::thread::available_parallelism()?.into();
    let start = Instant::now();
    for name in std::env::args().skip(1) {
        let materials = match name.strip_prefix("all") {
            Some(men) => Material::all(men.parse()?),
            None => vec![name.parse()?],
        };
        for material in materials {
            if material.men() == Material::MAX_MEN {
                println!("{material:8} takes up to {} MB", memory_to_solve(material, &endgames) / 1_000_000);
            }
            let before = Instant::now();
            endgames.add(material, Options { threads, cancel: &cancel, done: &done })?;
            let longest =
                endgames.table(material).map(|table| table.statistics().longest.map(|l| l.map(|l| l.0.div_ceil(2))));
            println!("{material:8} {:7.2} s {longest:?}", before.elapsed().as_secs_f64());
        }
    }
    let bytes: usize = endgames.tables().map(|table| table.size()).sum();
    println!("{} tables, {bytes} bytes, {:.2} s", endgames.tables().count(), start.elapsed().as_secs_f64());
    Ok(())
}
