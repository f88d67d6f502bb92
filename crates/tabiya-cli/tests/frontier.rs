//! `tabiya frontier`: the positions, their order, and the sum of their paths.

use std::process::Command;

fn frontier(arguments: &[&str]) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_tabiya")).arg("frontier").args(arguments).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[test]
fn paths_add_up_to_the_perft_whatever_the_threads_and_the_memory() {
    let (text, code) = frontier(&["3", "--json", "--threads", "1"]);
    assert_eq!(code, Some(0));
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (summary, positions) = lines.split_last().unwrap();
    assert_eq!(
        (positions.len(), summary["distinct"].as_u64(), summary["paths"].as_str()),
        (5362, Some(5362), Some("8902"))
    );
    assert_eq!(positions.iter().map(|line| line["paths"].as_str().unwrap().parse::<u64>().unwrap()).sum::<u64>(), 8902);
    assert_eq!(frontier(&["3", "--json", "--threads", "2", "--memory", "1M"]).0, text);
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let arguments = ["4", "--summary", "--memory", "1M", "--folder", "/nonexistent/folder"];
    assert_eq!(frontier(&arguments), (String::new(), Some(2)));
}
