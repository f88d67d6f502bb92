//! Measures and checks the counter on the cards of this machine; every count is compared with the published one.
//!
//! `measure check` counts all positions below at moderate depths, merged and not;
//! `measure NAME DEPTH [ROUNDS] [unmerged]` times one.

use std::time::Instant;

use tabiya::Position;
use tabiya_gpu::{Gpu, GpuPerft};

struct Known {
    name: &'static str,
    fen: &'static str,
    /// By depth, from one.
    nodes: &'static [u128],
}

const KNOWN: &[Known] = &[
    Known {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        nodes: &[
            20,
            400,
            8_902,
            197_281,
            4_865_609,
            119_060_324,
            3_195_901_860,
            84_998_978_956,
            2_439_530_234_167,
            69_352_859_712_417,
            2_097_651_003_696_806,
            62_854_969_236_701_747,
            1_981_066_775_000_396_239,
        ],
    },
    Known {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        nodes: &[48, 2_039, 97_862, 4_085_603, 193_690_690, 8_031_647_685, 374_190_009_323],
    },
    Known {
        name: "position3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        nodes: &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661, 3_009_794_393],
    },
    Known {
        name: "position4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        nodes: &[6, 264, 9_467, 422_333, 15_833_292, 706_045_033, 27_209_691_363],
    },
    Known {
        name: "position5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        nodes: &[44, 1_486, 62_379, 2_103_487, 89_941_194, 3_048_196_529],
    },
    Known {
        name: "position6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        nodes: &[46, 2_079, 89_890, 3_894_594, 164_075_551, 6_923_051_137, 287_188_994_746],
    },
    Known {
        name: "promotions",
        fen: "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        nodes: &[24, 496, 9_483, 182_838, 3_605_103, 71_179_139],
    },
];

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let start = Instant::now();
    let memory = std::env::var("MEASURE_MIB").ok().and_then(|mib| mib.parse::<usize>().ok()).map(|mib| mib << 20);
    let gpu = Gpu::open(memory).map_err(|error| error.to_string())?;
    let names: Vec<&str> = gpu.names().collect();
    println!("{} with {} MiB, opened in {:.3} s", names.join(", "), gpu.memory() >> 20, start.elapsed().as_secs_f64());
    let mut wrong = 0;
    match arguments.first().map(String::as_str) {
        None | Some("check") => {
            for known in KNOWN {
                let most = known.nodes.iter().take_while(|&&nodes| nodes < 10_000_000_000).count() as u32;
                for depth in 1..=most {
                    for merge in [false, true] {
                        wrong += usize::from(!count(&gpu, known, depth, merge)?);
                    }
                }
            }
        }
        Some(name) => {
            let known = KNOWN.iter().find(|known| known.name == name).ok_or("no such position")?;
            let number = |at: usize, usual: u32| arguments.get(at).map_or(Ok(usual), |text| text.parse());
            let depth = number(1, 5).map_err(|error| error.to_string())?;
            let rounds = number(2, 3).map_err(|error| error.to_string())?;
            let merge = arguments.get(3).is_none_or(|word| word != "unmerged");
            for _ in 0..rounds {
                wrong += usize::from(!count(&gpu, known, depth, merge)?);
            }
        }
    }
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} counts are wrong")) }
}

/// Counts and compares; true if it is the published number.
fn count(gpu: &Gpu, known: &Known, depth: u32, merge: bool) -> Result<bool, String> {
    let position = Position::from_fen(known.fen).map_err(|error| error.to_string())?;
    let report = GpuPerft::new(gpu, &position).depth(depth).merge(merge).run().map_err(|error| error.to_string())?;
    let right = depth.checked_sub(1).and_then(|at| known.nodes.get(at as usize)) == Some(&report.nodes);
    let seconds = report.elapsed.as_secs_f64();
    let how = if merge { "merged" } else { "unmerged" };
    let verdict = if right { "" } else { "  WRONG" };
    let rate = report.nodes as f64 / seconds / 1e9;
    println!("{} d{depth} {how}: {} in {seconds:.4} s, {rate:.1} G/s{verdict}", known.name, report.nodes);
    Ok(right)
}
