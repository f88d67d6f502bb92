//! From a wrong count down the tree to the one position, and to the question that shows it best.

use tabiya::Position;

use crate::compare::{Case, Comparison, Probe};
use crate::engine::Engine;
use crate::process::Failure;
use crate::rule::Rule;
use crate::shrink::{Failing, examine};

/// Follows one wrong answer.
pub struct Tracker<'a> {
    /// The engine that gave it.
    pub engine: &'a mut Engine,
    /// Rules already reported: others are preferred, if the answer has several causes.
    pub known: &'a [Rule],
    /// How many more questions may be asked.
    pub questions: usize,
}

impl Tracker<'_> {
    /// The smallest failing question behind a wrong answer, and the line that led to it.
    pub(crate) fn track(&mut self, case: &Case, comparison: Comparison) -> Result<(Failing, Case), Failure> {
        if self.engine.remembers() {
            self.engine.restart();
        }
        // A process that knows nothing else must give the same answer, however often it is asked.
        let repeated = case.run(self.engine)?;
        if repeated.agrees() {
            return Ok(Self::unrepeatable(case, comparison));
        }
        if !repeated.is_same_answer(&comparison) {
            self.engine.restart();
            if !case.run(self.engine)?.is_same_answer(&repeated) {
                return Ok(Self::unrepeatable(case, comparison));
            }
        }
        // A played line may go wrong long before its end: begin where it first does.
        for played in 0..case.line.len() {
            let prefix = Case { line: case.line[..played].to_vec(), ..case.clone() };
            let earlier = prefix.run(self.engine)?;
            if !earlier.agrees()
                && let Some(found) = self.descend(&prefix, &earlier)?
            {
                return Ok(found);
            }
        }
        if let Some(found) = self.descend(case, &comparison)? {
            return Ok(found);
        }
        Ok(Self::unrepeatable(case, comparison))
    }

    /// The wrong answer cannot be reproduced: that is the mistake.
    fn unrepeatable(case: &Case, comparison: Comparison) -> (Failing, Case) {
        let failing = Failing { case: case.clone(), comparison, rule: Rule::AnswerChanges };
        (failing, case.clone())
    }

    fn ask(&mut self, case: Case) -> Result<Option<Failing>, Failure> {
        self.questions = self.questions.saturating_sub(1);
        examine(self.engine, case)
    }

    fn is_new_rule(&self, failing: &Failing) -> bool {
        !self.known.contains(&failing.rule)
    }

    fn descend(&mut self, case: &Case, comparison: &Comparison) -> Result<Option<(Failing, Case)>, Failure> {
        let Probe::Count(depth) = case.probe else {
            return self.in_a_fresh_process(case).map(|found| found.map(|failing| (failing, case.clone())));
        };
        if depth <= 1 || comparison.lists_wrong_moves() {
            let shallow = Case { probe: Probe::Count(1), ..case.clone() };
            return Ok(self.localise(&shallow, case)?.map(|failing| (failing, shallow)));
        }
        let mut suspects: Vec<_> = comparison.miscounted.iter().map(|wrong| (wrong.reference, wrong.mv)).collect();
        if !self.engine.divides() {
            suspects = comparison.node.legal_moves().iter().map(|&mv| (0, mv)).collect();
        }
        // Small subtrees are quickly walked.
        suspects.sort_by_key(|&(reference, _)| reference);
        let mut known_rule = None;
        for (_, mv) in suspects {
            let mut line = case.line.clone();
            line.push(mv);
            let child = Case { line, probe: Probe::Count(depth - 1), ..case.clone() };
            self.questions = self.questions.saturating_sub(1);
            let below = child.run(self.engine)?;
            if below.agrees() {
                continue;
            }
            if let Some(found) = self.descend(&child, &below)? {
                if self.is_new_rule(&found.0) || self.questions == 0 {
                    return Ok(Some(found));
                }
                known_rule = Some(found);
            }
        }
        if known_rule.is_some() {
            return Ok(known_rule);
        }
        if !self.engine.divides() {
            let shallow = Case { probe: Probe::Count(1), ..case.clone() };
            if let Some(failing) = self.localise(&shallow, case)? {
                return Ok(Some((failing, shallow)));
            }
        }
        // Every part is right and the whole is wrong: a mistake of memory.
        Ok(self.in_a_fresh_process(case)?.map(|failing| (failing, case.clone())))
    }

    /// Asks a process that knows nothing else, from the position itself if that shows it too.
    fn in_a_fresh_process(&mut self, case: &Case) -> Result<Option<Failing>, Failure> {
        self.engine.restart();
        let direct = Case { start: case.node(), line: Vec::new(), ..case.clone() };
        if let Some(failing) = self.ask(direct)? {
            return Ok(Some(failing));
        }
        self.engine.restart();
        self.ask(case.clone())
    }

    /// Whether the position is enough to show wrong moves, or which of the moves before it are needed.
    fn localise(&mut self, shallow: &Case, original: &Case) -> Result<Option<Failing>, Failure> {
        let mut starts: Vec<Position> = vec![shallow.start];
        for &mv in &shallow.line {
            let next = starts[starts.len() - 1].after(mv);
            starts.push(next);
        }
        for (played, &start) in starts.iter().rev().enumerate() {
            let line = shallow.line[shallow.line.len() - played..].to_vec();
            if let Some(failing) = self.ask(Case { start, line, ..shallow.clone() })? {
                return Ok(Some(failing));
            }
            if !self.engine.plays_moves() {
                break;
            }
        }
        self.ask(original.clone())
    }
}
