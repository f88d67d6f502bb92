//! Programs that misbehave are reported as what they are and never outlive their process.
#![cfg(unix)]

mod common;

use std::time::{Duration, Instant};

use tabiya_hunt::engine::{Dialect, Engine, Question};
use tabiya_hunt::process::{Cancel, Failure, FailureKind, Limits, Process};

use common::LONG;
#[cfg(target_os = "linux")]
use common::{has_ended, sleeps, state, wait_until};

/// Limits on bytes, and on time none that a busy machine could reach.
fn limits() -> Limits {
    Limits { answer: LONG, bytes: 100_000, until: None }
}

/// For programs that must be waited for.
fn short() -> Limits {
    Limits { answer: Duration::from_millis(300), ..limits() }
}

fn shell(script: &str) -> Vec<String> {
    ["sh", "-c", script].map(String::from).to_vec()
}

fn start(script: &str) -> Process {
    Process::start(&shell(script), limits(), &Cancel::default()).expect("sh starts")
}

fn first_failure(process: &mut Process) -> Failure {
    let deadline = process.deadline();
    loop {
        match process.line(deadline) {
            // Between the end of the output and its own a program gets half a second, too little where all are busy.
            Err(Failure { kind: FailureKind::Crash(status), .. })
                if status.ends_with("still runs") && Instant::now() < deadline => {}
            Err(failure) => return failure,
            Ok(_) => {}
        }
    }
}

fn next_line(process: &mut Process) -> String {
    let deadline = process.deadline();
    process.line(deadline).expect("it answers")
}

#[test]
fn a_hang_is_a_hang() {
    let script = shell("echo thinking; sleep 6000");
    let mut process = Process::start(&script, short(), &Cancel::default()).expect("sh starts");
    assert_eq!(process.line(Instant::now() + LONG).expect("it says so much"), "thinking");
    let deadline = process.deadline();
    let failure = process.line(deadline).expect_err("it says no more");
    assert!(Instant::now() >= deadline);
    assert_eq!(failure.kind, FailureKind::Hang(short().answer));
    assert!(failure.last_output.contains("thinking"));
}

#[test]
fn a_crash_tells_its_status_and_its_last_words() {
    let mut process = start("echo out; echo err >&2; kill -SEGV $$");
    assert_eq!(next_line(&mut process), "out");
    // Standard error is read apart from the output, which may be the first to end.
    let given_up = Instant::now() + LONG;
    let mut failure = first_failure(&mut process);
    while !failure.last_output.contains("err") && Instant::now() < given_up {
        failure = first_failure(&mut process);
    }
    assert_eq!(failure.kind, FailureKind::Crash("killed by signal 11".into()));
    assert!(failure.last_output.contains("out") && failure.last_output.contains("err"));
    let failure = first_failure(&mut start("exit 3"));
    assert_eq!(failure.kind, FailureKind::Crash("exit status 3".into()));
}

#[test]
fn a_flood_is_cut_off_with_or_without_line_ends() {
    for script in ["yes e2e4", "tr '\\0' x < /dev/zero"] {
        let failure = first_failure(&mut start(script));
        assert_eq!(failure.kind, FailureKind::Flood(100_000), "{script}");
        assert!(failure.last_output.len() < 5_000);
    }
}

#[test]
fn every_byte_of_a_flood_counts() {
    // Letters, white space and line ends alike, to the last byte that is allowed.
    for letter in ["x", " ", "\\n"] {
        let print =
            |bytes: u32| first_failure(&mut start(&format!("head -c {bytes} /dev/zero | tr '\\0' '{letter}'"))).kind;
        assert_eq!(print(100_000), FailureKind::Crash("exit status 0".into()), "{letter:?}");
        assert_eq!(print(100_001), FailureKind::Flood(100_000), "{letter:?}");
    }
}

#[test]
fn a_missing_program_is_said_to_be_missing() {
    let words = ["/no/such/engine".to_owned()];
    let failure = Process::start(&words, limits(), &Cancel::default()).err().expect("it cannot start");
    assert!(failure.to_string().contains("no program called"));
}

#[test]
fn control_codes_do_not_reach_the_reader() {
    let failure = first_failure(&mut start("printf '\\033[2Jgone\\n'; exit 1"));
    assert!(!failure.last_output.contains('\u{1b}') && failure.last_output.contains("gone"));
}

#[test]
fn cancelling_ends_a_wait() {
    let cancel = Cancel::default();
    let mut process = Process::start(&shell("sleep 6000"), limits(), &cancel).expect("sh starts");
    cancel.cancel();
    let deadline = process.deadline();
    let failure = process.line(deadline).expect_err("it was cancelled");
    assert_eq!(failure.kind, FailureKind::Cancelled);
}

#[test]
fn a_limit_may_be_without_end() {
    let limits = Limits { answer: Duration::MAX, ..limits() };
    let mut process = Process::start(&shell("echo up"), limits, &Cancel::default()).expect("sh starts");
    assert!(process.deadline() > Instant::now() + Duration::from_secs(1_000_000_000));
    assert_eq!(next_line(&mut process), "up");
}

#[test]
fn there_is_no_terminal_to_take() {
    let mut process = start("if (: < /dev/tty) 2>/dev/null; then echo tty; else echo none; fi");
    assert_eq!(next_line(&mut process), "none");
}

#[cfg(target_os = "linux")]
#[test]
fn everything_a_program_started_ends_with_it() {
    // A background job, and one in a session of its own that no signal to the group reaches.
    let mut process = start("sleep 6000 & echo $!; setsid sleep 6000 & echo $!; wait");
    let ids = [next_line(&mut process), next_line(&mut process)];
    wait_until("both sleep", || ids.iter().all(|id| sleeps(id)));
    drop(process);
    wait_until("both have ended", || ids.iter().all(|id| has_ended(id)));
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_keeps_its_number_until_it_is_let_go() {
    // The shell ends at once and closes its output; its child stays behind in its group.
    let mut process = start("sleep 6000 >/dev/null 2>&1 & echo $!; echo $$; exit 3");
    let (sleeper, id) = (next_line(&mut process), next_line(&mut process));
    wait_until("it sleeps", || sleeps(&sleeper));
    // Its end is seen as often as one looks, and it is not waited for before the last signal.
    wait_until("it has ended", || has_ended(&id));
    for _ in 0..3 {
        let deadline = process.deadline();
        let failure = process.line(deadline).expect_err("it is gone");
        assert_eq!(failure.kind, FailureKind::Crash("exit status 3".into()));
        assert_eq!(state(&id), Some('Z'));
    }
    assert!(sleeps(&sleeper));
    drop(process);
    assert_eq!(state(&id), None);
    wait_until("the sleeper has ended", || has_ended(&sleeper));
}

#[cfg(target_os = "linux")]
#[test]
fn a_panic_ends_the_program_too() {
    let sleeper = std::sync::Mutex::new(String::new());
    let outcome = std::panic::catch_unwind(|| {
        let mut process = start("sleep 6000 & echo $!; wait");
        let id = next_line(&mut process);
        wait_until("it sleeps", || sleeps(&id));
        *sleeper.lock().expect("no other thread has it") = id;
        panic!("on purpose");
    });
    assert!(outcome.is_err());
    let id = sleeper.into_inner().expect("it was let go before the panic");
    assert!(!id.is_empty(), "it panicked too early");
    wait_until("the sleeper has ended", || has_ended(&id));
}

#[test]
fn the_end_of_the_hunt_ends_every_wait() {
    let until = Instant::now() + Duration::from_millis(300);
    let limits = Limits { answer: Duration::from_secs(600), until: Some(until), ..limits() };
    for command in ["cat", "sleep 600", "sh -c 'while :; do sleep 600; done'", "sh -c 'sleep 600' {fen}"] {
        let failure = Engine::detect(command, limits, &Cancel::default()).err().expect("there is no time");
        assert_eq!(failure.kind, FailureKind::TimeUp, "{command}");
    }
}

/// A UCI engine that knows only the probe position, in each of the ways engines print.
fn fake(answer: &str, command: &str) -> String {
    let script = format!(
        "while read -r line; do case \"$line\" in uci) echo id name Fake; echo uciok;; \
         isready) echo readyok;; \"{command}\"*) printf '{answer}';; quit) exit;; esac; done"
    );
    format!("sh -c '{}'", script.replace('\'', r"'\''"))
}

/// Whatever the limits are, a program is tried for two seconds with each command, which a busy machine may let pass.
/// Then it is tried again.
fn detected(command: &str) -> Engine {
    let mut tries = (0..20).map(|_| Engine::detect(command, limits(), &Cancel::default()));
    tries.find_map(Result::ok).unwrap_or_else(|| panic!("not detected: {command}"))
}

const PROBE: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

#[test]
fn dialects_are_detected() {
    let moves = [
        "e2e3: 1\\ne2e4: 1\\ne1d1: 1\\n\\nNodes searched: 3\\n",
        "e2e3 - 1\\ne2e4 - 1\\ne1d1 - 1\\nTotal: 3\\n",
        "e2e3 1\\ne2e4 1\\ne1d1 1\\n",
        "E2E3 1\\nE2E4 1\\nKd1 1\\nnodes 3\\n",
    ];
    for answer in moves {
        for (command, name) in [("go perft", "UCI, go perft"), ("divide", "UCI, divide"), ("perft", "UCI, perft")] {
            let mut engine = detected(&fake(answer, command));
            assert_eq!(engine.dialect().name(), name);
            assert!(engine.divides());
            assert_eq!(engine.name(), Some("Fake"));
            let question = Question { fen: PROBE, moves: &[], depth: 1 };
            let answer = engine.ask(question).expect("it answers");
            assert_eq!(answer.nodes(), Some(3));
        }
    }
    let engine = detected(&fake("perft 1: 6\\n", "perft"));
    assert!(!engine.divides());
}

#[test]
fn an_engine_without_uci_is_detected() {
    let script = "board=start; while read -r line; do case \"$line\" in uci) echo unknown;; setboard*) board=set;; \
        perft*) if [ $board = set ]; then echo e2e3 1; echo e1d1 1; echo total 2; \
        else echo a2a3 1; echo b2b3 1; echo total 2; fi;; esac; done";
    let engine = detected(&format!("sh -c '{script}'"));
    assert_eq!(engine.dialect().name(), "bare perft");
    assert!(!engine.plays_moves() && engine.divides());
}

#[test]
fn scripts_and_templates_are_detected() {
    let script = r#"sh -c 'echo "e2e3 1"; echo "e1d1 $1"; echo; echo 2' script"#;
    let engine = detected(script);
    assert_eq!(engine.dialect(), Dialect::Script);
    let template = r#"sh -c 'echo "e2e3 1"; echo "e1d1 1"; echo 2' x {fen} {depth}"#;
    let engine = detected(template);
    assert_eq!(engine.dialect(), Dialect::Template);
    let question = Question { fen: PROBE, moves: &[], depth: 1 };
    assert!(engine.commands(question)[0].ends_with(&format!("'{PROBE}' 1")));
}

#[test]
fn what_is_no_counter_is_refused() {
    for command in ["true", "false", "cat", "echo hello", "/no/such/engine", ""] {
        assert!(Engine::detect(command, short(), &Cancel::default()).is_err(), "{command}");
    }
}
