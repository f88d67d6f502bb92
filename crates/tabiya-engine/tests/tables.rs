//! The engine with endgame tables: what it plays, what it says, and what damaged or missing ones do.

use std::path::{Path, PathBuf};
use std::time::Duration;

use tabiya::{Game, Position, Role};
use tabiya_check::tables::{rook_of_one_distance, write_into};
use tabiya_engine::score::is_mate;
use tabiya_engine::{Control, Engine, Limits, Report, uci};
use tabiya_retro::endgame::{Endgames, Table};

/// A folder that goes when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("tabiya-engine-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    /// With Syzygy tables of a rook and of a queen.
    fn of_tables(name: &str) -> Folder {
        let folder = Folder::new(name);
        write_into(&folder.0, &[Role::Rook, Role::Queen]);
        folder
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What the engine answers to a conversation that begins with these tables.
fn answers(path: &Path, lines: &str) -> String {
    let input = format!("setoption name SyzygyPath value {}\n{lines}\n", path.display());
    let output = SharedBytes::default();
    uci::run(input.as_bytes(), output.clone());
    let bytes = output.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

#[derive(Clone, Default)]
struct SharedBytes(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl std::io::Write for SharedBytes {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The number behind a word of the last `info` line that has it.
fn last_number(heard: &str, word: &str) -> i64 {
    let line = heard.lines().rfind(|line| line.contains(word)).unwrap_or_else(|| panic!("no {word}: {heard}"));
    line.split(word).nth(1).unwrap().split_whitespace().next().unwrap().parse().unwrap()
}

fn depth(depth: i32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn search(engine: &mut Engine, game: &Game, limits: &Limits) -> (Option<tabiya::Move>, Vec<Report>) {
    let control = Control::new(limits, Duration::ZERO);
    let mut reports = Vec::new();
    let answer = engine.search(game, limits, &control, &mut |report| reports.push(report));
    (answer.best(), reports)
}

#[test]
fn a_root_in_a_table_has_its_result() {
    let folder = Folder::of_tables("root");
    let won = "position fen 8/8/8/8/8/2k5/8/K6R w - - 0 1\n";
    let heard = answers(folder.path(), &format!("{won}go depth 3"));
    assert!(heard.starts_with("info string SyzygyPath: 4 tables of up to 3 men were found\n"), "{heard}");
    assert!(last_number(&heard, " tbhits ") > 0 && heard.contains(" score cp 20000 "), "{heard}");
    // Black to move can only draw by taking the rook, and does.
    let heard = answers(folder.path(), "position fen 8/8/8/8/K7/8/2R5/3k4 b - - 0 1\ngo depth 2");
    assert!(heard.contains("bestmove d1c2"), "{heard}");
    // Nothing is asked when nothing may be.
    let heard = answers(folder.path(), &format!("setoption name SyzygyProbeLimit value 2\n{won}go depth 3"));
    assert_eq!(last_number(&heard, " tbhits "), 0);
    let heard = answers(folder.path(), &format!("setoption name SyzygyPath value <empty>\n{won}go depth 3"));
    assert_eq!(last_number(&heard, " tbhits "), 0);
}

/// The rook takes the knight: the search learns from the table what is left.
#[test]
fn a_search_asks_after_captures() {
    let folder = Folder::of_tables("search");
    let heard = answers(folder.path(), "position fen 8/8/8/3n4/8/2k5/8/K2R4 w - - 0 1\ngo depth 6");
    assert!(last_number(&heard, " tbhits ") > 0, "{heard}");
    let cp = last_number(&heard, " score cp ");
    assert!((19_900..20_000).contains(&cp), "{heard}");
    assert!(heard.contains("bestmove d1d5"), "{heard}");
    // A limit of two men leaves no table to ask, and a great depth none of the largest.
    for limit in ["setoption name SyzygyProbeLimit value 2", "setoption name SyzygyProbeDepth value 100"] {
        let heard =
            answers(folder.path(), &format!("{limit}\nposition fen 8/8/8/3n4/8/2k5/8/K2R4 w - - 0 1\ngo depth 6"));
        assert_eq!(last_number(&heard, " tbhits "), 0, "{heard}");
    }
}

#[test]
fn what_is_won_is_won_in_time() {
    let folder = Folder::of_tables("wins");
    let mut engine = Engine::new(1);
    engine.tables.read_syzygy(folder.path()).unwrap();
    // The longest mate with a rook; one whose clock leaves hardly a ply; a game that has walked in circles.
    let fens = [
        "8/8/8/8/8/8/1Rk5/K7 b - - 0 1",
        "8/8/8/8/8/8/1Rk5/K7 b - - 68 60",
        "8/8/8/8/3k4/8/8/KQ6 w - - 70 90",
        "8/8/8/8/3k4/8/8/K6R w - - 20 90",
    ];
    for fen in fens {
        let mut game = Game::new(Position::from_fen(fen).unwrap());
        if fen.ends_with("20 90") {
            for mv in ["h1h2", "d4d5", "h2h1", "d5d4"] {
                game.push(game.position().parse_uci(mv).unwrap());
            }
        }
        for ply in 0.. {
            let Some(mv) = search(&mut engine, &game, &depth(1)).0 else { break };
            game.push(mv);
            let clock = game.position().halfmove_clock();
            assert!(
                game.position().is_checkmate() || (clock < 100 && game.repetitions() < 3 && ply < 150),
                "{fen}: {mv:?}"
            );
            assert_eq!(game.position().occupied().len(), 3, "{fen}: the piece is lost");
        }
        assert!(game.position().is_checkmate(), "{fen}");
    }
}

/// White is always 41 plies away here, so that after a move 42 more are needed: in time from a clock of 50, and too
/// late from one of 60.
#[test]
fn the_clock_decides_unless_it_is_told_not_to() {
    let folder = Folder::new("clock");
    for (name, bytes) in rook_of_one_distance(20) {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    for (clock, rule, score) in [(50, true, "cp 20000"), (60, true, "cp 0"), (60, false, "cp 20000")] {
        let lines = format!(
            "setoption name Syzygy50MoveRule value {rule}\nposition fen 8/8/8/8/3k4/8/8/K6R w - - {clock} 60\ngo depth 1"
        );
        let heard = answers(folder.path(), &lines);
        assert!(heard.contains(&format!(" score {score} ")), "{clock} {rule}: {heard}");
    }
}

#[test]
fn several_lines_have_every_result() {
    let folder = Folder::of_tables("lines");
    let heard = answers(
        folder.path(),
        "setoption name MultiPV value 50\nposition fen 8/8/8/8/8/2k5/1R6/K7 w - - 0 1\ngo depth 2",
    );
    let scores: Vec<&str> = heard.lines().filter(|line| line.contains(" depth 2 ")).collect();
    let legal = Position::from_fen("8/8/8/8/8/2k5/1R6/K7 w - - 0 1").unwrap().legal_moves().len();
    assert_eq!(scores.len(), legal, "{heard}");
    let is_won = |line: &&&str| line.contains(" cp 20000 ") || line.contains(" mate ");
    let (won, drawn): (Vec<&str>, Vec<&str>) = scores.iter().partition(|line| is_won(line));
    // Rooks that can be taken, and the king that leaves its own.
    assert!(!won.is_empty() && drawn.len() >= 3 && drawn.iter().all(|line| line.contains(" cp 0 ")), "{heard}");
    assert!(scores.iter().is_sorted_by_key(|line| !is_won(&line)), "{heard}");
}

#[test]
fn damaged_and_missing_tables_are_told_and_no_more() {
    let folder = Folder::of_tables("damaged");
    let won = "position fen 8/8/8/8/8/2k5/8/K6R w - - 0 1\ngo depth 4";
    let knight = "position fen 8/8/8/3n4/8/2k5/8/K2R4 w - - 0 1\ngo depth 5";
    std::fs::remove_file(folder.path().join("KRvK.rtbz")).unwrap();
    let heard = answers(folder.path(), won);
    assert_eq!(heard.matches("info string the table KRvK.rtbz is missing").count(), 1, "{heard}");
    assert!(heard.contains(" cp 20000 ") && heard.contains("bestmove "), "{heard}");
    for bytes in [&b"no table"[..], &[0x71, 0xe8, 0x23, 0x5d, 1, 2, 3, 4]] {
        std::fs::write(folder.path().join("KRvK.rtbw"), bytes).unwrap();
        for game in [won, knight] {
            let heard = answers(folder.path(), game);
            assert!(heard.contains("info string") && heard.contains("KRvK.rtbw is damaged at byte 8"), "{heard}");
            assert_eq!(heard.matches("KRvK.rtbw is damaged").count(), 1, "{heard}");
            assert!(heard.lines().last().unwrap().starts_with("bestmove "), "{heard}");
        }
    }
    std::fs::remove_file(folder.path().join("KRvK.rtbw")).unwrap();
    let heard = answers(folder.path(), knight);
    assert!(heard.contains("info string the table KRvK.rtbw is missing"), "{heard}");
    let heard = answers(&folder.path().join("gone"), won);
    assert!(heard.contains("info string SyzygyPath: ") && heard.contains("gone: ") && heard.contains("bestmove "));
}

#[test]
fn tables_solved_here_are_exact() {
    let folder = Folder::new("solved");
    for table in Endgames::solve("KRK".parse().unwrap()).unwrap().tables() {
        std::fs::write(folder.path().join(Table::file_name(table.material())), table.to_bytes()).unwrap();
    }
    let mut engine = Engine::new(1);
    assert_eq!(engine.tables.read_solved(Some(folder.path())).unwrap(), 1);
    let mut game = Game::new(Position::from_fen("8/8/8/8/8/8/1Rk5/K7 b - - 0 1").unwrap());
    for plies in (1..=32).rev() {
        let (best, reports) = search(&mut engine, &game, &depth(3));
        let report = reports.last().unwrap();
        let signed = if plies % 2 == 1 { 1 } else { -1 };
        assert_eq!(report.score, signed * (tabiya_engine::score::MATE - plies), "{plies}");
        assert!(is_mate(report.score) && (report.table_hits > 0 || plies < 3), "{plies}");
        game.push(best.unwrap());
    }
    assert!(game.position().is_checkmate());
    std::fs::write(folder.path().join("KRK.tabend"), b"damaged").unwrap();
    let error = engine.tables.read_solved(Some(folder.path())).unwrap_err();
    assert!(error.to_string().contains("KRK.tabend"), "{error}");
    assert_eq!(engine.tables.solved().count(), 0);
    // A mate that the clock forbids is none.
    engine.tables.read_solved(None).unwrap();
}
