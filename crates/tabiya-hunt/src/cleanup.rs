//! Ending a program together with everything it started.
//!
//! A program gets a session of its own, so that one signal reaches its whole process group and no
//! terminal is near. What leaves the group (a daemon, a shell's background job) still carries the
//! mark in its environment, and is found by it where the system shows environments.

use std::collections::BTreeMap;
use std::process::{Child, Command};
use std::sync::Mutex;

/// The environment variable that marks everything a hunted program starts.
pub const MARK: &str = "TABIYA_HUNT_MARK";

static RUNNING: Mutex<BTreeMap<u32, String>> = Mutex::new(BTreeMap::new());

/// Remembers a started program, so that [`end_all`] finds it.
pub fn register(id: u32, mark: &str) {
    if let Ok(mut running) = RUNNING.lock() {
        running.insert(id, mark.to_owned());
    }
}

/// Ends one program, its group and everything that carries its mark, and waits for it.
pub fn end(child: &mut Child, mark: &str) {
    // Forgotten first: once waited for, its number may belong to somebody else.
    if let Ok(mut running) = RUNNING.lock() {
        running.remove(&child.id());
    }
    // Neither a child not yet waited for nor a group with members loses its number.
    kill_group(child.id());
    // An error means that it is gone already.
    let _ = child.kill();
    let _ = child.wait();
    kill_marked(mark);
}

/// Ends every program any hunt of this process has running: for a handler of Ctrl-C.
pub fn end_all() {
    // The lock is held throughout: `end` cannot give a number back to the system meanwhile.
    let Ok(mut running) = RUNNING.lock() else {
        return;
    };
    for (id, mark) in std::mem::take(&mut *running) {
        kill_group(id);
        kill_marked(&mark);
    }
}

/// Puts the program into a session of its own before it starts.
#[cfg(unix)]
pub fn own_session(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    // SAFETY: the closure runs between fork and exec and calls only `setsid`, which is
    // async-signal-safe and touches no memory of ours.
    unsafe {
        command.pre_exec(|| match libc::setsid() {
            -1 => Err(std::io::Error::last_os_error()),
            _ => Ok(()),
        });
    }
}

/// Elsewhere the program is at least without our standard streams.
#[cfg(not(unix))]
pub fn own_session(_command: &mut Command) {}

#[cfg(unix)]
fn kill_group(id: u32) {
    let Ok(group) = libc::pid_t::try_from(id) else {
        return;
    };
    if group > 1 {
        // SAFETY: `kill` takes two integers and touches no memory; the group was made by
        // `setsid` in a child of ours.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
}

#[cfg(not(unix))]
fn kill_group(_id: u32) {}

/// Kills what carries the mark, and looks again in case it was just then starting another.
#[cfg(target_os = "linux")]
fn kill_marked(mark: &str) {
    let wanted = format!("{MARK}={mark}");
    for _ in 0..5 {
        let Ok(entries) = std::fs::read_dir("/proc") else {
            return;
        };
        let mut found = false;
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(id) = name.to_str().and_then(|name| name.parse::<libc::pid_t>().ok()) else {
                continue;
            };
            let Ok(environment) = std::fs::read(entry.path().join("environ")) else {
                continue;
            };
            let carries = environment.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes());
            if carries && id > 1 {
                found = true;
                // SAFETY: two integers, no memory; the process carries the mark that only
                // descendants of a program started here can have inherited.
                unsafe { libc::kill(id, libc::SIGKILL) };
            }
        }
        if !found {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

#[cfg(not(target_os = "linux"))]
fn kill_marked(_mark: &str) {}
