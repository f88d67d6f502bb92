//! `tabiya completions`: what a shell needs to complete our commands and options.

use clap_complete::Shell;

use crate::failure::Failure;
use crate::output::Output;
use crate::{Verdict, help};

/// Print the completions for a shell.
///
/// To have them: for bash, `tabiya completions bash > ~/.local/share/bash-completion/completions/tabiya`; for fish,
/// `tabiya completions fish > ~/.config/fish/completions/tabiya.fish`; for zsh, write them to a file called `_tabiya`
/// in a folder of `$fpath`.
#[derive(clap::Args)]
pub struct Args {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Args {
    /// Prints the script.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        output.refuse_json("a script for a shell")?;
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut help::command(), "tabiya", &mut script);
        output.only_bytes(&script)?;
        Ok(Verdict::Fine)
    }
}
