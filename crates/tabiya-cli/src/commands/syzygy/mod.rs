//! `tabiya syzygy`: what a folder of Syzygy tables has, and whether it is whole.
//!
//! `tabiya solve --syzygy` asks them about a position: that is in `solve.rs`.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use tabiya_syzygy::{SyzygyError, Tablebase};

use crate::Verdict;
use crate::failure::Failure;
use crate::output::Output;

mod check;
mod info;
pub mod solve;

/// Look at folders of Syzygy tables: which are there, and are they whole?
///
/// `tabiya solve --syzygy FOLDER` asks them about a position.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compare the checksum of every table with its bytes, and read its header.
    ///
    /// Exit code 1 if a table is damaged: each such file is named, with the place and what is wrong there.
    Check(Places),
    /// List the tables by their number of men, with their size and those that are missing.
    Info(Places),
}

#[derive(clap::Args)]
struct Places {
    /// Folders with tables, or single files such as KQvK.rtbw.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
}

impl Args {
    /// Answers from the tables that the arguments name.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        match self.command {
            Command::Check(places) => check::run(&places.paths, output),
            Command::Info(places) => info::run(&places.paths, output),
        }
    }
}

/// The tables of one path: a folder, or a file.
fn add(tables: &mut Tablebase, path: &Path) -> Result<(), Failure> {
    let found = tables.len();
    if path.is_file() {
        tables.add_file(path).map_err(Failure::new)?;
        return Ok(());
    }
    tables.add_folder(path).map_err(Failure::new)?;
    if tables.len() == found { Err(no_tables(path.display())) } else { Ok(()) }
}

fn no_tables(place: impl Display) -> Failure {
    Failure::new("there are no Syzygy tables")
        .at(place)
        .hint("their files have names such as KRvK.rtbw (results) and KRvK.rtbz (distances)")
}

/// Why tables do not answer, with what to do about it.
fn failure(error: SyzygyError) -> Failure {
    let failure = Failure::new(&error);
    match error {
        SyzygyError::Castling => failure.hint("take the rights out of the FEN's third field"),
        SyzygyError::Missing { .. } => {
            failure.hint("an answer needs the tables of the position and of what captures and promotions lead to")
        }
        SyzygyError::Damaged { .. } => failure.hint("`tabiya syzygy check FOLDER` says which tables are whole"),
        _ => failure,
    }
}
