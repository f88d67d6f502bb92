//! `tabiya solve`: endgames with few pieces, exact to the ply.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::time::Duration;

use indicatif::ProgressBar;
use serde::Serialize;
use tabiya::{Move, Position};
use tabiya_retro::endgame::{
    Distance, EndgameError, Endgames, Material, Options, Table, memory_to_solve, positions_to_solve,
};

use crate::Verdict;
use crate::failure::{Failure, warn};
use crate::file::NewFile;
use crate::interrupt;
use crate::output::{Output, counted, digits};
use crate::position::PositionArgs;
use crate::progress;
use crate::size;

/// Solve an endgame with few pieces: result, moves to mate, the best line and what every move leads to.
///
/// The tables are made backwards from the mates, in memory: at once for three men, in seconds for four. Five men need
/// --large, minutes and the memory that the command names.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,

    /// Print the statistics of a whole table instead, as KRKN: wins, draws, the longest mate.
    #[arg(long, value_name = "MATERIAL")]
    table: Option<Material>,

    /// Compare every entry of the table with what its moves lead to.
    #[arg(long, requires = "table")]
    verify: bool,

    /// Read tables from this folder where they are there, and keep new ones in it.
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,

    /// Ask the Syzygy tables in this folder instead, up to seven men: the result with the fifty-move rule, and the
    /// plies to the next capture, pawn's move or mate.
    ///
    /// Several folders have `:` between them (`;` on Windows), as engines take them.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["table", "verify", "tables", "large", "threads"])]
    syzygy: Option<OsString>,

    /// Solve five men too.
    #[arg(long)]
    large: bool,

    /// Threads; one for each core by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

#[derive(Serialize)]
struct MoveLine {
    #[serde(rename = "move")]
    text: String,
    result: &'static str,
    plies: Option<u32>,
}

#[derive(Serialize)]
struct Answer {
    fen: String,
    material: String,
    result: &'static str,
    plies: Option<u32>,
    line: Vec<String>,
    complete: bool,
}

/// The answer after Ctrl-C, before all tables were solved.
#[derive(Serialize)]
struct Unfinished {
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    material: String,
    complete: bool,
}

#[derive(Serialize)]
struct SideAnswer {
    wins: String,
    draws: String,
    losses: String,
}

#[derive(Serialize)]
struct Longest {
    moves: u32,
    fen: String,
    line: Vec<String>,
}

#[derive(Serialize)]
struct TableAnswer {
    material: String,
    white_to_move: SideAnswer,
    black_to_move: SideAnswer,
    longest_white: Option<Longest>,
    longest_black: Option<Longest>,
    verified: Option<String>,
    complete: bool,
}

/// How many entries are verified between two looks at Ctrl-C.
const VERIFIED_AT_ONCE: usize = 20_000;

/// The result for the side to move, in one word.
fn word(distance: Distance) -> &'static str {
    match distance {
        Distance::Win(_) => "win",
        Distance::Draw => "draw",
        Distance::Loss(_) => "loss",
    }
}

fn plies(distance: Distance) -> Option<u32> {
    match distance {
        Distance::Win(plies) | Distance::Loss(plies) => Some(plies),
        Distance::Draw => None,
    }
}

/// `win, mate in 12` and the like, for the side to move.
fn sentence(distance: Distance) -> String {
    match distance {
        Distance::Win(_) => format!("win, mate in {}", distance.moves().unwrap_or(0)),
        Distance::Draw => "draw".to_owned(),
        Distance::Loss(0) => "loss, mated".to_owned(),
        Distance::Loss(_) => format!("loss, mated in {}", distance.moves().unwrap_or(0)),
    }
}

impl Args {
    /// Solves what is needed and prints the answer.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let position = self.position.position()?;
        if let Some(folders) = &self.syzygy {
            let style = self.position.castling(&position);
            return super::syzygy::solve::run(folders, &position, style, output);
        }
        let material = self.table.unwrap_or_else(|| Material::of(position.board()).0);
        if material.men() > Material::MAX_MEN {
            return Err(Failure::new(EndgameError::TooManyMen(material)));
        }
        let mut endgames = Endgames::new();
        if self.table.is_none() && !position.castling_rights().is_empty() {
            return Err(Failure::new(EndgameError::Castling).hint("take the rights out of the FEN's third field"));
        }
        let mut files = match &self.tables {
            Some(folder) => open_folder(folder, material, &mut endgames)?,
            None => BTreeMap::new(),
        };
        self.check_size(material, &endgames)?;
        let needed = endgames.missing(material);
        let bar = progress::bar(positions_to_solve(material, &endgames), "positions");
        let done = AtomicU64::new(0);
        for (solved, &next) in needed.iter().enumerate() {
            if !self.solve(next, &mut endgames, &done, &bar)? {
                bar.finish_and_clear();
                output.line(format_args!("interrupted: {solved} of {} were solved", counted(needed.len(), "table")))?;
                let fen = self.table.is_none().then(|| position.fen());
                output.answer(&Unfinished { fen, material: material.to_string(), complete: false })?;
                return Ok(Verdict::Interrupted);
            }
            // At once, so that nothing that follows can lose it.
            if let (Some(file), Some(table)) = (files.remove(&next), endgames.table(next)) {
                file.write(&table.to_bytes(), output)?;
            }
        }
        bar.finish_and_clear();
        if self.table.is_some() {
            self.print_table(material, &endgames, output)
        } else {
            print_position(&position, &endgames, &self.position, output)
        }
    }

    /// Refuses what is too large for this machine or was not asked for, with what it would take.
    fn check_size(&self, material: Material, endgames: &Endgames) -> Result<(), Failure> {
        if endgames.missing(material).iter().all(|missing| missing.men() < Material::MAX_MEN) {
            return Ok(());
        }
        let needed = memory_to_solve(material, endgames);
        let words = size::words(usize::try_from(needed).unwrap_or(usize::MAX));
        if !self.large {
            return Err(Failure::new(format_args!(
                "{material} has five men: solving it takes {words} of memory and minutes"
            ))
            .hint("add --large to solve it, and --tables FOLDER to keep it"));
        }
        if let Some(room) = tabiya_perft::room_for_tables().filter(|&room| needed > room as u64) {
            return Err(Failure::new(format_args!(
                "solving {material} takes {words} of memory, and this machine has room for {}",
                size::words(room)
            )));
        }
        warn(format_args!("solving {material} takes up to {words} of memory"));
        Ok(())
    }

    /// Solves one material whose smaller tables are there, behind a progress bar; `false` if Ctrl-C ended it.
    fn solve(
        &self,
        material: Material,
        endgames: &mut Endgames,
        done: &AtomicU64,
        bar: &ProgressBar,
    ) -> Result<bool, Failure> {
        let threads =
            self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), |n| n as usize);
        let options = Options { threads, cancel: interrupt::flag(), done };
        let solved = std::thread::scope(|scope| {
            let (over, is_over) = mpsc::channel::<()>();
            // Only the bar is missing where the system gives no thread for it.
            let _ = std::thread::Builder::new().spawn_scoped(scope, move || {
                while is_over.recv_timeout(Duration::from_millis(100)) == Err(mpsc::RecvTimeoutError::Timeout) {
                    bar.set_position(done.load(Relaxed));
                }
            });
            let solved = endgames.add(material, options);
            drop(over);
            solved
        });
        match solved {
            Err(EndgameError::Cancelled) => Ok(false),
            Err(error @ EndgameError::OutOfMemory(_)) => {
                Err(Failure::new(error).hint("raise the limit (`ulimit -v`), or end other programs"))
            }
            result => result.map(|()| true).map_err(Failure::new),
        }
    }

    fn print_table(&self, material: Material, endgames: &Endgames, output: &mut Output) -> Result<Verdict, Failure> {
        let Some(table) = endgames.table(material) else {
            return Err(Failure::new("two kings are a draw, and have no table"));
        };
        let statistics = table.statistics();
        output.line(format_args!("{material}: {}", size::words(table.size())))?;
        for (side, [wins, draws, losses]) in ["White", "Black"].into_iter().zip(statistics.results) {
            output.line(format_args!(
                "{side} to move: {:>12} wins {:>12} draws {:>12} losses",
                digits(wins),
                digits(draws),
                digits(losses)
            ))?;
        }
        let mut longest = statistics.longest.into_iter().map(|found| {
            found.map(|(plies, position)| -> Result<Longest, Failure> {
                let line = endgames.line(&position).map_err(Failure::new)?;
                Ok(Longest { moves: plies.div_ceil(2), fen: position.fen(), line: san(&position, &line) })
            })
        });
        let longest_white = longest.next().flatten().transpose()?;
        let longest_black = longest.next().flatten().transpose()?;
        for (side, found) in [("White", &longest_white), ("Black", &longest_black)] {
            if let Some(found) = found {
                output.line(format_args!("longest win of {side}: mate in {}, {}", found.moves, found.fen))?;
                output.line(format_args!("  {}", found.line.join(" ")))?;
            }
        }
        let (mut verified, mut complete) = (None, true);
        if self.verify {
            output.flush()?;
            let stride = (table.size() / VERIFIED_AT_ONCE).max(1);
            let mut compared = 0;
            let bar = progress::bar(stride as u64, "parts");
            for first in 0..stride {
                if interrupt::asked() {
                    complete = false;
                    break;
                }
                match table.verify_from(endgames, first, stride) {
                    Ok(more) => compared += more,
                    Err((position, entry, right)) => {
                        bar.finish_and_clear();
                        let (entry, right) = (sentence(entry), sentence(right));
                        output
                            .line(format_args!("WRONG: {position}: the table says {entry}, its moves say {right}"))?;
                        return Ok(Verdict::Mismatch);
                    }
                }
                bar.inc(1);
            }
            bar.finish_and_clear();
            let note = if complete { "" } else { "  (interrupted)" };
            output.line(format_args!("{} agree with their moves{note}", counted(compared, "entry")))?;
            verified = Some(compared.to_string());
        }
        let side = |[wins, draws, losses]: [u64; 3]| SideAnswer {
            wins: wins.to_string(),
            draws: draws.to_string(),
            losses: losses.to_string(),
        };
        let [white, black] = statistics.results;
        output.answer(&TableAnswer {
            material: material.to_string(),
            white_to_move: side(white),
            black_to_move: side(black),
            longest_white,
            longest_black,
            verified,
            complete,
        })?;
        Ok(if complete { Verdict::Fine } else { Verdict::Interrupted })
    }
}

fn print_position(
    position: &Position,
    endgames: &Endgames,
    args: &PositionArgs,
    output: &mut Output,
) -> Result<Verdict, Failure> {
    let result = endgames.probe(position).map_err(Failure::new)?;
    let line = endgames.line(position).map_err(Failure::new)?;
    output.line(format_args!("{}: {}", Material::of(position.board()).0, sentence(result)))?;
    if !line.is_empty() {
        output.line(san(position, &line).join(" "))?;
    }
    output.line("")?;
    let style = args.castling(position);
    for (mv, value) in endgames.moves(position).map_err(Failure::new)? {
        output.line(format_args!("{:8} {}", position.san(mv).to_string(), sentence(value)))?;
        output
            .detail("move", &MoveLine { text: mv.uci(style).to_string(), result: word(value), plies: plies(value) })?;
    }
    output.answer(&Answer {
        fen: position.fen(),
        material: Material::of(position.board()).0.to_string(),
        result: word(result),
        plies: plies(result),
        line: line.iter().map(|mv| mv.uci(style).to_string()).collect(),
        complete: true,
    })?;
    Ok(Verdict::Fine)
}

/// A line of moves as SAN.
fn san(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *position;
    let written = line.iter().map(|&mv| {
        let text = position.san(mv).to_string();
        position = position.after(mv);
        text
    });
    written.collect()
}

/// Reads what a folder has of the tables that a material needs, and makes sure that the others can be written into it.
fn open_folder(
    folder: &Path,
    material: Material,
    endgames: &mut Endgames,
) -> Result<BTreeMap<Material, NewFile>, Failure> {
    if !folder.is_dir() {
        return Err(Failure::new("no such folder").at(folder.display()).hint("make it first: it keeps the tables"));
    }
    for needed in endgames.missing(material) {
        endgames.read_table(folder, needed).map_err(Failure::new)?;
    }
    let new = |needed| Ok((needed, NewFile::create(&folder.join(Table::file_name(needed)), &[])?));
    endgames.missing(material).into_iter().map(new).collect()
}
