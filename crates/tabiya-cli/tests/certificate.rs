//! `tabiya verify` of a checkpoint that `tabiya.cluster` wrote: believed when it is right, and what was forged is
//! found.

use std::path::PathBuf;
use std::process::Command;

const WRITTEN: &str = include_str!("cmd/certificate.jsonl");

/// What is said of a file with these lines, and the exit code.
fn verify(name: &str, text: &str, options: &[&str]) -> (String, Option<i32>) {
    let folder = std::env::temp_dir().join(format!("tabiya-certificate-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file: PathBuf = folder.join("perft.jsonl");
    std::fs::write(&file, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tabiya")).arg("verify").arg(&folder).args(options).output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8(said).unwrap(), output.status.code())
}

/// A line with another text in it, and a checksum that fits.
fn forged(line: &str, from: &str, to: &str) -> String {
    assert!(line.contains(from), "{line}");
    let line = line.replace(from, to);
    let (body, _) = line.rsplit_once(",\"crc\":\"").unwrap();
    let mut crc = flate2::Crc::new();
    crc.update(body.as_bytes());
    format!("{body},\"crc\":\"{:08x}\"}}", crc.sum())
}

/// The text of a field.
fn field(line: &str, name: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(line).unwrap();
    format!("\"{name}\":{}", value[name])
}

/// The file with other lines in place of these, by their index.
fn with(changes: &[(usize, String)]) -> String {
    let mut lines: Vec<String> = WRITTEN.lines().map(str::to_owned).collect();
    for (index, line) in changes {
        lines[*index] = line.clone();
    }
    lines.join("\n") + "\n"
}

#[test]
fn a_certificate_that_is_right_is_believed() {
    let (said, code) = verify("right", WRITTEN, &["--sample", "99"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("w KQkq - 0 1 = 4,865,609: 6 tasks, 6 of them counted again\nall agree"), "{said}");
    let (said, code) = verify("json", WRITTEN, &["--sample", "2", "--json"]);
    let answer: serde_json::Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
    assert_eq!((code, &answer["sampled"], &answer["total"]), (Some(0), &2.into(), &"4865609".into()));
}

#[test]
fn a_count_that_was_forged_is_found() {
    let lines: Vec<&str> = WRITTEN.lines().collect();
    // The task of the second line is given a thousand leaves more, in its line and its second count, and so is the
    // total.
    let task = field(lines[1], "task");
    let nodes = field(lines[1], "nodes");
    let number: u64 = nodes.split('"').nth(3).unwrap().parse().unwrap();
    let more = format!("\"nodes\":\"{}\"", number + 1000);
    let mut changes: Vec<(usize, String)> = (1..lines.len() - 1)
        .filter(|&index| field(lines[index], "task") == task)
        .map(|index| (index, forged(lines[index], &nodes, &more)))
        .collect();
    changes.push((lines.len() - 1, forged(lines[lines.len() - 1], "4865609", "4866609")));
    let (said, code) = verify("forged", &with(&changes), &["--sample", "6"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("perft.jsonl:2\n") && said.contains(&format!("we count {number}")), "{said}");
    assert!(said.ends_with("1 task differs\n"), "{said}");
    // With the total left as it was, no task has to be counted.
    changes.pop();
    let (said, code) = verify("sum", &with(&changes), &["--sample", "0"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("the total is 4,865,609, the tasks sum to 4,866,609"), "{said}");
}

#[test]
fn what_is_damaged_or_missing_or_for_something_else_is_said() {
    let lines: Vec<&str> = WRITTEN.lines().collect();
    let error = |name: &str, text: &str| {
        let (said, code) = verify(name, text, &["--sample", "6"]);
        assert_eq!(code, Some(2), "{said}");
        said
    };
    let damaged = with(&[(2, lines[2].replace("nodes", "notes"))]);
    assert!(error("damaged", &damaged).contains("perft.jsonl: line 3: damaged"));
    let unfinished = lines[..4].join("\n") + "\n";
    assert!(error("unfinished", &unfinished).contains("the count is not finished"));
    let other = with(&[(1, forged(lines[1], &field(lines[1], "digest"), "\"digest\":\"0123456789abcdef\""))]);
    assert!(error("other", &other).contains("line 2: it is for other positions"));
    // Whichever task it is, also when none is counted again.
    for index in (1..lines.len() - 1).filter(|&index| !lines[index].contains("\"check\"")) {
        let digest = "\"digest\":\"0123456789abcdef\"";
        let task = field(lines[index], "task");
        let of_task = (1..lines.len() - 1).filter(|&line| field(lines[line], "task") == task);
        let changes: Vec<_> =
            of_task.map(|line| (line, forged(lines[line], &field(lines[line], "digest"), digest))).collect();
        let (said, code) = verify("unsampled", &with(&changes), &["--sample", "0"]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("it is for other positions"), "{said}");
    }
    for nodes in ["-1", "+1", "1e3", "", "340282366920938463463374607431768211456"] {
        let count = format!("\"nodes\":\"{nodes}\"");
        let negative = with(&[(1, forged(lines[1], &field(lines[1], "nodes"), &count))]);
        assert!(error("negative", &negative).contains("line 2: not one of a tabiya perft checkpoint 1"));
    }
    let last = lines.len() - 1;
    let twice = WRITTEN.to_owned() + &forged(lines[last], "4865609", "4866609") + "\n";
    assert!(error("twice", &twice).contains("a second, different total"));
    let elsewhere = with(&[(0, forged(lines[0], "w KQkq", "b KQkq"))]);
    assert!(error("elsewhere", &elsewhere).contains("line 1: its positions do not match its FEN and plies"));
    let strange = with(&[(3, forged(lines[3], "\"task\"", "\"task_number\""))]);
    assert!(error("strange", &strange).contains("line 4: not one of a tabiya perft checkpoint 1"));
}
