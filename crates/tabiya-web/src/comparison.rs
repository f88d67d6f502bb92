//! Another program's divide held against ours: which moves differ, and which rule that breaks.

use serde::Serialize;
use tabiya::Position;
use tabiya_hunt::FailureKind;
use tabiya_hunt::answer::Answer;
use tabiya_hunt::compare::{Comparison, compare_with, fen};
use tabiya_hunt::diagnose::{diagnose_lists, rule_of_extra, rule_of_missing};

use crate::counting;
use crate::explanation::{Explained, of_text};
use crate::failure::Failure;
use crate::moves::style;

/// A rule that was broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Broken {
    /// Its name in reports.
    pub name: &'static str,
    /// The sentence.
    pub text: &'static str,
}

/// One move of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// As the other program spells it, or as it would be.
    pub uci: String,
    /// `same`, `count`, `missing`, `extra` or `twice`.
    pub state: &'static str,
    /// What the other program counts.
    pub theirs: Option<String>,
    /// What is right.
    pub ours: Option<String>,
    /// The rule behind a move that is missing or too much.
    pub rule: Option<Broken>,
    /// Why it is legal, or not.
    pub why: Option<Explained>,
}

/// The whole comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Compared {
    /// Whether nothing differs.
    pub agrees: bool,
    /// Whether moves themselves are wrong here, so that the walk ends.
    pub found: bool,
    /// Their total.
    pub theirs: String,
    /// Ours.
    pub ours: String,
    /// Every move: those that differ first.
    pub rows: Vec<Row>,
    /// The rules that the difference breaks, the most telling first.
    pub rules: Vec<Broken>,
    /// The FEN to give the other program, with every en passant square, so that its reader is tried too.
    pub fen: String,
}

/// Compares the divide of another program with the true one: counts as [`counting::divide`] gives them, or nothing to
/// count here.
pub fn compare(
    position: &Position,
    depth: u32,
    text: &str,
    truth: &[u64],
    chess960: bool,
) -> Result<Compared, Failure> {
    let mut answer = Answer::default();
    for line in text.lines() {
        answer.read_line(line);
    }
    if answer.is_empty() {
        return Err(Failure::new("argument", "there is no move with a count in this text, such as \"e2e4: 20\""));
    }
    let counted;
    let truth = if truth.is_empty() {
        counted = counting::divide(position, depth)?;
        &counted
    } else {
        truth
    };
    let mut branches = Vec::with_capacity(truth.len() / 2);
    for pair in truth.chunks_exact(2) {
        branches.push((crate::seats::legal(position, pair[0] as u16)?, pair[1]));
    }
    let comparison = compare_with(position, depth, &answer, &branches).map_err(|failure| {
        // The other kinds are about processes; their sentences would bring the printing of times along.
        match failure.kind {
            FailureKind::Nonsense(what) => Failure::new("argument", what),
            _ => Failure::new("argument", "the text cannot be compared"),
        }
    })?;
    let rules = diagnose_lists(&comparison);
    Ok(Compared {
        agrees: comparison.agrees(),
        found: comparison.lists_wrong_moves()
            || comparison.only_total_is_wrong()
            || (depth == 1 && !comparison.agrees()),
        theirs: comparison.engine_nodes.to_string(),
        ours: comparison.nodes.to_string(),
        rows: rows(&comparison, &branches, chess960),
        rules: rules.into_iter().map(broken).collect(),
        fen: fen(position, chess960),
    })
}

fn broken(rule: tabiya_hunt::Rule) -> Broken {
    Broken { name: rule.name(), text: rule.description() }
}

fn rows(comparison: &Comparison, truth: &[(tabiya::Move, u64)], chess960: bool) -> Vec<Row> {
    let node = &comparison.node;
    let mut rows = Vec::new();
    for extra in &comparison.extra {
        rows.push(Row {
            uci: extra.text.clone(),
            state: "extra",
            theirs: None,
            ours: None,
            rule: Some(broken(rule_of_extra(node, extra))),
            why: of_text(node, &extra.text).ok(),
        });
    }
    for &(mv, count) in truth {
        let theirs = comparison.order.iter().find(|(known, _)| *known == mv).map(|&(_, count)| count);
        let uci = mv.uci(style(chess960)).to_string();
        let (state, rule) = match theirs {
            _ if comparison.duplicates.contains(&mv) => ("twice", Some(broken(tabiya_hunt::Rule::DuplicateMove))),
            None if comparison.missing.contains(&mv) => ("missing", Some(broken(rule_of_missing(node, mv)))),
            Some(theirs) if theirs != count => ("count", None),
            _ => ("same", None),
        };
        let why = if state == "missing" { of_text(node, &uci).ok() } else { None };
        let theirs = theirs.map(|count| count.to_string());
        rows.push(Row { uci, state, theirs, ours: Some(count.to_string()), rule, why });
    }
    rows.sort_by_key(|row| row.state == "same");
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Start position, two plies, with one count that is wrong.
    fn divide_with_one_wrong_number() -> String {
        let start = Position::startpos();
        let moves = crate::moves::ucis(&start, false);
        let lines: Vec<String> =
            moves.split(' ').map(|uci| format!("{uci}: {}", if uci == "e2e4" { 21 } else { 20 })).collect();
        lines.join("\n") + "\n\nNodes searched: 401\n"
    }

    #[test]
    fn the_wrong_number_is_found_and_walked_down_to_the_rule() {
        let start = Position::startpos();
        let first = compare(&start, 2, &divide_with_one_wrong_number(), &[], false).unwrap();
        assert!(!first.agrees && !first.found);
        assert_eq!((first.rows[0].uci.as_str(), first.rows[0].state), ("e2e4", "count"));
        assert_eq!((first.theirs.as_str(), first.ours.as_str()), ("401", "400"));
        let next = start.after(start.parse_uci("e2e4").unwrap());
        let below = crate::moves::ucis(&next, false).replace(' ', ": 1\n") + ": 1\ne8e7: 1\n";
        let last = compare(&next, 1, &below, &[], false).unwrap();
        assert!(last.found);
        assert_eq!(last.rules[0].name, "captures-own-piece");
        assert_eq!(last.rows[0].uci, "e8e7");
        assert!(last.rows[0].why.as_ref().is_some_and(|why| !why.legal));
    }

    #[test]
    fn missing_moves_and_text_without_moves() {
        let start = Position::startpos();
        let all_but_one = crate::moves::ucis(&start, false).replace("e2e4 ", "").replace(' ', ": 1\n") + ": 1\n";
        let compared = compare(&start, 1, &all_but_one, &counting::divide(&start, 1).unwrap(), false).unwrap();
        assert_eq!((compared.rows[0].uci.as_str(), compared.rows[0].state), ("e2e4", "missing"));
        assert_eq!(compared.rules[0].name, "double-push-start-rank");
        assert_eq!(compare(&start, 1, "hello", &[], false).unwrap_err().kind, "argument");
    }
}
