//! Making the failing position as small as it gets.

use std::time::Instant;

use tabiya::{EnPassantField, Move, Position, Role, Setup, UciMove};

use crate::compare::{Case, Comparison, Probe};
use crate::diagnose::diagnose;
use crate::engine::Engine;
use crate::process::Failure;
use crate::rule::Rule;

/// A failing case with its diagnosis.
#[derive(Clone, Debug)]
pub struct Failing {
    /// The experiment.
    pub case: Case,
    /// How it fails.
    pub comparison: Comparison,
    /// The rule broken.
    pub rule: Rule,
}

/// Runs a case; `None` if the engine is right about it.
pub(crate) fn examine(engine: &mut Engine, case: Case) -> Result<Option<Failing>, Failure> {
    let comparison = case.run(engine)?;
    let rule = diagnose(&case, &comparison).first().copied();
    Ok(rule.map(|rule| Failing { case, comparison, rule }))
}

/// Removes pieces, rights, the en passant square and depth while the engine still errs in the
/// same way, until nothing more can go or the deadline has passed.
pub fn shrink(engine: &mut Engine, mut failing: Failing, deadline: Instant) -> Failing {
    // A mistake of memory must show in a process that remembers nothing else.
    let fresh = matches!(failing.case.probe, Probe::Again(_)) || !failing.comparison.lists_wrong_moves();
    let mut progress = true;
    while progress {
        progress = false;
        for change in changes(&failing.case) {
            if Instant::now() >= deadline {
                return failing;
            }
            let Some(case) = apply(&failing.case, change) else {
                continue;
            };
            if fresh {
                engine.restart();
            }
            let smaller = match examine(engine, case) {
                Ok(smaller) => smaller,
                Err(failure) if failure.kind.is_blameless() => return failing,
                // An engine that cannot cope with the smaller position tells nothing about the rule.
                Err(_) => None,
            };
            if let Some(smaller) = smaller
                && (smaller.rule.family() == failing.rule.family() || !engine.divides())
                && smaller.comparison.lists_wrong_moves() == failing.comparison.lists_wrong_moves()
            {
                failing = smaller;
                progress = true;
            }
        }
    }
    failing
}

/// One thing less.
#[derive(Clone, Copy)]
enum Change {
    Remove(tabiya::Square),
    LoseRight(tabiya::Square),
    ForgetEnPassant,
    ResetCounters,
    ResetClock,
    ResetNumber,
    Shallower,
    /// Two moves of the line, so that the same side is to move afterwards.
    SkipPair(usize),
    /// The last move of the line.
    SkipLast,
    /// The first move of the line: it starts one later.
    StartLater,
}

impl Change {
    /// The halfmove clock and the move number after the change.
    fn reset(self, (clock, number): (u32, u32)) -> (u32, u32) {
        match self {
            Change::ResetCounters => (0, 1),
            Change::ResetClock => (0, number),
            Change::ResetNumber => (clock, 1),
            _ => (clock, number),
        }
    }
}

fn changes(case: &Case) -> Vec<Change> {
    let position = &case.start;
    let kings = position.board().by_role(Role::King);
    let mut changes: Vec<Change> = (position.occupied() - kings).into_iter().map(Change::Remove).collect();
    changes.extend(position.setup(EnPassantField::Always).castling.into_iter().map(Change::LoseRight));
    if position.last_double_push().is_some() {
        changes.push(Change::ForgetEnPassant);
    }
    let counters = (position.halfmove_clock(), position.fullmove());
    let resets = [Change::ResetCounters, Change::ResetClock, Change::ResetNumber];
    changes.extend(resets.into_iter().filter(|change| change.reset(counters) != counters));
    if matches!(case.probe, Probe::Count(depth) | Probe::Again(depth) if depth > 1) {
        changes.push(Change::Shallower);
    }
    if !case.line.is_empty() {
        changes.extend((0..case.line.len() - 1).map(Change::SkipPair));
        changes.extend([Change::StartLater, Change::SkipLast]);
    }
    changes
}

fn apply(case: &Case, change: Change) -> Option<Case> {
    let mut setup: Setup = case.start.setup(EnPassantField::Always);
    let mut probe = case.probe;
    let mut line = case.line.clone();
    match change {
        Change::Remove(square) => {
            setup.board.remove(square);
            setup.castling = setup.castling.without(square);
        }
        Change::LoseRight(rook) => setup.castling = setup.castling.without(rook),
        Change::ForgetEnPassant => setup.en_passant = None,
        Change::ResetCounters | Change::ResetClock | Change::ResetNumber => {
            (setup.halfmove_clock, setup.fullmove) = change.reset((setup.halfmove_clock, setup.fullmove));
        }
        Change::Shallower => {
            probe = match probe {
                Probe::Count(depth) => Probe::Count(depth.checked_sub(1)?),
                Probe::Again(depth) => Probe::Again(depth.checked_sub(1)?),
            };
        }
        Change::SkipPair(at) => {
            line.drain(at..(at + 2).min(line.len()));
        }
        Change::SkipLast => {
            line.pop();
        }
        Change::StartLater => {
            let first = *line.first()?;
            line.remove(0);
            setup = case.start.after(first).setup(EnPassantField::Always);
        }
    }
    let start = Position::from_setup(setup).ok()?;
    let line = replay(&start, &line)?;
    Some(Case { start, line, probe, chess960: case.chess960 })
}

/// The same moves from the smaller position, if they are still legal.
fn replay(start: &Position, line: &[Move]) -> Option<Vec<Move>> {
    let mut position = *start;
    let mut replayed = Vec::with_capacity(line.len());
    for &mv in line {
        let wanted = UciMove::from(mv);
        let mv = position.legal_moves().iter().copied().find(|&legal| UciMove::from(legal) == wanted)?;
        position = position.after(mv);
        replayed.push(mv);
    }
    Some(replayed)
}
