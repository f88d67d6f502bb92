//! What engines print for perft and divide, read without knowing whose it is.
//!
//! Move lines come as `e2e4: 20`, `e2e4 - 20`, `e2e4 20`, `1. e2-e4 = 20`, `e7e8=Q: 1`, `O-O 1`; totals as
//! `Nodes searched: 20`, `Total: 20`, `nodes 20`, `perft(1) = 20` or a bare `20`.

/// One answer to one perft question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The moves as the engine spelled them, each with its count, in its order.
    pub moves: Vec<(String, u64)>,
    /// The total, if it printed one.
    pub total: Option<u64>,
    /// Every total printed after the last move. What stands before the moves may belong to the answer before.
    pub totals_behind: Vec<u64>,
}

impl Answer {
    /// The engine's count: the sum of its divide, or its total if it prints no divide.
    pub fn nodes(&self) -> Option<u64> {
        if self.moves.is_empty() {
            return self.total;
        }
        self.moves.iter().try_fold(0u64, |sum, &(_, count)| sum.checked_add(count))
    }

    /// The total printed behind the moves, if it is not the sum of their counts. One right total among several is
    /// enough: engines print other numbers as well.
    pub fn wrong_total(&self) -> Option<u64> {
        let sum = self.nodes()?;
        let last = *self.totals_behind.last()?;
        (!self.moves.is_empty() && !self.totals_behind.contains(&sum)).then_some(last)
    }

    /// Whether anything was understood.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.total.is_none()
    }

    /// Takes in one line; says what it was.
    pub fn read_line(&mut self, line: &str) -> LineKind {
        let kind = classify(line);
        match &kind {
            LineKind::Move(text, count) => {
                self.moves.push((text.clone(), *count));
                self.totals_behind.clear();
            }
            // The last total stands: engines that count in steps print the deepest last.
            LineKind::Total(total) => {
                self.total = Some(*total);
                self.totals_behind.push(*total);
            }
            LineKind::Other => {}
        }
        kind
    }
}

/// What a line of output is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A move and its count.
    Move(String, u64),
    /// A total.
    Total(u64),
    /// Anything else.
    Other,
}

/// Whether the word could be a move in coordinates (`e2e4`, `e2-e4`, `e7e8=Q`), a castle or SAN.
pub(crate) fn looks_like_move(word: &str) -> bool {
    is_castle(word) || is_coordinates(word) || is_san(word)
}

fn is_castle(word: &str) -> bool {
    let plain = word.trim_end_matches(['+', '#']).replace('0', "O").to_ascii_uppercase();
    matches!(plain.as_str(), "O-O" | "O-O-O")
}

/// The letters of a move without decoration: `e2-e4` and `e2xe4` become `e2e4`.
pub(crate) fn bare_coordinates(word: &str) -> String {
    word.to_ascii_lowercase()
        .chars()
        .filter(|letter| !matches!(letter, '-' | 'x' | '=' | '(' | ')' | '/' | '+' | '#'))
        .collect()
}

fn is_coordinates(word: &str) -> bool {
    let bare = bare_coordinates(word);
    let bytes = bare.as_bytes();
    let square =
        |at: usize| matches!(bytes.get(at), Some(b'a'..=b'h')) && matches!(bytes.get(at + 1), Some(b'1'..=b'8'));
    square(0)
        && square(2)
        && match bytes.len() {
            4 => true,
            5 => bytes[4].is_ascii_alphabetic(),
            _ => false,
        }
}

fn is_san(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    let (body, promoted) = match word.split_once('=') {
        Some((body, piece)) => (body, piece.len() == 1),
        None => (word, true),
    };
    let body = body.strip_prefix(['N', 'B', 'R', 'Q', 'K']).unwrap_or(body);
    let bytes = body.as_bytes();
    let Some((target, before)) = bytes.split_last_chunk::<2>().map(|(before, target)| (target, before)) else {
        return false;
    };
    promoted
        && matches!(target[0], b'a'..=b'h')
        && matches!(target[1], b'1'..=b'8')
        && before.len() <= 3
        && before.iter().all(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x'))
}

/// A whole number, thousands marked or not.
fn number(word: &str) -> Option<u64> {
    let word = word.trim_matches(|letter: char| !letter.is_ascii_alphanumeric());
    if !word.starts_with(|letter: char| letter.is_ascii_digit()) {
        return None;
    }
    let digits: String = word.chars().filter(|letter| !matches!(letter, ',' | '_' | '\'' | '.')).collect();
    // A point or comma must part thousands: `0.25` is not a count.
    let grouped = digits.len() == word.len() || word.split([',', '_', '\'', '.']).skip(1).all(|group| group.len() == 3);
    if grouped { digits.parse().ok() } else { None }
}

fn classify(line: &str) -> LineKind {
    // A search that `go perft` started by mistake talks of nodes too.
    if line.starts_with("info") && [" score ", " pv ", " currmove "].iter().any(|sign| line.contains(sign)) {
        return LineKind::Other;
    }
    // Separators become blanks, except inside a move, where none but '-' and '=' occur.
    let spaced: String = line
        .chars()
        .map(|letter| if matches!(letter, ':' | '|' | '\t' | '>' | '→' | ';') { ' ' } else { letter })
        .collect();
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let is_noise = |word: &&str| matches!(*word, "info" | "string" | "-" | "=" | "--" | "move");
    let mut rest = words.iter().copied().filter(|word| !is_noise(word)).peekable();
    let mut first = rest.next();
    // A running number before the move: `1. e2e4 20`, `1 e2e4 20`.
    if let (Some(word), Some(next)) = (first, rest.peek())
        && number(word).is_some()
        && looks_like_move(next)
    {
        first = rest.next();
    }
    let Some(first) = first else {
        return LineKind::Other;
    };
    let candidate = first.trim_end_matches([',', '.']);
    if looks_like_move(candidate) {
        return match rest.find_map(number) {
            Some(count) => LineKind::Move(candidate.to_owned(), count),
            None => LineKind::Other,
        };
    }
    total(line, &words).map_or(LineKind::Other, LineKind::Total)
}

/// The number behind the word that announces a total, or a number alone.
fn total(line: &str, words: &[&str]) -> Option<u64> {
    if let [alone] = words {
        return number(alone);
    }
    let lower = line.to_ascii_lowercase();
    if ["unknown", "error", "invalid", "illegal", "usage"].iter().any(|sign| lower.contains(sign)) {
        return None;
    }
    // "Nodes searched" beats a mere mention of perft before it.
    words
        .iter()
        .enumerate()
        .filter(|(_, word)| announces(word))
        .find_map(|(at, _)| count_behind(&words[at + 1..]))
        .or_else(|| perft_total(line, words))
}

fn announces(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let bare = word.trim_matches(|letter: char| !letter.is_ascii_alphabetic());
    let known = ["nodes", "total", "leaves", "leafs", "result", "count", "searched"];
    !word.contains('/') && known.contains(&bare)
}

/// The first number, unless a word before it says that it counts something else.
fn count_behind(words: &[&str]) -> Option<u64> {
    for word in words {
        if let Some(count) = number(word) {
            return Some(count);
        }
        let lower = word.to_ascii_lowercase();
        if matches!(lower.as_str(), "per" | "time" | "nps" | "moves" | "depth" | "in") {
            return None;
        }
    }
    None
}

/// `perft 5 119060324`, `perft(5) = 119060324`, `perft: 20`; but `perft 5` alone is only an echo.
fn perft_total(line: &str, words: &[&str]) -> Option<u64> {
    let at = words.iter().position(|word| word.to_ascii_lowercase().starts_with("perft"))?;
    let numbers: Vec<u64> = words[at + 1..]
        .iter()
        .map_while(|word| match *word {
            "=" | "-" => Some(None),
            word => number(word).map(Some),
        })
        .flatten()
        .collect();
    match numbers.as_slice() {
        [_, count, ..] if !words[at].contains('(') => Some(*count),
        [count] if words[at].contains('(') || line.contains([':', '=']) => Some(*count),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(line: &str) -> Option<(String, u64)> {
        match classify(line) {
            LineKind::Move(text, count) => Some((text, count)),
            _ => None,
        }
    }

    #[test]
    fn move_lines_of_many_engines() {
        for line in [
            "e2e4: 20",
            "e2e4 - 20",
            "e2e4 20",
            "e2e4 = 20",
            "e2e4 -> 20",
            "  e2e4\t20",
            "1. e2e4 20",
            "1 e2e4: 20",
            "info string e2e4 20",
            "info string e2e4: 20",
            "move: e2e4, nodes: 20",
            "e2e4: 20 (0.01 s)",
            "e2e4 | 20 | 3.1%",
        ] {
            assert_eq!(moved(line), Some(("e2e4".into(), 20)), "{line}");
        }
        assert_eq!(moved("e2-e4: 1,234"), Some(("e2-e4".into(), 1234)));
        assert_eq!(moved("e7e8=Q 1"), Some(("e7e8=Q".into(), 1)));
        assert_eq!(moved("E7E8Q: 1"), Some(("E7E8Q".into(), 1)));
        assert_eq!(moved("O-O: 5"), Some(("O-O".into(), 5)));
        assert_eq!(moved("0-0-0 5"), Some(("0-0-0".into(), 5)));
        assert_eq!(moved("Nf3 20"), Some(("Nf3".into(), 20)));
        assert_eq!(moved("exd8=N+: 20"), Some(("exd8=N+".into(), 20)));
    }

    #[test]
    fn totals_of_many_engines() {
        for line in [
            "Nodes searched: 8902",
            "Nodes searched  : 8902",
            "Total: 8902",
            "Total nodes: 8902",
            "total 8902",
            "nodes 8902",
            "Nodes: 8902 Time: 12 ms NPS: 123456",
            "info depth 3 nodes 8902 time 3",
            "perft 3 8902",
            "perft 3: 8902",
            "perft(3) = 8902",
            "Perft(3): 8,902",
            "Depth 3 Nodes 8902",
            "8902",
            "Leaves: 8902",
            // A time with three digits behind the point is not a count in thousands.
            "perft  3 :  8902 leaves in   1.058 s   112484861 leaves/s",
        ] {
            assert_eq!(classify(line), LineKind::Total(8902), "{line}");
        }
    }

    #[test]
    fn a_total_is_held_against_the_sum() {
        let read = |text: &str| {
            let mut answer = Answer::default();
            text.lines().for_each(|line| drop(answer.read_line(line)));
            answer.wrong_total()
        };
        assert_eq!(read("e2e3: 60000\ne2e4: 60000\nNodes searched: 120000"), None);
        assert_eq!(read("e2e3: 60000\ne2e4: 60000\nNodes searched: 120001"), Some(120_001));
        assert_eq!(read("e2e3: 60000\ne2e4: 60000\nNodes searched: 54464"), Some(54_464));
        // Another number that looks like a total, and a late one of the answer before.
        assert_eq!(read("e2e3: 3\ne2e4: 4\nMoves total: 2\nNodes: 7"), None);
        assert_eq!(read("Total: 20\ne2e3: 3\ne2e4: 4"), None);
        assert_eq!(read("Total: 20"), None);
    }

    #[test]
    fn everything_else_is_nothing() {
        for line in [
            "",
            "readyok",
            "Unknown command: 'perft 3'.",
            "Time: 0.25",
            "nps 123456",
            "Nodes per second: 123456",
            "Nodes/second: 1234",
            "Total time: 12",
            "bestmove e2e4",
            "id name Engine 3",
            "Moves: 20",
            "info depth 1 score cp 10 nodes 20 pv e2e4",
        ] {
            assert_eq!(classify(line), LineKind::Other, "{line}");
        }
    }
}
