//! What the C interface costs: a list of legal moves through `tabiya_generate` against the same list in Rust.
//!
//! `cargo run --release -p tabiya-capi --example overhead`. Rounds alternate, and the best of each counts.

use std::hint::black_box;
use std::ptr::null_mut;
use std::time::{Duration, Instant};

use tabiya::Position;
use tabiya_capi::functions::{TABIYA_MAX_MOVES, TabiyaMove, tabiya_generate};
use tabiya_capi::position::TabiyaPosition;
use tabiya_capi::status::{TabiyaError, TabiyaStatus};

const FENS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    tabiya_check::positions::KIWIPETE,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
];
const ROUNDS: u32 = 400;
const REPEATS: u32 = 2_000;

fn timed(best: &mut Duration, mut work: impl FnMut()) {
    let began = Instant::now();
    for _ in 0..REPEATS {
        work();
    }
    *best = began.elapsed().min(*best);
}

fn main() {
    let positions: Vec<Position> = FENS.iter().filter_map(|fen| Position::from_fen(fen).ok()).collect();
    let theirs: Vec<TabiyaPosition> = positions.iter().map(TabiyaPosition::new).collect();
    // Through pointers that the compiler cannot see through, as a linker would call it.
    type Generate = unsafe extern "C" fn(
        *const TabiyaPosition,
        u32,
        *mut TabiyaMove,
        usize,
        *mut usize,
        *mut TabiyaError,
    ) -> TabiyaStatus;
    let generate: Generate = black_box(tabiya_generate);
    let (mut rust, mut c) = (Duration::MAX, Duration::MAX);
    let mut moves = [0; TABIYA_MAX_MOVES];
    for _ in 0..ROUNDS {
        timed(&mut rust, || {
            for position in &positions {
                black_box(&black_box(position).legal_moves());
            }
        });
        timed(&mut c, || {
            for position in &theirs {
                let mut count = 0;
                // SAFETY: everything is ours and as large as said.
                let status = unsafe {
                    generate(
                        black_box(&raw const *position),
                        0,
                        moves.as_mut_ptr(),
                        moves.len(),
                        &raw mut count,
                        null_mut(),
                    )
                };
                assert_eq!(status, TabiyaStatus::Ok);
                black_box((&mut moves, count));
            }
        });
    }
    let each = |time: Duration| time.as_secs_f64() * 1e9 / f64::from(REPEATS) / positions.len() as f64;
    println!("a list in Rust {:.1} ns, through C {:.1} ns, {:+.1} ns", each(rust), each(c), each(c) - each(rust));
}
