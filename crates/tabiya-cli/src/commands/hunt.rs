//! `tabiya hunt`: find the bug in another program's move generator.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use tabiya_hunt::{Cancel, Engine, Limits, Options, Report, Variants, cleanup, hunt};

use crate::Verdict;
use crate::failure::Failure;
use crate::file::NewFile;
use crate::interrupt;
use crate::output::Output;
use crate::progress;

/// Find the bug in a move generator: compare, bisect, shrink, and name the rule it broke.
///
/// Exit code 0: no bug found. 1: a bug was found. 2: the hunt could not be run. 130: Ctrl-C ended it before it found
/// one.
#[derive(clap::Args)]
pub struct Args {
    /// The engine and its arguments: a UCI engine with `go perft`, one with `perft` or `divide`, a
    /// perftree script, or a command with {fen} and {depth} in it. What it speaks is found out.
    #[arg(long, value_name = "COMMAND", required_unless_present = "command", conflicts_with = "command")]
    engine: Option<String>,

    /// A command that prints one answer and ends: 'myengine {fen} {depth} {moves}'.
    #[arg(long, value_name = "TEMPLATE")]
    command: Option<String>,

    /// Go on after the first bug, to one of each rule.
    #[arg(long)]
    all: bool,

    /// How long to hunt, in seconds; everything is over by then.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    time: f64,

    /// How long one answer may take, in seconds; never more than half of the hunt.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    timeout: f64,

    /// Stop once this many nodes were compared.
    #[arg(long, value_name = "NODES")]
    nodes: Option<u64>,

    /// The deepest count to ask for, 1 to 30.
    #[arg(long, value_name = "DEPTH", default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,

    /// Hunt in Chess960 positions only, castling written king-takes-rook.
    #[arg(long, conflicts_with = "standard")]
    chess960: bool,

    /// Hunt in standard chess only, whatever else the engine offers.
    #[arg(long)]
    standard: bool,

    /// Ask about positions that no game reaches, too: a correct engine may refuse them.
    #[arg(long)]
    odd: bool,

    /// Print what was asked as a table: every dimension, and the values that no question had.
    #[arg(long)]
    coverage: bool,

    /// Draw the smallest position of the first bug as SVG into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// A time that a clock can wait for.
fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value > 0.0 && value <= 1e6 => Ok(value),
        _ => Err("expected a number of seconds above 0 and at most a million".into()),
    }
}

impl Args {
    /// Hunts and reports.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let cancel = Cancel::default();
        on_interrupt(&cancel);
        let picture = self.svg.as_deref().map(|path| NewFile::create(path, &[])).transpose()?;
        // Whatever the program started, however it hid, ends with the hunt; nothing else is started here.
        cleanup::adopt_orphans();
        let time = Duration::from_secs_f64(self.time);
        // An engine that hangs must be found out while there is time left to say so.
        let answer = Duration::from_secs_f64(self.timeout).min(time / 2);
        let limits = Limits { answer, until: Instant::now().checked_add(time), ..Limits::default() };
        let started = match (&self.engine, &self.command) {
            (Some(engine), _) => Engine::detect(engine, limits, &cancel),
            (None, Some(template)) => Engine::from_template(template, limits, &cancel),
            (None, None) => return Err(Failure::new("no engine to hunt in").hint("name it with --engine")),
        };
        let mut engine = match started {
            // After Ctrl-C the failure does not matter: the answer is not used.
            Err(_) if interrupt::asked() => return ended_early(output),
            started => started,
        }
        .map_err(|failure| {
            let said = failure.last_output.trim();
            let said = if said.is_empty() { String::new() } else { format!("\nits last output:\n{said}") };
            Failure::new(format_args!("the engine cannot be asked: {failure}{said}")).hint(
                "it must answer `go perft`, `divide` or `perft`, or be a script or a command with {fen} and {depth}",
            )
        })?;
        let options = self.options();
        let bar = progress::spinner("nodes compared");
        let report = hunt(&mut engine, &options, &cancel, &mut |progress| {
            bar.set_position(progress.nodes);
            let bugs = match progress.bugs {
                0 => String::new(),
                bugs => format!(", bugs {bugs}"),
            };
            bar.set_message(format!("{}, depth {}{bugs}", progress.position, progress.depth));
        });
        drop(engine);
        bar.finish_and_clear();
        if let (Some(file), Some(finding)) = (picture, report.findings.first()) {
            file.write(finding.diagram().svg().to_string().as_bytes(), output)?;
        }
        if self.coverage {
            output.line(&report.coverage)?;
        }
        output.line(&report)?;
        output.answer(&in_contract(&report)?)?;
        match (report.findings.is_empty(), report.interrupted) {
            (false, _) => Ok(Verdict::Mismatch),
            (true, false) => Ok(Verdict::Fine),
            (true, true) => {
                output.line("interrupted before anything was found")?;
                Ok(Verdict::Interrupted)
            }
        }
    }

    fn options(&self) -> Options {
        let variants = match (self.chess960, self.standard) {
            (true, _) => Variants::Chess960,
            (false, true) => Variants::Standard,
            (false, false) => Variants::Offered,
        };
        Options {
            time: Duration::from_secs_f64(self.time),
            nodes: self.nodes,
            depth: self.depth,
            all: self.all,
            variants,
            odd: self.odd,
            ..Options::default()
        }
    }
}

/// The report with its counts of leaves as texts, as every command writes them.
fn in_contract(report: &Report) -> Result<serde_json::Value, Failure> {
    fn counts_as_texts(value: &mut serde_json::Value) {
        match value {
            serde_json::Value::Object(fields) => {
                for (name, value) in fields {
                    match value {
                        serde_json::Value::Number(count)
                            if ["nodes", "engine_nodes", "engine_total"].contains(&name.as_str()) =>
                        {
                            *value = count.to_string().into();
                        }
                        other => counts_as_texts(other),
                    }
                }
            }
            serde_json::Value::Array(items) => items.iter_mut().for_each(counts_as_texts),
            _ => {}
        }
    }
    let mut value = serde_json::to_value(report).map_err(Failure::new)?;
    counts_as_texts(&mut value);
    Ok(value)
}

fn ended_early(output: &mut Output) -> Result<Verdict, Failure> {
    output.line("interrupted before the engine was asked")?;
    output.answer(&serde_json::json!({ "interrupted": true }))?;
    Ok(Verdict::Interrupted)
}

/// The first Ctrl-C ends the hunt in good order, the second at once; the engine ends with either.
fn on_interrupt(cancel: &Cancel) {
    let cancel = cancel.clone();
    interrupt::hooks(move || cancel.cancel(), cleanup::end_all);
}
