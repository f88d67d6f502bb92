//! `tabiya solve --syzygy`: what Syzygy tables say about a position and each of its moves.

use std::ffi::OsStr;
use std::path::Path;

use serde::Serialize;
use tabiya::{CastlingStyle, Move, Position};
use tabiya_syzygy::{Dtz, Material, Metric, RankedMove, SyzygyError, Tablebase, Wdl};

use super::{failure, no_tables};
use crate::Verdict;
use crate::failure::{Failure, warn};
use crate::output::Output;

#[derive(Serialize)]
struct MoveLine {
    #[serde(rename = "move")]
    text: String,
    result: &'static str,
    dtz: Option<i32>,
    exact: Option<bool>,
    zeroing: bool,
    mate: bool,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    material: String,
    result: &'static str,
    wdl: i32,
    dtz: Option<i32>,
    exact: Option<bool>,
    best: Option<String>,
}

/// What tables say of a position or of a move; `None` without tables of distances.
#[derive(Copy, Clone)]
struct Told {
    result: &'static str,
    dtz: Option<Dtz>,
}

impl Told {
    fn sentence(self) -> String {
        match self.dtz {
            Some(dtz) if dtz != Dtz::DRAW => {
                let plies = dtz.plies().abs();
                let rounded = if dtz.is_exact() { String::new() } else { format!(" or {}", plies + 1) };
                format!("{}, dtz {}{plies}{rounded}", self.result, if dtz.plies() < 0 { "-" } else { "" })
            }
            _ => self.result.to_owned(),
        }
    }

    fn plies(self) -> Option<i32> {
        self.dtz.map(Dtz::plies)
    }

    fn is_exact(self) -> Option<bool> {
        self.dtz.map(Dtz::is_exact)
    }
}

/// Asks the tables of `folders` and prints the answer.
pub fn run(
    folders: &OsStr,
    position: &Position,
    style: CastlingStyle,
    output: &mut Output,
) -> Result<Verdict, Failure> {
    let mut tables = Tablebase::new();
    tables.add_path(folders).map_err(Failure::new)?;
    if tables.is_empty() {
        return Err(no_tables(Path::new(folders).display()));
    }
    let wdl = tables.probe_wdl(position).map_err(failure)?;
    let clock = position.halfmove_clock();
    let told = match tables.probe_dtz(position) {
        Ok(dtz) => Told { result: dtz.outcome(clock).name(), dtz: Some(dtz) },
        // Folders with results alone are common: distances take twice the room.
        Err(error @ SyzygyError::Missing { metric: Metric::Dtz, .. }) => {
            warn(format_args!("{error}: these are the results of a fifty-move clock at 0, without distances"));
            Told { result: wdl.name(), dtz: None }
        }
        Err(error) => return Err(failure(error)),
    };
    let moves = match told.dtz {
        Some(_) => tables.rank_root_moves(position).map_err(failure)?.into_iter().map(with_distance).collect(),
        None => by_results(&tables, position).map_err(failure)?,
    };
    let material = Material::of(position.board());
    let end = match (moves.is_empty(), position.in_check()) {
        (false, _) => "",
        (true, true) => ": checkmate",
        (true, false) => ": stalemate",
    };
    output.line(format_args!("{material}: {}{end}", told.sentence()))?;
    if !moves.is_empty() {
        output.line("")?;
    }
    for (mv, told, zeroing, mate) in &moves {
        let kind = match (mate, zeroing) {
            (true, _) => ", mate",
            (_, true) => ", zeroing",
            _ => "",
        };
        output.line(format_args!("{:8} {}{kind}", position.san(*mv).to_string(), told.sentence()))?;
        let text = mv.uci(style).to_string();
        let (dtz, exact) = (told.plies(), told.is_exact());
        output.detail("move", &MoveLine { text, result: told.result, dtz, exact, zeroing: *zeroing, mate: *mate })?;
    }
    output.answer(&Answer {
        fen: position.fen(),
        material: material.to_string(),
        result: told.result,
        wdl: wdl.number(),
        dtz: told.plies(),
        exact: told.is_exact(),
        best: moves.first().map(|(mv, ..)| mv.uci(style).to_string()),
    })?;
    Ok(Verdict::Fine)
}

/// A move, what is told of it, whether it zeroes the clock, and whether it mates.
type Ranked = (Move, Told, bool, bool);

fn with_distance(ranked: RankedMove) -> Ranked {
    let RankedMove { mv, dtz, outcome, is_zeroing, is_mate } = ranked;
    (mv, Told { result: outcome.name(), dtz: Some(dtz) }, is_zeroing, is_mate)
}

fn by_results(tables: &Tablebase, position: &Position) -> Result<Vec<Ranked>, SyzygyError> {
    let ranked = |(mv, wdl): (Move, Wdl)| {
        let after = position.after(mv);
        (mv, Told { result: wdl.name(), dtz: None }, after.halfmove_clock() == 0, after.is_checkmate())
    };
    Ok(tables.rank_root_moves_by_wdl(position)?.into_iter().map(ranked).collect())
}
