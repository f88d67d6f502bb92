//! `tabiya bench`: how fast this machine counts, over positions, instruction sets, threads and tables.

mod compare;
mod plot;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use tabiya::Position;
use tabiya::cpu::Level;
use tabiya_gpu::{Gpu, GpuPerft};
use tabiya_perft::Perft;

use crate::Verdict;
use crate::failure::{Failure, warn};
use crate::file::NewFile;
use crate::interrupt;
use crate::output::{Output, counted, digits};
use crate::progress;

/// Measure how fast this machine counts: every instruction set, on one thread and on all, with and without a table.
///
/// With --compare, beside another program instead, on one thread and without a table. Every count is checked; exits 1
/// when one is wrong.
#[derive(clap::Args)]
pub struct Args {
    /// Rounds; the best time of each row counts.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,

    /// One ply less everywhere, for a quick look.
    #[arg(long)]
    quick: bool,

    /// Also draw the table as an SVG picture.
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// A program to count beside, in turns: a UCI engine with `go perft`, one with `perft` or `divide`, a perftree
    /// script, or a command with {fen} and {depth} in it. What it speaks is found out.
    #[arg(long, value_name = "COMMAND", conflicts_with = "plot")]
    compare: Option<String>,

    /// With --compare: how long one answer of the program may take, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, requires = "compare",
          value_parser = clap::value_parser!(u32).range(1..=86_400))]
    timeout: u32,
}

/// A standard position with the leaves at two depths: quick, and full.
struct Case {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    nodes: [u128; 2],
}

impl Case {
    /// The depth to count to and the leaves there.
    fn goal(&self, quick: bool) -> (u32, u128) {
        if quick { (self.depth - 1, self.nodes[0]) } else { (self.depth, self.nodes[1]) }
    }
}

const CASES: [Case; 9] = [
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
        depth: 6,
        nodes: [15_833_292, 706_045_033],
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
    Case { name: "queen", fen: "8/8/8/4k3/8/8/3QK3/8 w - - 0 1", depth: 7, nodes: [1_955_911, 53_665_085] },
    Case { name: "rook, pawn", fen: "8/8/1K6/8/3p4/4k3/8/7R w - - 0 1", depth: 8, nodes: [63_009_517, 435_689_656] },
    Case {
        name: "queens",
        fen: "5nk1/pp3pp1/2p4p/q7/2PPB2P/P5P1/1P5K/3Q4 w - - 0 1",
        depth: 6,
        nodes: [31_265_700, 849_167_880],
    },
];

/// Enough for every position at these depths.
const HASH: usize = 256 << 20;

/// How to count.
#[derive(Clone, Copy)]
struct Means {
    isa: Level,
    threads: usize,
    hash: usize,
}

/// The best of a position's rounds by one means.
#[derive(Serialize)]
struct Row {
    position: &'static str,
    depth: u32,
    nodes: String,
    /// Whether every round counted that.
    correct: bool,
    isa: &'static str,
    threads: usize,
    hash_bytes: usize,
    seconds: f64,
    million_nodes_per_second: f64,
}

#[derive(Serialize)]
struct Answer {
    rows: usize,
    correct: bool,
    complete: bool,
}

impl Row {
    fn title(&self) -> String {
        format!("{} d{}", self.position, self.depth)
    }
}

impl Args {
    /// Runs every row as often as asked and prints the best.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        if let Some(command) = &self.compare {
            return compare::run(self.rounds, self.quick, command, self.timeout, output);
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if cores > 1 { vec![1, cores] } else { vec![1] };
        // A picture that cannot be written is better known now than after the work.
        let picture = self.plot.as_deref().map(|path| NewFile::create(path, &[])).transpose()?;
        let rows = self.measure(&threads)?;
        print(&rows, &threads, output)?;
        for row in &rows {
            output.detail("row", row)?;
        }
        let columns = 2 * threads.len();
        let finished = rows.len() == CASES.len() * Level::available().count() * columns;
        // Opening a GPU takes its time.
        let (on_gpu, finished) = if finished { self.measure_gpu(output)? } else { (Vec::new(), false) };
        for row in &on_gpu {
            output.detail("row", row)?;
        }
        let correct = rows.iter().chain(&on_gpu).all(|row| row.correct);
        let answer = Answer { rows: rows.len() + on_gpu.len(), correct, complete: finished };
        if !finished {
            output.line("interrupted: only the positions above were finished")?;
            output.answer(&answer)?;
            return Ok(Verdict::Interrupted);
        }
        if let Some(file) = picture {
            file.write(plot::picture(&rows, columns, &measured_on()).as_bytes(), output)?;
        }
        output.answer(&answer)?;
        Ok(if correct { Verdict::Fine } else { Verdict::Mismatch })
    }

    /// A line for each position on the GPUs of this machine, where it has any, without and with merging; and whether
    /// Ctrl-C let it do them all.
    fn measure_gpu(&self, output: &mut Output) -> Result<(Vec<Row>, bool), Failure> {
        let Ok(gpu) = Gpu::open(None) else { return Ok((Vec::new(), true)) };
        let mut rows = Vec::new();
        output.line(format_args!("\non {}", gpu.names().collect::<Vec<_>>().join(", ")))?;
        for case in &CASES {
            let (depth, nodes) = case.goal(self.quick);
            let position = Position::from_fen(case.fen).map_err(Failure::new)?;
            for merge in [false, true] {
                let (mut correct, mut seconds) = (true, f64::INFINITY);
                for _ in 0..self.rounds {
                    let perft = GpuPerft::new(&gpu, &position).depth(depth).merge(merge).cancel(interrupt::flag());
                    let report = perft.run().map_err(Failure::new)?;
                    if !report.complete {
                        return Ok((rows, false));
                    }
                    correct &= report.nodes == nodes;
                    seconds = seconds.min(report.elapsed.max(Duration::from_nanos(1)).as_secs_f64());
                }
                let row = Row {
                    position: case.name,
                    depth,
                    nodes: nodes.to_string(),
                    correct,
                    isa: "gpu",
                    threads: gpu.names().count(),
                    hash_bytes: if merge { gpu.memory() } else { 0 },
                    seconds,
                    million_nodes_per_second: nodes as f64 / seconds / 1e6,
                };
                let how = if merge { "merged" } else { "unmerged" };
                let wrong = if correct { "" } else { "  WRONG" };
                let (title, rate) = (row.title(), row.million_nodes_per_second);
                output.line(format_args!("{title:<15}{how:<10}{rate:>18.0}{wrong}"))?;
                rows.push(row);
            }
        }
        Ok((rows, true))
    }

    /// The rows of all positions, or of those that were finished when Ctrl-C came.
    fn measure(&self, threads: &[usize]) -> Result<Vec<Row>, Failure> {
        let means = means(threads);
        let bar = progress::bar((CASES.len() * means.len()) as u64 * u64::from(self.rounds), "runs");
        let mut rows = Vec::new();
        for case in &CASES {
            let (depth, nodes) = case.goal(self.quick);
            bar.set_message(case.name);
            let position = Position::from_fen(case.fen).map_err(Failure::new)?;
            let new_row = |means: &Means| Row {
                position: case.name,
                depth,
                nodes: nodes.to_string(),
                correct: true,
                isa: means.isa.name(),
                threads: means.threads,
                hash_bytes: 0,
                seconds: f64::INFINITY,
                million_nodes_per_second: 0.0,
            };
            let mut case_rows: Vec<Row> = means.iter().map(new_row).collect();
            // Rounds outside, rows inside: a machine that slows down slows all rows down.
            for _ in 0..self.rounds {
                for (means, row) in means.iter().zip(&mut case_rows) {
                    let perft = Perft::new(&position).depth(depth).level(means.isa);
                    let perft = perft.threads(means.threads).hash(means.hash).cancel(interrupt::flag());
                    let report = perft.run().map_err(Failure::new)?;
                    if !report.complete {
                        bar.finish_and_clear();
                        return Ok(rows);
                    }
                    if report.nodes != nodes {
                        row.correct = false;
                        let title = row.title();
                        warn(format_args!("WRONG: {title} by {}: {} instead of {nodes}", means.isa, report.nodes));
                    }
                    row.hash_bytes = report.hash;
                    row.seconds = row.seconds.min(report.elapsed.max(Duration::from_nanos(1)).as_secs_f64());
                    row.million_nodes_per_second = nodes as f64 / row.seconds / 1e6;
                    bar.inc(1);
                }
            }
            rows.append(&mut case_rows);
        }
        bar.finish_and_clear();
        Ok(rows)
    }
}

/// What a picture must say of its figures to be worth keeping: the machine, the version and the day.
fn measured_on() -> String {
    let (version, today) = (env!("CARGO_PKG_VERSION"), time::OffsetDateTime::now_utc().date());
    let (year, month, day) = (today.year(), u8::from(today.month()), today.day());
    let build = if cfg!(debug_assertions) { ", a debug build" } else { "" };
    format!("{}, tabiya {version}{build}, {year}-{month:02}-{day:02}", cpu_name())
}

/// The name the processor gives itself, where the system tells; otherwise its architecture.
fn cpu_name() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let name = name.map_or("", |(_, name)| name.trim());
    if name.is_empty() { format!("unnamed {} processor", std::env::consts::ARCH) } else { name.to_owned() }
}

/// Every instruction set, on these numbers of threads, without and with a table.
fn means(threads: &[usize]) -> Vec<Means> {
    let with_isa = |isa| threads.iter().flat_map(move |&threads| [0, HASH].map(|hash| Means { isa, threads, hash }));
    Level::available().flat_map(with_isa).collect()
}

/// A line for each position and instruction set, a column for each number of threads with and without a table.
fn print(rows: &[Row], threads: &[usize], output: &mut Output) -> Result<(), Failure> {
    let mut first = format!("{:<15}{:<10}", "M leaves/s", "");
    let mut second = format!("{:<15}{:<10}", "position", "isa");
    for &threads in threads {
        let _ = write!(first, "{:>18}", counted(threads, "thread"));
        let _ = write!(second, "{:>9}{:>9}", "no hash", "hash");
    }
    output.line(first)?;
    output.line(second)?;
    let mut title = String::new();
    for group in rows.chunks(2 * threads.len()) {
        let name = if title == group[0].title() { "" } else { &group[0].title() };
        let mut line = format!("{name:<15}{:<10}", group[0].isa);
        for row in group {
            let mark = if row.correct { "" } else { "!" };
            let _ = write!(line, "{:>9}", format!("{}{mark}", digits(row.million_nodes_per_second.round() as u128)));
        }
        title = group[0].title();
        output.line(line)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows of two positions, as fast as they are far down.
    pub(super) fn rows() -> Vec<Row> {
        let mut rows = Vec::new();
        for case in &CASES[..2] {
            for isa in ["portable", "bmi2"] {
                for (threads, hash_bytes) in [(1, 0), (1, HASH), (2, 0), (2, HASH)] {
                    let rate = 100.0 * (rows.len() + 1) as f64;
                    rows.push(Row {
                        position: case.name,
                        depth: case.depth,
                        nodes: case.nodes[1].to_string(),
                        correct: true,
                        isa,
                        threads,
                        hash_bytes,
                        seconds: 1.0,
                        million_nodes_per_second: rate,
                    });
                }
            }
        }
        rows
    }

    #[test]
    fn every_instruction_set_is_measured_on_all_threads_with_and_without_a_table() {
        let means = means(&[1, 8]);
        assert_eq!(means.len(), 4 * Level::available().count());
        for isa in Level::available() {
            let own = means.iter().filter(|means| means.isa == isa).map(|means| (means.threads, means.hash));
            assert_eq!(own.collect::<Vec<_>>(), [(1, 0), (1, HASH), (8, 0), (8, HASH)]);
        }
    }

    #[test]
    fn the_counts_are_those_of_the_test_data() {
        let mut suite = Vec::new();
        for file in ["public.epd", "few.epd"] {
            let path = format!("{}/testdata/{file}", env!("CARGO_MANIFEST_DIR"));
            suite.extend(tabiya_perft::suite::read(&std::fs::read_to_string(path).unwrap()).unwrap());
        }
        for case in &CASES {
            let position = Position::from_fen(case.fen).unwrap();
            let known = suite.iter().find(|entry| entry.position == position).expect(case.name);
            for (depth, nodes) in [(case.depth - 1, case.nodes[0]), (case.depth, case.nodes[1])] {
                assert!(known.counts.contains(&(depth, nodes)), "{} d{depth}", case.name);
            }
        }
    }
}
