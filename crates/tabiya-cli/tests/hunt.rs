//! A hunt ends with everything that the program started, however it hid: by itself, after one Ctrl-C and after two.
#![cfg(target_os = "linux")]

mod common;

use std::process::{Child, Command};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use common::{Folder, interrupt, start, status, wait_until, wait_until_it_listens};

/// A program that leaves a process behind: with a session of its own, without environment and parent.
struct Program {
    folder: Folder,
    /// What that sleeper alone has among its arguments.
    mark: String,
}

impl Program {
    /// The program, which is up when the sleeper is, notes what it is asked, and leaves the answer to something else.
    fn new(name: &str, then: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let folder = Folder::new(name);
        let mark = format!("6000.{:07}{:02}", std::process::id(), NUMBER.fetch_add(1, Relaxed));
        let (up, asked) = (folder.path("up"), folder.path("asked"));
        let script = format!(
            "(env -i setsid sh -c 'echo up > {up}; exec sleep {mark}' &)
            until [ -s {up} ]; do sleep 0.02; done
            tee -a {asked} | {then}"
        );
        std::fs::write(folder.path("program"), script).expect("a file");
        Self { folder, mark }
    }

    /// Hunts it, with these arguments too.
    fn hunt(&self, arguments: &[&str]) -> Child {
        let engine = format!("sh {}", self.folder.path("program"));
        let mut child = start(&[&["hunt", "--time", "100000", "--engine", &engine], arguments].concat());
        wait_until_it_listens(&mut child);
        child
    }

    fn was_up(&self) -> bool {
        self.folder.0.join("up").exists()
    }

    /// How often it was asked for a count.
    fn questions(&self) -> usize {
        std::fs::read_to_string(self.folder.0.join("asked")).map_or(0, |text| text.matches("perft").count())
    }

    /// The sleepers that there are.
    fn sleepers(&self) -> Vec<u32> {
        let ids = std::fs::read_dir("/proc").expect("processes").flatten();
        let ids = ids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        ids.filter(|id| {
            let words = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            words.windows(self.mark.len()).any(|part| part == self.mark.as_bytes())
        })
        .collect()
    }
}

impl Drop for Program {
    /// A test that fails leaves no process behind either.
    fn drop(&mut self) {
        for id in self.sleepers() {
            let _ = Command::new("kill").args(["-KILL", &id.to_string()]).status();
        }
    }
}

fn send(child: &Child, signal: &str) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs").success());
}

/// More questions than are asked before it is known what a program speaks.
const HUNTED: usize = 100;

fn ourselves() -> String {
    format!("{} uci", env!("CARGO_BIN_EXE_tabiya"))
}

#[test]
fn nobody_is_left_after_a_hunt() {
    let program = Program::new("end", &ourselves());
    let mut child = program.hunt(&["--nodes", "1000", "--standard"]);
    assert_eq!(status(&mut child).code(), Some(0));
    assert!(program.was_up());
    assert_eq!(program.sleepers(), []);
}

#[test]
fn nobody_is_left_after_ctrl_c() {
    // One that answers for long, and one that never does and is still asked what it speaks.
    for (name, then, questions) in [("asked", ourselves(), HUNTED), ("silent", "sleep 100000".into(), 0)] {
        let program = Program::new(name, &then);
        let mut child = program.hunt(&[]);
        wait_until("a process hides", || program.questions() >= questions && !program.sleepers().is_empty());
        interrupt(&child);
        assert_eq!(status(&mut child).code(), Some(130), "{name}");
        assert_eq!(program.sleepers(), [], "{name}");
    }
}

/// Both signals, which mean the same, are there when the command goes on, so that it has no time to end in good order.
#[test]
fn nobody_is_left_after_two_signals() {
    // More than once, because it might be that fast.
    for name in ["second", "second-again", "second-once-more"] {
        let program = Program::new(name, &ourselves());
        let mut child = program.hunt(&[]);
        wait_until("a process hides", || program.questions() >= HUNTED && !program.sleepers().is_empty());
        for signal in ["-STOP", "-INT", "-TERM", "-CONT"] {
            send(&child, signal);
        }
        assert_eq!(status(&mut child).code(), Some(130));
        assert_eq!(program.sleepers(), []);
    }
}
