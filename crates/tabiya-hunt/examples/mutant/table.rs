//! Hunts every mutant and prints what was found as a table.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tabiya_hunt::{Cancel, Engine, Limits, Options, Report, hunt};

use crate::bugs::CATALOGUE;

/// The most nodes that may be compared before a mutant is found. Nodes, not seconds: the verdict must not depend on what
/// else the machine does.
const LIMIT: u64 = 300_000_000;

/// Time enough on any machine.
const TIME: Duration = Duration::from_secs(600);

fn hunted(command: &str) -> Result<Report, String> {
    let cancel = Cancel::default();
    let limits = Limits { answer: TIME, ..Limits::default() };
    // A program is tried for two seconds with each command, which a busy machine may let pass. Then it is tried again.
    let mut engine = Engine::detect(command, limits, &cancel)
        .or_else(|_| Engine::detect(command, limits, &cancel))
        .map_err(|failure| failure.to_string())?;
    let options = Options { time: TIME, shrink_time: TIME, nodes: Some(LIMIT), ..Options::default() };
    Ok(hunt(&mut engine, &options, &cancel, &mut |_| {}))
}

/// Hunts at a time: each of them waits most of the time for its mutant to be silent.
const AT_ONCE: usize = 4;

/// Each hunt's report and how long it took, in the order of the names.
fn hunts(program: &str, names: &[&str]) -> Vec<(Result<Report, String>, Duration)> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while let Some((at, name)) = names.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
                    let began = Instant::now();
                    let report = hunted(&format!("'{program}' {name}"));
                    if sender.send((at, (report, began.elapsed()))).is_err() {
                        return;
                    }
                }
            });
        }
    });
    drop(sender);
    let mut reports: Vec<_> = receiver.into_iter().collect();
    reports.sort_by_key(|&(at, _)| at);
    reports.into_iter().map(|(_, report)| report).collect()
}

/// Of a hundred mutants, how many must be found, and how many named rightly.
const FOUND: usize = 95;
const NAMED: usize = 90;

/// Prints the table for the mutants whose names contain the filter; whether enough of them were found and named.
pub fn print(filter: &str) -> io::Result<bool> {
    let program = std::env::current_exe()?;
    let mut out = io::stdout().lock();
    writeln!(out, "| mutant | what is wrong | rule named | right | s | smallest position |")?;
    writeln!(out, "|---|---|---|---|---|---|")?;
    let (mut all, mut found, mut named, mut slowest) = (0, 0, 0, Duration::ZERO);
    let chosen: Vec<_> = CATALOGUE.iter().filter(|entry| entry.1.contains(filter)).collect();
    let names: Vec<&str> = chosen.iter().map(|entry| entry.1).collect();
    for (&&(_, name, rule, what), (report, taken)) in chosen.iter().zip(hunts(&program.display().to_string(), &names)) {
        let finding = report.as_ref().ok().and_then(|report| report.findings.first());
        let (said, position) = match finding {
            Some(finding) => {
                let moves =
                    if finding.moves.is_empty() { String::new() } else { format!(" then {}", finding.moves.join(" ")) };
                (finding.rule.name(), format!("`{}`{moves}", finding.fen))
            }
            None => ("nothing", String::new()),
        };
        all += 1;
        found += usize::from(finding.is_some());
        named += usize::from(said == rule);
        slowest = slowest.max(taken);
        let right = if said == rule { "yes".to_owned() } else { format!("no: {rule}") };
        writeln!(out, "| {name} | {what} | {said} | {right} | {:.1} | {position} |", taken.as_secs_f64())?;
        out.flush()?;
    }
    writeln!(
        out,
        "\n{found} of {all} found within {} million nodes, {named} of {all} rules named rightly ({:.1} %), slowest {:.1} s",
        LIMIT / 1_000_000,
        100.0 * named as f64 / all.max(1) as f64,
        slowest.as_secs_f64()
    )?;
    Ok(found * 100 >= all * FOUND && named * 100 >= all * NAMED)
}
