//! `tabiya syzygy info`: which tables there are.

use std::path::PathBuf;

use serde::Serialize;
use tabiya_syzygy::{MAX_MEN, Material, Metric, Tablebase};

use super::{add, failure};
use crate::Verdict;
use crate::failure::Failure;
use crate::output::{Output, counted, digits};
use crate::size;

/// The tables of one number of men.
#[derive(Serialize)]
struct Men {
    men: u32,
    results: usize,
    distances: usize,
    of: usize,
    bytes: u64,
    /// Materials that lack one of their two tables.
    missing: Vec<String>,
}

#[derive(Serialize)]
struct Answer {
    tables: usize,
    bytes: u64,
    max_men: u32,
}

/// More names than these are a number.
const MOST_NAMED: usize = 8;

pub(super) fn run(paths: &[PathBuf], output: &mut Output) -> Result<Verdict, Failure> {
    let mut tables = Tablebase::with_cache(0);
    for path in paths {
        // A folder whose tables are all in an earlier one too adds none.
        add(&mut Tablebase::with_cache(0), path)?;
        add(&mut tables, path).or_else(|failure| if tables.is_empty() { Err(failure) } else { Ok(()) })?;
    }
    let mut bytes = 0;
    for men in 3..=MAX_MEN as u32 {
        let all = Material::all(men);
        let here = |metric| all.iter().filter(|&&material| tables.has(material, metric)).count();
        let mut row = Men {
            men,
            results: here(Metric::Wdl),
            distances: here(Metric::Dtz),
            of: all.len(),
            bytes: 0,
            missing: Vec::new(),
        };
        if row.results + row.distances == 0 {
            continue;
        }
        for &material in &all {
            for metric in Metric::ALL {
                if tables.has(material, metric) {
                    row.bytes += tables.file_size(material, metric).map_err(failure)?;
                } else {
                    row.missing.push(format!("{material}.{}", metric.extension()));
                }
            }
        }
        bytes += row.bytes;
        output.line(format_args!(
            "{men} men: {:>5} of {:>5} results, {:>5} of {:>5} distances, {}",
            digits(row.results),
            digits(row.of),
            digits(row.distances),
            digits(row.of),
            size::words(usize::try_from(row.bytes).unwrap_or(usize::MAX))
        ))?;
        match row.missing.len() {
            0 => {}
            few @ 1..=MOST_NAMED => output.line(format_args!("       missing: {}", row.missing[..few].join(" ")))?,
            many => output.line(format_args!(
                "       missing: {} and {} more",
                row.missing[..MOST_NAMED].join(" "),
                digits(many - MOST_NAMED)
            ))?,
        }
        output.detail("men", &row)?;
    }
    output.line(format_args!(
        "{}, {}",
        counted(tables.len(), "table"),
        size::words(usize::try_from(bytes).unwrap_or(usize::MAX))
    ))?;
    output.answer(&Answer { tables: tables.len(), bytes, max_men: tables.max_men() })?;
    Ok(Verdict::Fine)
}
