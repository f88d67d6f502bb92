//! `tabiya bench`: how fast this machine counts, over positions, instruction sets, threads and tables.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use tabiya::Position;
use tabiya_perft::{InstructionSet, Perft};

use crate::Verdict;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress;

/// Measure how fast this machine counts.
#[derive(clap::Args)]
pub struct Args {
    /// Rounds; the best time of each row counts.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,

    /// One ply less everywhere, for a quick look.
    #[arg(long)]
    quick: bool,

    /// Also draw the table as an SVG picture.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// A standard position with the leaves at two depths: quick, and full.
struct Case {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    nodes: [u128; 2],
}

const CASES: [Case; 6] = [
    Case {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 6,
        nodes: [4_865_609, 119_060_324],
    },
    Case {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 5,
        nodes: [4_085_603, 193_690_690],
    },
    Case {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 7,
        nodes: [11_030_083, 178_633_661],
    },
    Case {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 5,
        nodes: [422_333, 15_833_292],
    },
    Case {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        depth: 5,
        nodes: [2_103_487, 89_941_194],
    },
    Case {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        depth: 5,
        nodes: [3_894_594, 164_075_551],
    },
];

/// Enough for every position at these depths.
const HASH: usize = 256 << 20;

#[derive(Clone, Copy)]
struct Means {
    isa: InstructionSet,
    threads: usize,
    hash: usize,
}

impl Means {
    fn name(self) -> String {
        let hash = if self.hash == 0 { "" } else { " hash" };
        format!("{} x{}{hash}", self.isa, self.threads)
    }
}

#[derive(Serialize)]
struct Row {
    position: &'static str,
    depth: u32,
    nodes: String,
    isa: &'static str,
    threads: usize,
    hash_bytes: usize,
    seconds: f64,
    million_nodes_per_second: f64,
}

impl Args {
    /// Runs every row as often as asked and prints the best.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let means = means(cores);
        let bar = progress::bar((CASES.len() * means.len()) as u64, "rows");
        let mut wrong = false;
        let mut rows = Vec::new();
        for case in &CASES {
            let (depth, nodes) = if self.quick { (case.depth - 1, case.nodes[0]) } else { (case.depth, case.nodes[1]) };
            let position = Position::from_fen(case.fen).map_err(Failure::new)?;
            let mut best = vec![Duration::MAX; means.len()];
            // Rounds outside, rows inside: a machine that slows down slows everybody down.
            for round in 0..self.rounds {
                for (means, best) in means.iter().zip(&mut best) {
                    let perft = Perft::new(&position).depth(depth);
                    let report = perft.isa(means.isa).threads(means.threads).hash(means.hash).run();
                    let report = report.map_err(Failure::new)?;
                    if report.nodes != nodes {
                        wrong = true;
                        output.line(format_args!(
                            "WRONG: {} depth {depth} by {}: {} instead of {nodes}",
                            case.name,
                            means.name(),
                            report.nodes
                        ))?;
                    }
                    *best = (*best).min(report.elapsed);
                    if round == 0 {
                        bar.inc(1);
                    }
                }
            }
            for (means, best) in means.iter().zip(best) {
                let seconds = best.as_secs_f64().max(1e-9);
                rows.push(Row {
                    position: case.name,
                    depth,
                    nodes: nodes.to_string(),
                    isa: means.isa.name(),
                    threads: means.threads,
                    hash_bytes: means.hash,
                    seconds,
                    million_nodes_per_second: nodes as f64 / seconds / 1e6,
                });
            }
        }
        bar.finish_and_clear();
        print(&rows, &means, output)?;
        if let Some(path) = &self.plot {
            std::fs::write(path, picture(&rows, &means)).map_err(|error| Failure::from(error).at(path.display()))?;
        }
        Ok(if wrong { Verdict::Mismatch } else { Verdict::Fine })
    }
}

/// Every instruction set alone; the best one with every core, with a table, and with both.
fn means(cores: usize) -> Vec<Means> {
    let mut means: Vec<Means> = InstructionSet::available().map(|isa| Means { isa, threads: 1, hash: 0 }).collect();
    let isa = InstructionSet::best();
    means.push(Means { isa, threads: 1, hash: HASH });
    if cores > 1 {
        means.push(Means { isa, threads: cores, hash: 0 });
        means.push(Means { isa, threads: cores, hash: HASH });
    }
    means
}

fn print(rows: &[Row], means: &[Means], output: &mut Output) -> Result<(), Failure> {
    let mut header = format!("{:<14}", "million/s");
    for means in means {
        let _ = write!(header, "{:>16}", means.name());
    }
    output.line(header)?;
    for group in rows.chunks(means.len()) {
        let mut line = format!("{:<14}", format!("{} d{}", group[0].position, group[0].depth));
        for row in group {
            let _ = write!(line, "{:>16.0}", row.million_nodes_per_second);
        }
        output.line(line)?;
    }
    for row in rows {
        output.json(row)?;
    }
    Ok(())
}

/// Bars in groups, one group a position, on a logarithmic scale: a table can be a hundred times a plain count.
fn picture(rows: &[Row], means: &[Means]) -> String {
    const COLORS: [&str; 8] = ["#8d99ae", "#5e7ce2", "#2a9d8f", "#e76f51", "#f4a261", "#9b5de5", "#264653", "#bc4749"];
    const BAR: f64 = 16.0;
    const HEIGHT: f64 = 300.0;
    const LEFT: f64 = 64.0;
    let group_width = BAR * means.len() as f64 + 28.0;
    let groups = rows.len() / means.len();
    let width = LEFT + group_width * groups as f64 + 190.0;
    // From ten million a second to the next power of ten above the fastest.
    let fastest = rows.iter().map(|row| row.million_nodes_per_second).fold(100.0, f64::max);
    let decades = fastest.log10().ceil() - 1.0;
    let y_of = |rate: f64| HEIGHT + 20.0 - HEIGHT * ((rate.max(10.0).log10() - 1.0) / decades);

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{:.0}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        HEIGHT + 60.0
    );
    for decade in 0..=decades as u32 {
        let rate = 10_f64.powi(decade as i32 + 1);
        let y = y_of(rate);
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{rate:.0}</text>",
            width - 180.0,
            LEFT - 6.0,
            y + 4.0
        );
    }
    let _ = writeln!(svg, "<text x=\"6\" y=\"14\">million leaves a second</text>");
    for (g, group) in rows.chunks(means.len()).enumerate() {
        let x0 = LEFT + 14.0 + group_width * g as f64;
        for (i, row) in group.iter().enumerate() {
            let y = y_of(row.million_nodes_per_second);
            let _ = writeln!(
                svg,
                "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"><title>{:.0}</title></rect>",
                x0 + BAR * i as f64,
                BAR - 2.0,
                HEIGHT + 20.0 - y,
                COLORS[i % COLORS.len()],
                row.million_nodes_per_second
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{} d{}</text>",
            x0 + BAR * means.len() as f64 / 2.0,
            HEIGHT + 38.0,
            group[0].position,
            group[0].depth
        );
    }
    for (i, means) in means.iter().enumerate() {
        let y = 30.0 + 20.0 * i as f64;
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"12\" height=\"12\" fill=\"{}\"/><text x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
            width - 165.0,
            y - 10.0,
            COLORS[i % COLORS.len()],
            width - 147.0,
            means.name()
        );
    }
    svg.push_str("</svg>\n");
    svg
}
