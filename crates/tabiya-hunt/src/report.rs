//! What was found, for people and for programs.

use std::fmt;
use std::time::Duration;

use serde::{Serialize, Serializer};
use tabiya::explain::{Verdict, explain};
use tabiya::render::{Arrow, Diagram, Pieces, TextStyle, Tint};
use tabiya::{CastlingStyle, Move, Position, UciMove};

use crate::compare::{Case, Probe, fen};
use crate::coverage::{Coverage, wrapped};
use crate::engine::Engine;
use crate::process::Failure;
use crate::rule::Rule;
use crate::shrink::Failing;
use crate::suite::Entry;

/// A whole hunt.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name the engine gave itself.
    pub engine: Option<String>,
    /// How it was asked.
    pub dialect: &'static str,
    /// Questions answered rightly.
    pub questions: u64,
    /// Nodes compared and found right.
    pub nodes: u64,
    /// Time spent.
    #[serde(serialize_with = "seconds", rename = "seconds")]
    pub elapsed: Duration,
    /// Whether it was interrupted.
    pub interrupted: bool,
    /// What was asked, by dimension.
    #[serde(serialize_with = "rows")]
    pub coverage: Coverage,
    /// The bugs, in the order found, one per rule.
    pub findings: Vec<Finding>,
}

fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

fn rows<S: Serializer>(coverage: &Coverage, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(coverage.rows())
}

/// A move and what the rules say of it.
#[derive(Clone, Debug, Serialize)]
pub struct Explained {
    /// The move as the engine spells it.
    #[serde(rename = "move")]
    pub text: String,
    /// Why it is legal, or not.
    pub explanation: String,
    /// The short name of the reason, if it is not.
    pub reason: Option<&'static str>,
    /// The squares that the reason names.
    pub squares: Vec<String>,
    /// The move as squares, if it can be read as one; castling in the style of the question.
    #[serde(skip)]
    pub attempt: Option<UciMove>,
}

/// One bug.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// The rule in a sentence.
    pub description: &'static str,
    /// The smallest position that shows it.
    pub fen: String,
    /// Moves to play from there first.
    pub moves: Vec<String>,
    /// Whether castling is written king-takes-rook.
    pub chess960: bool,
    /// The depth of the question.
    pub depth: u32,
    /// Whether it shows only when the engine is asked again without the position.
    pub asked_twice: bool,
    /// What the engine counts, if it answers.
    pub engine_nodes: Option<u64>,
    /// The total it prints behind its moves, if that is not the sum of their counts.
    pub engine_total: Option<u64>,
    /// The true count.
    pub nodes: u64,
    /// Legal moves it does not list.
    pub missing: Vec<Explained>,
    /// Moves it lists that are not legal.
    pub extra: Vec<Explained>,
    /// Moves it lists more than once.
    pub duplicates: Vec<String>,
    /// The position of the suite where it was first seen.
    pub suite_position: String,
    /// That position.
    pub suite_fen: String,
    /// The moves from there to where it was found.
    pub suite_moves: Vec<String>,
    /// What to type to see it.
    pub commands: Vec<String>,
    /// What the engine did instead of answering.
    pub failure: Option<String>,
    /// The last it printed then.
    pub last_output: Option<String>,
    /// The position after the moves.
    #[serde(skip)]
    pub position: Position,
}

impl Report {
    pub(crate) fn new(engine: &Engine) -> Report {
        Report {
            engine: engine.name().map(str::to_owned),
            dialect: engine.dialect().name(),
            questions: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            interrupted: false,
            coverage: Coverage::default(),
            findings: Vec::new(),
        }
    }
}

impl Explained {
    /// What `explain` has to say of a move, however the engine spells it.
    fn new(position: &Position, text: String, attempt: Option<UciMove>, style: CastlingStyle) -> Explained {
        let explanation = attempt.map(|attempt| explain(position, attempt));
        let attempt = explanation.as_ref().and_then(|explanation| explanation.uci(style));
        let mut explained =
            Explained { text, explanation: "it is not a move".into(), reason: None, squares: Vec::new(), attempt };
        match explanation.map(|explanation| explanation.verdict) {
            Some(Verdict::Legal(effect)) => explained.explanation = format!("legal: {effect}"),
            Some(Verdict::Illegal(reason)) => {
                explained.explanation = format!("illegal: {reason}");
                explained.reason = Some(reason.name());
                explained.squares = reason.squares().into_iter().map(|square| square.to_string()).collect();
            }
            None => {}
        }
        explained
    }
}

fn style(chess960: bool) -> CastlingStyle {
    if chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard }
}

impl Finding {
    fn blank(engine: &mut Engine, entry: &Entry, case: &Case, rule: Rule) -> Finding {
        let (depth, asked_twice) = match case.probe {
            Probe::Count(depth) => (depth, false),
            Probe::Again(depth) => (depth, true),
        };
        Finding {
            rule,
            description: rule.description(),
            fen: case.fen(),
            moves: case.spelled_line(),
            chess960: case.chess960,
            depth,
            asked_twice,
            engine_nodes: None,
            engine_total: None,
            // What was asked can be counted.
            nodes: crate::reference::count(&case.node(), if asked_twice { 1 } else { depth }).unwrap_or(u64::MAX),
            missing: Vec::new(),
            extra: Vec::new(),
            duplicates: Vec::new(),
            suite_position: entry.name.clone(),
            suite_fen: fen(&entry.position, entry.chess960),
            suite_moves: Vec::new(),
            commands: case.commands(engine),
            failure: None,
            last_output: None,
            position: case.node(),
        }
    }

    pub(crate) fn of_moves(engine: &mut Engine, entry: &Entry, path: &Case, failing: &Failing) -> Finding {
        let mut finding = Finding::blank(engine, entry, &failing.case, failing.rule);
        let node = failing.comparison.node;
        let style = style(failing.case.chess960);
        let legal = |mv: &Move| Explained::new(&node, mv.uci(style).to_string(), Some(UciMove::from(*mv)), style);
        finding.engine_nodes = Some(failing.comparison.engine_nodes);
        finding.engine_total = failing.comparison.wrong_total;
        finding.missing = failing.comparison.missing.iter().map(legal).collect();
        finding.duplicates = failing.comparison.duplicates.iter().map(|mv| mv.uci(style).to_string()).collect();
        let extra = failing.comparison.extra.iter();
        finding.extra = extra.map(|extra| Explained::new(&node, extra.text.clone(), extra.attempt, style)).collect();
        finding.suite_moves = path.spelled_line();
        finding
    }

    pub(crate) fn of_failure(
        engine: &mut Engine,
        entry: &Entry,
        case: &Case,
        rule: Rule,
        failure: &Failure,
    ) -> Finding {
        let mut finding = Finding::blank(engine, entry, case, rule);
        finding.failure = Some(failure.to_string());
        finding.last_output = Some(failure.last_output.clone());
        finding
    }
}

/// At most this many values that were not asked about are named.
const NAMED: usize = 4;

/// At most this many moves are explained one by one.
const SHOWN: usize = 8;

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.rule, self.description)?;
        writeln!(f)?;
        writeln!(f, "  {}", self.fen)?;
        if !self.moves.is_empty() {
            writeln!(f, "  after {}", self.moves.join(" "))?;
        }
        writeln!(f)?;
        let style = TextStyle { color: false, pieces: Pieces::Letters };
        writeln!(f, "{}", self.diagram().text(style))?;
        writeln!(f, "  {} to move", self.position.turn().pick("White", "Black"))?;
        writeln!(f)?;
        self.fmt_difference(f)?;
        writeln!(f, "To see it:")?;
        for command in &self.commands {
            writeln!(f, "    {command}")?;
        }
        write!(f, "First seen in \"{}\": {}", self.suite_position, self.suite_fen)?;
        if !self.suite_moves.is_empty() {
            write!(f, " moves {}", self.suite_moves.join(" "))?;
        }
        writeln!(f)
    }
}

impl Finding {
    /// The position as a picture: red arrows for moves that should not be there, green ones for
    /// those that should.
    pub fn diagram(&self) -> Diagram {
        let arrows = |moves: &[Explained], tint: Tint| -> Vec<Arrow> {
            let squares = moves.iter().filter_map(|explained| explained.attempt);
            squares.map(|attempt| Arrow { from: attempt.from, to: attempt.to, tint }).collect()
        };
        let wrong = arrows(&self.extra, Tint::Red).into_iter().chain(arrows(&self.missing, Tint::Green));
        wrong.fold(Diagram::of(&self.position).title(self.rule.name()), Diagram::arrow)
    }

    fn fmt_difference(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(failure) = &self.failure {
            writeln!(f, "No answer to perft {}: {failure}.", self.depth)?;
            if let Some(output) = self.last_output.as_deref().filter(|output| !output.trim().is_empty()) {
                writeln!(f, "Its last output:")?;
                let lines: Vec<&str> = output.lines().collect();
                for line in &lines[lines.len().saturating_sub(10)..] {
                    let cut: String = line.chars().take(120).collect();
                    writeln!(f, "    {cut}")?;
                }
            }
            return Ok(());
        }
        let depth = if self.asked_twice { 1 } else { self.depth };
        if let Some(engine) = self.engine_nodes {
            let again = if self.asked_twice { ", asked again without the position," } else { "" };
            writeln!(f, "Perft {depth}{again} is {}, the engine counts {engine}.", self.nodes)?;
        }
        if let (Some(total), Some(sum)) = (self.engine_total, self.engine_nodes) {
            writeln!(f, "It prints the total {total}, its moves add up to {sum}.")?;
        }
        for (title, moves) in [("Extra", &self.extra), ("Missing", &self.missing)] {
            for explained in moves.iter().take(SHOWN) {
                writeln!(f, "{title} {}, {}", explained.text, explained.explanation)?;
            }
            if moves.len() > SHOWN {
                writeln!(f, "… and {} more", moves.len() - SHOWN)?;
            }
        }
        for text in self.duplicates.iter().take(SHOWN) {
            writeln!(f, "Listed twice: {text}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.engine.as_deref().unwrap_or("the engine");
        for (index, finding) in self.findings.iter().enumerate() {
            if index > 0 {
                writeln!(f, "{}\n", "-".repeat(60))?;
            }
            writeln!(f, "{finding}")?;
        }
        let end = match self.findings.len() {
            0 => "no bug found".to_owned(),
            1 => "1 bug found".to_owned(),
            count => format!("{count} bugs found"),
        };
        let early = if self.interrupted { ", interrupted" } else { "" };
        write!(
            f,
            "{end} in {name} ({}): {} nodes in {} questions compared, {:.1} s{early}",
            self.dialect,
            self.nodes,
            self.questions,
            self.elapsed.as_secs_f64()
        )?;
        if self.findings.is_empty() { self.fmt_not_asked(f) } else { Ok(()) }
    }
}

impl Report {
    /// What a hunt that found nothing did not ask about.
    fn fmt_not_asked(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.coverage.rows();
        let (pairs_asked, pairs) = self.coverage.pairs();
        let mut open = rows.iter().filter(|row| !row.missing.is_empty()).peekable();
        if open.peek().is_none() && pairs_asked == pairs {
            return Ok(());
        }
        write!(f, "\nNot asked about (--coverage prints more):")?;
        for row in open {
            let few = &row.missing[..row.missing.len().min(NAMED)];
            let more = if few.len() < row.missing.len() { ", …" } else { "" };
            let missing = format!("{} of {}: {}{more}", row.missing.len(), row.values, few.join(", "));
            write!(f, "\n  {}", wrapped(&format!("{}, {missing}", row.dimension)))?;
        }
        if pairs_asked < pairs {
            write!(f, "\n  {} of {pairs} pairs of these values", pairs - pairs_asked)?;
        }
        Ok(())
    }
}
