//! One file per command. To add one: declare its module and name it in the table below.
//!
//! A command's file holds a `clap::Args` struct called `Args` (what was typed; its doc
//! comment is the help text) with a method
//! `run(self, &mut Output) -> Result<Verdict, Failure>` (what it means).

use clap::Subcommand;

use crate::Verdict;
use crate::failure::Failure;
use crate::output::Output;

mod bench;
mod book;
mod completions;
mod divide;
mod explain;
mod frontier;
mod hunt;
mod man;
mod moves;
mod perft;
mod pgn;
mod retro;
mod show;
mod solve;
mod syzygy;
mod uci;
mod verify;
mod version;

/// Builds the subcommand enum and its dispatch from one table.
macro_rules! commands {
    ($($name:ident => $module:ident),* $(,)?) => {
        #[derive(Subcommand)]
        pub enum Command {
            $($name($module::Args),)*
        }

        impl Command {
            /// Runs the command that was typed.
            pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
                match self {
                    $(Command::$name(args) => args.run(output),)*
                }
            }
        }
    };
}

commands! {
    Bench => bench,
    Book => book,
    Completions => completions,
    Divide => divide,
    Explain => explain,
    Frontier => frontier,
    Hunt => hunt,
    Man => man,
    Moves => moves,
    Perft => perft,
    Pgn => pgn,
    Retro => retro,
    Show => show,
    Solve => solve,
    Syzygy => syzygy,
    Uci => uci,
    Verify => verify,
    Version => version,
}
