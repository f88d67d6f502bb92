//! `tabiya syzygy` and `tabiya solve --syzygy` on tables that are written here.

mod common;

use std::process::{Command, Output};

use common::Folder;
use tabiya::Role;
use tabiya_check::tables::write_into;

fn tabiya(folder: &Folder, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tabiya")).current_dir(&folder.0).args(arguments).output().expect("it runs")
}

fn told(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn with_tables(name: &str) -> Folder {
    let folder = Folder::new(name);
    std::fs::create_dir_all(folder.0.join("tables")).expect("a folder");
    write_into(&folder.0.join("tables"), &[Role::Rook]);
    folder
}

#[test]
fn every_move_is_ranked() {
    let folder = with_tables("ranked");
    let ask = |fen: &str| told(&tabiya(&folder, &["solve", "--syzygy", "tables", "--fen", fen]));
    let (code, out, err) = ask("8/8/8/8/8/k1K5/8/1R6 w - - 0 1");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[..3], ["KRvK: win, dtz 1", "", "Ra1#     win, dtz 1, mate"], "{out}");
    assert!(lines[3..].iter().all(|line| line.contains("win, dtz ")) && lines.len() == 21, "{out}");
    // The clock makes a draw of it.
    let (_, out, _) = ask("8/8/8/8/8/1k6/8/KR6 b - - 90 80");
    assert!(out.starts_with("KRvK: blessed loss, dtz -30\n"), "{out}");
    let (_, out, _) = ask("8/8/8/8/8/3K4/8/kR6 b - - 0 1");
    assert!(out.starts_with("KRvK: draw\n\nKxb1     draw, zeroing\n"), "{out}");
    let (_, out, _) = ask("k7/8/K7/8/8/8/8/R7 b - - 0 1");
    assert!(out.starts_with("KRvK: loss, dtz -"), "{out}");
    let (_, out, _) = ask("R6k/8/7K/8/8/8/8/8 b - - 0 1");
    assert_eq!(out, "KRvK: loss, dtz -1: checkmate\n");
}

#[test]
fn results_alone_are_an_answer_too() {
    let folder = with_tables("results");
    std::fs::remove_file(folder.0.join("tables/KRvK.rtbz")).expect("it was there");
    let output = tabiya(&folder, &["solve", "--syzygy", "tables", "--json", "8/8/8/8/8/k1K5/8/1R6", "w", "-", "-"]);
    let (code, out, err) = told(&output);
    assert_eq!(code, Some(0));
    assert!(err.starts_with("warning: the table KRvK.rtbz is missing: "), "{err}");
    assert!(out.starts_with(
        r#"{"type":"move","move":"b1a1","result":"win","dtz":null,"exact":null,"zeroing":false,"mate":true}"#
    ));
    assert!(out.contains(r#""type":"answer""#) && out.contains(r#""result":"win","wdl":2,"dtz":null"#), "{out}");
}

#[test]
fn what_has_no_answer_says_why() {
    let folder = with_tables("errors");
    std::fs::create_dir_all(folder.0.join("empty")).expect("a folder");
    for (tables, fen, message) in [
        ("none", "8/8/8/8/8/k1K5/8/1R6 w - - 0 1", "error: none: "),
        ("empty", "8/8/8/8/8/k1K5/8/1R6 w - - 0 1", "error: empty: there are no Syzygy tables\nhelp: "),
        ("tables", "8/8/8/8/8/k1K5/8/1Q6 w - - 0 1", "error: the table KQvK.rtbw is missing\nhelp: "),
        (
            "tables",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "error: the position has castling rights, and Syzygy tables hold no such position\nhelp: ",
        ),
        ("tables", "4k3/8/8/8/8/8/8/Q3K2R w - - 0 1", "error: the position has 4 men, the largest table has 3"),
    ] {
        let (code, out, err) = told(&tabiya(&folder, &["solve", "--syzygy", tables, "--fen", fen]));
        assert_eq!((code, out.as_str()), (Some(2), ""));
        assert!(err.starts_with(message), "{err}");
    }
}

#[test]
fn damage_is_found_and_named() {
    let folder = with_tables("damage");
    let (code, out, err) = told(&tabiya(&folder, &["syzygy", "check", "tables"]));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("2 tables, ") && out.ends_with(" KiB: every checksum is right\n"), "{out}");
    let file = folder.0.join("tables/KRvK.rtbz");
    let mut bytes = std::fs::read(&file).expect("a table");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&file, &bytes).expect("a file");
    let (code, out, _) = told(&tabiya(&folder, &["syzygy", "check", "tables", "tables/KRvK.rtbw"]));
    assert_eq!(code, Some(1));
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].contains("KRvK.rtbz is damaged at byte ") && lines[0].contains("checksum"), "{out}");
    assert!(lines[1].starts_with("3 tables, ") && lines[1].ends_with(": 1 damaged"), "{out}");
    bytes.truncate(middle);
    std::fs::write(&file, &bytes).expect("a file");
    let (code, out, _) = told(&tabiya(&folder, &["syzygy", "check", "tables", "--json"]));
    assert_eq!(code, Some(1));
    assert!(out.starts_with(r#"{"type":"trouble","file":"tables/KRvK.rtbz","message":"#), "{out}");
    assert!(out.contains(r#"{"type":"answer","tables":2,"damaged":1,"unreadable":0,"#), "{out}");
    // What cannot be read at all is no answer.
    std::fs::remove_file(&file).expect("it was there");
    std::fs::create_dir(&file).expect("a folder in its place");
    let (code, out, err) = told(&tabiya(&folder, &["syzygy", "check", "tables"]));
    assert_eq!((code, err.as_str()), (Some(2), "error: 1 table of 2 cannot be read\n"), "{out}");
    assert!(out.contains("KRvK.rtbz: this is not a file"), "{out}");
    for path in ["none", "tables/readme.txt"] {
        let (code, _, err) = told(&tabiya(&folder, &["syzygy", "check", path]));
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains(path), "{err}");
    }
}

#[test]
fn info_counts_what_is_there_and_what_is_not() {
    let folder = with_tables("info");
    let (code, out, _) = told(&tabiya(&folder, &["syzygy", "info", "tables", "tables"]));
    assert_eq!(code, Some(0));
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("3 men:     1 of     5 results,     1 of     5 distances, "), "{out}");
    assert!(lines[1].trim_start().starts_with("missing: ") && lines[1].contains("KQvK.rtbz"), "{out}");
    assert!(lines[2].starts_with("2 tables, ") && lines.len() == 3, "{out}");
}
