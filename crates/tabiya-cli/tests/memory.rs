//! What `docs/cli.md` says of memory holds under `ulimit -v`: floods and bombs are refused or read, and nothing aborts.
#![cfg(target_os = "linux")]

mod common;

use std::fs::File;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use common::Folder;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Runs the command with at most `mebibytes` of address space and with `input` on standard input.
fn within(mebibytes: usize, arguments: &str, input: impl Into<Stdio>) -> Output {
    let program = env!("CARGO_BIN_EXE_tabiya");
    let line = format!("ulimit -v {}; exec {program} {arguments}", mebibytes << 10);
    let mut command = Command::new("sh");
    command.args(["-c", &line]).env("RAYON_NUM_THREADS", "2").stdin(input).output().expect("a shell")
}

/// The exit code and what was said on both streams.
fn said(output: &Output) -> (Option<i32>, String) {
    let text = [&output.stdout[..output.stdout.len().min(2000)], &output.stderr[..]].concat();
    (output.status.code(), String::from_utf8_lossy(&text).into_owned())
}

fn zeros() -> File {
    File::open("/dev/zero").expect("a device")
}

#[test]
fn input_without_end_is_refused() {
    for (mebibytes, arguments, message) in [
        (160, "moves --fen -", "more than 4096 bytes"),
        (160, "verify -", "line 1: more than 1 MiB"),
        (160, "verify /dev/zero", "line 1: more than 1 MiB"),
        (320, "book probe /dev/zero", "more than 64 MiB"),
    ] {
        let (code, text) = said(&within(mebibytes, arguments, zeros()));
        assert_eq!(code, Some(2), "{arguments}: {text}");
        assert!(text.contains(message), "{arguments}: {text}");
    }
}

#[test]
fn a_bomb_of_games_is_read_in_little_memory() {
    let folder = Folder::new("bomb");
    let mut encoder = GzEncoder::new(File::create(folder.0.join("bomb.gz")).expect("a file"), Compression::fast());
    let block = b"1. e4 e5 2. Nf3 Nc6 { a comment } *\n\n".repeat(10_000);
    for _ in 0..20 {
        encoder.write_all(&block).expect("a file");
    }
    // One comment of 8 MiB.
    encoder.write_all(b"1. e4 { ").expect("a file");
    for _ in 0..8 {
        encoder.write_all(&[b'x'; 1 << 20]).expect("a file");
    }
    encoder.finish().expect("a file");
    for command in ["pgn check", "pgn stats", "pgn to-fen", "pgn filter --player none"] {
        let output = within(200, &format!("{command} {}", folder.path("bomb.gz")), Stdio::null());
        let (code, text) = said(&output);
        assert_eq!(code, Some(1), "{command}: {text}");
    }
}

/// Written as it comes, because a text of that size would be in memory here.
fn written(path: &std::path::Path, line: &[u8], times: usize) {
    let mut file = std::io::BufWriter::new(File::create(path).expect("a file"));
    for _ in 0..times {
        file.write_all(line).expect("a file");
    }
}

#[test]
fn a_large_suite_is_verified_in_parts() {
    let folder = Folder::new("suite");
    let path = folder.0.join("large.epd");
    written(&path, b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n", 500_000);
    let counted = "500,000 positions, 500,000 counts, 2,500,000 leaves";
    for (arguments, input) in [
        (format!("verify {}", path.display()), Stdio::null()),
        ("verify -".to_owned(), File::open(&path).expect("a suite").into()),
    ] {
        let (code, text) = said(&within(320, &arguments, input));
        assert!(code == Some(0) && text.starts_with(counted), "{arguments}: {code:?}, {text}");
    }
}

#[test]
fn the_largest_game_is_written_again() {
    let folder = Folder::new("game");
    let path = folder.0.join("long.pgn");
    // A little less than 4 MiB of moves without numbers, which take most for their text.
    written(&path, b"Nf3 Nf6 Ng1 Ng8 ", (4 << 20) / 16 - 8);
    let (code, text) = said(&within(280, &format!("pgn filter --min-ply 1000000 {}", path.display()), Stdio::null()));
    assert!(code == Some(0) && text.contains("1. Nf3 Nf6 2. Ng1 Ng8"), "{code:?}, {text}");
}

#[test]
fn an_endgame_is_solved_or_refused() {
    let (code, text) = said(&within(100, "solve --table KRK --threads 8", Stdio::null()));
    assert!(code == Some(0) && text.contains("mate in 16"), "{code:?}, {text}");
    let (code, text) = said(&within(60, "solve --table KRKP --threads 2", Stdio::null()));
    assert!(code == Some(2) && text.contains("solving KRKP takes 34 MB of memory"), "{code:?}, {text}");
    let (code, text) = said(&within(400, "solve --table KRKPP --large", Stdio::null()));
    assert!(code == Some(2) && text.contains("of memory, and this machine has room for"), "{code:?}, {text}");
}

#[test]
fn a_table_and_a_frontier_take_what_there_is() {
    let (code, text) = said(&within(400, "frontier 5 --summary", Stdio::null()));
    assert_eq!((code, text.as_str()), (Some(0), "822518 distinct positions after 5 plies, 4865609 paths\n"));
    let (code, text) = said(&within(300, "perft 5 --hash 4G --threads 2", Stdio::null()));
    assert!(code == Some(0) && text.contains("4,865,609"), "{text}");
    // The heaps of eight threads would not fit; whether they begin at the same time is luck.
    for _ in 0..5 {
        let (code, text) = said(&within(100, "perft 5 --hash 1G --threads 8", Stdio::null()));
        assert!(code == Some(0) && text.contains("4,865,609"), "{code:?}, {text}");
    }
    let folder = Folder::new("uci");
    std::fs::write(folder.0.join("talk"), "setoption name Hash value 1024\ngo depth 4\n").expect("a file");
    let (_, text) = said(&within(200, "uci", File::open(folder.0.join("talk")).expect("a file")));
    assert!(text.contains("info depth 4 ") && text.contains("bestmove "), "a search, not any move: {text}");
}
