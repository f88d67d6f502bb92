//! The examples run, and print what they promise.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// The example as `cargo test` has just built it, beside this test; if only this test was asked for, cargo builds it
/// now.
fn command(name: &str) -> Command {
    let test = std::env::current_exe().unwrap();
    let built =
        test.ancestors().nth(2).unwrap().join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    if built.exists() {
        return Command::new(built);
    }
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR")).args(["run", "--quiet", "--example", name, "--"]);
    cargo
}

fn run(name: &str, arguments: &[&str], input: &str) -> String {
    let mut child = command(name)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{name}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn engine() {
    assert!(run("engine", &["3"], "").ends_with(" Qxf7#\n"));
}

#[test]
fn nnue() {
    let said = run("nnue", &["60"], "");
    assert!(said.starts_with("60 games, ") && said.ends_with(" threats: every sum is right\n"), "{said}");
}

#[test]
fn staged() {
    let said = run("staged", &[], "");
    assert!(said.starts_with("Bxa6 ") && said.split_whitespace().count() == 48, "{said}");
}

#[test]
fn app_backend() {
    let said = run("app_backend", &[], "from g1\nmove Nf3\nmove Qh4\nundo\nstate\nfly\n");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[..2], ["g1: f3 h3", "played g1f3; Black to move"]);
    assert_eq!(lines[2], "error: Qh4 is illegal: the queen on d8 is blocked by the pawn on e7");
    assert_eq!(lines[3..5], ["took back g1f3", "White to move"]);
    assert!(lines[5].starts_with("error"));
}

#[test]
fn data_extractor() {
    let said = run("data_extractor", &[], "1. e4 d5 2. exd5 Nf6 1-0\n\n1. e5 *\n");
    assert_eq!(
        said,
        "fen,move,result\n\
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,e2e4,1-0\n\
         rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,d7d5,1-0\n\
         rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2,g8f6,1-0\n"
    );
}

#[test]
fn custom_sink() {
    let said = run("custom_sink", &[], "");
    assert!(said.ends_with("0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n20 moves\n"), "{said}");
    assert!(said.contains("2 1 2 1 1 2 1 2\n"), "{said}");
}
