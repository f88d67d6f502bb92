//! `tabiya syzygy check`: every byte of every table.

use std::path::PathBuf;

use serde::Serialize;
use tabiya_syzygy::{SyzygyError, Tablebase};

use super::add;
use crate::Verdict;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, counted};
use crate::progress;
use crate::size;

#[derive(Serialize)]
struct Trouble {
    file: String,
    message: String,
}

#[derive(Serialize)]
struct Answer {
    tables: usize,
    damaged: usize,
    unreadable: usize,
    bytes: u64,
    complete: bool,
}

pub(super) fn run(paths: &[PathBuf], output: &mut Output) -> Result<Verdict, Failure> {
    // One collection for each path: a table that lies in two of them is two files.
    let mut collections = Vec::new();
    for path in paths {
        let mut tables = Tablebase::with_cache(0);
        add(&mut tables, path)?;
        collections.push(tables);
    }
    let named: Vec<_> =
        collections.iter().flat_map(|tables| tables.tables().into_iter().map(move |name| (tables, name))).collect();
    let size = |(tables, name): &(&Tablebase, tabiya_syzygy::TableName)| tables.file_size(name.material, name.metric);
    let bar = progress::bytes(named.iter().filter_map(|table| size(table).ok()).sum());
    let mut answer = Answer { tables: 0, damaged: 0, unreadable: 0, bytes: 0, complete: true };
    for (tables, name) in &named {
        bar.set_message(format!("{}.{}", name.material, name.metric.extension()));
        let mut read = 0;
        let checked = tables.check_while(name.material, name.metric, |bytes| {
            read += bytes;
            bar.inc(bytes);
            !interrupt::asked()
        });
        match checked {
            Ok(true) => {}
            Ok(false) => {
                answer.complete = false;
                break;
            }
            Err(error) => {
                match error {
                    SyzygyError::Damaged { .. } => answer.damaged += 1,
                    _ => answer.unreadable += 1,
                }
                bar.suspend(|| -> Result<(), Failure> {
                    output.line(&error)?;
                    let trouble = Trouble { file: name.file.to_string(), message: error.to_string() };
                    output.detail("trouble", &trouble)?;
                    Ok(output.flush()?)
                })?;
            }
        }
        answer.tables += 1;
        answer.bytes += read;
    }
    bar.finish_and_clear();
    if answer.unreadable > 0 && answer.complete {
        let (unreadable, tables) = (counted(answer.unreadable, "table"), answer.tables);
        return Err(Failure::new(format_args!("{unreadable} of {tables} cannot be read")));
    }
    let read = size::words(usize::try_from(answer.bytes).unwrap_or(usize::MAX));
    output.line(format_args!(
        "{}, {read}: {}",
        counted(answer.tables, "table"),
        match (answer.damaged, answer.complete) {
            (0, true) => "every checksum is right".to_owned(),
            (damaged, true) => format!("{damaged} damaged"),
            (damaged, false) => format!("{damaged} damaged until the work was stopped"),
        }
    ))?;
    output.answer(&answer)?;
    Ok(match (answer.complete, answer.damaged) {
        (false, _) => Verdict::Interrupted,
        (true, 0) => Verdict::Fine,
        (true, _) => Verdict::Mismatch,
    })
}
