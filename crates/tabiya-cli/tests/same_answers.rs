//! The questions that every door is asked (`testdata/doors.tsv`): the library, the command, C, JavaScript and Python.

use std::process::Command;

use tabiya::Position;

/// The last line of what the command prints as JSON; nothing if it reports an error.
fn json(arguments: &[&str]) -> Option<serde_json::Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_tabiya")).args(arguments).arg("--json").output().unwrap();
    if !output.status.success() {
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().last().unwrap().starts_with("{\"type\":\"error\""), "{arguments:?}");
        return None;
    }
    serde_json::from_str(String::from_utf8(output.stdout).unwrap().lines().last().unwrap()).ok()
}

#[test]
fn the_answers_are_those_of_every_door() {
    let table = std::fs::read_to_string("../../testdata/doors.tsv").unwrap();
    let mut asked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let [question, argument, fen, expected] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (answer, expected) = match question {
            "moves" => {
                let answer = json(&["moves", "--kind", argument, "--fen", fen]).map(|answer| {
                    let moves = answer["moves"].as_array().unwrap().iter().map(|text| text.as_str().unwrap());
                    let moves = moves.collect::<Vec<_>>().join(" ");
                    if moves.is_empty() { "-".to_owned() } else { moves }
                });
                (answer, expected.to_owned())
            }
            "squares" => {
                let answer = json(&["show", "--bitboard", argument, "--fen", fen]);
                (answer.map(|answer| answer["bitboard"].as_str().unwrap().to_owned()), expected.to_owned())
            }
            // Without a text there is nothing to play, and the command accepts that.
            "move" if argument.is_empty() => continue,
            // The command shows the position after the move.
            "move" => {
                let answer = json(&["show", "--moves", argument, "--fen", fen]);
                let mut after = Position::from_fen(fen).unwrap();
                let expected = if after.play_uci(expected).is_ok() { after.fen() } else { expected.to_owned() };
                (answer.map(|answer| answer["fen"].as_str().unwrap().to_owned()), expected)
            }
            _ => panic!("{line}"),
        };
        assert_eq!(answer.unwrap_or("error".to_owned()), expected, "{question} {argument} of {fen}");
        asked += 1;
    }
    assert!(asked > 300);
}
