//! Probes of Syzygy tables per second, beside shakmaty-syzygy:
//! `cargo run --release -p tabiya-bench --bin syzygy-probes -- FOLDER`.
//!
//! Random positions of every table in the folder. Cold: a collection that has just been opened reads its files while it
//! is asked for the first time (the system has them in memory). Warm: the same positions again. Each row is the best of
//! some rounds, in which the probers take turns. shakmaty-syzygy is measured twice: with its own file system, which
//! reads the files by position as Tabiya does but keeps no pages, and with whole files in memory.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};
use tabiya::{EnPassantField, FenStyle, Position};
use tabiya_check::Random;
use tabiya_check::peers::InMemory;
use tabiya_check::setups::with_men;
use tabiya_syzygy::{Material, Metric, Tablebase};

type Failure = Box<dyn std::error::Error>;
type Theirs = shakmaty_syzygy::Tablebase<Chess>;

const ROUNDS: usize = 5;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args_os().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("usage: syzygy FOLDER [POSITIONS]")?);
    let count: usize = arguments.next().map_or(Ok(100_000), |text| text.to_string_lossy().parse())?;
    opening()?;
    let tables = Tablebase::open(&folder)?;
    let materials: Vec<Material> =
        tables.tables().iter().filter(|table| table.metric == Metric::Wdl).map(|table| table.material).collect();
    if materials.is_empty() {
        return Err(format!("{}: there are no tables", folder.display()).into());
    }
    let mut random = Random::new(1);
    let ours: Vec<Position> = (0..count)
        .map(|i| {
            with_men(|color, role| materials[i % materials.len()].count(color, role), &mut |end| random.below(end))
        })
        .collect();
    let theirs = ours.iter().map(|position| {
        let fen = position.to_fen(FenStyle { en_passant: EnPassantField::Legal, ..FenStyle::default() });
        Ok(fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?)
    });
    let theirs: Vec<Chess> = theirs.collect::<Result<_, Failure>>()?;
    println!("{count} random positions of {} tables; thousands of probes per second", materials.len());
    println!("{:28} {:>10} {:>16} {:>19}", "", "tabiya", "shakmaty files", "shakmaty in memory");
    for threads in [1, 2] {
        for metric in Metric::ALL {
            let mut cold = [Duration::MAX; 3];
            let mut warm = [Duration::MAX; 3];
            for _ in 0..ROUNDS {
                let rounds = [
                    measure(
                        threads,
                        &ours,
                        || Tablebase::open(&folder).map_err(Into::into),
                        |tables, position| match metric {
                            Metric::Wdl => tables.probe_wdl(position).map(drop).map_err(Into::into),
                            Metric::Dtz => tables.probe_dtz(position).map(drop).map_err(Into::into),
                        },
                    )?,
                    measure(
                        threads,
                        &theirs,
                        || shakmaty_files(&folder),
                        |tables, position| shakmaty(tables, position, metric),
                    )?,
                    measure(
                        threads,
                        &theirs,
                        || shakmaty_memory(&folder),
                        |tables, position| shakmaty(tables, position, metric),
                    )?,
                ];
                for (index, [first, second]) in rounds.into_iter().enumerate() {
                    cold[index] = cold[index].min(first);
                    warm[index] = warm[index].min(second);
                }
            }
            for (name, best) in [("cold", cold), ("warm", warm)] {
                let rate = best.map(|time| count as f64 * threads as f64 / time.as_secs_f64() / 1e3);
                println!(
                    "{:28} {:10.0} {:16.0} {:19.0}   {:.2}x {:.2}x",
                    format!("{} {name}, {threads} thread{}", metric.name(), if threads == 1 { "" } else { "s" }),
                    rate[0],
                    rate[1],
                    rate[2],
                    rate[0] / rate[1],
                    rate[0] / rate[2]
                );
            }
        }
    }
    Ok(())
}

/// How long it takes to ask about every position with tables that were just opened, and again. Each thread asks about
/// all of them.
fn measure<T: Sync, P: Sync>(
    threads: usize,
    positions: &[P],
    open: impl Fn() -> Result<T, Failure>,
    probe: impl Fn(&T, &P) -> Result<(), Failure> + Sync,
) -> Result<[Duration; 2], Failure> {
    let tables = open()?;
    let mut times = [Duration::ZERO; 2];
    for time in &mut times {
        let began = Instant::now();
        let work = |first: usize| {
            // Each begins elsewhere, so that they do not wait for the same file all the time.
            let (before, after) = positions.split_at(first * positions.len() / threads);
            let failed = after.iter().chain(before).find_map(|position| probe(&tables, black_box(position)).err());
            failed.map_or(Ok(()), |error| Err(error.to_string()))
        };
        let work = &work;
        std::thread::scope(|scope| {
            let all: Vec<_> = (0..threads).map(|first| scope.spawn(move || work(first))).collect();
            all.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|_| Err("a thread panicked".to_owned())))
        })?;
        *time = began.elapsed();
    }
    Ok(times)
}

fn shakmaty_files(folder: &Path) -> Result<Theirs, Failure> {
    let mut tables = Theirs::new();
    tables.add_directory(folder)?;
    Ok(tables)
}

fn shakmaty_memory(folder: &Path) -> Result<Theirs, Failure> {
    let mut tables = Theirs::with_filesystem(Arc::new(InMemory));
    tables.add_directory(folder)?;
    Ok(tables)
}

fn shakmaty(tables: &Theirs, position: &Chess, metric: Metric) -> Result<(), Failure> {
    match metric {
        Metric::Wdl => drop(black_box(tables.probe_wdl_after_zeroing(position)?)),
        Metric::Dtz => drop(black_box(tables.probe_dtz(position)?)),
    }
    Ok(())
}

/// How long it takes to open a folder of 300 files.
fn opening() -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    let names = (3..=6).flat_map(Material::all).flat_map(|material| Metric::ALL.map(|metric| (material, metric)));
    for (material, metric) in names.take(300) {
        std::fs::write(folder.path().join(format!("{material}.{}", metric.extension())), [0; 80])?;
    }
    let mut best = [Duration::MAX; 2];
    for _ in 0..ROUNDS {
        let began = Instant::now();
        let tables = Tablebase::open(folder.path())?;
        best[0] = best[0].min(began.elapsed());
        if tables.len() != 300 {
            return Err(format!("{} tables of 300 were found", tables.len()).into());
        }
        let began = Instant::now();
        black_box(shakmaty_files(folder.path())?);
        best[1] = best[1].min(began.elapsed());
    }
    let [ours, theirs] = best.map(|time| time.as_secs_f64() * 1e3);
    println!("opening a folder of 300 files: tabiya {ours:.2} ms, shakmaty-syzygy {theirs:.2} ms");
    Ok(())
}
