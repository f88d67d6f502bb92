//! Files of games that are damaged, cut off or unusual: an input that cannot be read on ends with exit code 2, whatever
//! was wrong with the games before, and nothing is written.

mod common;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use common::Folder;
use flate2::Compression;
use flate2::write::GzEncoder;

fn tabiya(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.current_dir(&folder.0).args(arguments).output().expect("the command runs")
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}

const COMMANDS: [&[&str]; 4] =
    [&["pgn", "check"], &["pgn", "stats"], &["pgn", "filter"], &["book", "build", "-o", "book"]];

#[test]
fn an_archive_that_breaks_off_behind_a_broken_game_is_an_input_error() {
    let folder = Folder::new("damaged");
    let broken = "[Event \"a\"]\n\n1. e4 Ke3\n\n".to_owned() + &"x ".repeat(100_000);
    let archive = gzip(broken.as_bytes());
    std::fs::write(folder.0.join("cut.gz"), &archive[..archive.len() - 3]).expect("a file");
    for command in COMMANDS {
        let output = tabiya(&folder, &[command, &["cut.gz"]].concat());
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command:?}: {complaints}");
        assert!(complaints.contains("cut.gz: cannot read on: the archive ends early"), "{complaints}");
        assert!(!Path::new(&folder.path("book")).exists());
    }
}

#[test]
fn the_moves_of_a_refused_game_are_no_game_however_its_lines_end() {
    let folder = Folder::new("line-ends");
    let game = "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/8/8 w - - 0 1\"]\n[White \"Carlsen\"]\n\n1. e4 e5 1-0\n\n";
    for line_end in ["\n", "\r\n", "\r"] {
        std::fs::write(folder.0.join("games"), game.repeat(3).replace('\n', line_end)).expect("a file");
        let output = tabiya(&folder, &["pgn", "check", "games"]);
        let answer = String::from_utf8_lossy(&output.stdout);
        assert_eq!((output.status.code(), &*answer), (Some(1), "0 good games, 3 broken, 0 moves\n"), "{line_end:?}");
        assert_eq!(tabiya(&folder, &["pgn", "filter", "games"]).stdout, b"", "{line_end:?}");
        tabiya(&folder, &["book", "build", "-o", "book", "games"]);
        assert_eq!(std::fs::metadata(folder.0.join("book")).expect("a book").len(), 0, "{line_end:?}");
    }
}
