//! Results for people and for programs.

use crate::contest::Task;
use serde_json::json;
use std::time::Duration;

/// A table: seconds, speed, and how many times as fast the first entrant is.
pub fn table(suite: &str, task: &Task, best: &[Duration], rounds: u32) {
    println!("{suite} {}: {} {}, best of {rounds}", task.name, grouped(task.expected), task.unit);
    let width = task.entrants.iter().map(|e| e.name.len()).max().unwrap_or(0);
    let first = best[0].as_secs_f64();
    for (entrant, time) in task.entrants.iter().zip(best) {
        let seconds = time.as_secs_f64();
        let speed = task.expected as f64 / seconds / 1e6;
        println!(
            "  {:<width$}  {seconds:>9.4} s  {speed:>9.1} M {}/s  {:>6.2} x",
            entrant.name,
            task.unit,
            seconds / first
        );
    }
    println!();
}

/// One object a task.
pub fn json(suite: &str, task: &Task, best: &[Duration], rounds: u32) {
    let first = best[0].as_secs_f64();
    let results: Vec<_> = task
        .entrants
        .iter()
        .zip(best)
        .map(|(entrant, time)| {
            let seconds = time.as_secs_f64();
            json!({
                "name": entrant.name,
                "seconds": seconds,
                "per_second": task.expected as f64 / seconds,
                "times_slower_than_first": seconds / first,
            })
        })
        .collect();
    let object = json!({
        "suite": suite,
        "task": task.name,
        "unit": task.unit,
        "count": task.expected.to_string(),
        "rounds": rounds,
        "results": results,
    });
    println!("{object}");
}

/// A task in a table of all tasks of a suite.
pub struct Row {
    task: String,
    /// Entrants with nanoseconds for one of what is counted.
    times: Vec<(String, f64)>,
}

impl Row {
    /// The best times of a task.
    pub fn new(task: &Task, best: &[Duration]) -> Row {
        let nanoseconds = |time: &Duration| time.as_nanos() as f64 / task.expected as f64;
        let names = task.entrants.iter().map(|entrant| entrant.name.clone());
        Row { task: task.name.clone(), times: names.zip(best.iter().map(nanoseconds)).collect() }
    }
}

/// One line for each task, one column for each entrant.
pub fn markdown(rows: &[Row]) {
    let mut columns: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flat_map(|row| &row.times) {
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    println!("| ns | {} |", columns.join(" | "));
    println!("|---|{}", "---|".repeat(columns.len()));
    for row in rows {
        let time = |column: &&str| {
            let found = row.times.iter().find(|(name, _)| name == column);
            found.map_or_else(String::new, |(_, time)| match *time {
                time if time < 10.0 => format!("{time:.2}"),
                time if time < 100.0 => format!("{time:.1}"),
                time => format!("{time:.0}"),
            })
        };
        println!("| {} | {} |", row.task, columns.iter().map(time).collect::<Vec<_>>().join(" | "));
    }
    println!();
}

/// Digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
