//! The table of questions that every door is asked (`testdata/doors.tsv`), held against the oracle.

use std::collections::BTreeSet;

use tabiya::movegen::MoveSet;
use tabiya::{Move, NamedSet, Position, Role, oracle};

/// Whether a move checks, by looking at the board after it: with the moved piece alone, or with any.
fn checks(position: &Position, mv: Move, directly: bool) -> bool {
    let board = oracle::board_after(position, mv);
    let Some(king) = board.king(!position.turn()) else { return false };
    match directly {
        true => board.piece_at(mv.to()).is_some_and(|piece| oracle::reaches(&board, piece, mv.to(), king)),
        false => oracle::is_attacked(&board, king, position.turn()),
    }
}

/// Whether a legal move is in a legal set, by the words of its sentence.
fn belongs(position: &Position, set: MoveSet, mv: Move) -> bool {
    let king = position.king_of(position.turn());
    let in_check = oracle::is_attacked(position.board(), king, !position.turn());
    let tactical = mv.promotion().map_or(mv.is_capture(), |role| role == Role::Queen);
    match set {
        MoveSet::Legal => true,
        MoveSet::Captures => tactical,
        MoveSet::Quiets => !tactical,
        MoveSet::QuietChecks => match mv.promotion() {
            Some(role) => role == Role::Knight && checks(position, mv, true),
            None => !mv.is_capture() && checks(position, mv, false),
        },
        MoveSet::Evasions => in_check,
        MoveSet::NonEvasions => !in_check,
        other => panic!("{other} is not a legal set"),
    }
}

fn spelt(position: &Position, moves: impl Iterator<Item = Move>) -> String {
    let texts: BTreeSet<String> = moves.map(|mv| position.uci(mv).to_string()).collect();
    if texts.is_empty() { "-".into() } else { texts.into_iter().collect::<Vec<_>>().join(" ") }
}

#[test]
fn the_table_of_every_door() {
    let table = std::fs::read_to_string("../../testdata/doors.tsv").unwrap();
    let mut asked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [question, argument, fen, expected] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = Position::from_fen(fen).unwrap();
        let answer = match question {
            "moves" => argument.parse::<MoveSet>().map_or("error".into(), |set| {
                let found = spelt(&position, position.moves(set).into_iter());
                if set.is_legal() {
                    let legal = oracle::legal_moves(&position).into_iter();
                    let slow = spelt(&position, legal.filter(|&mv| belongs(&position, set, mv)));
                    assert_eq!(found, slow, "{set} of {fen}");
                }
                found
            }),
            "squares" => argument
                .parse::<NamedSet>()
                .map_or("error".into(), |set| format!("0x{:016x}", set.squares(&position).0)),
            "move" => position.parse_move(argument).map_or("error".into(), |mv| position.uci(mv).to_string()),
            _ => panic!("{line}"),
        };
        assert_eq!(answer, expected, "{question} {argument} of {fen}");
        asked += 1;
    }
    assert!(asked > 300);
    let named = |question: &str, name: &str| table.contains(&format!("\n{question}\t{name}\t"));
    assert!(MoveSet::ALL.iter().all(|set| named("moves", set.name())));
    assert!(NamedSet::ALL.iter().all(|set| named("squares", set.name())));
}
