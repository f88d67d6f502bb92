//! Finding out which protocol a program understands.

use std::time::{Duration, Instant};

use crate::answer::{Answer, LineKind, bare_coordinates};
use crate::engine::{Dialect, Ending, Engine, PerftCommand, Protocol, run_once};
use crate::process::{Cancel, Failure, FailureKind, Limits, Process, from_now};
use crate::words;

/// A king, a pawn, a king: six moves, few enough to tell from the start position's twenty even if
/// the generator has a bug.
const PROBE: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
const PROBE_MOVES: [&str; 12] =
    ["e2e3", "e2e4", "e1d1", "e1f1", "e1d2", "e1f2", "e3", "e4", "kd1", "kf1", "kd2", "kf2"];

/// How much an answer to the probe tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Grade {
    Nothing,
    Total,
    Divide,
}

fn grade(answer: &Answer) -> Grade {
    let known = answer.moves.iter().filter(|(text, _)| PROBE_MOVES.contains(&bare_coordinates(text).as_str())).count();
    if known >= 2 && known * 2 >= answer.moves.len() {
        Grade::Divide
    } else if answer.moves.is_empty() && answer.total.is_some_and(|total| (3..=12).contains(&total)) {
        Grade::Total
    } else {
        Grade::Nothing
    }
}

/// What the greeting told.
struct Greeting {
    uci: bool,
    name: Option<String>,
    offers_chess960: bool,
}

impl Engine {
    /// A command template: every answer is one run of it.
    pub fn from_template(command: &str, limits: Limits, cancel: &Cancel) -> Result<Engine, Failure> {
        let words = split(command)?;
        if !words::is_template(&words) {
            return Err(unstartable("the command contains neither {fen} nor {depth}".into()));
        }
        let filled = words::fill(&words, PROBE, 1, "");
        let (answer, _) = run_once(&filled, limits, cancel)?;
        if grade(&answer) == Grade::Nothing {
            return Err(not_a_counter(&answer));
        }
        Ok(Engine::new(words, limits, cancel, Dialect::Template))
    }

    /// Starts the program and finds out how it wants to be asked.
    pub fn detect(command: &str, limits: Limits, cancel: &Cancel) -> Result<Engine, Failure> {
        let words = split(command)?;
        if words::is_template(&words) {
            return Engine::from_template(command, limits, cancel);
        }
        match greet(&words, limits, cancel) {
            Ok(greeting) => interactive(&words, limits, cancel, &greeting),
            // It ended at once: a script that wants arguments, perhaps.
            Err(failure @ Failure { kind: FailureKind::Crash(_), .. }) => {
                script(&words, limits, cancel).map_err(|second| match second.kind.is_blameless() {
                    true => second,
                    false => failure,
                })
            }
            Err(failure) => Err(failure),
        }
    }

    fn new(words: Vec<String>, limits: Limits, cancel: &Cancel, dialect: Dialect) -> Engine {
        Engine {
            words,
            limits,
            cancel: cancel.clone(),
            dialect,
            name: None,
            offers_chess960: false,
            process: None,
            chess960: false,
            told_chess960: false,
            checks_totals: true,
            counted: 0,
        }
    }
}

fn split(command: &str) -> Result<Vec<String>, Failure> {
    words::split(command).map_err(|error| unstartable(error.to_string()))
}

fn unstartable(why: String) -> Failure {
    Failure { kind: FailureKind::Start(why), last_output: String::new() }
}

fn not_a_counter(answer: &Answer) -> Failure {
    let what = format!(
        "asked for the six moves of {PROBE}, it gave {} moves and {}",
        answer.moves.len(),
        answer.total.map_or("no total".into(), |total| format!("the total {total}"))
    );
    Failure { kind: FailureKind::Nonsense(what), last_output: String::new() }
}

fn greet(words: &[String], limits: Limits, cancel: &Cancel) -> Result<Greeting, Failure> {
    let mut process = Process::start(words, limits, cancel)?;
    process.send("uci\n");
    let patience = limits.answer.min(Duration::from_secs(10));
    let deadline = Instant::now() + patience;
    let mut greeting = Greeting { uci: false, name: None, offers_chess960: false };
    while let Some(line) = process.line_until(deadline)? {
        if let Some(name) = line.strip_prefix("id name ") {
            greeting.name = Some(name.trim().to_owned());
        }
        greeting.offers_chess960 |= line.contains("UCI_Chess960");
        if line.trim() == "uciok" {
            greeting.uci = true;
            break;
        }
        // Programs that know no UCI say so at once; do not wait for more of it.
        if line.to_ascii_lowercase().contains("unknown") || line.to_ascii_lowercase().contains("error") {
            break;
        }
    }
    Ok(greeting)
}

/// How long a command is tried for at first: an unknown one is met with silence, a known one is mostly answered at
/// once.
const QUICK: Duration = Duration::from_secs(2);

/// How long an engine is waited for that must know one of the commands.
#[derive(Clone, Copy)]
struct Patience {
    time: Duration,
    /// Whether it may answer after it has said that it is ready, because it counts in a thread.
    beyond_ready: bool,
}

/// Tries the commands that engines have for perft: quickly, and if none is answered once more with all patience that
/// the limits allow, because a slow engine is not a mute one.
fn interactive(words: &[String], limits: Limits, cancel: &Cancel, greeting: &Greeting) -> Result<Engine, Failure> {
    let quick = Patience { time: limits.answer.min(QUICK), beyond_ready: false };
    let (mut best, mut last_failure) = search(words, limits, cancel, greeting, quick)?;
    if best.is_none() {
        // Half of what is left of the hunt, for as many commands as there are.
        let commands = PerftCommand::ALL.len() * places(greeting).len();
        let left = limits.until.map_or(limits.answer * 2, |end| end.saturating_duration_since(Instant::now()) / 2);
        let slow = Patience { time: limits.answer.min(left / commands as u32), beyond_ready: true };
        if slow.time > quick.time {
            let (found, failure) = search(words, limits, cancel, greeting, slow)?;
            best = found;
            last_failure = failure.or(last_failure);
        }
    }
    match best {
        Some((grade, protocol)) => {
            let protocol = Protocol { divides: grade == Grade::Divide, ..protocol };
            let mut engine = Engine::new(words.to_vec(), limits, cancel, Dialect::Interactive(protocol));
            engine.name.clone_from(&greeting.name);
            engine.offers_chess960 = greeting.offers_chess960;
            Ok(engine)
        }
        None => script(words, limits, cancel).map_err(|second| match second.kind.is_blameless() {
            true => second,
            false => last_failure.unwrap_or_else(|| Failure {
                kind: FailureKind::Nonsense(
                    "it does not answer `go perft 1`, `divide 1` or `perft 1`, nor `DEPTH FEN` as arguments".into(),
                ),
                last_output: second.last_output,
            }),
        }),
    }
}

/// Whether the position is given by `position`, or else by `setboard`.
fn places(greeting: &Greeting) -> &'static [bool] {
    if greeting.uci { &[true] } else { &[true, false] }
}

/// The protocol that is answered best, each tried in a fresh process, and the last failure.
#[allow(clippy::type_complexity)]
fn search(
    words: &[String],
    limits: Limits,
    cancel: &Cancel,
    greeting: &Greeting,
    patience: Patience,
) -> Result<(Option<(Grade, Protocol)>, Option<Failure>), Failure> {
    let mut best: Option<(Grade, Protocol)> = None;
    let mut last_failure = None;
    'search: for &position in places(greeting) {
        for perft in PerftCommand::ALL {
            match probe(words, limits, cancel, patience, (greeting.uci, position, perft)) {
                Ok((grade, protocol)) if grade > Grade::Nothing => {
                    if best.is_none_or(|(before, _)| before < grade) {
                        best = Some((grade, protocol));
                    }
                    if grade == Grade::Divide {
                        break 'search;
                    }
                }
                Ok(_) => {}
                Err(failure) if failure.kind.is_blameless() => return Err(failure),
                Err(failure) => last_failure = Some(failure),
            }
        }
    }
    Ok((best, last_failure))
}

fn probe(
    words: &[String],
    limits: Limits,
    cancel: &Cancel,
    patience: Patience,
    (uci, position, perft): (bool, bool, PerftCommand),
) -> Result<(Grade, Protocol), Failure> {
    let mut protocol = Protocol { uci, position, perft, divides: true, ending: Ending::Silence, ready_after: false };
    let mut process = Process::start(words, limits, cancel)?;
    if uci {
        process.send("uci\nisready\n");
        let deadline = process.deadline();
        while process.line(deadline)?.trim() != "readyok" {}
    }
    let first = listen(&mut process, protocol, 1, patience, limits)?;
    let grade = grade(&first.answer);
    if grade > Grade::Nothing && first.ready_is_last {
        // A short count may just have been quicker than `isready`: try a longer one.
        match listen(&mut process, protocol, 5, patience, limits) {
            Ok(second) => protocol.ready_after = second.ready_is_last,
            // What an engine says without it is enough.
            Err(failure) if first.total_is_last && !failure.kind.is_blameless() => {}
            Err(failure) => return Err(failure),
        }
    }
    if grade == Grade::Divide && first.total_is_last {
        protocol.ending = Ending::Total;
    } else if protocol.ready_after {
        protocol.ending = Ending::Ready;
    }
    Ok((grade, protocol))
}

/// An answer to the probe, and what came at its end.
struct Heard {
    answer: Answer,
    total_is_last: bool,
    ready_is_last: bool,
}

/// Asks about the probe and listens until nothing more comes.
fn listen(
    process: &mut Process,
    protocol: Protocol,
    depth: u32,
    patience: Patience,
    limits: Limits,
) -> Result<Heard, Failure> {
    let place = if protocol.position { "position fen" } else { "setboard" };
    process.send(&format!("{place} {PROBE}\n{}\nisready\n", protocol.perft.spelled(depth)));
    let began = Instant::now();
    let (deadline, busy_until) = (from_now(patience.time), from_now(limits.answer));
    let mut is_ready = false;
    let mut quiet = Duration::from_millis(300);
    let mut heard = Heard { answer: Answer::default(), total_is_last: false, ready_is_last: false };
    loop {
        // A UCI engine that is not ready yet is still at work.
        let busy = protocol.uci && !is_ready;
        let settled = if heard.answer.is_empty() { is_ready && !patience.beyond_ready } else { !busy };
        let deadline = if busy { busy_until } else { deadline };
        let until = if settled { deadline.min(Instant::now() + quiet) } else { deadline };
        match process.line_until(until)? {
            Some(line) if line.trim() == "readyok" => (is_ready, heard.ready_is_last) = (true, true),
            Some(line) => {
                let kind = heard.answer.read_line(&line);
                if kind != LineKind::Other {
                    // Who needs long for the first line may need as long for the next.
                    quiet = quiet.max(began.elapsed() * 2);
                    heard.total_is_last = matches!(kind, LineKind::Total(_));
                    heard.ready_is_last = false;
                }
            }
            None => {
                heard.ready_is_last &= !heard.answer.is_empty();
                return Ok(heard);
            }
        }
    }
}

fn script(words: &[String], limits: Limits, cancel: &Cancel) -> Result<Engine, Failure> {
    let mut filled = words.to_vec();
    filled.extend(["1".into(), PROBE.into()]);
    let (answer, _) = run_once(&filled, limits, cancel)?;
    if grade(&answer) == Grade::Divide {
        Ok(Engine::new(words.to_vec(), limits, cancel, Dialect::Script))
    } else {
        Err(not_a_counter(&answer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Grade {
        let mut answer = Answer::default();
        for line in text.lines() {
            answer.read_line(line);
        }
        grade(&answer)
    }

    #[test]
    fn grades_answers_to_the_probe() {
        assert!(read("e2e3: 1\ne1d1: 1\nNodes searched: 2") == Grade::Divide);
        assert!(read("6") == Grade::Total);
        assert!(read("a2a3: 1\nb2b3: 1\ne2e3: 1\ne2e4: 1\ng1f3: 1\nTotal: 20") == Grade::Nothing);
        assert!(read("hello") == Grade::Nothing);
    }
}
