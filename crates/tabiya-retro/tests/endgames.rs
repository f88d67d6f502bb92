//! Solved endgames: the longest mates that the field knows, every entry against its moves, symmetry, files.

use tabiya::Position;
use tabiya_retro::endgame::{Distance, EndgameError, Endgames, Material};

fn solved(name: &str) -> Endgames {
    Endgames::solve(name.parse().unwrap()).unwrap()
}

fn longest(endgames: &Endgames, name: &str) -> [Option<u32>; 2] {
    let statistics = endgames.table(name.parse().unwrap()).unwrap().statistics();
    statistics.longest.map(|found| found.map(|(plies, _)| plies.div_ceil(2)))
}

#[test]
fn the_longest_mates_with_three_men_are_those_of_the_field() {
    for (name, moves) in [("KQK", Some(10)), ("KRK", Some(16)), ("KPK", Some(28)), ("KBK", None), ("KNK", None)] {
        assert_eq!(longest(&solved(name), name), [moves, None], "{name}");
    }
}

#[test]
fn the_longest_mates_with_four_men_are_those_of_the_field() {
    for (name, moves) in [("KBBK", 19), ("KBNK", 33), ("KQKR", 35), ("KRKN", 40)] {
        assert_eq!(longest(&solved(name), name)[0], Some(moves), "{name}");
    }
}

#[test]
fn every_entry_of_three_men_is_what_its_moves_say() {
    for material in Material::all(3) {
        let endgames = Endgames::solve(material).unwrap();
        for table in endgames.tables() {
            assert!(table.verify(&endgames, 1).unwrap() > 10_000, "{material}");
        }
    }
}

/// With every promotion and en passant: 25 tables.
#[test]
#[cfg_attr(debug_assertions, ignore = "a minute without optimisation: cargo test --release -p tabiya-retro")]
fn every_entry_of_two_pawns_is_what_its_moves_say() {
    let endgames = solved("KPKP");
    for table in endgames.tables() {
        let stride = if table.material().has_pawns() { 11 } else { 7 };
        let compared = table.verify(&endgames, stride).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        assert!(compared > 3_000, "{:?}: {compared}", table.material());
    }
    // The table answers as if nothing could be captured in passing; the position knows better.
    for fen in ["8/8/8/8/3pPk2/8/8/4K3 b - e3 0 1", "8/8/8/k7/3pP3/8/8/4K3 b - e3 0 1"] {
        let position = Position::from_fen(fen).unwrap();
        assert!(position.en_passant_legal().is_some(), "{fen}");
        let best = endgames.moves(&position).unwrap()[0].1;
        assert_eq!(endgames.probe(&position), Ok(best), "{fen}");
    }
}

#[test]
fn entries_of_four_men_are_what_their_moves_say() {
    for name in ["KNNK", "KRKN", "KRRK"] {
        let endgames = solved(name);
        for table in endgames.tables() {
            let compared = table.verify(&endgames, 13).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}"));
            assert!(compared > 1_000, "{name}");
        }
    }
}

#[test]
fn a_line_ends_in_mate_when_the_table_says() {
    let endgames = solved("KRK");
    let mut position = Position::from_fen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1").unwrap();
    let Distance::Win(plies) = endgames.probe(&position).unwrap() else { panic!("a rook wins") };
    let line = endgames.line(&position).unwrap();
    assert_eq!(line.len() as u32, plies);
    for mv in line {
        position = position.after(mv);
    }
    assert!(position.is_checkmate());
}

#[test]
fn colours_exchanged_give_the_same_answer() {
    let endgames = solved("KPK");
    for fen in ["8/8/8/8/3k4/8/3P4/3K4 w - - 0 1", "8/8/8/8/3k4/8/3P4/3K4 b - - 0 1", "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1"]
    {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(endgames.probe(&position), endgames.probe(&position.mirrored()), "{fen}");
    }
}

#[test]
fn what_cannot_be_answered_is_an_error() {
    let endgames = solved("KQK");
    let castling = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").unwrap();
    assert_eq!(endgames.probe(&castling), Err(EndgameError::Castling));
    let rook = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    assert_eq!(endgames.probe(&rook), Err(EndgameError::NoTable("KRK".parse().unwrap())));
    let six: Material = "KQRKRB".parse().unwrap();
    assert_eq!(Endgames::solve(six).err(), Some(EndgameError::TooManyMen(six)));
    assert_eq!(
        EndgameError::TooManyMen(six).to_string(),
        "KQRKRB has 6 men, and tables are solved for at most 5; this table alone would take 47 GB of memory"
    );
    let full: Material = "KQRRBBNNPPPPPPPPKQRRBBNNPPPPPPPP".parse().unwrap();
    assert!(EndgameError::TooManyMen(full).to_string().ends_with("more than a million GB of memory"));
    assert_eq!(endgames.probe(&Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap()), Ok(Distance::Draw));
}
