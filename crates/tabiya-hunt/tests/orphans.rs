//! What a program leaves behind is ended even if it hides from signals and marks. Alone in its file: every
//! child of a process that adopts orphans is taken for one.
#![cfg(target_os = "linux")]

mod common;

use tabiya_hunt::process::{Cancel, FailureKind, Limits, Process};

use common::{LONG, wait_until};

/// The processes with this text among their arguments.
fn runs(text: &str) -> bool {
    std::fs::read_dir("/proc").into_iter().flatten().flatten().any(|entry| {
        std::fs::read(entry.path().join("cmdline"))
            .is_ok_and(|line| line.split(|&byte| byte == 0).any(|word| word == text.as_bytes()))
    })
}

/// How many threads this process has.
fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").expect("threads").count()
}

#[test]
fn a_grandchild_that_left_and_forgot_everything_is_ended() {
    assert!(tabiya_hunt::cleanup::adopt_orphans());
    let limits = Limits { answer: LONG, ..Limits::default() };
    let sleep = format!("6000.{:07}", std::process::id());
    // The subshells end at once, so no process of the program's family is the parent of the sleepers any more;
    // they have no mark, and a session of their own. The second program ends before it is ended.
    let hide = format!("(env -i setsid sleep {sleep} &); (env -i setsid sh -c 'sleep {sleep} & sleep {sleep}' &)");
    for script in [format!("{hide}; echo up; sleep 600"), format!("{hide}; echo up")] {
        let words = ["sh", "-c", &script].map(String::from);
        let before = threads();
        let mut process = Process::start(&words, limits, &Cancel::default()).expect("sh starts");
        assert!(threads() > before, "threads read what it says");
        let deadline = process.deadline();
        assert_eq!(process.line(deadline).expect("it answers"), "up");
        wait_until("it sleeps", || runs(&sleep));
        drop(process);
        assert!(!runs(&sleep), "{script}");
        // They read to the end, which is there when no process is left that could write.
        wait_until("those who read have ended", || threads() == before);
    }
    // What was started properly is left alone, and another can still be had.
    let words = ["sh", "-c", "exit 4"].map(String::from);
    let mut process = Process::start(&words, limits, &Cancel::default()).expect("sh starts");
    let deadline = process.deadline();
    let failure = process.line(deadline).expect_err("it is gone");
    assert_eq!(failure.kind, FailureKind::Crash("exit status 4".into()));
}
