//! Random games and random setups against the oracle, a mailbox generator and two other libraries, for as long as you
//! like.
//!
//! One chunk is a thousand positions of one kind and depends on its number alone. `--resume FILE` notes finished
//! chunks.
#![forbid(unsafe_code)]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Parser;
use shakmaty::CastlingMode;
use shakmaty::fen::Fen;
use tabiya::{CastlingField, EnPassantField, FenStyle, Position, Setup};
use tabiya_check::chunks::{self, Failure};
use tabiya_check::games::Variant;
use tabiya_check::judge::is_position;
use tabiya_check::peers::{self, Trio};
use tabiya_check::setups::{Army, random_setup};
use tabiya_check::{Random, backwards, kinds, twins};
use tabiya_retro::Castles;

/// Compares move sets of every kind, checkers, pins, checks given, keys, FEN, SAN, outcome and the position after each
/// move, on N positions.
#[derive(Parser)]
struct Args {
    /// How many positions.
    #[arg(long, default_value_t = 1_000_000)]
    positions: u64,
    /// The first chunk's number. Seeds that lie nearer to each other than the chunks of a run
    /// (a thousandth of its positions) share chunks.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Threads; one per core if left out.
    #[arg(long)]
    threads: Option<usize>,
    /// Notes finished chunks here, and leaves out those that are noted; the file of a run of another kind or seed is
    /// refused.
    #[arg(long)]
    resume: Option<PathBuf>,
    /// Compares with the oracle and the peers only, without the mailbox generator, the texts and the checks of each
    /// move.
    #[arg(long)]
    moves_only: bool,
    /// Compares what the counter says of two plies, by every instruction set of this machine, with the moves one by
    /// one.
    #[arg(long, conflicts_with = "moves_only")]
    counts: bool,
    /// Compares moves with unmoves instead: every legal move is found again from the position after it, every
    /// predecessor leads forwards again. Counts pairs of a position and a move.
    #[arg(long, conflicts_with_all = ["moves_only", "counts"])]
    backwards: bool,
}

const CHUNK: u64 = 1000;

/// Setups that a peer would not read.
static REFUSED: AtomicU64 = AtomicU64::new(0);

fn main() -> ExitCode {
    let args = Args::parse();
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let count = args.positions.div_ceil(CHUNK);
    let checks = match (args.moves_only, args.counts) {
        (true, _) => Checks { with_peers: moves_only, alone: twins::compare },
        (_, true) => Checks { with_peers: |trio| twins::compare_counts(&trio.tabiya), alone: twins::compare_counts },
        _ => Checks { with_peers: everything, alone },
    };
    let work = |chunk| {
        let seed = args.seed.wrapping_add(chunk);
        catch(|| if args.backwards { run_chunk_backwards(seed) } else { run_chunk(seed, checks) })
    };
    // The sentence of a difference is printed once, at the end.
    std::panic::set_hook(Box::new(|_| {}));
    let mode = match (args.moves_only, args.counts, args.backwards) {
        (true, ..) => "moves-only",
        (_, true, _) => "counts",
        (.., true) => "backwards",
        _ => "everything",
    };
    // What a chunk of these counts is in its name, because it was positions once.
    let kind = if args.backwards { "backwards, pairs" } else { mode };
    let identity = chunks::identity("differential", kind, args.seed, 1);
    match chunks::run(count, threads, &identity, args.resume.as_deref(), work) {
        Ok(total) => {
            let rate = total.now as f64 / total.elapsed.as_secs_f64().max(1e-9);
            let what = if args.backwards { "pairs of a position and a move" } else { "positions" };
            println!(
                "{} {what} agree ({} of them now, in {:.1} s: {:.0} per second on {threads} threads)",
                total.compared,
                total.now,
                total.elapsed.as_secs_f64(),
                rate
            );
            if !args.counts && !args.backwards {
                let refused = REFUSED.load(Ordering::Relaxed);
                println!("{refused} of those of now a peer would not read: compared with the oracle alone");
            }
            ExitCode::SUCCESS
        }
        Err(Failure::Unusable(sentence)) => {
            eprintln!("{sentence}");
            ExitCode::from(2)
        }
        Err(Failure::Difference { chunk, sentence }) => {
            eprintln!("difference: chunk {chunk}: {sentence}");
            let seed = args.seed.wrapping_add(chunk);
            let mode = if mode == "everything" { String::new() } else { format!(" --{mode}") };
            eprintln!("to see it again: --seed {seed} --positions {CHUNK}{mode}");
            ExitCode::FAILURE
        }
    }
}

/// What every position has to pass.
#[derive(Clone, Copy)]
struct Checks {
    with_peers: fn(&Trio) -> Result<(), String>,
    /// Where a peer would not read the position.
    alone: fn(&Position) -> Result<(), String>,
}

/// The comparisons say what differs by panicking, as tests do.
fn catch(work: impl FnOnce() -> Result<u64, String>) -> Result<u64, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        Err(text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap_or_default())
    })
}

fn everything(trio: &Trio) -> Result<(), String> {
    peers::compare(trio);
    kinds::check(&trio.tabiya);
    twins::compare_after(&trio.tabiya)
}

/// All that needs no peer.
fn alone(position: &Position) -> Result<(), String> {
    kinds::check(position);
    twins::compare(position)
}

fn moves_only(trio: &Trio) -> Result<(), String> {
    let mut mine: Vec<_> = trio.tabiya.legal_moves().into_iter().map(peers::plain).collect();
    mine.sort_unstable();
    assert_eq!(mine, trio.shakmaty_moves(), "shakmaty: {}", trio.tabiya.fen());
    assert_eq!(mine, trio.cozy_moves(), "cozy-chess: {}", trio.tabiya.fen());
    twins::compare(&trio.tabiya)
}

/// Three kinds of games and three kinds of setups take turns.
fn run_chunk(chunk: u64, checks: Checks) -> Result<u64, String> {
    let mut random = Random::new(chunk);
    let mut compared = 0;
    if let Some(&variant) = Variant::ALL.get((chunk % 6) as usize) {
        while compared < CHUNK {
            let mut trio = Trio::new(&variant.start(&mut random));
            for _ in 0..300 {
                (checks.with_peers)(&trio)?;
                compared += 1;
                let moves = trio.tabiya.legal_moves();
                if moves.is_empty() || compared == CHUNK {
                    break;
                }
                trio.play(random.choose(&moves));
            }
        }
        return Ok(compared);
    }
    let army = Army::ALL[(chunk % 6 - 3) as usize];
    while compared < CHUNK {
        let Some(position) = judged(random_setup(army, &mut |bound| random.below(bound)))? else { continue };
        match trio_of(&position) {
            Ok(trio) => (checks.with_peers)(&trio)?,
            // A stricter peer: the oracle alone has to do, and the number is told.
            Err(_) => {
                REFUSED.fetch_add(1, Ordering::Relaxed);
                (checks.alone)(&position)?;
            }
        }
        compared += 1;
    }
    Ok(compared)
}

/// The same kinds of positions, both directions of each; of some also the slow twin. Returns how many pairs of a
/// position and a move were compared.
fn run_chunk_backwards(chunk: u64) -> Result<u64, String> {
    let mut random = Random::new(chunk);
    let (mut compared, mut pairs) = (0, 0);
    // The pairs, once the chunk is complete.
    let mut check = |position: &Position, castles: Castles| {
        pairs += backwards::compare(position, castles)?;
        if compared % 50 == 0 {
            backwards::compare_with_twin(position, castles)?;
        }
        compared += 1;
        Ok::<Option<u64>, String>((compared == CHUNK).then_some(pairs))
    };
    if let Some(&variant) = Variant::ALL.get((chunk % 6) as usize) {
        let castles = if variant == Variant::Standard { Castles::Standard } else { Castles::Chess960 };
        loop {
            let mut position = variant.start(&mut random);
            for _ in 0..300 {
                if let Some(pairs) = check(&position, castles)? {
                    return Ok(pairs);
                }
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.after(random.choose(&moves));
            }
        }
    }
    let army = Army::ALL[(chunk % 6 - 3) as usize];
    loop {
        let setup = random_setup(army, &mut |bound| random.below(bound));
        if let Ok(position) = Position::from_setup(setup)
            && let Some(pairs) = check(&position, Castles::Chess960)?
        {
            return Ok(pairs);
        }
    }
}

/// The position of a setup, or `None` if there is none by both judges.
fn judged(setup: Setup) -> Result<Option<Position>, String> {
    match (Position::from_setup(setup), is_position(&setup)) {
        (Ok(position), true) => Ok(Some(position)),
        (Err(_), false) => Ok(None),
        (found, _) => Err(format!("the second judge disagrees with {found:?} of {setup:?}")),
    }
}

/// A position in three libraries. Cozy-chess refuses clocks above a hundred, so it gets a clock of zero; its clock is
/// not compared.
fn trio_of(position: &Position) -> Result<Trio, String> {
    let style = FenStyle { castling: CastlingField::Shredder, en_passant: EnPassantField::Always };
    let setup = Setup { halfmove_clock: 0, ..position.setup(EnPassantField::Always) };
    let at_zero = Position::from_setup(setup).map_err(|invalid| invalid.to_string())?;
    let fen = position.to_fen(style);
    let parsed: Fen = fen.parse().map_err(|error| format!("shakmaty cannot read {fen}: {error}"))?;
    let shakmaty = parsed.into_position(CastlingMode::Chess960);
    let shakmaty = shakmaty.map_err(|error| format!("shakmaty refuses {fen}: {error}"))?;
    Ok(Trio { tabiya: *position, shakmaty, ..Trio::try_new(&at_zero)? })
}
