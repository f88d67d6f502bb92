//! Tables that `tabiya_check::tables` writes from endgames solved backwards, read again.

use tabiya::{Color, Position, Role};
use tabiya_check::tables::{three_men, written};
use tabiya_retro::endgame::{Distance, Endgames};
use tabiya_syzygy::{ClockedWdl, Material, Metric, SyzygyError, Tablebase, Wdl};

fn solved(role: Role) -> Endgames {
    Endgames::solve(format!("K{}K", role.letter().to_ascii_uppercase()).parse().unwrap()).unwrap()
}

fn tables(role: Role) -> Tablebase {
    let mut tables = Tablebase::new();
    for (name, bytes) in written(role) {
        assert!(tables.add_bytes(&name, bytes).unwrap());
    }
    tables
}

/// Without pawns and without captures that win, the next zeroing move of a won game is the mate.
#[test]
fn tables_of_a_rook_and_a_queen_say_what_was_solved() {
    for role in [Role::Rook, Role::Queen] {
        let (tables, solved) = (tables(role), solved(role));
        for position in Color::ALL.into_iter().flat_map(|strong| three_men(role, strong)) {
            let (wdl, plies) = match solved.probe(&position).unwrap() {
                Distance::Loss(plies) => (Wdl::Loss, -(plies.max(1) as i32)),
                Distance::Draw => (Wdl::Draw, 0),
                Distance::Win(plies) => (Wdl::Win, plies as i32),
            };
            assert_eq!(tables.probe_wdl(&position).unwrap(), wdl, "{position:?}");
            let dtz = tables.probe_dtz(&position).unwrap();
            assert_eq!((dtz.plies(), dtz.is_exact()), (plies, true), "{position:?}");
        }
    }
}

#[test]
fn a_table_with_pawns_says_what_was_solved() {
    let (tables, solved) = (tables(Role::Pawn), solved(Role::Pawn));
    for position in Color::ALL.into_iter().flat_map(|strong| three_men(Role::Pawn, strong)) {
        let wdl = match solved.probe(&position).unwrap() {
            Distance::Loss(_) => Wdl::Loss,
            Distance::Draw => Wdl::Draw,
            Distance::Win(_) => Wdl::Win,
        };
        assert_eq!(tables.probe_wdl(&position).unwrap(), wdl, "{position:?}");
    }
}

/// Files and bytes give the same answers, and threads share one table.
#[test]
#[cfg(any(unix, windows))]
fn files_are_read_by_threads() {
    let folder = std::env::temp_dir().join(format!("tabiya-syzygy-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, bytes) in written(Role::Rook) {
        std::fs::write(folder.join(name), bytes).unwrap();
    }
    std::fs::write(folder.join("readme.txt"), "no table").unwrap();
    let mut from_files = Tablebase::with_cache(1 << 15);
    assert_eq!(from_files.add_folder(&folder).unwrap(), 2);
    assert_eq!(from_files.add_folder(&folder).unwrap(), 0, "they are here already");
    let from_bytes = tables(Role::Rook);
    std::thread::scope(|scope| {
        for thread in 0..3 {
            let (from_files, from_bytes) = (&from_files, &from_bytes);
            scope.spawn(move || {
                for position in three_men(Role::Rook, Color::White).skip(thread * 17).step_by(53) {
                    let (found, wanted) = (from_files.probe_dtz(&position), from_bytes.probe_dtz(&position));
                    assert_eq!(found.unwrap(), wanted.unwrap(), "{position:?}");
                }
            });
        }
    });
    for metric in Metric::ALL {
        let material = "KRvK".parse().unwrap();
        from_files.check(material, metric).unwrap();
        let size = from_files.file_size(material, metric).unwrap();
        assert_eq!(size, from_bytes.file_size(material, metric).unwrap());
        let mut read = 0;
        let done = from_files.check_while(material, metric, |bytes| {
            read += bytes;
            false
        });
        // Sixteen bytes of checksum follow.
        assert_eq!((done.unwrap(), read), (false, size - 16));
    }
    std::fs::remove_dir_all(&folder).unwrap();
    // Open files stay; a folder that is gone is an error with its name.
    let error = Tablebase::open(&folder).unwrap_err();
    assert!(matches!(&error, SyzygyError::Io { file, .. } if file.contains("tabiya-syzygy-")), "{error}");
}

#[test]
fn what_tables_cannot_answer_is_an_error_with_its_reason() {
    let tables = tables(Role::Rook);
    let ask = |fen: &str| tables.probe_wdl(&Position::from_fen(fen).unwrap()).unwrap_err().to_string();
    assert_eq!(
        ask("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        "the position has castling rights, and Syzygy tables hold no such position"
    );
    assert_eq!(ask("4k3/8/8/8/8/8/8/4K1QR w - - 0 1"), "the position has 4 men, the largest table has 3");
    assert_eq!(ask("4k3/8/8/8/8/8/8/4K1Q1 w - - 0 1"), "the table KQvK.rtbw is missing");
    let kings = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    assert_eq!(Tablebase::new().probe_wdl(&kings).unwrap(), Wdl::Draw);
    for name in ["KRvK", "KRvK.txt", "RKvK.rtbw", "KRvKx.rtbw", "KvK.rtbw", "KQQQQQQvK.rtbw", ""] {
        assert!(Tablebase::new().add_bytes(name, vec![]).is_err(), "{name}");
    }
}

/// Playing the first move brings the end one ply nearer each time, for either side.
#[test]
fn the_first_move_makes_progress() {
    let tables = tables(Role::Rook);
    for mut position in three_men(Role::Rook, Color::White).step_by(9001) {
        let mut before = tables.probe_dtz(&position).unwrap().plies().abs();
        for _ in 0..100 {
            let Some(best) = tables.best_move(&position).unwrap() else { break };
            assert_eq!(best.dtz.plies().abs(), before, "{position:?}");
            position = position.after(best.mv);
            before = (before - 1).max(i32::from(before > 0));
            assert_eq!(tables.probe_dtz(&position).unwrap().plies().abs(), before, "{position:?}");
            if before == 0 {
                break;
            }
        }
        assert!(before == 0 || position.is_checkmate(), "{position:?}");
    }
}

#[test]
fn the_clock_decides_what_a_distance_is_worth() {
    let tables = tables(Role::Rook);
    let outcome = |fen: &str| tables.probe_outcome(&Position::from_fen(fen).unwrap()).unwrap();
    // Mate in 27 plies.
    for (clock, wanted) in
        [(0, ClockedWdl::Win), (73, ClockedWdl::Win), (74, ClockedWdl::CursedWin), (100, ClockedWdl::CursedWin)]
    {
        assert_eq!(outcome(&format!("8/8/8/3k4/8/8/8/R3K3 w - - {clock} 90")), wanted, "{clock}");
    }
    let ranked = tables.rank_root_moves(&Position::from_fen("8/8/8/8/8/k7/8/1K5R b - - 80 90").unwrap()).unwrap();
    assert!(ranked.windows(2).all(|pair| pair[0].outcome >= pair[1].outcome), "{ranked:?}");
}

/// A table that counts moves may be one ply short. With a clock of 0 that never changes the result of the position
/// itself, but a move that zeroes nothing leaves a clock of 1.
#[test]
fn a_rounded_distance_that_may_be_too_long_ranks_below_one_that_is_not() {
    // White to move wins after 49 moves and a ply, 99 or 100 plies, wherever the pieces stand.
    let mut tables = Tablebase::new();
    for (name, bytes) in tabiya_check::tables::rook_of_one_distance(49) {
        tables.add_bytes(&name, bytes).unwrap();
    }
    let white = Position::from_fen("8/8/8/3k4/8/8/8/R3K3 w - - 0 90").unwrap();
    let dtz = tables.probe_dtz(&white).unwrap();
    assert_eq!((dtz.plies(), dtz.is_exact()), (99, false));
    assert_eq!(dtz.outcome(0), ClockedWdl::Win);
    assert_eq!(dtz.outcome(1), ClockedWdl::MaybeWin);
    let black = Position::from_fen("8/8/8/3k4/8/8/8/R3K3 b - - 0 90").unwrap();
    for ranked in tables.rank_root_moves(&black).unwrap() {
        assert_eq!((ranked.dtz.plies(), ranked.outcome), (-100, ClockedWdl::MaybeLoss), "{ranked:?}");
    }
    // The side to move is lost for certain: that is what its table of results says.
    assert_eq!(tables.probe_outcome(&black).unwrap(), ClockedWdl::Loss);
    for outcome in [ClockedWdl::Loss, ClockedWdl::MaybeLoss, ClockedWdl::BlessedLoss, ClockedWdl::Draw] {
        assert_eq!(-(-outcome), outcome);
        assert!(-outcome >= ClockedWdl::Draw);
    }
}

#[test]
fn names_are_canonical() {
    for (name, canonical) in [("KRvK", "KRvK"), ("KvKR", "KRvK"), ("KNvKBP", "KBPvKN"), ("KPvKQ", "KQvKP")] {
        assert_eq!(name.parse::<Material>().unwrap().canonical().to_string(), canonical);
    }
    let mut names: Vec<String> =
        "KPvKR".parse::<Material>().unwrap().conversions().iter().map(ToString::to_string).collect();
    names.sort();
    assert_eq!(names, ["KPvK", "KQvKR", "KRvK", "KRvKB", "KRvKN", "KRvKR"]);
}

#[test]
fn there_are_as_many_materials_as_the_field_counts() {
    assert_eq!([2, 3, 4, 5, 6, 7, 8].map(|men| Material::all(men).len()), [0, 5, 30, 110, 365, 1001, 0]);
    for material in Material::all(4) {
        assert_eq!((material.men(), material.canonical()), (4, material));
    }
}
