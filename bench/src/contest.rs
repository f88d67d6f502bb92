//! How a comparison is held: every entrant does the same task in every round, the order rotates from round to round,
//! each answer is checked, and the best time counts. Interleaving matters more than precision: on a shared machine
//! the speed drifts, and only figures from the same run can be compared.

use crate::clock::Clock;
use std::time::Duration;

/// A named group of tasks.
pub struct Suite {
    /// What the command line calls it.
    pub name: &'static str,
    /// One line for `list`.
    pub about: &'static str,
    /// Builds the tasks; building is not timed.
    pub tasks: fn() -> Vec<Task>,
}

/// The same work for several entrants, with the answer all must give.
pub struct Task {
    /// Unique within its suite, without spaces.
    pub name: String,
    /// What is counted: "leaves", "moves", "bytes".
    pub unit: &'static str,
    /// The answer, known beforehand.
    pub expected: u64,
    /// Who takes part; the first is the one the others are compared with.
    pub entrants: Vec<Entrant>,
}

/// One way to do a task.
pub struct Entrant {
    /// The library, and the method where it has several.
    pub name: String,
    /// Does the work once.
    pub run: Box<dyn FnMut() -> u64>,
    /// Seconds of the last run as measured elsewhere (in another process), instead of around the call.
    pub clock: Option<Box<dyn Fn() -> Duration>>,
}

impl Entrant {
    /// An entrant of this process, timed around the call.
    pub fn new(name: impl Into<String>, run: impl FnMut() -> u64 + 'static) -> Entrant {
        Entrant { name: name.into(), run: Box::new(run), clock: None }
    }
}

/// Best time of each entrant, in the order of the task.
pub fn hold(task: &mut Task, rounds: u32, clock: Clock) -> Result<Vec<Duration>, String> {
    let entrants = task.entrants.len();
    let mut best = vec![Duration::MAX; entrants];
    for round in 0..rounds as usize {
        for turn in 0..entrants {
            let index = (round + turn) % entrants;
            let entrant = &mut task.entrants[index];
            let (answer, here) = clock.time(|| (entrant.run)());
            let elapsed = entrant.clock.as_ref().map_or(here, |elsewhere| elsewhere());
            check(&entrant.name, task.expected, answer)?;
            best[index] = best[index].min(elapsed);
        }
    }
    Ok(best)
}

/// A wrong answer disqualifies the whole run: a fast wrong count is worth nothing.
pub fn check(entrant: &str, expected: u64, answer: u64) -> Result<(), String> {
    if answer == expected { Ok(()) } else { Err(format!("{entrant} counted {answer} where the answer is {expected}")) }
}

/// One entrant of one task, by name, with the answer it must give.
pub fn find(suites: &[Suite], suite: &str, task: &str, entrant: &str) -> Result<(Entrant, u64), String> {
    let tasks = suites
        .iter()
        .find(|s| s.name == suite)
        .map(|s| (s.tasks)())
        .ok_or_else(|| format!("no suite is called '{suite}'"))?;
    let task =
        tasks.into_iter().find(|t| t.name == task).ok_or_else(|| format!("suite '{suite}' has no task '{task}'"))?;
    let expected = task.expected;
    let found = task
        .entrants
        .into_iter()
        .find(|e| e.name == entrant)
        .ok_or_else(|| format!("no entrant '{entrant}' takes part in '{}'", task.name))?;
    Ok((found, expected))
}
