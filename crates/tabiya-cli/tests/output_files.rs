//! Where a command writes a file: never over its input, through links, to standard output by its names.
#![cfg(unix)]

mod common;

use std::fs;
use std::process::{Command, Output, Stdio};

use common::Folder;

const GAME: &str = "1. e4 e5 1-0\n";

/// A folder with one game in it.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::write(folder.0.join("g.pgn"), GAME).expect("a file");
    folder
}

fn command(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.current_dir(&folder.0).args(arguments).stdin(Stdio::null());
    command
}

fn run(folder: &Folder, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the command runs")
}

fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).expect("a folder");
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_book_is_never_written_over_its_games() {
    let folder = folder("over");
    std::os::unix::fs::symlink("g.pgn", folder.0.join("link")).expect("a link");
    fs::hard_link(folder.0.join("g.pgn"), folder.0.join("hard")).expect("a link");
    for output in ["g.pgn", "./g.pgn", "link", "hard"] {
        let refused = run(&folder, &["book", "build", "g.pgn", "-o", output]);
        let complaints = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{output}: {complaints}");
        assert!(complaints.contains("is one of the inputs"), "{complaints}");
    }
    let games = fs::File::open(folder.0.join("g.pgn")).expect("games");
    let mut from_stdin = command(&folder, &["book", "build", "-", "-o", "g.pgn"]);
    assert_eq!(from_stdin.stdin(games).output().expect("it runs").status.code(), Some(2), "not even by redirection");
    assert_eq!(fs::read_to_string(folder.0.join("g.pgn")).expect("games"), GAME);
    assert_eq!(names(&folder), ["g.pgn", "hard", "link"]);
}

#[test]
fn a_link_stays_a_link() {
    let folder = folder("link");
    fs::create_dir(folder.0.join("books")).expect("a folder");
    std::os::unix::fs::symlink("books/new.bin", folder.0.join("book")).expect("a link");
    for _ in 0..2 {
        assert!(run(&folder, &["book", "build", "g.pgn", "-o", "book"]).status.success());
        assert!(fs::symlink_metadata(folder.0.join("book")).expect("a link").is_symlink());
        assert_eq!(fs::metadata(folder.0.join("books/new.bin")).expect("a book").len(), 16);
    }
    assert_eq!(names(&folder), ["book", "books", "g.pgn"]);
    assert_eq!(fs::read_dir(folder.0.join("books")).expect("a folder").count(), 1);
}

#[test]
fn standard_output_by_any_name_holds_the_book_alone() {
    let folder = folder("stdout");
    assert!(run(&folder, &["book", "build", "g.pgn", "-o", "book"]).status.success());
    let book = fs::read(folder.0.join("book")).expect("a book");
    for name in ["-", "/dev/stdout", "/proc/self/fd/1"] {
        for json in [&[][..], &["--json"]] {
            let output = run(&folder, &[&["book", "build", "g.pgn", "-o", name], json].concat());
            assert!(output.status.success() && output.stderr.is_empty());
            assert!(output.stdout == book, "{name}");
        }
        let file = fs::File::create(folder.0.join("redirected")).expect("a file");
        let mut redirected = command(&folder, &["book", "build", "g.pgn", "-o", name]);
        assert!(redirected.stdout(file).status().expect("it runs").success());
        assert!(fs::read(folder.0.join("redirected")).expect("a book") == book, "{name}, redirected");
    }
    assert_eq!(names(&folder), ["book", "g.pgn", "redirected"], "no file is called `-`");
}

#[test]
fn every_command_writes_in_the_same_way() {
    let folder = folder("same");
    fs::write(folder.0.join("old"), "old").expect("a file");
    std::os::unix::fs::symlink("old", folder.0.join("link")).expect("a link");
    for arguments in [&["show", "--svg"][..], &["show", "--png"], &["book", "build", "g.pgn", "-o"]] {
        assert!(run(&folder, &[arguments, &["link"]].concat()).status.success(), "{arguments:?}");
        assert_ne!(fs::read(folder.0.join("old")).expect("a file"), b"old");
        fs::write(folder.0.join("old"), "old").expect("a file");
        assert_eq!(run(&folder, &[arguments, &["none/file"]].concat()).status.code(), Some(2), "{arguments:?}");
        assert_eq!(run(&folder, &[arguments, &["/dev/full"]].concat()).status.code(), Some(2), "{arguments:?}");
    }
    assert_eq!(names(&folder), ["g.pgn", "link", "old"]);
}

/// A limit on the size of files kills the command in the middle of writing, where nothing can clean up after it.
#[cfg(target_os = "linux")]
#[test]
fn a_kill_in_the_middle_of_writing_leaves_nothing() {
    use std::os::unix::process::ExitStatusExt as _;
    let folder = folder("killed");
    fs::write(folder.0.join("old.png"), "old").expect("a file");
    for name in ["old.png", "new.png"] {
        // In blocks of 512 bytes.
        let line = format!("ulimit -c 0; ulimit -f 2; exec '{}' show --png {name}", env!("CARGO_BIN_EXE_tabiya"));
        let status = Command::new("sh").args(["-c", &line]).current_dir(&folder.0).status().expect("a shell");
        assert!(status.signal().is_some(), "{name}: {status}");
        assert_eq!(names(&folder), ["g.pgn", "old.png"], "{name}");
    }
    assert_eq!(fs::read(folder.0.join("old.png")).expect("a file"), b"old");
}
