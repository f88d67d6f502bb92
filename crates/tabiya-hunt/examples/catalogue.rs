//! Hunts in every mutant of the example `mutant` within a time, and says which are found and named.
//!
//!     cargo run --release -p tabiya-hunt --examples        (the mutants have to be built too)
//!     target/release/examples/catalogue                    60 s for each mutant
//!     target/release/examples/catalogue --slow 20000       as if they counted 20,000 nodes per second
//!
//! `--seconds N`, `--jobs N` (2), and a part of a name to hunt in some only. The seconds are CPU time of the hunt and the
//! mutant together, so that other work on the machine changes nothing; a slow mutant is charged for what it counts, and
//! nothing waits. Exit code 0: at least 95 % are found and named, 80 % with `--slow`. 1: fewer. 2: it could not be run.

use std::io::{self, Write};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tabiya_hunt::{Cancel, Clock, Engine, Limits, Options, hunt};

/// Time that passes without counting, enough on any machine.
const LONG: Duration = Duration::from_secs(3600);

struct Settings {
    seconds: f64,
    slow: Option<u32>,
    jobs: usize,
    filter: String,
    /// Hunt in this mutant alone and print one line: how every hunt gets a process, and so CPU time, of its own.
    one: Option<String>,
}

fn settings() -> Option<Settings> {
    let mut settings = Settings { seconds: 60.0, slow: None, jobs: 2, filter: String::new(), one: None };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => settings.seconds = arguments.next()?.parse().ok().filter(|&seconds| seconds > 0.0)?,
            "--slow" => settings.slow = Some(arguments.next()?.parse().ok().filter(|&speed| speed > 0)?),
            "--jobs" => settings.jobs = arguments.next()?.parse().ok().filter(|&jobs| jobs > 0)?,
            "--one" => settings.one = Some(arguments.next()?),
            text if !text.starts_with('-') => settings.filter = text.into(),
            _ => return None,
        }
    }
    Some(settings)
}

fn mutant() -> io::Result<String> {
    let path = std::env::current_exe()?.with_file_name(format!("mutant{}", std::env::consts::EXE_SUFFIX));
    match path.exists() {
        true => Ok(path.display().to_string()),
        false => Err(io::Error::new(io::ErrorKind::NotFound, "build the example `mutant` first")),
    }
}

/// Hunts in one mutant: what was named, the seconds, the questions and the position.
fn hunted(name: &str, settings: &Settings) -> Result<String, String> {
    let cancel = Cancel::default();
    let limits = Limits { answer: LONG, ..Limits::default() };
    let command = format!("'{}' {name}", mutant().map_err(|error| error.to_string())?);
    // A program is tried for two seconds with each command, which a busy machine may let pass. Then it is tried again.
    let mut engine = (0..20)
        .find_map(|_| Engine::detect(&command, limits, &cancel).ok())
        .ok_or_else(|| format!("{name} cannot be asked"))?;
    let options = Options {
        time: Duration::from_secs_f64(settings.seconds),
        shrink_time: LONG,
        clock: Clock::Cpu { nodes_per_second: settings.slow },
        ..Options::default()
    };
    let report = hunt(&mut engine, &options, &cancel, &mut |_| {});
    let (said, position) = match report.findings.first() {
        Some(finding) => (finding.rule.name(), format!("{} {}", finding.fen, finding.moves.join(" "))),
        None => ("nothing", String::new()),
    };
    Ok(format!("{said}\t{:.1}\t{}\t{}", report.elapsed.as_secs_f64(), report.questions, position.trim()))
}

/// The mutants: name and rule.
fn catalogue(filter: &str) -> io::Result<Vec<(String, String)>> {
    let output = Command::new(mutant()?).arg("--list").output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = text.lines().filter_map(|line| {
        let (name, rest) = line.split_once('\t')?;
        Some((name.to_owned(), rest.split('\t').next()?.to_owned()))
    });
    Ok(lines.filter(|(name, _)| name.contains(filter)).collect())
}

fn all(settings: &Settings) -> io::Result<bool> {
    let program = std::env::current_exe()?;
    let mutants = catalogue(&settings.filter)?;
    let next = AtomicUsize::new(0);
    let (found, named) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let out = Mutex::new(io::stdout());
    let work = &|| -> io::Result<()> {
        while let Some((name, rule)) = mutants.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut command = Command::new(&program);
            command.args(["--one", name, "--seconds", &settings.seconds.to_string()]);
            command.args(settings.slow.iter().flat_map(|speed| ["--slow".to_owned(), speed.to_string()]));
            let output = command.output()?;
            let line = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
            let mut fields = line.split('\t');
            let (said, seconds) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
            let in_time = seconds.parse::<f64>().is_ok_and(|seconds| seconds <= settings.seconds);
            let is_found = in_time && said != "nothing" && output.status.success();
            let verdict = match (is_found, said == rule) {
                (true, true) => "named".to_owned(),
                (true, false) => format!("found, not named: {rule}"),
                (false, _) => format!("not found: {rule}"),
            };
            found.fetch_add(usize::from(is_found), Ordering::Relaxed);
            named.fetch_add(usize::from(is_found && said == rule), Ordering::Relaxed);
            let mut out = out.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            writeln!(out, "{name}\t{verdict}\t{line}")?;
            out.flush()?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..settings.jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| match worker.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    let (found, named, all) = (found.into_inner(), named.into_inner(), mutants.len().max(1));
    let percent = |count: usize| 100.0 * count as f64 / all as f64;
    let speed = settings.slow.map_or(String::new(), |speed| format!(" at {speed} nodes per second"));
    println!(
        "{found} of {all} found ({:.1} %), {named} named ({:.1} %), within {} s each{speed}",
        percent(found),
        percent(named),
        settings.seconds
    );
    Ok(percent(named) >= if settings.slow.is_some() { 80.0 } else { 95.0 })
}

fn main() -> ExitCode {
    let Some(settings) = settings() else {
        eprintln!("usage: catalogue [--seconds N] [--slow NODES-PER-SECOND] [--jobs N] [PART-OF-NAME]");
        return ExitCode::from(2);
    };
    if let Some(name) = &settings.one {
        return match hunted(name, &settings) {
            Ok(line) => {
                println!("{line}");
                ExitCode::SUCCESS
            }
            Err(error) => {
                eprintln!("{error}");
                ExitCode::from(2)
            }
        };
    }
    match all(&settings) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
