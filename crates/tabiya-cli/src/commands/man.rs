//! `tabiya man`: the manual as pages for `man`.

use std::fs;
use std::path::{Path, PathBuf};

use clap_mangen::Man;
use serde::Serialize;

use crate::failure::Failure;
use crate::file::NewFile;
use crate::output::{Output, counted};
use crate::{Verdict, help};

/// Write the manual as man pages into a folder: one for `tabiya`, one per command.
///
/// Then `man ./tabiya-perft.1` shows one; in a folder of `manpath`, as `/usr/local/share/man/man1`, `man tabiya-perft`.
#[derive(clap::Args)]
pub struct Args {
    /// The folder; it is made if it is not there.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

#[derive(Serialize)]
struct Answer {
    folder: String,
    pages: usize,
}

impl Args {
    /// Writes every page.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        fs::create_dir_all(&self.folder).map_err(|error| Failure::from(error).at(self.folder.display()))?;
        let mut command = help::command().disable_help_subcommand(true);
        command.build();
        let pages = write(&command, "tabiya", &self.folder, output)?;
        output.line(format_args!("{} in {}", counted(pages, "page"), self.folder.display()))?;
        output.answer(&Answer { folder: self.folder.display().to_string(), pages })?;
        Ok(Verdict::Fine)
    }
}

/// Writes the page of a command and those of its subcommands; says how many.
fn write(command: &clap::Command, name: &str, folder: &Path, output: &mut Output) -> Result<usize, Failure> {
    let file = NewFile::create(&folder.join(format!("{name}.1")), &[])?;
    let mut page = Vec::new();
    Man::new(command.clone()).title(name.to_uppercase()).render(&mut page)?;
    file.write(&page, output)?;
    let mut pages = 1;
    for subcommand in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        pages += write(subcommand, &format!("{name}-{}", subcommand.get_name()), folder, output)?;
    }
    Ok(pages)
}
