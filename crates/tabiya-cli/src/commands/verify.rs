//! `tabiya verify`: runs suites of known counts on all cores and shows where they disagree.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use indicatif::ProgressBar;
use rayon::prelude::*;
use serde::Serialize;
use tabiya::Tolerance;
use tabiya_perft::suite::Entry;
use tabiya_perft::{Perft, Progress};

use crate::Verdict;
use crate::certificate;
use crate::count::{self, BranchLine};
use crate::failure::{Failure, warn};
use crate::output::{Output, counted, digits};
use crate::suite_file::SuiteFile;
use crate::{interrupt, progress};

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

/// What a suite holds, known before anything is counted.
#[derive(Clone, Copy, Default)]
struct Survey {
    positions: usize,
    odd_positions: usize,
    left_out: usize,
    /// All counts, those above the limit included.
    counts: usize,
    to_count: usize,
    /// The leaves of those to be counted.
    expected: u64,
}

impl Survey {
    fn and(self, other: &Survey) -> Survey {
        Survey {
            positions: self.positions + other.positions,
            odd_positions: self.odd_positions + other.odd_positions,
            left_out: self.left_out + other.left_out,
            counts: self.counts + other.counts,
            to_count: self.to_count + other.to_count,
            expected: self.expected.saturating_add(other.expected),
        }
    }
}

/// What came of the counts so far.
struct Tally<'a> {
    output: &'a mut Output,
    bar: ProgressBar,
    counts: usize,
    mismatches: usize,
    nodes: u128,
    /// Whether every mismatch could be divided before Ctrl-C.
    divided: bool,
}

impl Args {
    /// Reads every file before counting anything, so that a bad line is known at once. The files are read again to be
    /// counted: neither time holds more than a part of them.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let mut suites = Vec::new();
        let mut certificates = Vec::new();
        for file in &self.files {
            if let Some(checkpoint) = certificate::find(file) {
                certificates.push(checkpoint);
                continue;
            }
            let mut suite = SuiteFile::open(file, self.tolerance())?;
            let survey = self.survey(&mut suite)?;
            suites.push((suite, survey));
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
        let all = suites.iter().fold(Survey::default(), |sum, (_, survey)| sum.and(survey));
        if all.to_count == 0 {
            return Err(nothing_to_check(&all, self.max_nodes));
        }
        for (suite, survey) in suites.iter().filter(|(_, survey)| survey.to_count == 0) {
            warn(nothing_to_check(survey, self.max_nodes).at(suite.path().display()));
        }

        let started = Instant::now();
        let bar = progress::bar(all.expected, "leaves");
        let mut tally = Tally { output: &mut *output, bar, counts: 0, mismatches: 0, nodes: 0, divided: true };
        let counted = suites.iter_mut().try_for_each(|(suite, _)| self.count(suite, &mut tally));
        tally.bar.finish_and_clear();
        counted?;
        let seconds = started.elapsed().as_secs_f64();

        let Tally { counts, mismatches, nodes, divided, .. } = tally;
        let unfinished = all.to_count.saturating_sub(counts);
        let answer = Answer {
            checkpoints: certificates.len(),
            positions: all.positions,
            odd_positions: all.odd_positions,
            left_out: all.left_out,
            counts,
            skipped: all.counts - all.to_count,
            unfinished,
            mismatches,
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

    fn tolerance(&self) -> Option<Tolerance> {
        let tolerance = if self.repair { Tolerance::REPAIR } else { Tolerance::ALL };
        (!self.strict).then_some(tolerance)
    }

    /// Reads a suite to its end and counts what is in it.
    fn survey(&self, suite: &mut SuiteFile) -> Result<Survey, Failure> {
        let place = suite.path().display().to_string();
        let mut survey = Survey::default();
        let left_out = suite.read(|entries| {
            for entry in entries {
                let to_count = || entry.counts.iter().filter(|&&(_, expected)| expected <= self.max_nodes);
                survey = survey.and(&Survey {
                    positions: 1,
                    odd_positions: usize::from(!entry.problems.is_empty()),
                    left_out: 0,
                    counts: entry.counts.len(),
                    to_count: to_count().count(),
                    expected: to_count().fold(0_u64, |sum, &(_, expected)| sum.saturating_add(in_steps(expected))),
                });
                for problem in entry.problems.iter().filter(|_| self.repair) {
                    warn(format_args!("{place}: line {}: {problem}", entry.line));
                }
            }
            Ok(true)
        })?;
        if survey.positions == 0 && left_out == 0 {
            return Err(Failure::new("no positions in it").at(place));
        }
        Ok(Survey { left_out, ..survey })
    }

    /// Counts what a suite holds and reports what differs, until Ctrl-C.
    fn count(&self, suite: &mut SuiteFile, tally: &mut Tally) -> Result<(), Failure> {
        let file = suite.path().to_owned();
        suite.read(|entries| {
            if interrupt::asked() {
                return Ok(false);
            }
            let jobs: Vec<Job> = jobs(&file, entries).filter(|job| job.expected <= self.max_nodes).collect();
            let outcomes = count_all(&jobs, self.max_nodes, &tally.bar)?;
            tally.take(&jobs, &outcomes)?;
            Ok(true)
        })?;
        Ok(())
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
}

impl Tally<'_> {
    /// Adds the outcomes of some jobs, and prints those that differ.
    fn take(&mut self, jobs: &[Job], outcomes: &[Outcome]) -> Result<(), Failure> {
        for outcome in outcomes {
            if let Outcome::Counted(nodes) | Outcome::TooMany(nodes) = *outcome {
                self.counts += 1;
                self.nodes += nodes;
            }
        }
        let mismatches: Vec<Mismatch> = jobs.iter().zip(outcomes).filter_map(Mismatch::of).collect();
        if mismatches.is_empty() {
            return Ok(());
        }
        self.mismatches += mismatches.len();
        let Tally { output, divided, .. } = self;
        // The bar may be on the same terminal.
        self.bar.suspend(|| {
            for mismatch in &mismatches {
                *divided &= mismatch.report(output)?;
            }
            Ok(output.flush()?)
        })
    }
}

/// Says that no count could be compared, and why: nothing compared is not the same as all equal.
fn nothing_to_check(survey: &Survey, max_nodes: u128) -> Failure {
    let above = format!("{} above {}", counted(survey.counts, "count"), counted(max_nodes, "leaf"));
    let unset = format!("{} that cannot be set up", counted(survey.left_out, "position"));
    let why = match (survey.counts, survey.left_out) {
        (0, 0) => "it has no counts".to_owned(),
        (0, _) => unset,
        (_, 0) => above,
        _ => format!("{above}, {unset}"),
    };
    let failure = Failure::new(format_args!("nothing to check: {why}"));
    match survey.counts {
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

/// Leaves as steps of the bar.
fn in_steps(nodes: u128) -> u64 {
    u64::try_from(nodes).unwrap_or(u64::MAX)
}

/// Counts every job, as far as the limit and Ctrl-C allow; the answers are in the order of the jobs.
fn count_all(jobs: &[Job], max_nodes: u128, bar: &ProgressBar) -> Result<Vec<Outcome>, Failure> {
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
