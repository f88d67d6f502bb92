//! `tabiya verify`: runs suites of known counts on all cores and shows where they disagree.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;
use tabiya::CastlingStyle;
use tabiya_perft::Perft;
use tabiya_perft::suite::{self, Entry};

use crate::Verdict;
use crate::count::{self, BranchLine};
use crate::failure::Failure;
use crate::output::{Output, counted};
use crate::progress;

/// Check our counts against suites: EPD with `;D1 20` fields, or `.perft` files.
///
/// Exits 0 when all counts agree, 1 when one differs, 2 when a line cannot be read.
#[derive(clap::Args)]
pub struct Args {
    /// The suites; `-` is standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Leave out counts above this.
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    max_nodes: u128,
}

/// One count of one position.
struct Job<'a> {
    file: &'a Path,
    entry: &'a Entry,
    depth: u32,
    expected: u128,
}

/// A job whose count differs.
struct Mismatch<'a> {
    job: &'a Job<'a>,
    counted: u128,
}

#[derive(Serialize)]
struct MismatchLine<'a> {
    file: String,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    fen: String,
    depth: u32,
    expected: String,
    counted: String,
    divide: Vec<(String, String)>,
}

#[derive(Serialize)]
struct Answer {
    positions: usize,
    counts: usize,
    skipped: usize,
    mismatches: usize,
    nodes: String,
    seconds: f64,
    nps: f64,
}

impl Args {
    /// Reads every file before counting anything, so that a bad line is known at once.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let mut suites = Vec::new();
        for file in &self.files {
            suites.push((file.as_path(), read(file)?));
        }
        let jobs: Vec<Job> = suites.iter().flat_map(|(file, entries)| jobs(file, entries)).collect();
        let known = jobs.len();
        let jobs: Vec<Job> = jobs.into_iter().filter(|job| job.expected <= self.max_nodes).collect();

        let started = Instant::now();
        let answers = count_all(&jobs)?;
        let seconds = started.elapsed().as_secs_f64();

        let mismatches: Vec<Mismatch> = jobs
            .iter()
            .zip(&answers)
            .filter(|(job, counted)| job.expected != **counted)
            .map(|(job, &counted)| Mismatch { job, counted })
            .collect();
        for mismatch in &mismatches {
            mismatch.report(output)?;
        }

        let nodes: u128 = answers.iter().sum();
        let answer = Answer {
            positions: suites.iter().map(|(_, entries)| entries.len()).sum(),
            counts: jobs.len(),
            skipped: known - jobs.len(),
            mismatches: mismatches.len(),
            nodes: nodes.to_string(),
            seconds,
            nps: nodes as f64 / seconds.max(1e-9),
        };
        output.line(format_args!(
            "{}, {}, {} nodes in {:.2} s ({:.0} million a second)",
            counted(answer.positions, "position"),
            counted(answer.counts, "count"),
            answer.nodes,
            answer.seconds,
            answer.nps / 1e6,
        ))?;
        if answer.skipped > 0 {
            output.line(format_args!(
                "left out: {} above {} nodes (see --max-nodes)",
                counted(answer.skipped, "count"),
                self.max_nodes
            ))?;
        }
        output.line(match answer.mismatches {
            0 => "all agree".to_owned(),
            1 => "1 count differs".to_owned(),
            several => format!("{several} counts differ"),
        })?;
        output.json(&answer)?;
        Ok(if mismatches.is_empty() { Verdict::Fine } else { Verdict::Mismatch })
    }
}

impl Mismatch<'_> {
    fn report(&self, output: &mut Output) -> Result<(), Failure> {
        let Job { file, entry, depth, expected } = self.job;
        let counted = self.counted;
        let fen = entry.position.fen();
        let divide = match depth {
            0 => Vec::new(),
            _ => {
                let division = Perft::fastest(&entry.position, *depth).divide().map_err(Failure::new)?;
                BranchLine::of(&division.branches, castling_style(entry))
            }
        };
        let name = entry.id.as_ref().map_or(String::new(), |id| format!(" ({id})"));
        output.line(format_args!("mismatch at {}:{}{name}", file.display(), entry.line))?;
        output.line(format_args!("position: {fen}"))?;
        output.line(format_args!("depth {depth}: the file says {expected}, we count {counted}"))?;
        for line in &divide {
            output.line(line)?;
        }
        output.line("")?;
        output.json(&MismatchLine {
            file: file.display().to_string(),
            line: entry.line,
            id: entry.id.as_deref(),
            fen,
            depth: *depth,
            expected: expected.to_string(),
            counted: counted.to_string(),
            divide: divide.into_iter().map(|line| (line.text, line.nodes)).collect(),
        })?;
        Ok(())
    }
}

/// The spelling under which nobody can mistake a castle for a king's step.
fn castling_style(entry: &Entry) -> CastlingStyle {
    if count::is_standard_castling(&entry.position) { CastlingStyle::Standard } else { CastlingStyle::Chess960 }
}

fn read(file: &Path) -> Result<Vec<Entry>, Failure> {
    let place = file.display();
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = fs::read(file).map_err(|error| Failure::from(error).at(place))?;
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
        Failure::new(format_args!("line {line}: not UTF-8 text")).at(file.display())
    })?;
    let entries = suite::read(&text).map_err(|error| {
        Failure::new(error)
            .at(file.display())
            .hint("expected `FEN ;D1 20 ;D2 400`, or lines `id NAME`, `epd FEN`, `perft DEPTH NODES`")
    })?;
    if entries.is_empty() {
        return Err(Failure::new("no positions in it").at(file.display()));
    }
    Ok(entries)
}

fn jobs<'a>(file: &'a Path, entries: &'a [Entry]) -> impl Iterator<Item = Job<'a>> {
    entries
        .iter()
        .flat_map(move |entry| entry.counts.iter().map(move |&(depth, expected)| Job { file, entry, depth, expected }))
}

/// Counts every job; the answers are in the order of the jobs.
fn count_all(jobs: &[Job]) -> Result<Vec<u128>, Failure> {
    let in_steps = |nodes: u128| u64::try_from(nodes).unwrap_or(u64::MAX);
    let total = jobs.iter().fold(0u64, |sum, job| sum.saturating_add(in_steps(job.expected)));
    let bar = progress::bar(total, "nodes");
    // The longest first, so that no core is left with one of them when the others are done.
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(jobs[index].expected));
    let counted: Result<Vec<(usize, u128)>, Failure> = order
        .into_par_iter()
        .with_max_len(1)
        .map(|index| {
            let job = &jobs[index];
            let nodes = count::perft(&job.entry.position, job.depth)?;
            bar.inc(in_steps(job.expected));
            Ok((index, nodes))
        })
        .collect();
    bar.finish_and_clear();
    let mut counted = counted?;
    counted.sort_unstable_by_key(|&(index, _)| index);
    Ok(counted.into_iter().map(|(_, nodes)| nodes).collect())
}
