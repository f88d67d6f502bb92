//! `tabiya bench --compare`: an honest program, one that miscounts, one that dies, and what is not a program.
#![cfg(unix)]

mod common;

use std::process::{Command, Output};

use common::Folder;
use serde_json::Value;

const TABIYA: &str = env!("CARGO_BIN_EXE_tabiya");

fn compare(program: &str, more: &[&str]) -> Output {
    let mut command = Command::new(TABIYA);
    command.args(["bench", "--quick", "--rounds", "1", "--compare", program]).args(more);
    command.output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// A script that divides as we do, but for one position, where it does something else.
fn script(folder: &Folder, on_kiwipete: &str) -> String {
    let path = folder.path("program");
    let text = format!(
        "case \"$2\" in
            r3k2r/p1ppqpb1*) {on_kiwipete};;
            *) exec {TABIYA} divide \"$1\" --fen \"$2\" --threads 1;;
        esac"
    );
    std::fs::write(&path, text).expect("a file");
    format!("sh {path} {{depth}} {{fen}}")
}

#[test]
fn an_honest_engine_is_measured_on_every_position_beside_every_instruction_set() {
    let output = compare(&format!("{TABIYA} uci"), &["--json"]);
    let lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (answer, rows) = lines.split_last().expect("an answer");
    assert_eq!((output.status.code(), &answer["correct"], &answer["complete"]), (Some(0), &true.into(), &true.into()));
    assert_eq!(answer["dialect"], "UCI, go perft");
    assert_eq!(answer["rows"], rows.len());
    let theirs: Vec<&Value> = rows.iter().filter(|row| row["who"] == "program").collect();
    assert_eq!(theirs.len(), 9, "{answer}");
    for theirs in theirs {
        let is_ours = |row: &&Value| row["position"] == theirs["position"] && row["who"] != "program";
        let ours: Vec<&Value> = rows.iter().filter(is_ours).collect();
        assert!(ours.len() * 9 == rows.len() - 9, "{theirs}");
        for row in ours.into_iter().chain([theirs]) {
            let ratio = theirs["seconds"].as_f64().expect("a time") / row["seconds"].as_f64().expect("a time");
            assert!((row["ratio"].as_f64().expect("a ratio") / ratio - 1.0).abs() < 1e-9, "{row}");
            assert_eq!(row["counted"], row["nodes"]);
        }
    }
}

#[test]
fn a_program_that_miscounts_is_told_of() {
    let folder = Folder::new("compare-wrong");
    let output = compare(&script(&folder, "echo Nodes: 1234567"), &[]);
    let (table, warnings) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{table}{warnings}");
    assert!(warnings.contains("WRONG: kiwipete d4 by program: 1234567 instead of 4085603"), "{warnings}");
    let marked: Vec<&str> = table.lines().filter(|line| line.contains('!')).collect();
    assert!(marked.len() == 2 && marked[0].starts_with("kiwipete d4 "), "{table}");
    assert!(marked[1].contains("tabiya hunt"), "{table}");
    assert!(table.lines().any(|line| line.starts_with("queens d5 ")), "the other positions are measured: {table}");
    assert!(table.lines().skip(1).all(|line| line.len() <= 60), "{table}");
}

#[test]
fn a_program_that_dies_on_the_way_is_named_with_the_position() {
    let folder = Folder::new("compare-dies");
    // What it started complains for it, after its end.
    let output = compare(&script(&folder, "(exec >&-; sleep 0.1; echo out of luck >&2) & exit 3"), &[]);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    for words in ["4 plies of r3k2r/p1ppqpb1", "exit status 3", "out of luck", "--timeout"] {
        assert!(error.contains(words), "no {words}: {error}");
    }
    assert!(text(&output.stdout).contains("start d5"), "what was measured stays");
}

#[test]
fn what_cannot_be_asked_is_an_error() {
    for (program, words) in [
        ("no-such-program-anywhere", "no program called no-such-program-anywhere was found"),
        ("true", "go perft"),
        ("echo 'an open quote", "is never closed"),
    ] {
        let output = compare(program, &[]);
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(words), "{program}: {error}");
        assert!(error.contains("--compare"), "{error}");
    }
}
