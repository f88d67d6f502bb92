//! What the command writes beside words: files, pictures on standard output, completions and man pages.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn tabiya(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tabiya")).args(arguments).output().expect("the command runs")
}

/// A folder of a test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tabiya-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        files.map(|file| file.expect("a file").file_name().into_string().expect("text")).collect();
    names.sort();
    names
}

#[test]
fn a_picture_goes_to_standard_output() {
    let png = tabiya(&["show", "--png", "-", "--size", "64"]);
    assert!(png.status.success() && png.stdout.starts_with(b"\x89PNG\r\n"), "{:?}", png.stderr);
    let svg = tabiya(&["show", "--svg", "-"]);
    assert!(svg.stdout.starts_with(b"<svg") && svg.stdout.ends_with(b"</svg>\n"));
}

#[test]
fn files_are_written_whole_and_nothing_is_left_beside_them() {
    let folder = folder("files");
    let path = |name: &str| folder.join(name).to_str().expect("text").to_owned();
    assert!(tabiya(&["show", "--svg", &path("a.svg"), "--png", &path("b.png")]).status.success());
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/games.pgn");
    assert!(tabiya(&["book", "build", games, "-o", &path("c.bin")]).status.success());
    assert_eq!(names(&folder), ["a.svg", "b.png", "c.bin"]);
    // Where the second file cannot be written the first is not touched.
    std::fs::write(path("a.svg"), "old").expect("a file");
    let failed = tabiya(&["show", "--svg", &path("a.svg"), "--png", &path("none/b.png")]);
    assert_eq!(failed.status.code(), Some(2));
    assert_eq!(std::fs::read(path("a.svg")).expect("a file"), b"old");
    assert_eq!(names(&folder), ["a.svg", "b.png", "c.bin"]);
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn every_shell_gets_completions_of_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = tabiya(&["completions", shell]);
        let script = String::from_utf8(output.stdout).expect("text");
        for word in ["perft", "divide", "to-fen", "max-nodes", "completions"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn every_command_gets_a_man_page() {
    let folder = folder("man");
    let output = tabiya(&["man", folder.to_str().expect("text")]);
    assert!(output.status.success());
    let pages = names(&folder);
    for page in ["tabiya.1", "tabiya-perft.1", "tabiya-pgn-filter.1", "tabiya-book-probe.1", "tabiya-man.1"] {
        assert!(pages.iter().any(|name| name == page), "{page} in {pages:?}");
    }
    let perft = std::fs::read_to_string(folder.join("tabiya-perft.1")).expect("a page");
    assert!(perft.contains(".TH TABIYA-PERFT 1") && perft.contains("\\-\\-threads"), "{perft}");
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn a_position_may_come_from_standard_input() {
    use std::io::Write as _;
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["moves", "--fen", "-"]).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("the command runs");
    child.stdin.take().expect("a pipe").write_all(b"7k/8/8/8/8/8/8/K7 w - - 0 1\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8(output.stdout).expect("text"), "a1a2 a1b1 a1b2\n\n3 legal moves\n");
}
