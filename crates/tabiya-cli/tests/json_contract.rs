//! `docs/cli.md` says what every command prints with `--json`; here every command is asked, and its lines are compared
//! with that page.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Output};

use common::Folder;
use serde_json::Value;

/// A field of a line, as the page has it.
struct Field {
    name: String,
    kind: String,
    may_be_missing: bool,
    may_be_null: bool,
}

/// The kinds of lines of each command, with their fields.
type Page = BTreeMap<String, BTreeMap<String, Vec<Field>>>;

fn page() -> Page {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/cli.md")).expect("the page");
    let mut page = Page::new();
    let mut command = String::new();
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("### ") {
            command = heading.to_owned();
        }
        if line.starts_with("## ") {
            command.clear();
        }
        let Some(row) = line.strip_prefix("| `").filter(|_| !command.is_empty()) else { continue };
        let Some((kind, fields)) = row.split_once("` | ") else { continue };
        let fields = fields.trim_end_matches(" |").split(", ").map(field).collect::<Option<Vec<_>>>();
        if let Some(fields) = fields {
            page.entry(command.clone()).or_default().insert(kind.to_owned(), fields);
        }
    }
    page
}

/// `` `hint` ? text or null ``
fn field(text: &str) -> Option<Field> {
    let (name, rest) = text.strip_prefix('`')?.split_once("` ")?;
    let (may_be_missing, rest) = rest.strip_prefix("? ").map_or((false, rest), |rest| (true, rest));
    let (may_be_null, kind) = rest.strip_suffix(" or null").map_or((false, rest), |kind| (true, kind));
    Some(Field { name: name.to_owned(), kind: kind.to_owned(), may_be_missing, may_be_null })
}

impl Field {
    fn takes(&self, value: &Value) -> bool {
        let is_count = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        match self.kind.as_str() {
            _ if value.is_null() => self.may_be_null,
            "text" => value.is_string(),
            "count" => value.as_str().is_some_and(is_count),
            "integer" => value.is_u64(),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "list" => value.is_array(),
            "object" => value.is_object(),
            other => panic!("the page names an unknown type: {other}"),
        }
    }
}

/// Compares a line with what the page says of its kind.
fn compare(line: &str, kinds: &BTreeMap<String, Vec<Field>>) -> String {
    let value: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    let object = value.as_object().unwrap_or_else(|| panic!("no object: {line}"));
    let kind = object["type"].as_str().expect("a kind of line").to_owned();
    let fields = kinds.get(&kind).unwrap_or_else(|| panic!("the page has no `{kind}` line: {line}"));
    for field in fields {
        match object.get(&field.name) {
            Some(value) => assert!(field.takes(value), "`{}` is no {}: {line}", field.name, field.kind),
            None => assert!(field.may_be_missing, "no `{}`: {line}", field.name),
        }
    }
    let listed: BTreeSet<&str> = fields.iter().map(|field| field.name.as_str()).chain(["type"]).collect();
    let unknown: Vec<&String> = object.keys().filter(|name| !listed.contains(name.as_str())).collect();
    assert!(unknown.is_empty(), "the page does not have {unknown:?}: {line}");
    kind
}

fn run(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.current_dir(&folder.0).args(arguments).arg("--json").output().expect("the command runs")
}

/// Asks a command, compares every line with its part of the page, and returns the kinds in their order.
fn ask(page: &Page, folder: &Folder, part: &str, arguments: &[&str]) -> Vec<String> {
    let output = run(folder, arguments);
    let text = String::from_utf8(output.stdout).expect("text");
    let kinds = page.get(part).unwrap_or_else(|| panic!("the page has no part {part}"));
    let told: Vec<String> = text.lines().map(|line| compare(line, kinds)).collect();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert_eq!(told.iter().filter(|kind| *kind == "answer").count(), 1, "{arguments:?}: {text}{complaints}");
    assert_eq!(told.last().map(String::as_str), Some("answer"), "{arguments:?}: {text}");
    told
}

#[test]
fn every_command_keeps_to_its_page() {
    let page = page();
    let folder = Folder::new("contract");
    let here = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd");
    let at = |name: &str| format!("{here}/{name}");
    for name in ["tables", "damaged"] {
        std::fs::create_dir_all(folder.0.join(name)).expect("a folder");
        tabiya_check::tables::write_into(&folder.0.join(name), &[tabiya::Role::Rook]);
    }
    std::fs::write(folder.0.join("damaged/KRvK.rtbw"), "no table").expect("a file");
    let engine = format!("{} uci", env!("CARGO_BIN_EXE_tabiya"));
    let (games, broken, odd) = (at("games.pgn"), at("broken.pgn"), at("results.pgn"));
    let (good, wrong, certificate, book) = (at("good.epd"), at("wrong.epd"), at("certificate.jsonl"), at("small.bin"));
    let questions: &[(&str, &[&str])] = &[
        ("perft", &["perft", "3", "kiwipete", "--divide", "--threads", "1"]),
        ("perft", &["perft", "0"]),
        ("perft --stats", &["perft", "2", "--stats"]),
        ("divide", &["divide", "2"]),
        ("verify", &["verify", &good]),
        ("verify", &["verify", &wrong]),
        ("verify", &["verify", &certificate]),
        ("verify", &["verify", &certificate, &good]),
        ("frontier", &["frontier", "2"]),
        ("moves", &["moves"]),
        ("moves", &["moves", "position4", "--kind", "pseudo-legal captures"]),
        ("moves", &["moves", "position4", "--illegal"]),
        ("show", &["show"]),
        ("show", &["show", "--bitboard", "0x1", "--moves", "f3 e5 g4 Qh4"]),
        ("show", &["show", "8/8/8/8/8/8/8/8", "w", "-", "-"]),
        ("explain", &["explain", "e2e4"]),
        ("explain", &["explain", "e2e5"]),
        ("explain --position", &["explain", "--position", "--moves", "e4 e5"]),
        ("explain --position", &["explain", "--position", "1nbqkbnr/1ppppppp/8/P7/P7/P7/3PPPPP/RNBQKBNR", "w", "-"]),
        ("explain --position", &["explain", "--position", "8/8/8/8/8/8/8/8", "w", "-", "-"]),
        ("explain --position", &["explain", "--position", "kiwipete", "--search", "10"]),
        ("retro moves", &["retro", "moves", "--moves", "e4", "--before"]),
        ("retro perft", &["retro", "perft", "1", "--moves", "e4"]),
        ("solve", &["solve", "8/8/8/8/8/1k6/8/KR6", "b", "-", "-"]),
        ("solve --table", &["solve", "--table", "KRK"]),
        ("solve --syzygy", &["solve", "--syzygy", "tables", "8/8/8/8/8/1k6/8/KR6", "b", "-", "-"]),
        ("syzygy info", &["syzygy", "info", "tables"]),
        ("syzygy check", &["syzygy", "check", "tables"]),
        ("syzygy check", &["syzygy", "check", "damaged"]),
        ("pgn check", &["pgn", "check", &games, &broken, &odd]),
        ("pgn stats", &["pgn", "stats", &games, &broken]),
        ("pgn filter", &["pgn", "filter", &games, &broken]),
        ("pgn to-fen", &["pgn", "to-fen", &games, "--all"]),
        ("pgn to-epd", &["pgn", "to-epd", &games]),
        ("book build", &["book", "build", &games, "-o", "book"]),
        ("book probe", &["book", "probe", &book]),
        ("book probe", &["book", "probe", &book, "--seed", "1"]),
        ("book probe", &["book", "probe", &book, "position3"]),
        // On a crowded machine an engine may take seconds to start.
        ("hunt", &["hunt", "--engine", &engine, "--time", "8"]),
        ("version", &["version"]),
        ("man", &["man", "pages"]),
        ("bench", &[]),
        ("bench --compare", &["bench", "--quick", "--rounds", "1", "--compare", &engine]),
        ("any command", &[]),
    ];
    let mut told: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (part, arguments) in questions.iter().filter(|(_, arguments)| !arguments.is_empty()) {
        told.entry(part).or_default().extend(ask(&page, &folder, part, arguments));
    }
    // Nothing on the page goes without a question: `bench` takes too long here, and errors have a test of their own.
    for (part, kinds) in &page {
        assert!(questions.iter().any(|(asked, _)| asked == part), "{part}");
        for kind in kinds.keys().filter(|_| told.contains_key(part.as_str())) {
            assert!(told[part.as_str()].contains(kind), "no `{kind}` line of {part} was seen");
        }
    }
}

#[test]
fn errors_are_json_too() {
    let page = page();
    let folder = Folder::new("errors");
    for arguments in [
        &["perft", "x"][..],
        &["perft", "2", "--fen", "nonsense"],
        &["perft"],
        &["show", "--svg", "none/board.svg"],
        &["verify", "none.epd"],
        &["solve", "--syzygy", "none"],
        &["syzygy", "info", "none"],
        &["syzygy", "check"],
        &["pgn", "check", "none.pgn"],
        &["completions", "bash"],
        &["uci"],
        &["uci", "isready"],
        &["moves", "--nonsense"],
    ] {
        let output = run(&folder, arguments);
        let text = String::from_utf8(output.stdout).expect("text");
        assert_eq!((output.status.code(), text.lines().count()), (Some(2), 1), "{arguments:?}: {text}");
        assert_eq!(compare(text.trim_end(), &page["any command"]), "error");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}
