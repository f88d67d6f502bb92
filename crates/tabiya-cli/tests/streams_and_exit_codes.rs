//! What a shell expects of every command: exit codes, quiet pipes, colours only where they are wanted.

use std::io::Read;
use std::process::{Command, Output, Stdio};

fn tabiya(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

fn output(command: &mut Command) -> Output {
    command.output().expect("the command runs")
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    // More text than a pipe holds, so that the command must notice.
    let mut child = tabiya(&["verify", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    drop(child.stdout.take());
    let wrong = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 21\n".repeat(2000);
    let mut stdin = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut stdin, wrong.as_bytes()).expect("it reads everything first");
    drop(stdin);
    let mut complaints = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut complaints).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "{complaints}");
    assert_eq!(complaints, "");
}

#[test]
fn colours_only_where_they_are_wanted() {
    let escapes = |command: &mut Command| output(command).stdout.contains(&0x1b);
    assert!(!escapes(&mut tabiya(&["show"])), "a pipe is not a terminal");
    assert!(escapes(&mut tabiya(&["show", "--color", "always"])));
    assert!(escapes(tabiya(&["show"]).env("CLICOLOR_FORCE", "1")));
    assert!(!escapes(tabiya(&["show"]).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1")));
    assert!(!escapes(tabiya(&["show", "--color", "never"]).env("CLICOLOR_FORCE", "1")));
}

#[test]
fn answers_and_complaints_go_to_different_streams() {
    let fine = output(&mut tabiya(&["divide", "1"]));
    assert_eq!((fine.status.code(), fine.stderr.as_slice()), (Some(0), &b""[..]));
    let bad = output(&mut tabiya(&["divide", "1", "--fen", "nonsense"]));
    assert_eq!((bad.status.code(), bad.stdout.as_slice()), (Some(2), &b""[..]));
    assert!(String::from_utf8_lossy(&bad.stderr).starts_with("error: --fen: "));
}

#[test]
fn every_json_line_is_an_object() {
    for arguments in [&["moves", "--json"][..], &["divide", "2", "--json"], &["show", "--json"], &["version", "--json"]]
    {
        let answer = output(&mut tabiya(arguments));
        for line in String::from_utf8(answer.stdout).expect("text").lines() {
            let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
            assert!(value.is_object(), "{line}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_closed_standard_input_is_no_empty_input() {
    for words in ["pgn stats -", "pgn filter -", "verify -", "perft 1 -", "book build -o /dev/null -"] {
        let line = format!("'{}' {words} <&-", env!("CARGO_BIN_EXE_tabiya"));
        let ended = output(Command::new("sh").args(["-c", &line]));
        let complaints = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(complaints.contains("it is closed; for an empty input pass /dev/null"), "{words}: {complaints}");
        assert_eq!(ended.status.code(), Some(2), "{words}: {complaints}");
    }
    let line = format!("'{}' perft 1 <&-", env!("CARGO_BIN_EXE_tabiya"));
    let ended = output(Command::new("sh").args(["-c", &line]));
    assert_eq!(ended.status.code(), Some(0), "what reads nothing needs none");
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_an_error() {
    for words in ["perft 1", "show --json", "--help", "perft --help", "--version", "completions bash"] {
        let line = format!("'{}' {words} >/dev/full", env!("CARGO_BIN_EXE_tabiya"));
        let ended = output(Command::new("sh").args(["-c", &line]));
        let complaints = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(complaints.contains("No space left on device"), "{words}: {complaints}");
        assert_eq!(ended.status.code(), Some(2), "{words}: {complaints}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_standard_output_is_an_error_and_dev_null_is_not() {
    for (to, code, complaint) in [(">&-", 2, "standard output is closed"), (">/dev/null", 0, "")] {
        for words in ["perft 1", "show --json", "--help", "uci perft"] {
            let line = format!("'{}' {words} {to} </dev/null", env!("CARGO_BIN_EXE_tabiya"));
            let ended = output(Command::new("sh").args(["-c", &line]));
            let complaints = String::from_utf8_lossy(&ended.stderr).into_owned();
            assert!(complaints.contains(complaint), "{words} {to}: {complaints}");
            assert_eq!(ended.status.code(), Some(code), "{words} {to}: {complaints}");
        }
    }
}
