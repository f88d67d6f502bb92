//! Engines that do not answer: which rule that is, and how little it takes.

use std::time::Instant;

use crate::compare::{Case, Probe};
use crate::engine::Engine;
use crate::process::{Failure, FailureKind};
use crate::rule::Rule;

/// The name for a way of not answering.
pub fn rule_of(kind: &FailureKind) -> Rule {
    match kind {
        FailureKind::Hang(_) => Rule::EngineHang,
        FailureKind::Flood(_) => Rule::EngineFlood,
        FailureKind::Nonsense(_) => Rule::EngineNonsense,
        FailureKind::Crash(_)
        | FailureKind::Start(_)
        | FailureKind::Uncountable(_)
        | FailureKind::Cancelled
        | FailureKind::TimeUp => Rule::EngineCrash,
    }
}

/// Walks down to the smallest question, from the position itself, that fails in the same way. Each
/// question goes to a fresh process; a hang costs its whole patience each time, so time is short.
pub fn narrow(engine: &mut Engine, case: &Case, failure: &Failure, deadline: Instant) -> (Case, Failure) {
    let rule = rule_of(&failure.kind);
    let mut smallest = (case.clone(), failure.clone());
    let mut fails = |case: &Case| -> Option<Failure> {
        if Instant::now() >= deadline {
            return None;
        }
        engine.restart();
        case.run(engine).err().filter(|failure| !failure.kind.is_blameless() && rule_of(&failure.kind) == rule)
    };
    loop {
        let (case, _) = &smallest;
        let Probe::Count(depth) = case.probe else {
            return smallest;
        };
        let direct = Case { start: case.node(), line: Vec::new(), ..case.clone() };
        let shallower = (1..depth).map(|depth| Case { probe: Probe::Count(depth), ..direct.clone() });
        let children = direct.start.legal_moves().to_vec().into_iter().filter(|_| depth > 1).map(|mv| {
            let start = direct.start.after(mv);
            Case { start, probe: Probe::Count(depth - 1), ..direct.clone() }
        });
        let itself = (!case.line.is_empty()).then(|| direct.clone());
        let candidates = itself.into_iter().chain(shallower).chain(children);
        let found = candidates.into_iter().find_map(|case| fails(&case).map(|failure| (case, failure)));
        match found {
            Some(found) => smallest = found,
            None => return smallest,
        }
    }
}
