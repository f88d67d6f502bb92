//! Finding the bug in another program's move generator.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use tabiya_hunt::{Cancel, Engine, Limits, Options, Variants};

use crate::errors;
use crate::long::interruptible;

fn duration(seconds: f64, what: &str) -> PyResult<Duration> {
    if seconds > 0.0 && seconds <= 1e6 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(errors::value(format!("{what} is {seconds}: expected seconds above 0 and at most a million")))
    }
}

/// Hunts; returns the report as JSON, as text, the picture of the first bug, and what was asked as a table.
#[pyfunction]
#[pyo3(signature = (command, template, time, timeout, nodes, depth, all, chess960, odd))]
#[allow(clippy::too_many_arguments)]
pub fn _hunt(
    py: Python<'_>,
    command: String,
    template: bool,
    time: f64,
    timeout: f64,
    nodes: Option<u64>,
    depth: u32,
    all: bool,
    chess960: Option<bool>,
    odd: bool,
) -> PyResult<(String, String, Option<String>, String)> {
    let limits = Limits { answer: duration(timeout, "timeout")?, ..Limits::default() };
    let variants = match chess960 {
        None => Variants::Offered,
        Some(true) => Variants::Chess960,
        Some(false) => Variants::Standard,
    };
    let options = Options { time: duration(time, "time")?, nodes, depth, all, variants, odd, ..Options::default() };
    let (cancel, flag) = (Cancel::default(), AtomicBool::new(false));
    let report = interruptible(py, &flag, || {
        let mut engine = match template {
            true => Engine::from_template(&command, limits, &cancel),
            false => Engine::detect(&command, limits, &cancel),
        }?;
        Ok(tabiya_hunt::hunt(&mut engine, &options, &cancel, &mut |_| {
            if flag.load(Ordering::Relaxed) {
                cancel.cancel();
            }
        }))
    })?
    .map_err(|failure: tabiya_hunt::Failure| PyOSError::new_err(format!("the engine cannot be asked: {failure}")))?;
    let json = serde_json::to_string(&report).map_err(|error| errors::value(error.to_string()))?;
    let picture = report.findings.first().map(|finding| finding.diagram().svg().to_string());
    Ok((json, report.to_string(), picture, report.coverage.to_string()))
}
