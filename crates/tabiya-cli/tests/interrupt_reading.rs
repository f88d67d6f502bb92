//! Ctrl-C while the command reads: games without end, one game without end, no game at all, or nothing.
#![cfg(unix)]

mod common;

use std::io::{Read, Write};
use std::process::{Child, Command};
use std::thread::JoinHandle;

use common::{Folder, interrupt, start, status, wait_for_work, wait_until_it_listens};

/// Standard input that never ends: something first, and then one thing after the other.
fn feed(child: &mut Child, first: &'static [u8], again: &'static [u8]) -> JoinHandle<()> {
    let mut stdin = child.stdin.take().expect("a pipe");
    std::thread::spawn(move || {
        let many = again.repeat(1 + 4096 / again.len());
        let _ = stdin.write_all(first);
        while stdin.write_all(&many).is_ok() {}
    })
}

/// Reads what the command says on a thread of its own, so that it never waits for us.
fn listen(mut end: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = Vec::new();
        end.read_to_end(&mut text).expect("text");
        String::from_utf8_lossy(&text).into_owned()
    })
}

/// Interrupts a command once, and returns what it said.
fn interrupted(mut child: Child, stdout: JoinHandle<String>, what: &str) -> String {
    let complaints = listen(child.stderr.take().expect("a pipe"));
    interrupt(&child);
    let code = status(&mut child).code();
    let (text, complaints) = (stdout.join().expect("it ends"), complaints.join().expect("it ends"));
    assert_eq!(code, Some(130), "{what}: {text}{complaints}");
    text
}

/// The same in the middle of an endless input.
fn fed_and_interrupted(arguments: &[&str], first: &'static [u8], again: &'static [u8]) -> String {
    let mut child = start(arguments);
    let stdout = listen(child.stdout.take().expect("a pipe"));
    let writer = feed(&mut child, first, again);
    wait_for_work(&mut child);
    let text = interrupted(child, stdout, &format!("{arguments:?} {}", String::from_utf8_lossy(again)));
    writer.join().expect("it ends with its reader");
    text
}

const CHECK: [&str; 3] = ["pgn", "check", "-"];
const PART: &str = "interrupted: only the games until then\n";

#[test]
fn games_without_end() {
    let text = fed_and_interrupted(&CHECK, b"", b"1. e4 e5 *\n");
    assert!(text.ends_with(&format!(" moves\n{PART}")) && !text.starts_with("0 good games"), "{text}");
    let text = fed_and_interrupted(&["pgn", "stats", "-"], b"", b"1. e4 e5 *\n");
    assert!(text.ends_with(PART), "{text}");
}

#[test]
fn something_without_end_that_is_no_game() {
    for (first, again) in [(&b"%"[..], &b"percent "[..]), (b"", b" "), (b"", b"\n"), (b"", b"}x"), (b"{", b"words ")] {
        let text = fed_and_interrupted(&CHECK, first, again);
        assert!(text.ends_with(PART), "{text}");
    }
}

#[test]
fn one_game_without_end() {
    for arguments in [&CHECK[..], &["pgn", "stats"], &["pgn", "to-fen", "--ply", "9"], &["pgn", "to-epd"]] {
        let text = fed_and_interrupted(arguments, b"", b"Nf3 Nf6 Ng1 Ng8 ");
        assert!(text.is_empty() || text.ends_with(PART), "{text}");
    }
}

/// A thread waits for input that does not come; the command does not wait for the thread.
#[test]
fn nothing_at_all() {
    for arguments in [&CHECK[..], &["pgn", "filter"]] {
        let mut child = start(arguments);
        let stdout = listen(child.stdout.take().expect("a pipe"));
        let stdin = child.stdin.take();
        wait_until_it_listens(&mut child);
        let text = interrupted(child, stdout, &format!("{arguments:?}"));
        assert!(text.is_empty() || text == format!("0 good games, 0 broken, 0 moves\n{PART}"), "{text}");
        drop(stdin);
    }
}

/// What was read before the input ran dry is not lost.
#[test]
fn nothing_more() {
    let mut child = start(&CHECK);
    let stdout = listen(child.stdout.take().expect("a pipe"));
    let mut stdin = child.stdin.take().expect("a pipe");
    let game = b"1. e4 e5 2. Nf3 *\n\n";
    // More than the pipe and all that reads ahead can hold: when it is written, some of it has become games.
    stdin.write_all(&game.repeat(100_000)).expect("it reads");
    let text = interrupted(child, stdout, "no more games");
    assert!(text.ends_with(PART) && !text.starts_with("0 good games"), "{text}");
    drop(stdin);
}

#[test]
fn a_pipe_that_nobody_writes_to() {
    let folder = Folder::new("pipe");
    let (pipe, book) = (folder.path("pipe"), folder.path("book.bin"));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let mut child = start(&["book", "build", &pipe, "-o", &book]);
    let stdout = listen(child.stdout.take().expect("a pipe"));
    wait_until_it_listens(&mut child);
    assert_eq!(interrupted(child, stdout, "a pipe"), "interrupted: no book was written\n");
    assert_eq!(std::fs::read_dir(&folder.0).expect("a folder").count(), 1, "no half of a book");
}

/// A hundred kilobytes that are four gigabytes of blanks: they are in memory when Ctrl-C comes, and nothing more is
/// read.
#[test]
fn much_out_of_little() {
    const BLOCKS: u64 = 32_000;
    let folder = Folder::new("packed");
    let path = folder.path("blanks.zst");
    // A frame of Zstandard with a window of 128 KiB, and blocks that repeat a byte, the last marked as such.
    let mut packed = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38];
    packed.extend([0x02, 0x00, 0x10, b' '].repeat(BLOCKS as usize - 1));
    packed.extend([0x03, 0x00, 0x10, b' ']);
    std::fs::write(&path, packed).expect("a file");
    let mut child = start(&["pgn", "check", "--json", &path]);
    let stdout = listen(child.stdout.take().expect("a pipe"));
    wait_for_work(&mut child);
    let text = interrupted(child, stdout, "blanks");
    let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let bytes = answer["bytes"].as_u64().expect("a number");
    assert!(bytes < BLOCKS << 17, "{text}");
}
