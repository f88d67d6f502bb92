//! Ctrl-C, sent to the real command: it stops soon, says what it knows and that it is not all.
#![cfg(unix)]

mod common;

use std::io::{BufRead, BufReader, Read};
use std::time::{Duration, Instant};

use common::{Folder, interrupt, processor_time, start, wait_for_work};

/// Writes a suite of counts of the start position into a folder of its own.
fn suite(name: &str, counts: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let path = folder.path("suite.epd");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    std::fs::write(&path, format!("{start} {counts}\n")).expect("a file");
    (folder, path)
}

/// Starts a command that would take years, waits until it has printed that many lines and works on the
/// next, interrupts it, and returns what it printed and how much time it took to end.
fn interrupted(arguments: &[&str], lines_first: usize) -> (String, Duration) {
    let mut child = start(arguments);
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    for _ in 0..lines_first {
        stdout.read_line(&mut text).expect("text");
    }
    wait_for_work(&mut child);
    let asked = Instant::now();
    let used = processor_time(&child);
    interrupt(&child);
    stdout.read_to_string(&mut text).expect("text");
    let mut complaints = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut complaints).expect("text");
    let took = used.zip(processor_time(&child)).map_or_else(|| asked.elapsed(), |(before, after)| after - before);
    let status = child.wait().expect("it ends");
    assert_eq!((status.code(), complaints.as_str()), (Some(130), ""), "{arguments:?}: {text}");
    (text, took)
}

/// The same, until it was quick once: on a busy machine the signal may come long after the look at its time, but not
/// each time.
fn promptly_interrupted(arguments: &[&str], lines_first: usize) -> String {
    // The tenth of a second that counting may take on each thread, and the end of the process.
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u32);
    let enough = Duration::from_millis(100) * threads + Duration::from_millis(50);
    let mut tries = (0..6).map(|_| interrupted(arguments, lines_first));
    let prompt = tries.find(|(_, took)| *took < enough);
    prompt.unwrap_or_else(|| panic!("{arguments:?} took more than {enough:?} each time")).0
}

/// Checks that the last line is an object that owns to be incomplete, and every line before it one.
fn assert_incomplete(text: &str) {
    let objects = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let objects: Vec<_> = objects.collect();
    let answer = objects.last().expect("an answer");
    assert_eq!(answer["complete"], false, "{text}");
    answer["nodes"].as_str().expect("a number").parse::<u128>().expect("a number");
}

#[test]
fn perft_says_how_far_it_came() {
    for more in [&["--threads", "1", "--hash", "0"][..], &["--hash", "64M"], &[]] {
        let text = promptly_interrupted(&[&["perft", "14"], more].concat(), 5);
        assert!(text.starts_with("perft  1 =                 20 "), "{text}");
        let lines: Vec<_> = text.lines().collect();
        let [.., count, means] = lines[..] else { panic!("{text}") };
        assert!(count.starts_with("perft ") && count.contains(" > ") && count.ends_with("  (interrupted)"), "{text}");
        assert!(means.contains("thread") && means.contains("hash"), "{text}");
    }
    assert_incomplete(&promptly_interrupted(&["perft", "14", "--json"], 5));
}

#[test]
fn the_search_for_a_game_ends_at_once() {
    let question = ["explain", "--position", "kiwipete", "--search", "1000000000000"];
    let text = promptly_interrupted(&question, 0);
    assert!(text.contains(" reaches it: interrupted\n"), "{text}");
    assert!(text.ends_with("interrupted: whether Black can still win was not looked at\n"), "{text}");
    let text = promptly_interrupted(&[&question[..], &["--json"]].concat(), 0);
    let answer: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&answer["arises"], &answer["complete"]), (&"unknown".into(), &false.into()), "{text}");
}

#[test]
fn divide_marks_what_is_not_finished() {
    let text = promptly_interrupted(&["divide", "13"], 0);
    assert_eq!(text.lines().filter(|line| line.ends_with("  (not finished)")).count(), 20, "{text}");
    assert!(text.contains("\nNodes searched: ") && text.contains("  (interrupted)\n"), "{text}");
    assert_incomplete(&promptly_interrupted(&["divide", "13", "--json"], 0));
}

#[test]
fn a_divided_perft_marks_what_is_not_finished() {
    // So wide that the last depth takes a minute and those before it no time.
    let wide = "7k/qqqqqqpp/8/8/8/8/PPQQQQQQ/K7 w - - 0 1";
    let arguments = ["perft", "6", "--divide", "--hash", "0", "--fen", wide];
    let text = promptly_interrupted(&arguments, 5);
    assert!(text.lines().any(|line| line.ends_with("  (not finished)")), "{text}");
    assert!(text.lines().any(|line| line.starts_with("perft 6 > ") && line.ends_with("  (interrupted)")), "{text}");
    assert_incomplete(&promptly_interrupted(&[&arguments[..], &["--json"]].concat(), 5));
}

#[test]
fn statistics_are_marked_as_a_part() {
    let text = promptly_interrupted(&["perft", "12", "--stats"], 5);
    assert!(text.starts_with("depth "), "{text}");
    assert_eq!(text.matches("  (interrupted: a part of the tree)\n").count(), 1, "{text}");
    assert_incomplete(&promptly_interrupted(&["perft", "12", "--stats", "--json", "--threads", "1"], 4));
}

#[test]
fn a_benchmark_leaves_no_half_of_a_picture() {
    let folder = std::env::temp_dir().join(format!("tabiya-bench-{}", std::process::id()));
    std::fs::create_dir(&folder).expect("a folder");
    let plot = folder.join("plot.svg");
    let text = promptly_interrupted(&["bench", "--rounds", "100", "--plot", plot.to_str().expect("text")], 0);
    assert!(text.ends_with("interrupted: only the positions above were finished\n"), "{text}");
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 0);
    std::fs::remove_dir(&folder).expect("it is empty");
}

#[test]
fn verify_ends_with_what_it_knows() {
    let (_folder, path) = suite("verify", ";D1 20 ;D12 62854969236701747");
    let text = promptly_interrupted(&["verify", "--max-nodes", "1000000000000000000", &path], 0);
    // The longest is counted first, so the short one may wait for it: always, on a single core.
    let waits = |count| text.ends_with(&format!("interrupted before {count}; of the others, all agree\n"));
    assert!(waits("1 count") || waits("2 counts"), "{text}");
    let json = promptly_interrupted(&["verify", "--json", "--max-nodes", "1000000000000000000", &path], 0);
    assert_incomplete(&json);
}

/// To say which moves differ takes another count, which Ctrl-C ends as well.
#[test]
fn what_differs_is_not_divided_after_an_interrupt() {
    let (_folder, path) = suite("divided", ";D5 4865610 ;D12 62854969236701747");
    let arguments = ["verify", "--max-nodes", "1000000000000000000", &path];
    // On a single core the wrong one may have to wait for the endless one: not always, because there are two threads.
    let text = (0..50).map(|_| interrupted(&arguments, 0).0).find(|text| text.starts_with("mismatch at "));
    let text = text.expect("the short count was finished once");
    let says = "depth 5: the file says 4865610, we count 4865609\ninterrupted before the leaves below each move were counted\n";
    assert!(text.contains(says), "{text}");
    assert!(text.ends_with("\ninterrupted before 1 count; of the others, 1 count differs\n"), "{text}");
}

#[test]
fn paths_backwards_are_marked_where_they_are_not_finished() {
    let text = promptly_interrupted(&["retro", "perft", "8", "kiwipete"], 0);
    assert!(text.lines().any(|line| line.ends_with(": (not finished)")), "{text}");
    assert!(text.ends_with(" paths of 8 moves backwards  (interrupted)\n"), "{text}");
    assert_incomplete(&promptly_interrupted(&["retro", "perft", "8", "kiwipete", "--json"], 0));
}

#[test]
fn solving_keeps_the_tables_that_are_ready() {
    let folder = Folder::new("solving");
    let path = folder.0.to_str().expect("text");
    let text = promptly_interrupted(&["solve", "--table", "KQKP", "--threads", "1", "--tables", path], 0);
    assert!(text.starts_with("interrupted: ") && text.ends_with(" of 10 tables were solved\n"), "{text}");
    let ready: usize = text["interrupted: ".len()..].split(' ').next().and_then(|n| n.parse().ok()).expect("a number");
    assert!(std::fs::read_dir(path).expect("a folder").count() >= ready);
    let json = promptly_interrupted(&["solve", "--json", "8/8/8/3k4/8/4p3/7Q/K7", "w"], 0);
    let answer: serde_json::Value = serde_json::from_str(json.trim_end()).expect("one line");
    assert_eq!((&answer["material"], &answer["complete"]), (&"KQKP".into(), &false.into()));
}

#[test]
fn verifying_a_table_says_how_far_it_came() {
    let text = promptly_interrupted(&["solve", "--table", "KQKR", "--verify", "--threads", "2"], 7);
    assert!(text.ends_with(" entries agree with their moves  (interrupted)\n"), "{text}");
}

#[test]
fn a_list_of_positions_ends_before_its_end() {
    let text = promptly_interrupted(&["frontier", "5"], 3);
    let lines: Vec<_> = text.lines().collect();
    let [positions @ .., last] = &lines[..] else { panic!("{text}") };
    assert!(positions.iter().all(|line| line.contains(" ;paths ")), "{text}");
    assert_eq!(*last, format!("interrupted: only {} of 822518 positions", positions.len()));
    let json = promptly_interrupted(&["frontier", "5", "--json"], 3);
    assert!(json.lines().all(|line| line.contains("\"fen\":") && line.contains("\"paths\":")), "{json}");
    let last: serde_json::Value = serde_json::from_str(json.lines().last().expect("an answer")).expect("JSON");
    assert_eq!((&last["type"], &last["complete"]), (&"answer".into(), &false.into()));
}

#[test]
fn positions_that_are_still_looked_for_are_none() {
    assert_eq!(
        promptly_interrupted(&["frontier", "9", "--summary", "--memory", "64M"], 0),
        "interrupted before all positions were found\n"
    );
}
