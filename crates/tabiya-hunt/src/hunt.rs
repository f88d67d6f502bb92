//! The hunt itself: the suite, round by round, deeper each time.

use std::time::{Duration, Instant};

use tabiya::{Move, Position};

use crate::clock::{Clock, Running};
use crate::compare::{Case, Probe};
use crate::diagnose::diagnose;
use crate::engine::Engine;
use crate::process::{Cancel, Failure, FailureKind, from_now};
use crate::questions::{Draw, Wanted};
use crate::report::{Finding, Report};
use crate::rule::Rule;
use crate::shrink::{Failing, shrink};
use crate::suite::{self, Entry};
use crate::track::Tracker;
use crate::{failing, naming, questions, reference};

/// Which positions are hunted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variants {
    /// Standard chess, and Chess960 if the engine says that it knows it.
    #[default]
    Offered,
    /// Standard chess only.
    Standard,
    /// Chess960 only, whatever the engine says.
    Chess960,
}

/// How long and how far to hunt.
#[derive(Clone, Debug)]
pub struct Options {
    /// The time for the whole hunt, the shrinking of finds included.
    pub time: Duration,
    /// Stop once that many nodes were compared.
    pub nodes: Option<u64>,
    /// The deepest count asked for; never more than [`reference::MOST_DEPTH`].
    pub depth: u32,
    /// Go on after the first bug.
    pub all: bool,
    /// Which positions.
    pub variants: Variants,
    /// Ask about positions that no game reaches, too.
    pub odd: bool,
    /// The most time to shrink one find.
    pub shrink_time: Duration,
    /// What `time` is measured by.
    pub clock: Clock,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            time: Duration::from_secs(60),
            nodes: None,
            depth: 12,
            all: false,
            variants: Variants::Offered,
            odd: false,
            shrink_time: Duration::from_secs(10),
            clock: Clock::Wall,
        }
    }
}

/// How far a hunt is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The position being asked about.
    pub position: &'a str,
    /// The depth asked for.
    pub depth: u32,
    /// Nodes compared so far.
    pub nodes: u64,
    /// Bugs found so far.
    pub bugs: usize,
    /// Time spent so far.
    pub elapsed: Duration,
}

/// Nodes a position may cost in each round. The first ones go through the whole suite at depth
/// one, so that the simplest failing position comes first.
const ROUNDS: [u64; 9] = [0, 60, 1_500, 30_000, 300_000, 3_000_000, 30_000_000, 300_000_000, u64::MAX];

/// Before this round what the suite leaves out is asked about.
const WIDE_ROUND: usize = 2;

/// The most of the time left that may go into it.
const WIDE_SHARE: f64 = 0.4;

/// How long the games are that are played from the start position.
const GAMES: [usize; 5] = [2, 30, 120, 250, 600];

/// The largest count that is asked for twice.
const ASKED_TWICE: u64 = 2_000;

/// Questions one wrong answer is worth when several bugs are wanted.
const PATIENCE: usize = 60;

struct Hunt<'a> {
    engine: &'a mut Engine,
    options: &'a Options,
    cancel: &'a Cancel,
    observer: &'a mut dyn FnMut(Progress),
    running: Running,
    report: Report,
    draw: Draw,
    /// The last question answered rightly.
    previous: Option<Case>,
    /// The last question put, whatever the answer.
    before: Option<Case>,
}

/// One position of the suite and how far it was counted.
struct Visit {
    entry: Entry,
    /// True counts of the depths done, from depth 0 on.
    counts: Vec<u64>,
    /// No more questions about it: it told what it had to tell.
    closed: bool,
}

impl Visit {
    fn new(entry: Entry) -> Visit {
        Visit { entry, counts: vec![1], closed: false }
    }
}

/// Hunts until a bug is found, or all of them, or time or nodes are spent. An engine that fails
/// half-way is a find like any other.
pub fn hunt(engine: &mut Engine, options: &Options, cancel: &Cancel, observer: &mut dyn FnMut(Progress)) -> Report {
    let report = Report::new(engine);
    let running = Running::start(options.clock, engine.process_id(), engine.counted);
    if options.clock == Clock::Wall
        && let Some(end) = Instant::now().checked_add(options.time)
    {
        engine.set_until(end);
    }
    let mut hunt = Hunt {
        engine,
        options,
        cancel,
        observer,
        running,
        report,
        draw: Draw(0x2545_f491_4f6c_dd1d),
        previous: None,
        before: None,
    };
    hunt.run();
    hunt.report.elapsed = hunt.elapsed();
    hunt.report.interrupted = cancel.is_cancelled();
    hunt.report
}

impl Hunt<'_> {
    fn run(&mut self) {
        let offered = self.engine.offers_chess960();
        let wanted = |entry: &Entry| match self.options.variants {
            Variants::Offered => !entry.chess960 || offered,
            Variants::Standard => !entry.chess960,
            Variants::Chess960 => entry.chess960,
        };
        let mut visits: Vec<Visit> =
            suite::positions(self.options.odd).into_iter().filter(wanted).map(Visit::new).collect();
        for (round, &limit) in ROUNDS.iter().enumerate() {
            if round == WIDE_ROUND {
                // What the suite leaves out is asked about before anything is counted deep.
                match self.widen(offered) {
                    Some(more) => visits.extend(more),
                    None => return,
                }
            }
            for visit in &mut visits {
                if self.visit(visit, limit, round) {
                    return;
                }
            }
        }
    }

    /// Asks about what no question had yet, and at the ends of long games; none if the hunt is over.
    fn widen(&mut self, offered: bool) -> Option<Vec<Visit>> {
        let wanted = Wanted {
            standard: self.options.variants != Variants::Chess960,
            chess960: match self.options.variants {
                Variants::Offered => offered,
                variants => variants == Variants::Chess960,
            },
            lines: self.engine.plays_moves(),
            odd: self.options.odd,
        };
        let mut coverage = self.report.coverage.clone();
        let entries = questions::choose(&mut coverage, wanted, || self.is_over());
        self.report.coverage = coverage;
        let mut more: Vec<Visit> = entries?.into_iter().map(Visit::new).collect();
        // The first ones ask about most. Where asking takes long, some time is left to count deeper.
        let until = self.elapsed().saturating_add(self.time_left().mul_f64(WIDE_SHARE));
        self.games(wanted)?;
        for visit in &mut more {
            if self.elapsed() >= until {
                break;
            }
            if self.visit(visit, ROUNDS[WIDE_ROUND - 1], WIDE_ROUND - 1) {
                return None;
            }
        }
        Some(more)
    }

    /// Asks at the ends of long games; none if the hunt is over.
    fn games(&mut self, wanted: Wanted) -> Option<()> {
        if !wanted.lines || !wanted.standard {
            return Some(());
        }
        let start = Entry::start();
        for length in GAMES {
            if self.is_over() {
                return None;
            }
            let line = self.random_line(&start.position, length);
            let case = Case { line, ..start.case(1) };
            if self.question(&start, &case).is_none() {
                if !self.options.all {
                    return None;
                }
                break;
            }
        }
        for entry in questions::repetitions() {
            for depth in [1, 2] {
                if self.is_over() || self.question(&entry, &entry.case(depth)).is_none() && !self.options.all {
                    return None;
                }
            }
        }
        Some(())
    }

    /// Asks about one position as deep as the limit goes; true ends the hunt.
    fn visit(&mut self, visit: &mut Visit, limit: u64, round: usize) -> bool {
        while !visit.closed {
            let depth = visit.counts.len() as u32;
            let estimate = estimate(visit);
            if depth > self.options.depth.min(reference::MOST_DEPTH) || (depth > 1 && estimate > limit) {
                break;
            }
            if self.is_over() {
                return true;
            }
            // A question that would outlast the hunt, or the patience with one answer, is not begun.
            let most = self.time_left().min(self.engine.limits.answer);
            if self.seconds_for(estimate) > most.as_secs_f64() {
                visit.closed = true;
                break;
            }
            self.tell(&visit.entry.name, depth);
            let case = visit.entry.case(depth);
            match self.question(&visit.entry, &case) {
                Some(nodes) => visit.counts.push(nodes),
                None => {
                    visit.closed = true;
                    if !self.options.all || self.is_over() {
                        return true;
                    }
                }
            }
        }
        // A line that was drawn is not made longer.
        let plays = (round == 3 || round == 5) && visit.entry.line.is_empty();
        if !visit.closed && plays && self.played_lines(visit) {
            visit.closed = true;
            return !self.options.all;
        }
        false
    }

    /// Puts the question, and again without the position; the true count if all was right.
    fn question(&mut self, entry: &Entry, case: &Case) -> Option<u64> {
        let outcome = case.run(self.engine);
        self.report.coverage.note(case, self.before.as_ref());
        self.before = Some(case.clone());
        let nodes = match outcome {
            Ok(comparison) if comparison.agrees() => comparison.nodes,
            Ok(comparison) => {
                self.follow(entry, case, comparison);
                return None;
            }
            Err(failure) => {
                self.failed(entry, case, &failure);
                return None;
            }
        };
        self.report.nodes += nodes;
        self.report.questions += 1;
        let Probe::Count(depth) = case.probe else {
            return Some(nodes);
        };
        if self.engine.remembers() {
            // Small counts are asked for twice; the moves are asked for again after every count.
            let depths = if nodes <= ASKED_TWICE { vec![depth, 1] } else { vec![1] };
            for again in depths {
                match case.run_again(self.engine, again) {
                    Ok(comparison) if comparison.agrees() => {}
                    Ok(comparison) => {
                        let again = Case { probe: Probe::Again(depth), ..case.clone() };
                        self.follow(entry, &again, comparison);
                        return None;
                    }
                    Err(failure) => {
                        self.failed(entry, case, &failure);
                        return None;
                    }
                }
            }
        }
        self.previous = Some(case.clone());
        Some(nodes)
    }

    /// Random games from the position, each asked about at its end: playing moves may go wrong
    /// where counting does not. True if something was found.
    fn played_lines(&mut self, visit: &Visit) -> bool {
        if !self.engine.plays_moves() {
            return false;
        }
        for _ in 0..3 {
            if self.is_over() {
                return false;
            }
            let line = self.random_line(&visit.entry.position, 6);
            let case = Case { line, ..Case::count(visit.entry.position, 1, visit.entry.chess960) };
            if self.question(&visit.entry, &case).is_none() {
                return true;
            }
        }
        false
    }

    fn random_line(&mut self, start: &Position, length: usize) -> Vec<Move> {
        let mut position = *start;
        let mut line = Vec::new();
        for _ in 0..length {
            let moves = position.legal_moves();
            // Correct libraries refuse a clock beyond the fifty-move rule.
            if moves.is_empty() || position.halfmove_clock() >= 100 && !self.options.odd {
                break;
            }
            let mv = self.draw.one(&moves);
            position = position.after(mv);
            line.push(mv);
        }
        line
    }

    /// Tracks a wrong answer down and reports it, unless its rule was reported already.
    fn follow(&mut self, entry: &Entry, case: &Case, comparison: crate::compare::Comparison) {
        let known: Vec<Rule> = self.report.findings.iter().map(|finding| finding.rule).collect();
        let mut tracker = Tracker { engine: self.engine, known: &known, questions: PATIENCE };
        let (failing, path) = match tracker.track(case, comparison.clone()) {
            Ok(found) => found,
            Err(failure) if failure.kind == FailureKind::TimeUp => {
                // No time to find out more: the wrong answer itself is the find.
                let rule = match comparison.lists_wrong_moves() {
                    true => diagnose(case, &comparison).first().copied().unwrap_or(Rule::MoveCount),
                    false => Rule::MoveCount,
                };
                (Failing { case: case.clone(), comparison, rule }, case.clone())
            }
            Err(failure) => return self.failed(entry, case, &failure),
        };
        if known.contains(&failing.rule) {
            return;
        }
        let deadline = self.shrink_deadline();
        let smallest = match failing.rule {
            // What cannot be repeated cannot be shrunk.
            Rule::AnswerChanges => failing,
            _ => {
                let mut smallest = shrink(self.engine, failing, deadline);
                smallest.rule = naming::renamed(self.engine, &smallest).unwrap_or(smallest.rule);
                smallest
            }
        };
        if known.contains(&smallest.rule) {
            return;
        }
        let mut finding = Finding::of_moves(self.engine, entry, &path, &smallest);
        if let (Rule::AnswerChanges, Some(previous)) = (smallest.rule, &self.previous) {
            // Alone it is answered rightly; what came before it belongs to it.
            let mut commands = previous.commands(self.engine);
            commands.append(&mut finding.commands);
            finding.commands = commands;
        }
        // One report is enough: every other answer may have a wrong total too.
        self.engine.checks_totals &= finding.rule != Rule::WrongTotal;
        self.report.findings.push(finding);
    }

    /// Reports an engine that did not answer, once for each way of not answering.
    fn failed(&mut self, entry: &Entry, case: &Case, failure: &Failure) {
        if failure.kind.is_blameless() {
            return;
        }
        let rule = failing::rule_of(&failure.kind);
        if self.report.findings.iter().any(|finding| finding.rule == rule) {
            return;
        }
        let (case, failure) = failing::narrow(self.engine, case, failure, self.shrink_deadline());
        let finding = Finding::of_failure(self.engine, entry, &case, rule, &failure);
        self.report.findings.push(finding);
    }

    fn elapsed(&self) -> Duration {
        self.running.elapsed(self.engine.process_id(), self.engine.counted)
    }

    fn time_left(&self) -> Duration {
        let left = self.options.time.saturating_sub(self.elapsed());
        match self.engine.limits.until {
            Some(end) => left.min(end.saturating_duration_since(Instant::now())),
            None => left,
        }
    }

    fn shrink_deadline(&self) -> Instant {
        from_now(self.options.shrink_time.min(self.time_left()))
    }

    fn is_over(&self) -> bool {
        self.cancel.is_cancelled()
            || self.time_left().is_zero()
            || self.options.nodes.is_some_and(|most| self.report.nodes >= most)
    }

    /// How long a count will take, by what was counted so far.
    fn seconds_for(&self, nodes: u64) -> f64 {
        let spent = self.elapsed().as_secs_f64();
        if self.report.nodes < 100_000 { 0.0 } else { nodes as f64 * spent / self.report.nodes as f64 }
    }

    fn tell(&mut self, position: &str, depth: u32) {
        let elapsed = self.elapsed();
        (self.observer)(Progress {
            position,
            depth,
            nodes: self.report.nodes,
            bugs: self.report.findings.len(),
            elapsed,
        });
    }
}

/// What the next depth will cost, by how the last one grew.
fn estimate(visit: &Visit) -> u64 {
    match visit.counts.as_slice() {
        [.., before, last] => (*last as f64 * (*last as f64 / (*before).max(1) as f64)) as u64,
        _ => visit.entry.case(1).node().count_legal() as u64,
    }
}
