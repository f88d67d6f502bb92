//! `tabiya verify`: runs suites of known counts on all cores and shows where they disagree.

use std::borrow::Borrow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;
use tabiya::Tolerance;
use tabiya_perft::suite::{self, Entry, Suite};
use tabiya_perft::{Perft, Progress};

use crate::Verdict;
use crate::certificate;
use crate::count::{self, BranchLine};
use crate::failure::{Failure, warn};
use crate::output::{Output, counted, digits};

use crate::{interrupt, progress, size};

/// Check our counts against suites: EPD with `;D1 20` fields, or `.perft` files; or check a finished checkpoint of a
/// cluster.
///
/// Positions that could not arise in a game are counted too and mentioned at the end; boards that cannot be positions,
/// without a king for example, are left out. Exits 0 when all counts agree, 1 when one differs, 2 when a line cannot be
/// read, 130 when Ctrl-C ends it before the last count.
#[derive(clap::Args)]
pub struct Args {
    /// The suites; `-` is standard input. Or finished checkpoints of `python -m tabiya.cluster perft`, of which some
    /// tasks are counted again.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Leave out counts above this, and stop a count that grows beyond it, whatever the file says.
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    max_nodes: u128,

    /// How many tasks of each checkpoint to count again, chosen at random.
    #[arg(long, value_name = "N", default_value_t = 8)]
    sample: usize,

    /// Refuse a file with a position that could not arise in a game.
    #[arg(long, conflicts_with = "repair")]
    strict: bool,

    /// Drop castling rights and en passant squares that cannot be, each with a warning.
    #[arg(long)]
    repair: bool,
}

/// One count of one position.
struct Job<'a> {
    file: &'a Path,
    entry: &'a Entry,
    depth: u32,
    expected: u128,
}

/// What came of a job.
#[derive(Clone, Copy)]
enum Outcome {
    /// All leaves were counted.
    Counted(u128),
    /// There are more leaves than we were to count.
    TooMany(u128),
    /// Ctrl-C came first.
    Unfinished,
}

/// A job whose count differs.
struct Mismatch<'a> {
    job: &'a Job<'a>,
    /// The leaves counted; fewer than there are if the count was stopped.
    counted: u128,
    complete: bool,
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
    /// Whether `counted` is all; otherwise there are more.
    complete: bool,
    divide: Vec<(String, String)>,
}

#[derive(Default, Serialize)]
struct Answer {
    /// Checkpoints of clusters, each of which has a line of its own before.
    checkpoints: usize,
    positions: usize,
    /// Positions among them that could not arise in a game.
    odd_positions: usize,
    /// Positions that are none, and so not counted.
    left_out: usize,
    counts: usize,
    skipped: usize,
    unfinished: usize,
    mismatches: usize,
    nodes: String,
    complete: bool,
    seconds: f64,
    nps: f64,
}

impl Answer {
    /// An answer about checkpoints alone, not complete yet.
    fn nothing() -> Self {
        Answer { nodes: "0".to_owned(), ..Answer::default() }
    }
}

impl Args {
    /// Reads every file before counting anything, so that a bad line is known at once.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let mut suites = Vec::new();
        let mut certificates = Vec::new();
        for file in &self.files {
            if let Some(checkpoint) = certificate::find(file) {
                certificates.push(checkpoint);
                continue;
            }
            suites.push((file.as_path(), self.read(file)?));
        }
        let mut verdict = Verdict::Fine;
        for checkpoint in &certificates {
            match certificate::verify(checkpoint, self.sample, output)? {
                Verdict::Fine => {}
                Verdict::Interrupted => {
                    output.answer(&Answer { checkpoints: certificates.len(), ..Answer::nothing() })?;
                    return Ok(Verdict::Interrupted);
                }
                other => verdict = other,
            }
        }
        if suites.is_empty() {
            let mismatches = usize::from(verdict != Verdict::Fine);
            output.answer(&Answer {
                checkpoints: certificates.len(),
                mismatches,
                complete: true,
                ..Answer::nothing()
            })?;
            return Ok(verdict);
        }
        let jobs: Vec<Job> = suites.iter().flat_map(|(file, suite)| jobs(file, &suite.entries)).collect();
        let known = jobs.len();
        let jobs: Vec<Job> = jobs.into_iter().filter(|job| job.expected <= self.max_nodes).collect();

        if jobs.is_empty() {
            return Err(nothing_to_check(&suites, known, self.max_nodes));
        }
        for (file, suite) in &suites {
            if !jobs.iter().any(|job| job.file == *file) {
                let counts = suite.entries.iter().map(|entry| entry.counts.len()).sum();
                warn(nothing_to_check(&[(*file, suite)], counts, self.max_nodes).at(file.display()));
            }
        }

        let started = Instant::now();
        let outcomes = count_all(&jobs, self.max_nodes)?;
        let seconds = started.elapsed().as_secs_f64();

        let mismatches: Vec<Mismatch> = jobs.iter().zip(&outcomes).filter_map(Mismatch::of).collect();
        let mut divided = true;
        for mismatch in &mismatches {
            divided &= mismatch.report(output)?;
        }

        let nodes = outcomes.iter().map(|outcome| match *outcome {
            Outcome::Counted(nodes) | Outcome::TooMany(nodes) => nodes,
            Outcome::Unfinished => 0,
        });
        let nodes: u128 = nodes.sum();
        let entries = || suites.iter().flat_map(|(_, suite)| &suite.entries);
        let unfinished = outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Unfinished)).count();
        let answer = Answer {
            checkpoints: certificates.len(),
            positions: entries().count(),
            odd_positions: entries().filter(|entry| !entry.problems.is_empty()).count(),
            left_out: suites.iter().map(|(_, suite)| suite.left_out.len()).sum(),
            counts: jobs.len() - unfinished,
            skipped: known - jobs.len(),
            unfinished,
            mismatches: mismatches.len(),
            nodes: nodes.to_string(),
            complete: unfinished == 0,
            seconds,
            nps: count::per_second(nodes, seconds),
        };
        self.summary(&answer, nodes, output)?;
        output.answer(&answer)?;
        Ok(match answer {
            Answer { complete: false, .. } => Verdict::Interrupted,
            _ if !divided => Verdict::Interrupted,
            Answer { mismatches: 1.., .. } => Verdict::Mismatch,
            _ => verdict,
        })
    }

    fn summary(&self, answer: &Answer, nodes: u128, output: &mut Output) -> Result<(), Failure> {
        let (seconds, rate) = (answer.seconds, count::rate(nodes, answer.seconds));
        output.line(format_args!(
            "{}, {}, {} in {seconds:.2} s, {rate}",
            counted(answer.positions, "position"),
            counted(answer.counts, "count"),
            counted(nodes, "leaf"),
        ))?;
        if answer.odd_positions > 0 {
            let positions = counted(answer.odd_positions, "position");
            output.line(format_args!("counted all the same: {positions} that could not arise in a game"))?;
        }
        if answer.left_out > 0 {
            let positions = counted(answer.left_out, "position");
            output.line(format_args!(
                "left out: {positions} that cannot be set up (--strict says why; --repair may help)"
            ))?;
        }
        if answer.skipped > 0 {
            let above = counted(self.max_nodes, "leaf");
            output
                .line(format_args!("left out: {} above {above} (see --max-nodes)", counted(answer.skipped, "count")))?;
        }
        let agreement = match answer.mismatches {
            0 => "all agree".to_owned(),
            1 => "1 count differs".to_owned(),
            several => format!("{} counts differ", digits(several)),
        };
        match answer.unfinished {
            0 => output.line(agreement)?,
            unfinished => {
                let which = counted(unfinished, "count");
                output.line(format_args!("interrupted before {which}; of the others, {agreement}"))?;
            }
        }
        Ok(())
    }

    fn read(&self, file: &Path) -> Result<Suite, Failure> {
        let place = file.display();
        let bytes = if file.as_os_str() == "-" {
            bounded(io::stdin().lock())
        } else {
            File::open(file).map_err(Failure::from).and_then(|file| bounded(BufReader::new(file)))
        };
        let bytes = bytes.map_err(|failure| failure.at(place))?;
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            // A name in an old encoding does not make the counts wrong.
            Err(error) if !self.strict => error.into_bytes().into_iter().map(char::from).collect(),
            Err(error) => {
                let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
                return Err(Failure::new(format_args!("line {line}: not UTF-8 text")).at(file.display()));
            }
        };
        let read = if self.strict {
            suite::read(&text).map(|entries| Suite { entries, left_out: Vec::new() })
        } else {
            suite::read_lenient(&text, if self.repair { Tolerance::REPAIR } else { Tolerance::ALL })
        };
        let suite = read.map_err(|error| {
            Failure::new(error)
                .at(file.display())
                .hint("expected `FEN ;D1 20 ;D2 400`, or lines `id NAME`, `epd FEN`, `perft DEPTH NODES`")
        })?;
        for entry in suite.entries.iter().filter(|_| self.repair) {
            for problem in &entry.problems {
                warn(format_args!("{}: line {}: {problem}", file.display(), entry.line));
            }
        }
        if suite.entries.is_empty() && suite.left_out.is_empty() {
            return Err(Failure::new("no positions in it").at(file.display()));
        }
        Ok(suite)
    }
}

/// The longest line of a suite, and the largest suite: more than any published suite needs.
const LONGEST_LINE: usize = 1 << 20;
const LARGEST_SUITE: usize = 256 << 20;

/// Reads a suite, unless it is too large to be one: a stream without end must not fill the memory.
fn bounded(mut input: impl BufRead) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    for line in 1.. {
        let begun = bytes.len();
        input.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
        match bytes.len() - begun {
            0 => break,
            length if length > LONGEST_LINE => {
                return Err(Failure::new(format_args!("line {line}: more than {}", size::words(LONGEST_LINE))));
            }
            _ if bytes.len() > LARGEST_SUITE => {
                let failure = Failure::new(format_args!("line {line}: more than {}", size::words(LARGEST_SUITE)));
                return Err(failure.hint("split the suite into several files"));
            }
            _ => {}
        }
    }
    Ok(bytes)
}

/// Says that no count of these suites could be compared, and why: nothing compared is not the same as all equal.
fn nothing_to_check<S: Borrow<Suite>>(suites: &[(&Path, S)], counts: usize, max_nodes: u128) -> Failure {
    let left_out: usize = suites.iter().map(|(_, suite)| suite.borrow().left_out.len()).sum();
    let above = format!("{} above {}", counted(counts, "count"), counted(max_nodes, "leaf"));
    let unset = format!("{} that cannot be set up", counted(left_out, "position"));
    let why = match (counts, left_out) {
        (0, 0) => "it has no counts".to_owned(),
        (0, _) => unset,
        (_, 0) => above,
        _ => format!("{above}, {unset}"),
    };
    let failure = Failure::new(format_args!("nothing to check: {why}"));
    match counts {
        0 => failure.hint("--strict says what is wrong with them; --repair may help"),
        _ => failure.hint("raise --max-nodes"),
    }
}

impl<'a> Mismatch<'a> {
    fn of((job, outcome): (&'a Job<'a>, &Outcome)) -> Option<Self> {
        match *outcome {
            Outcome::Counted(counted) => (counted != job.expected).then_some(Self { job, counted, complete: true }),
            Outcome::TooMany(counted) => Some(Self { job, counted, complete: false }),
            Outcome::Unfinished => None,
        }
    }

    /// Says where the counts differ, below each move if Ctrl-C lets it; whether it did.
    fn report(&self, output: &mut Output) -> Result<bool, Failure> {
        let Job { file, entry, depth, expected } = self.job;
        let counted = self.counted;
        let fen = entry.position.fen();
        let (divide, finished) = match depth {
            0 => (Vec::new(), true),
            // What is too much to count is too much to divide.
            _ if !self.complete => (Vec::new(), true),
            _ => {
                let perft = Perft::fastest(&entry.position, *depth).cancel(interrupt::flag());
                let division = perft.divide().map_err(Failure::new)?;
                // A part of the leaves would only look like another mistake.
                let lines = BranchLine::of(&division.branches, entry.position.castling_style());
                (if division.report.complete { lines } else { Vec::new() }, division.report.complete)
            }
        };
        let name = entry.id.as_ref().map_or(String::new(), |id| format!(" ({id})"));
        output.line(format_args!("mismatch at {}:{}{name}", file.display(), entry.line))?;
        output.line(format_args!("position: {fen}"))?;
        let more = if self.complete { "" } else { "at least " };
        output.line(format_args!("depth {depth}: the file says {expected}, we count {more}{counted}"))?;
        for line in &divide {
            output.line(line)?;
        }
        if !finished {
            output.line("interrupted before the leaves below each move were counted")?;
        }
        output.line("")?;
        output.detail(
            "mismatch",
            &MismatchLine {
                file: file.display().to_string(),
                line: entry.line,
                id: entry.id.as_deref(),
                fen,
                depth: *depth,
                expected: expected.to_string(),
                counted: counted.to_string(),
                complete: self.complete,
                divide: divide.into_iter().map(|line| (line.text, line.nodes)).collect(),
            },
        )?;
        Ok(finished)
    }
}

fn jobs<'a>(file: &'a Path, entries: &'a [Entry]) -> impl Iterator<Item = Job<'a>> {
    entries
        .iter()
        .flat_map(move |entry| entry.counts.iter().map(move |&(depth, expected)| Job { file, entry, depth, expected }))
}

/// Counts every job, as far as the limit and Ctrl-C allow; the answers are in the order of the jobs.
fn count_all(jobs: &[Job], max_nodes: u128) -> Result<Vec<Outcome>, Failure> {
    let in_steps = |nodes: u128| u64::try_from(nodes).unwrap_or(u64::MAX);
    let total = jobs.iter().fold(0u64, |sum, job| sum.saturating_add(in_steps(job.expected)));
    let bar = progress::bar(total, "leaves");
    // The longest first, so that no core is left with one of them when the others are done.
    let mut order: Vec<usize> = (0..jobs.len()).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(jobs[index].expected));
    let counted: Result<Vec<(usize, Outcome)>, Failure> = order
        .into_par_iter()
        .with_max_len(1)
        .map(|index| {
            let outcome = jobs[index].count(max_nodes)?;
            bar.inc(in_steps(jobs[index].expected));
            Ok((index, outcome))
        })
        .collect();
    bar.finish_and_clear();
    let mut counted = counted?;
    counted.sort_unstable_by_key(|&(index, _)| index);
    Ok(counted.into_iter().map(|(_, outcome)| outcome).collect())
}

impl Job<'_> {
    /// Counts on the calling thread, every leaf, until there are too many or Ctrl-C comes.
    fn count(&self, max_nodes: u128) -> Result<Outcome, Failure> {
        if interrupt::asked() {
            return Ok(Outcome::Unfinished);
        }
        let stop = AtomicBool::new(false);
        let watch = |progress: Progress| {
            if progress.nodes > max_nodes || interrupt::asked() {
                stop.store(true, Relaxed);
            }
        };
        let perft = Perft::new(&self.entry.position).depth(self.depth).progress(&watch).cancel(&stop);
        let report = perft.run().map_err(Failure::new)?;
        Ok(match report.complete {
            true => Outcome::Counted(report.nodes),
            false if report.nodes > max_nodes => Outcome::TooMany(report.nodes),
            false => Outcome::Unfinished,
        })
    }
}
