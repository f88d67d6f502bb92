//! `tabiya uci`: the reference engine, for a GUI or a script.

use std::io::{self, IsTerminal};

use crate::Verdict;
use crate::failure::Failure;
use crate::output::Output;

/// Play as a UCI engine on standard input and output, or run the one UCI command given and end.
#[derive(clap::Args)]
pub struct Args {
    /// One UCI command, as in `tabiya uci bench 10`.
    #[arg(value_name = "COMMAND", allow_negative_numbers = true)]
    command: Vec<String>,
}

impl Args {
    /// Speaks UCI until `quit` or the end of the input.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        output.refuse_json("a conversation in UCI")?;
        if self.command.is_empty() {
            let at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
            let run = if at_terminal { tabiya_engine::uci::run_at_terminal } else { tabiya_engine::uci::run };
            run(io::stdin().lock(), io::stdout());
        } else {
            let command = self.command.join(" ");
            tabiya_engine::uci::run(command.as_bytes(), io::stdout());
        }
        Ok(Verdict::Fine)
    }
}
