//! The real command, started, watched and interrupted.
// Each test takes from it what it needs.
#![allow(dead_code)]

use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Longer than any machine takes for anything here, however busy it is. A test that passes never waits for it.
pub const LONG: Duration = Duration::from_secs(600);

/// Waits until something is so.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + LONG;
    while !is_so() {
        assert!(Instant::now() < deadline, "{what}: it never came to that");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The command with these arguments, and something of ours on every end.
pub fn start(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    // Two counts go on at a time also where there is one core only.
    command.env("RAYON_NUM_THREADS", "2");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the command runs")
}

/// Presses Ctrl-C.
pub fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

/// Presses Ctrl-C until a command that cannot end in good order has ended, and returns how it ended. The system may
/// merge signals that come close together, so two presses may not be enough.
pub fn interrupt_until_it_ends(child: &mut Child) -> ExitStatus {
    let mut status = None;
    wait_until("it ends", || {
        status = child.try_wait().expect("a status");
        status.is_some() || {
            interrupt(child);
            false
        }
    });
    status.expect("it ended")
}

/// The time that a process has had on all processors together, also when it has ended and has not been waited for yet.
/// Unlike the clock's, it does not pass while others have the processors. Nothing where there is no `/proc`.
pub fn processor_time(child: &Child) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    // The name of the program, in parentheses, may hold anything; the state is the first word after it.
    let (_, fields) = text.rsplit_once(')').expect("a name");
    let ticks = |field: usize| fields.split_whitespace().nth(field).and_then(|word| word.parse::<u64>().ok());
    let (in_program, in_system) = ticks(11).zip(ticks(12)).expect("two times");
    Some(Duration::from_millis((in_program + in_system) * 1000 / rustix::param::clock_ticks_per_second()))
}

/// Waits until a command has begun with its work, and is ready to be interrupted: starting takes less time than that.
pub fn wait_for_work(child: &mut Child) {
    const BEGUN: Duration = Duration::from_millis(100);
    while processor_time(child).is_some_and(|time| time < BEGUN) && child.try_wait().expect("a status").is_none() {
        std::thread::sleep(Duration::from_millis(10));
    }
    if processor_time(child).is_none() {
        std::thread::sleep(3 * BEGUN);
    }
}

/// Waits until a command that has nothing to do listens to Ctrl-C.
pub fn wait_until_it_listens(child: &mut Child) {
    const INTERRUPT: u64 = 1 << (2 - 1);
    let status = format!("/proc/{}/status", child.id());
    if !std::path::Path::new(&status).exists() {
        return std::thread::sleep(Duration::from_secs(1));
    }
    wait_until("it listens to Ctrl-C", || {
        assert_eq!(child.try_wait().expect("a status"), None, "it ended by itself");
        let text = std::fs::read_to_string(&status).expect("it runs");
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a set of signals");
        u64::from_str_radix(caught.trim(), 16).expect("a number") & INTERRUPT != 0
    });
}

/// How a command ended that was asked to; one that does not is ended by us.
pub fn status(child: &mut Child) -> ExitStatus {
    let deadline = Instant::now() + LONG;
    loop {
        if let Some(status) = child.try_wait().expect("a status") {
            return status;
        }
        if Instant::now() > deadline {
            child.kill().expect("it runs");
            child.wait().expect("it ends");
            panic!("it did not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Folders of tests go away with them.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tabiya-{name}-{}", std::process::id()));
        std::fs::create_dir(&path).expect("a folder");
        Self(path)
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("text").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
