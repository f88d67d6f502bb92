//! A second build of this program as opponent.
//!
//! Compiler flags hold for a whole program, so "Tabiya built without flags against cozy-chess built with the
//! best flags for this CPU" needs two programs. To keep the rounds interleaved, the first starts the second as a worker
//! and asks it, line by line, to do one task once and to say the count and the time it took by its own clock.

use crate::clock::Clock;
use crate::contest::{self, Entrant, Suite, Task};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

/// The worker, seen from the asking side.
pub struct Rival {
    label: String,
    pipe: Rc<RefCell<Pipe>>,
}

struct Pipe {
    // Held so that the worker ends with this program: dropping its standard input makes it stop.
    _child: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Pipe {
    fn request(&mut self, line: &str) -> Result<String, String> {
        let mut answer = String::new();
        writeln!(self.ask, "{line}")
            .and_then(|()| self.ask.flush())
            .and_then(|()| self.answers.read_line(&mut answer))
            .map_err(|error| format!("the rival stopped answering: {error}"))?;
        // Only the line end: an answer may be empty, as the names of a task are that the rival does not know.
        match answer.trim_end_matches(['\r', '\n']).split_once(' ') {
            Some(("ok", rest)) => Ok(rest.to_owned()),
            Some(("error", rest)) => Err(format!("the rival says: {rest}")),
            _ => Err(format!("the rival's answer makes no sense: '{}'", answer.trim_end())),
        }
    }
}

impl Rival {
    /// Starts `program` as a worker.
    pub fn start(program: &str, label: &str, clock: Clock) -> Result<Rival, String> {
        let mut child = Command::new(program)
            .arg("--worker")
            .args(["--clock", if clock == Clock::Cpu { "cpu" } else { "wall" }])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start the rival {program}: {error}"))?;
        let ask = child.stdin.take().ok_or("the rival has no standard input")?;
        let answers = BufReader::new(child.stdout.take().ok_or("the rival has no standard output")?);
        let pipe = Rc::new(RefCell::new(Pipe { _child: child, ask, answers }));
        Ok(Rival { label: label.to_owned(), pipe })
    }

    /// Adds the rival's entrants to a task, marked with the label.
    pub fn join(&mut self, suite: &str, task: &mut Task) -> Result<(), String> {
        let names = self.pipe.borrow_mut().request(&format!("names\t{suite}\t{}", task.name))?;
        for name in names.split('\t').filter(|name| !name.is_empty()) {
            let request = format!("run\t{suite}\t{}\t{name}", task.name);
            let pipe = Rc::clone(&self.pipe);
            let time = Rc::new(Cell::new(Duration::ZERO));
            let clock = Rc::clone(&time);
            task.entrants.push(Entrant {
                name: format!("{name} ({})", self.label),
                run: Box::new(move || {
                    let answer = pipe.borrow_mut().request(&request);
                    let parsed = answer.and_then(|text| {
                        let (count, nanoseconds) = text.split_once(' ').ok_or("no time in the answer")?;
                        let count = count.parse::<u64>().map_err(|error| error.to_string())?;
                        let nanoseconds = nanoseconds.parse::<u64>().map_err(|error| error.to_string())?;
                        Ok((count, Duration::from_nanos(nanoseconds)))
                    });
                    match parsed {
                        Ok((count, elapsed)) => {
                            time.set(elapsed);
                            count
                        }
                        Err(message) => {
                            // An impossible count stops the contest with a wrong answer; the reason goes here.
                            eprintln!("tabiya-bench: {message}");
                            u64::MAX
                        }
                    }
                }),
                clock: Some(Box::new(move || clock.get())),
            });
        }
        Ok(())
    }
}

/// The worker's loop: answers until standard input ends.
pub fn serve(suites: &[Suite], clock: Clock) -> Result<(), String> {
    let mut entrants: HashMap<String, (Entrant, u64)> = HashMap::new();
    for line in std::io::stdin().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let words: Vec<&str> = line.split('\t').collect();
        let answer = match words.as_slice() {
            ["names", suite, task] => names(suites, suite, task),
            ["run", suite, task, name] => {
                let found = match entrants.remove(&line) {
                    Some(known) => Ok(known),
                    None => contest::find(suites, suite, task, name),
                };
                found.map(|(mut entrant, expected)| {
                    let (count, elapsed) = clock.time(|| (entrant.run)());
                    entrants.insert(line.clone(), (entrant, expected));
                    format!("{count} {}", elapsed.as_nanos())
                })
            }
            _ => Err(format!("no such request: {line}")),
        };
        match answer {
            Ok(text) => println!("ok {text}"),
            Err(text) => println!("error {text}"),
        }
    }
    Ok(())
}

fn names(suites: &[Suite], suite: &str, task: &str) -> Result<String, String> {
    let suite = suites.iter().find(|s| s.name == suite).ok_or_else(|| format!("no suite is called '{suite}'"))?;
    let tasks = (suite.tasks)();
    let task = tasks.iter().find(|t| t.name == task);
    Ok(task.map_or_else(String::new, |t| t.entrants.iter().map(|e| e.name.as_str()).collect::<Vec<_>>().join("\t")))
}
