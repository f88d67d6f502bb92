//! What a handler of Ctrl-C does: every program ends, with everything it started.
#![cfg(target_os = "linux")]

mod common;

use tabiya_hunt::process::{Cancel, FailureKind, Limits, Process};

use common::{LONG, has_ended, sleeps, wait_until};

#[test]
fn ending_all_ends_every_program() {
    // The first sleeper leaves the program's session, the second stays in its group.
    let script = "setsid sleep 6000 & echo $!; sleep 6000 & echo $!; wait";
    let words = ["sh", "-c", script].map(String::from);
    let limits = Limits { answer: LONG, ..Limits::default() };
    let mut processes: Vec<Process> =
        (0..3).map(|_| Process::start(&words, limits, &Cancel::default()).expect("sh starts")).collect();
    let mut sleepers = Vec::new();
    for process in &mut processes {
        for _ in 0..2 {
            let deadline = process.deadline();
            sleepers.push(process.line(deadline).expect("it answers"));
        }
    }
    wait_until("all sleep", || sleepers.iter().all(|id| sleeps(id)));
    tabiya_hunt::cleanup::end_all();
    // Before the programs are let go, which would end everything once more.
    wait_until("all sleepers have ended", || sleepers.iter().all(|id| has_ended(id)));
    for process in &mut processes {
        let deadline = process.deadline();
        let failure = process.line(deadline).expect_err("it is gone");
        assert_eq!(failure.kind, FailureKind::Crash("killed by signal 9".into()));
    }
    // A hunt that goes on for a moment starts nothing that would be left behind.
    let failure = Process::start(&words, limits, &Cancel::default()).err().expect("all is over");
    assert!(failure.to_string().contains("about to end"), "{failure}");
}
