//! What a handler of Ctrl-C does: every program ends, with everything it started.
#![cfg(target_os = "linux")]

use std::time::Duration;

use tabiya_hunt::process::{Cancel, FailureKind, Limits, Process};

#[test]
fn ending_all_ends_every_program() {
    let words = ["sh", "-c", "setsid sleep 74 & echo up; sleep 75"].map(String::from);
    let mut processes: Vec<Process> =
        (0..3).map(|_| Process::start(&words, Limits::default(), &Cancel::default()).expect("sh starts")).collect();
    for process in &mut processes {
        let deadline = process.deadline();
        assert_eq!(process.line(deadline).expect("it answers"), "up");
    }
    std::thread::sleep(Duration::from_millis(100));
    tabiya_hunt::cleanup::end_all();
    for process in &mut processes {
        let deadline = process.deadline();
        let failure = process.line(deadline).expect_err("it is gone");
        assert_eq!(failure.kind, FailureKind::Crash("killed by signal 9".into()));
    }
}
