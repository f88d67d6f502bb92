//! What the pages print is a whole program: this follows the guide as a reader does, with nothing but what stands
//! there.
//!
//! Every block of Rust above "The real code" goes to the end of one file, page by page; after each page the file must
//! compile without a warning and all checkpoints so far must pass. The appendix is a file of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn guide() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The numbered pages, in order.
fn chapters() -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(guide()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let names = paths.into_iter().map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path));
    let pages = names.filter(|(name, _)| name.ends_with(".md") && name.starts_with(|c: char| c.is_ascii_digit()));
    pages.map(|(name, path)| (name, fs::read_to_string(path).unwrap())).collect()
}

/// The blocks of Rust that a reader copies.
fn blocks(page: &str) -> Vec<String> {
    let own = page.split("\n## The real code").next().unwrap();
    let opened = own.split("\n```rust\n").skip(1);
    opened.map(|rest| rest.split("\n```").next().unwrap().to_owned() + "\n").collect()
}

fn is_program(block: &str) -> bool {
    block.contains("fn main()")
}

fn rustc(arguments: &[&str], file: &Path, output: &Path, what: &str) {
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(compiler);
    command
        .args(["--edition", "2024", "-D", "warnings", "-C", "opt-level=0", "-o"])
        .arg(output)
        .args(arguments)
        .arg(file);
    let result = command.output().unwrap();
    assert!(result.status.success(), "{what} does not compile:\n{}", String::from_utf8_lossy(&result.stderr));
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(program: &Path, arguments: &[&str], what: &str) -> String {
    let result = Command::new(program).args(arguments).output().unwrap();
    let text = String::from_utf8_lossy(&result.stdout).into_owned();
    assert!(result.status.success(), "{what} fails:\n{text}{}", String::from_utf8_lossy(&result.stderr));
    text
}

#[test]
fn each_page_compiles_with_those_before_it_and_reaches_its_checkpoint() {
    let folder = folder("printed");
    let (file, tests) = (folder.join("lib.rs"), folder.join("tests"));
    let mut printed = String::new();
    for (number, (name, page)) in chapters().into_iter().enumerate() {
        let added: String = blocks(&page).into_iter().filter(|block| !is_program(block)).collect();
        assert!(added.contains(&format!("fn page_{}()", number + 1)), "{name} has no checkpoint");
        printed += &added;
        fs::write(&file, &printed).unwrap();
        rustc(&["--test"], &file, &tests, &format!("what is printed up to {name}"));
        let report = run(&tests, &[], &format!("a checkpoint up to {name}"));
        assert!(report.contains(&format!("{} passed; 0 failed", number + 1)), "{name}: {report}");
    }
}

/// The program of page 11 with the library of all pages gives the divides of the rules crate.
#[test]
fn the_printed_program_answers_as_it_should() {
    let folder = folder("program");
    let all: Vec<String> = chapters().iter().flat_map(|(_, page)| blocks(page)).collect();
    let programs: Vec<&String> = all.iter().filter(|block| is_program(block)).collect();
    assert_eq!(programs.len(), 1, "one program is printed");
    let (library, main) = (folder.join("lib.rs"), folder.join("main.rs"));
    fs::write(&library, all.iter().filter(|block| !is_program(block)).map(String::as_str).collect::<String>()).unwrap();
    fs::write(&main, programs[0]).unwrap();
    let compiled = folder.join("libgenerator.rlib");
    rustc(&["--crate-type", "lib", "--crate-name", "generator"], &library, &compiled, "the library");
    let (program, link) = (folder.join("generator"), format!("generator={}", compiled.display()));
    rustc(&["--extern", &link], &main, &program, "the program");
    check(&program);
}

/// The whole generator in one file.
#[test]
fn the_appendix_is_a_program_of_at_most_400_lines() {
    let file = guide().join("generator.rs");
    let lines = fs::read_to_string(&file).unwrap().lines().count();
    assert!((200..=400).contains(&lines), "{lines} lines");
    let program = folder("appendix").join("generator");
    rustc(&[], &file, &program, "the appendix");
    check(&program);
}

fn check(program: &Path) {
    let suite = guide().join("../../testdata/public.epd");
    let entries = tabiya_perft::suite::read(&fs::read_to_string(suite).unwrap()).unwrap();
    assert!(entries.len() >= 6, "{} positions", entries.len());
    for entry in entries {
        let fen = entry.position.fen().to_string();
        let expected: u64 =
            entry.position.legal_moves().into_iter().map(|mv| children(&entry.position.after(mv))).sum();
        let answer = run(program, &["2", &fen], "the program");
        assert_eq!(answer.lines().last(), Some(expected.to_string().as_str()), "{fen}");
        assert_eq!(answer.lines().count(), entry.position.legal_moves().len() + 2, "{fen}");
    }
    // The moves of a game come as one argument, castling as the king's two squares.
    let answer = run(program, &["1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1 e8c8"], "the program");
    let after = tabiya::Position::from_fen("2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2").unwrap();
    assert_eq!(answer.lines().last(), Some(children(&after).to_string().as_str()));
}

fn children(position: &tabiya::Position) -> u64 {
    position.legal_moves().len() as u64
}
