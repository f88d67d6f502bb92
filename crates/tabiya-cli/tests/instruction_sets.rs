//! `--isa`, as users force it: every instruction set counts the same, or says that this machine lacks it.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use tabiya::cpu::Level;
use tabiya_perft::Error;
use tabiya_perft::suite::{self, Entry};

fn perft(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.arg("perft").args(arguments).args(["--json", "--threads", "1", "--hash", "0"]);
    command.output().expect("the command runs")
}

fn entries() -> Vec<Entry> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    let paths = std::fs::read_dir(folder).expect("test data").map(|file| file.expect("a file").path());
    let suites = paths.filter(|path| path.extension().is_some_and(|ext| ext == "epd" || ext == "perft"));
    let texts = suites.map(|path| std::fs::read_to_string(path).expect("text"));
    texts.flat_map(|text| suite::read(&text).expect("a suite")).collect()
}

#[test]
fn every_instruction_set_that_is_forced_counts_the_same() {
    let entries = entries();
    assert!(entries.len() > 400);
    for (index, isa) in Level::ALL.into_iter().enumerate() {
        if !isa.is_available() {
            // Past the test harness, which shows nothing that a passing test prints.
            let skipped = format!("skipped: this machine does not have {isa}\n");
            std::io::stderr().write_all(skipped.as_bytes()).expect("standard error");
            continue;
        }
        // The library's own tests force each on all of them; here every one has its turn on some.
        for entry in entries.iter().skip(index).step_by(8) {
            let Some((depth, nodes)) = entry.counts.iter().rfind(|(_, nodes)| *nodes < 20_000) else { continue };
            let output = perft(&[&depth.to_string(), "--isa", isa.name(), "--fen", &entry.position.fen()]);
            let text = String::from_utf8(output.stdout).expect("text");
            let answer: serde_json::Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
            assert_eq!(answer["nodes"], nodes.to_string(), "{isa}, line {}: {text}", entry.line);
            assert_eq!(answer["isa"], isa.name());
        }
    }
}

#[test]
fn what_the_machine_lacks_is_refused_by_name() {
    for isa in Level::ALL {
        let output = perft(&["2", "--isa", isa.name()]);
        assert!(output.stderr.is_empty(), "errors are JSON too");
        let last = String::from_utf8(output.stdout).expect("text");
        let answer: serde_json::Value = serde_json::from_str(last.lines().last().expect("a line")).expect("JSON");
        let complaint = answer["message"].as_str().unwrap_or_default();
        if isa.is_available() {
            assert_eq!((output.status.code(), complaint), (Some(0), ""));
        } else {
            assert_eq!((output.status.code(), &answer["type"]), (Some(2), &"error".into()));
            assert!(complaint.starts_with(&format!("--isa: this machine cannot run {isa}; it has")), "{complaint}");
            assert!(complaint.contains(" portable"), "{complaint}");
        }
    }
}

#[test]
fn without_simd_moves_are_counted_one_by_one() {
    let output = perft(&["4", "--no-simd"]);
    let text = String::from_utf8(output.stdout).expect("text");
    let answer: serde_json::Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
    assert_eq!(answer["nodes"], "197281");
    assert!(["bmi2", "portable"].contains(&answer["isa"].as_str().expect("a name")), "{text}");
}

/// The message itself, which this machine may never have a reason to print.
#[test]
fn the_refusal_says_what_there_is() {
    let error = Error::Unavailable(Level::Avx512).to_string();
    let available: Vec<_> = Level::available().map(Level::name).collect();
    assert_eq!(error, format!("this machine cannot run avx512; it has {}", available.join(" ")));
}
