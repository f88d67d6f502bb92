//! One question put to the engine and to Tabiya, and how the answers differ.

use tabiya::explain::Subject;
use tabiya::{CastlingField, CastlingStyle, EnPassantField, FenStyle, Move, Position, UciMove};

use crate::answer::Answer;
use crate::engine::{Engine, Question};
use crate::process::{Failure, FailureKind};
use crate::reference;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// Count to that depth.
    Count(u32),
    /// Count to that depth, then list the moves without being told the position again.
    Again(u32),
}

/// One experiment: a position, moves played from it, a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Where it starts.
    pub start: Position,
    /// The moves played from there before the question.
    pub line: Vec<Move>,
    /// The question.
    pub probe: Probe,
    /// Whether castling is written king-takes-rook.
    pub chess960: bool,
}

/// A move the engine lists and the rules do not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// As the engine spelled it.
    pub text: String,
    /// As a move, if it can be read as one; castling as king-takes-rook.
    pub attempt: Option<UciMove>,
}

/// A move whose subtree is counted wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miscount {
    /// The move.
    pub mv: Move,
    /// What the engine counts.
    pub engine: u64,
    /// What is right.
    pub reference: u64,
}

/// How the engine's answer differs from the reference.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The position asked about.
    pub node: Position,
    /// How deep the compared counts are.
    pub depth: u32,
    /// Legal moves the engine does not list.
    pub missing: Vec<Move>,
    /// Moves the engine lists that are not legal.
    pub extra: Vec<Extra>,
    /// Moves the engine lists more than once.
    pub duplicates: Vec<Move>,
    /// Moves counted wrongly.
    pub miscounted: Vec<Miscount>,
    /// The engine's count in all.
    pub engine_nodes: u64,
    /// The total it prints behind its moves, if that is not the sum of their counts.
    pub wrong_total: Option<u64>,
    /// The true count in all.
    pub nodes: u64,
    /// The moves in the engine's order, as far as they are legal.
    pub order: Vec<(Move, u64)>,
}

impl Comparison {
    /// Whether the engine is right.
    pub fn agrees(&self) -> bool {
        self.counts_rightly() && self.wrong_total.is_none()
    }

    /// Whether every move and every count is right, and only the total that is printed behind them is not.
    pub fn only_total_is_wrong(&self) -> bool {
        self.counts_rightly() && self.wrong_total.is_some()
    }

    fn counts_rightly(&self) -> bool {
        !self.lists_wrong_moves() && self.miscounted.is_empty() && self.engine_nodes == self.nodes
    }

    /// Whether both differ from the truth in the same way.
    pub(crate) fn is_same_answer(&self, other: &Comparison) -> bool {
        let moves = |comparison: &Comparison| {
            let mut order = comparison.order.clone();
            order.sort_unstable_by_key(|&(mv, _)| UciMove::from(mv).to_string());
            let mut extra: Vec<String> = comparison.extra.iter().map(|extra| extra.text.clone()).collect();
            extra.sort_unstable();
            (order, extra, comparison.duplicates.len(), comparison.engine_nodes, comparison.wrong_total)
        };
        moves(self) == moves(other)
    }

    /// Whether the moves themselves differ, not only their counts.
    pub fn lists_wrong_moves(&self) -> bool {
        !(self.missing.is_empty() && self.extra.is_empty() && self.duplicates.is_empty())
    }
}

impl Case {
    /// A count from a position.
    pub fn count(start: Position, depth: u32, chess960: bool) -> Case {
        Case { start, line: Vec::new(), probe: Probe::Count(depth), chess960 }
    }

    /// The position after the moves.
    pub fn node(&self) -> Position {
        self.line.iter().fold(self.start, |position, &mv| position.after(mv))
    }

    /// The position as the engine is told it: with an en passant square after every double push,
    /// or pins and board edges would never be tried.
    pub fn fen(&self) -> String {
        fen(&self.start, self.chess960)
    }

    /// The moves as the engine spells them.
    pub(crate) fn spelled_line(&self) -> Vec<String> {
        let style = if self.chess960 { CastlingStyle::Chess960 } else { CastlingStyle::Standard };
        self.line.iter().map(|mv| mv.uci(style).to_string()).collect()
    }

    /// What a person would type to see it.
    pub fn commands(&self, engine: &mut Engine) -> Vec<String> {
        engine.set_chess960(self.chess960);
        let (fen, moves) = self.told(engine);
        let depth = match self.probe {
            Probe::Count(depth) | Probe::Again(depth) => depth,
        };
        let mut commands = engine.commands(Question { fen: &fen, moves: &moves, depth });
        if let Probe::Again(_) = self.probe {
            let again = engine.commands(Question { fen: &fen, moves: &moves, depth: 1 });
            commands.extend(again.last().cloned());
        }
        commands
    }

    fn told(&self, engine: &Engine) -> (String, Vec<String>) {
        if engine.plays_moves() {
            (self.fen(), self.spelled_line())
        } else {
            (fen(&self.node(), self.chess960), Vec::new())
        }
    }

    /// Asks the engine, compares with the reference. What the reference cannot count is not asked for.
    pub fn run(&self, engine: &mut Engine) -> Result<Comparison, Failure> {
        let (Probe::Count(depth) | Probe::Again(depth)) = self.probe;
        if depth > reference::MOST_DEPTH {
            return Err(uncountable(&tabiya_perft::Error::TooDeep(depth)));
        }
        engine.set_chess960(self.chess960);
        let (fen, moves) = self.told(engine);
        let node = self.node();
        match self.probe {
            Probe::Count(depth) => {
                let mut answer = engine.ask(Question { fen: &fen, moves: &moves, depth })?;
                answer.totals_behind.retain(|_| engine.checks_totals);
                compare(&node, depth, &answer)
            }
            Probe::Again(depth) => {
                engine.ask(Question { fen: &fen, moves: &moves, depth })?;
                self.run_again(engine, 1)
            }
        }
    }

    /// Asks the engine, which still stands where [`Case::run`] left it, once more.
    pub(crate) fn run_again(&self, engine: &mut Engine, depth: u32) -> Result<Comparison, Failure> {
        let node = self.node();
        match engine.ask_again(depth)? {
            Some(mut answer) => {
                answer.totals_behind.retain(|_| engine.checks_totals);
                compare(&node, depth, &answer)
            }
            None => compare(&node, depth, &reference_answer(&node, depth)?),
        }
    }
}

/// The right answer, for an engine that keeps nothing between questions and so cannot have spoilt anything.
fn reference_answer(node: &Position, depth: u32) -> Result<Answer, Failure> {
    let moves = divided(node, depth)?
        .into_iter()
        .map(|(mv, count)| (mv.uci(CastlingStyle::Chess960).to_string(), count))
        .collect();
    Ok(Answer { moves, ..Answer::default() })
}

fn divided(node: &Position, depth: u32) -> Result<Vec<(Move, u64)>, Failure> {
    reference::divide(node, depth).map_err(|error| uncountable(&error))
}

fn uncountable(why: &tabiya_perft::Error) -> Failure {
    Failure { kind: FailureKind::Uncountable(why.to_string()), last_output: String::new() }
}

/// The position's text, with the en passant square of every double push; for Chess960 with the
/// file letter of every castling rook, which all readers take alike.
pub fn fen(position: &Position, chess960: bool) -> String {
    let castling = if chess960 { CastlingField::Shredder } else { CastlingField::XFen };
    position.to_fen(FenStyle { castling, en_passant: EnPassantField::Always })
}

fn compare(node: &Position, depth: u32, answer: &Answer) -> Result<Comparison, Failure> {
    compare_with(node, depth, answer, &divided(node, depth)?)
}

/// Compares an answer with true counts that are known already: every legal move with its own.
pub fn compare_with(
    node: &Position,
    depth: u32,
    answer: &Answer,
    reference: &[(Move, u64)],
) -> Result<Comparison, Failure> {
    let nodes = reference::total(reference);
    let mut comparison = Comparison {
        node: *node,
        depth,
        missing: Vec::new(),
        extra: Vec::new(),
        duplicates: Vec::new(),
        miscounted: Vec::new(),
        engine_nodes: nodes,
        wrong_total: None,
        nodes,
        order: Vec::new(),
    };
    if answer.moves.is_empty() {
        comparison.engine_nodes = match answer.total {
            Some(total) => total,
            // Mate or stalemate: some engines have nothing to say about it.
            None if nodes == 0 => 0,
            None => return Err(nonsense("it contains neither a move nor a total")),
        };
        return Ok(comparison);
    }
    comparison.engine_nodes = answer.nodes().ok_or_else(|| nonsense("its counts add up to more than 64 bits hold"))?;
    comparison.wrong_total = answer.wrong_total();
    let mut counts: Vec<Option<u64>> = vec![None; reference.len()];
    for (text, count) in &answer.moves {
        let attempt = read_move(node, text);
        let found = attempt.and_then(|attempt| reference.iter().position(|&(mv, _)| UciMove::from(mv) == attempt));
        match found {
            Some(index) if counts[index].is_some() => comparison.duplicates.push(reference[index].0),
            Some(index) => {
                counts[index] = Some(*count);
                comparison.order.push((reference[index].0, *count));
            }
            None => comparison.extra.push(Extra { text: text.clone(), attempt }),
        }
    }
    for (&(mv, reference), engine) in reference.iter().zip(counts) {
        match engine {
            None => comparison.missing.push(mv),
            Some(engine) if engine != reference => comparison.miscounted.push(Miscount { mv, engine, reference }),
            Some(_) => {}
        }
    }
    Ok(comparison)
}

fn nonsense(what: &str) -> Failure {
    Failure { kind: FailureKind::Nonsense(what.into()), last_output: String::new() }
}

/// Reads a move however it is spelled, castling as king-takes-rook.
pub fn read_move(position: &Position, text: &str) -> Option<UciMove> {
    Subject::read(position, text).ok()?.uci(CastlingStyle::Chess960)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::{Role, Square};

    #[test]
    fn spellings_meet() {
        let position = Position::from_fen("r3k2r/8/8/8/8/8/4P3/R3K2R w KQkq - 0 1").unwrap();
        let castle = UciMove { from: Square::E1, to: Square::H1, promotion: None };
        for text in ["e1g1", "e1h1", "O-O", "0-0", "E1G1", "e1-g1"] {
            assert_eq!(read_move(&position, text), Some(castle), "{text}");
        }
        let castle = UciMove { from: Square::E1, to: Square::A1, promotion: None };
        for text in ["e1c1", "e1a1", "O-O-O", "0-0-0"] {
            assert_eq!(read_move(&position, text), Some(castle), "{text}");
        }
        let position = Position::from_fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let promotion = UciMove { from: Square::A7, to: Square::A8, promotion: Some(Role::Queen) };
        for text in ["a7a8q", "a7a8Q", "a7a8=Q", "A7A8Q", "a8=Q", "a7-a8=q"] {
            assert_eq!(read_move(&position, text), Some(promotion), "{text}");
        }
    }

    #[test]
    fn counts_beyond_64_bits_are_no_overflow() {
        let position = Position::startpos();
        let reference: Vec<(Move, u64)> = position.legal_moves().iter().map(|&mv| (mv, u64::MAX)).collect();
        let answer = Answer { total: Some(20), ..Answer::default() };
        let comparison = compare_with(&position, 30, &answer, &reference).unwrap();
        assert_eq!((comparison.nodes, comparison.agrees()), (u64::MAX, false));
    }

    #[test]
    fn a_chess960_king_step_is_no_castle() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1").unwrap();
        let step = UciMove { from: Square::F1, to: Square::G1, promotion: None };
        assert_eq!(read_move(&position, "f1g1"), Some(step));
        let castle = UciMove { from: Square::F1, to: Square::A1, promotion: None };
        assert_eq!(read_move(&position, "f1c1"), Some(castle));
    }
}
