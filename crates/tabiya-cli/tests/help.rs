//! The help of every command in a narrow terminal and in a usual one, as `tests/help` keeps it. `TABIYA_BLESS=1` writes
//! it anew.

use std::path::Path;
use std::process::Command;

const COMMANDS: [&str; 29] = [
    "",
    "bench",
    "book",
    "book build",
    "book probe",
    "completions",
    "divide",
    "explain",
    "frontier",
    "hunt",
    "man",
    "moves",
    "perft",
    "pgn",
    "pgn check",
    "pgn filter",
    "pgn stats",
    "pgn to-epd",
    "pgn to-fen",
    "retro",
    "retro moves",
    "retro perft",
    "show",
    "solve",
    "syzygy",
    "syzygy check",
    "syzygy info",
    "uci",
    "verify",
];

fn help(command: &str, columns: usize) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    program.args(command.split_whitespace()).arg("--help").env("COLUMNS", columns.to_string());
    String::from_utf8(program.output().expect("the command runs").stdout).expect("text")
}

#[test]
fn help_fits_the_terminal_and_is_as_it_was() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/help");
    for columns in [60, 80] {
        for command in COMMANDS {
            let text = help(command, columns);
            // Usages and examples are not broken: they can be copied as they stand.
            let is_prose = |line: &&str| {
                !line.starts_with("  tabiya") && !line.starts_with("Usage:") && !line.contains(" | tabiya")
            };
            let wide: Vec<&str> =
                text.lines().filter(is_prose).filter(|line| line.trim_end().chars().count() > columns).collect();
            assert!(wide.is_empty(), "{command}, wider than {columns}: {wide:#?}");
            assert!(text.contains("Examples:") || ["man", "version"].contains(&command), "{command}");
            let name = if command.is_empty() { "tabiya".to_owned() } else { command.replace(' ', "-") };
            let file = folder.join(columns.to_string()).join(format!("{name}.txt"));
            if std::env::var_os("TABIYA_BLESS").is_some() {
                std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
                std::fs::write(&file, &text).expect("a file");
            }
            let kept = std::fs::read_to_string(&file).unwrap_or_default();
            assert_eq!(text, kept, "{}: look at it, then set TABIYA_BLESS=1", file.display());
        }
    }
}
