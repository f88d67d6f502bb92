//! `tabiya bench --compare`: another program's counts beside ours, in turns on the same machine.
//!
//! Both count on one thread. Ours uses no table; what the other does is its own affair, so a program with a table of
//! its own is compared as it is.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;
use tabiya::Position;
use tabiya::cpu::Level;
use tabiya_hunt::engine::{Dialect, Question};
use tabiya_hunt::{Cancel, Engine, Limits, cleanup};
use tabiya_perft::Perft;

use super::{CASES, Case};
use crate::Verdict;
use crate::failure::{Failure, warn};
use crate::interrupt;
use crate::output::{Output, counted, digits};
use crate::progress;

/// What the rows of the other program are called where ours have the name of an instruction set.
const THEIRS: &str = "program";

/// The best of a position's rounds by one counter.
#[derive(Serialize)]
struct Row {
    position: &'static str,
    depth: u32,
    nodes: String,
    /// An instruction set of ours, or [`THEIRS`].
    who: &'static str,
    counted: String,
    /// Whether every round counted `nodes`.
    correct: bool,
    seconds: f64,
    million_nodes_per_second: f64,
    /// How many times as fast as the program.
    ratio: f64,
}

#[derive(Serialize)]
struct Answer {
    program: String,
    name: Option<String>,
    dialect: &'static str,
    rows: usize,
    /// The geometric mean of the ratios of our fastest instruction set.
    ratio: Option<f64>,
    correct: bool,
    complete: bool,
}

/// Measures, and prints the table line by line.
pub fn run(rounds: u32, quick: bool, command: &str, timeout: u32, output: &mut Output) -> Result<Verdict, Failure> {
    let cancel = Cancel::default();
    let asked = cancel.clone();
    interrupt::hooks(move || asked.cancel(), cleanup::end_all);
    cleanup::adopt_orphans();
    let limits = Limits { answer: Duration::from_secs(timeout.into()), ..Limits::default() };
    let mut program = match Engine::detect(command, limits, &cancel) {
        Ok(program) => program,
        // After Ctrl-C the failure does not matter.
        Err(_) if interrupt::asked() => {
            output.line("interrupted before the program was asked")?;
            output.answer(&nothing(command))?;
            return Ok(Verdict::Interrupted);
        }
        Err(failure) => return Err(cannot_be_asked(&failure)),
    };
    // Fastest first.
    let levels: Vec<Level> = Level::ALL.into_iter().rev().filter(|level| level.is_available()).collect();
    let name = program.name().map(str::to_owned);
    let dialect = program.dialect().name();
    let called = name.as_deref().unwrap_or(command);
    output.line(format_args!("{called}\n({dialect})"))?;
    output.line(format_args!("one thread, no table of ours, best of {}", counted(rounds, "round")))?;
    if matches!(program.dialect(), Dialect::Script | Dialect::Template) {
        output.line("each answer of the program includes its start")?;
    }
    output.line("")?;
    output.line(heading(&levels))?;
    output.flush()?;

    let bar = progress::bar(CASES.len() as u64 * u64::from(rounds), "rounds");
    let mut answer = Answer { dialect, name: name.clone(), ..nothing(command) };
    let mut logarithms = Vec::new();
    answer.complete = true;
    for case in &CASES {
        bar.set_message(case.name);
        let rows = measure(case, rounds, quick, &levels, &mut program, &|| bar.inc(1))?;
        let Some(rows) = rows else {
            answer.complete = false;
            break;
        };
        bar.suspend(|| output.line(line(&rows)))?;
        for row in &rows {
            answer.correct &= row.correct;
            answer.rows += 1;
            output.detail("row", row)?;
        }
        output.flush()?;
        logarithms.extend(rows.first().map(|row| row.ratio.ln()));
    }
    bar.finish_and_clear();
    if !logarithms.is_empty() {
        let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
        answer.ratio = Some(mean);
        output.line(format_args!("\nthe program by {}, geometric mean: {mean:.2} times", levels[0]))?;
    }
    if !answer.correct {
        output.line("! wrong: `tabiya hunt --engine` finds the broken rule")?;
    }
    if !answer.complete {
        output.line("interrupted: only the positions above were finished")?;
    }
    output.answer(&answer)?;
    Ok(match (answer.complete, answer.correct) {
        (false, _) => Verdict::Interrupted,
        (true, false) => Verdict::Mismatch,
        (true, true) => Verdict::Fine,
    })
}

fn nothing(command: &str) -> Answer {
    Answer {
        program: command.to_owned(),
        name: None,
        dialect: "",
        rows: 0,
        ratio: None,
        correct: true,
        complete: false,
    }
}

fn cannot_be_asked(failure: &tabiya_hunt::Failure) -> Failure {
    Failure::new(format_args!("--compare: the program cannot be asked: {failure}{}", last_words(failure)))
        .hint("it must answer `go perft`, `divide` or `perft`, or be a script or a command with {fen} and {depth}")
}

fn last_words(failure: &tabiya_hunt::Failure) -> String {
    match failure.last_output.trim() {
        "" => String::new(),
        said => format!("\nits last output:\n{said}"),
    }
}

/// The rows of one position: ours, the fastest instruction set first, then the program's; nothing after Ctrl-C.
fn measure(
    case: &Case,
    rounds: u32,
    quick: bool,
    levels: &[Level],
    program: &mut Engine,
    round_done: &dyn Fn(),
) -> Result<Option<Vec<Row>>, Failure> {
    let (depth, nodes) = case.goal(quick);
    let position = Position::from_fen(case.fen).map_err(Failure::new)?;
    let new_row = |who| Row {
        position: case.name,
        depth,
        nodes: nodes.to_string(),
        who,
        counted: nodes.to_string(),
        correct: true,
        seconds: f64::INFINITY,
        million_nodes_per_second: 0.0,
        ratio: 1.0,
    };
    let mut rows: Vec<Row> = levels.iter().map(|level| new_row(level.name())).collect();
    let mut theirs = new_row(THEIRS);
    // A count of one ply first: a program that lives on between questions need not be started within the time.
    let question = |depth| Question { fen: case.fen, moves: &[], depth };
    if program.remembers() && asked(program.ask(question(1)), case, 1)?.is_none() {
        return Ok(None);
    }
    // Rounds outside, counters inside: a machine that slows down slows all of them down.
    for _ in 0..rounds {
        for (level, row) in levels.iter().zip(&mut rows) {
            let perft = Perft::new(&position).depth(depth).level(*level).threads(1).hash(0);
            let report = perft.cancel(interrupt::flag()).run().map_err(Failure::new)?;
            if !report.complete {
                return Ok(None);
            }
            row.take(report.nodes, nodes, report.elapsed);
        }
        let Some((answer, elapsed)) = asked(program.ask_timed(question(depth)), case, depth)? else { return Ok(None) };
        let counted = answer.nodes().map_or(0, u128::from);
        theirs.take(counted, nodes, elapsed);
        round_done();
    }
    for row in rows.iter_mut().chain([&mut theirs]) {
        row.million_nodes_per_second = nodes as f64 / row.seconds / 1e6;
    }
    for row in &mut rows {
        row.ratio = theirs.seconds / row.seconds;
    }
    rows.push(theirs);
    Ok(Some(rows))
}

/// An answer; nothing if it was waited for no longer because of Ctrl-C.
fn asked<T>(answer: Result<T, tabiya_hunt::Failure>, case: &Case, depth: u32) -> Result<Option<T>, Failure> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(_) if interrupt::asked() => Ok(None),
        Err(failure) => {
            let said = last_words(&failure);
            let what = format!("--compare: the program, asked for {depth} plies of {}: {failure}{said}", case.fen);
            Err(Failure::new(what).hint("--quick counts one ply less everywhere, --timeout gives it more time"))
        }
    }
}

impl Row {
    /// One round's count and time.
    fn take(&mut self, counted: u128, nodes: u128, elapsed: Duration) {
        if counted != nodes {
            let title = self.title();
            if self.correct {
                warn(format_args!("WRONG: {title} by {}: {counted} instead of {nodes}", self.who));
            }
            self.correct = false;
            self.counted = counted.to_string();
        }
        self.seconds = self.seconds.min(elapsed.max(Duration::from_nanos(1)).as_secs_f64());
    }

    fn title(&self) -> String {
        format!("{} d{}", self.position, self.depth)
    }
}

/// As wide as the name of an instruction set, or a rate, and a blank: four of them fit a terminal of 60 columns.
fn column(level: &str) -> usize {
    level.len().max(6) + 1
}

fn heading(levels: &[Level]) -> String {
    let mut line = format!("{:<13}", "M leaves/s");
    for level in levels {
        let _ = write!(line, "{:>1$}", level.name(), column(level.name()));
    }
    line + &format!("{THEIRS:>8}{:>7}", "ratio")
}

/// The line of a position; the ratio is that of our fastest instruction set.
fn line(rows: &[Row]) -> String {
    let Some((theirs, ours)) = rows.split_last() else { return String::new() };
    let rate = |row: &Row| {
        let mark = if row.correct { "" } else { "!" };
        let rate = row.million_nodes_per_second;
        let rate = if rate < 10.0 { format!("{rate:.2}") } else { digits(rate.round() as u128) };
        format!("{rate}{mark}")
    };
    let mut line = format!("{:<13}", theirs.title());
    for row in ours {
        let _ = write!(line, "{:>1$}", rate(row), column(row.who));
    }
    let ratio = ours.first().map_or(1.0, |row| row.ratio);
    let ratio = match ratio {
        ..100.0 => format!("{ratio:.2}"),
        ..99_999.5 => digits(ratio.round() as u128),
        _ => format!("{ratio:.1e}"),
    };
    line + &format!("{:>8}{ratio:>7}", rate(theirs))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rates: &[f64]) -> Vec<Row> {
        let theirs = rates[rates.len() - 1];
        let names = ["avx512", "avx2", "bmi2", "portable", THEIRS];
        let row = |(who, &rate): (_, &f64)| Row {
            position: "position 3",
            depth: 7,
            nodes: "178633661".into(),
            who,
            counted: "178633661".into(),
            correct: rate != 13.0,
            seconds: 178.633_661 / rate,
            million_nodes_per_second: rate,
            ratio: rate / theirs,
        };
        names.into_iter().zip(rates).map(row).collect()
    }

    #[test]
    fn a_line_fits_sixty_columns_and_lies_under_its_heading() {
        let levels = [Level::Avx512, Level::Avx2, Level::Bmi2, Level::Portable];
        let heading = heading(&levels);
        assert!(heading.len() <= 60, "{}: {heading}", heading.len());
        for rates in [[15_123.4, 8_000.0, 3_000.0, 1_900.0, 2_500.0], [99_999.0, 1.0, 1.0, 1.0, 0.02]] {
            assert_eq!(line(&rows(&rates)).len(), heading.len(), "{}", line(&rows(&rates)));
        }
        assert_eq!(
            line(&rows(&[2_579.4, 2_581.0, 2_582.0, 1_500.0, 1_463.0])),
            "position 3 d7  2,579  2,581  2,582    1,500   1,463   1.76"
        );
    }

    #[test]
    fn wrong_counts_and_slow_programs_can_be_told() {
        let line = line(&rows(&[1_000.0, 13.0, 5.0, 5.0, 5.0]));
        assert!(line.contains(" 13! ") && line.contains("5.00") && line.ends_with(" 200"), "{line}");
    }
}
