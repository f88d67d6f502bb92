//! What the command leaves behind when it ends in a hurry: nothing.
#![cfg(target_os = "linux")]

mod common;

use std::io::Write;
use std::path::Path;
use std::process::Child;

use common::{Folder, interrupt_until_it_ends, start, wait_until, wait_until_it_listens};

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("text")).collect()
}

/// Whether a command does nothing because its complaints are not read: they fill the pipe but for a page.
fn is_stuck(child: &Child) -> bool {
    let waiting = rustix::io::ioctl_fionread(child.stderr.as_ref().expect("a pipe")).expect("a number");
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("it runs");
    waiting > 60_000 && stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('S'))
}

/// Only the first Ctrl-C lets the command end in good order.
#[test]
fn a_second_interrupt_leaves_no_half_of_a_file() {
    let folder = Folder::new("two");
    let mut child = start(&["book", "build", "-", "-o", &folder.path("book.bin")]);
    let mut stdin = child.stdin.take().expect("a pipe");
    wait_until_it_listens(&mut child);
    let broken = b"[Event \"\"]\n\n1. e5 *\n\n".repeat(1000);
    let writer = std::thread::spawn(move || while stdin.write_all(&broken).is_ok() {});
    wait_until("it waits for us", || is_stuck(&child));
    assert_eq!(interrupt_until_it_ends(&mut child).code(), Some(130));
    writer.join().expect("it ends with its reader");
    assert_eq!(names(&folder.0), [""; 0]);
}

/// Nothing has a name before it is whole, so that nothing is left by a command that is killed during its work.
#[test]
fn a_killed_command_leaves_no_half_of_a_file() {
    let folder = Folder::new("killed-book");
    let mut child = start(&["book", "build", "-", "-o", &folder.path("book.bin")]);
    wait_until_it_listens(&mut child);
    assert_eq!(names(&folder.0), [""; 0]);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert_eq!(names(&folder.0), [""; 0]);
}

/// What does not fit into memory has no name in its folder from the first byte on, so that nothing is left by a command
/// that is killed.
#[test]
fn a_killed_search_for_positions_leaves_no_file() {
    let folder = Folder::new("killed");
    let mut child =
        start(&["frontier", "9", "--summary", "--memory", "8M", "--folder", folder.0.to_str().expect("text")]);
    let files = format!("/proc/{}/fd", child.id());
    let is_ours = |path: &Path| std::fs::read_link(path).is_ok_and(|target| target.starts_with(&folder.0));
    wait_until("it puts positions there", || {
        std::fs::read_dir(&files).expect("it runs").any(|file| file.is_ok_and(|file| is_ours(&file.path())))
    });
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert_eq!(names(&folder.0), [""; 0]);
}
