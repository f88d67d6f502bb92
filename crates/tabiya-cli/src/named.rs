//! Positions that have a name, and so need not be typed.

use tabiya::Position;

/// The usual test positions of perft, by their usual names.
const NAMED: [(&str, &str); 8] = [
    ("startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("position2", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("position3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("position4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("position4-mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1"),
    ("position5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("position6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
];

/// The position of a name: the start position, a classic of perft, or `chess960:N` with N from 0 to 959.
///
/// `None` if the text is not one of these names; an error for `chess960:` without a valid number.
pub fn find(name: &str) -> Option<Result<Position, String>> {
    let lower = name.to_ascii_lowercase();
    if let Some(number) = lower.strip_prefix("chess960:") {
        let position = number.parse().ok().and_then(Position::chess960);
        return Some(position.ok_or_else(|| format!("`{name}`: the start positions of Chess960 are 0 to 959")));
    }
    let (_, fen) = NAMED.iter().find(|(known, _)| *known == lower)?;
    Some(Position::from_fen(fen).map_err(|error| error.to_string()))
}

/// The name that was probably meant, if one is near.
pub fn nearest(text: &str) -> Option<&'static str> {
    let lower = text.to_ascii_lowercase();
    let distances = NAMED.iter().map(|&(name, _)| (strsim::damerau_levenshtein(&lower, name), name));
    distances.min().filter(|&(distance, _)| distance <= 2).map(|(_, name)| name)
}

/// All names, for an error or a help text.
pub fn list() -> String {
    let names: Vec<&str> = NAMED.iter().map(|&(name, _)| name).collect();
    format!("{} and chess960:0 to chess960:959", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_position_and_the_mirror_is_one() {
        for (name, _) in NAMED {
            assert!(find(name).is_some_and(|found| found.is_ok()), "{name}");
        }
        let find = |name: &str| find(name).expect("a name").expect("a position");
        assert_eq!(find("position4-mirrored"), find("position4").mirrored());
        assert_eq!(find("Chess960:518"), find("startpos"));
    }

    #[test]
    fn a_name_with_a_slip_is_recognised() {
        for (typed, meant) in [("kiwipet", "kiwipete"), ("Kiwipeet", "kiwipete"), ("starpos", "startpos")] {
            assert_eq!(nearest(typed), Some(meant));
        }
        assert_eq!(nearest("nonsense"), None);
    }

    #[test]
    fn what_names_nothing_is_told_from_what_is_no_name() {
        assert!(find("8/8/8/8/8/8/8/8 w - -").is_none());
        for bad in ["chess960:960", "chess960:", "chess960:x"] {
            assert!(find(bad).is_some_and(|found| found.is_err()), "{bad}");
        }
    }
}
