//! Counting as the commands need it, on top of the counting crate.

use std::io;

use serde::Serialize;
use tabiya::CastlingStyle;
use tabiya_perft::{Branch, Error, Perft, Progress};

use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, digits};
use crate::progress::CountBar;

/// Deeper trees than this have never been counted; a larger number is a typing error.
pub const MAX_DEPTH: i64 = 20;

/// Runs a count behind a progress bar, until it is done or Ctrl-C ends it.
pub fn watched<T>(perft: Perft<'_>, run: impl FnOnce(Perft<'_>) -> Result<T, Error>) -> Result<T, Failure> {
    let bar = CountBar::new();
    let show = |progress: Progress| {
        bar.show(progress.fraction, rate(progress.nodes, progress.elapsed.as_secs_f64()));
    };
    let result = run(perft.progress(&show).cancel(interrupt::flag()));
    bar.clear();
    result.map_err(Failure::new)
}

/// The leaves below a first move, as the commands write them.
#[derive(Serialize)]
pub struct BranchLine {
    #[serde(rename = "move")]
    pub text: String,
    pub nodes: String,
    pub complete: bool,
}

impl BranchLine {
    /// Writes a line for each move, in the order of their text.
    pub fn write(branches: &[Branch], style: CastlingStyle, output: &mut Output) -> io::Result<()> {
        for line in &Self::of(branches, style) {
            output.line(line)?;
            output.detail("move", line)?;
        }
        Ok(())
    }

    /// A line for each move, in the order of their text.
    pub fn of(branches: &[Branch], style: CastlingStyle) -> Vec<Self> {
        let named = branches.iter().map(|branch| BranchLine {
            text: branch.mv.uci(style).to_string(),
            nodes: branch.nodes.to_string(),
            complete: branch.complete,
        });
        let mut lines: Vec<_> = named.collect();
        lines.sort_by(|a, b| a.text.cmp(&b.text));
        lines
    }
}

impl std::fmt::Display for BranchLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let note = if self.complete { "" } else { "  (not finished)" };
        write!(f, "{}: {}{note}", self.text, self.nodes)
    }
}

/// Leaves per second, in words; the unit is the same everywhere.
pub fn rate(nodes: u128, seconds: f64) -> String {
    let millions = per_second(nodes, seconds) / 1e6;
    match millions {
        slow if slow < 100.0 => format!("{slow:.1} M leaves/s"),
        fast => format!("{} M leaves/s", digits(fast.round() as u128)),
    }
}

/// Leaves per second.
pub fn per_second(nodes: u128, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::rate;

    #[test]
    fn speed_has_one_unit() {
        assert_eq!(rate(0, 1.0), "0.0 M leaves/s");
        assert_eq!(rate(1_250_000, 1.0), "1.2 M leaves/s");
        assert_eq!(rate(6_161_400_000, 1.0), "6,161 M leaves/s");
    }
}
