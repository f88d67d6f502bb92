//! A correct little chess generator that can be told to make one classic mistake, served over UCI.
//!
//! `mutant NAME` serves the generator with that mistake, `mutant none` without any, and
//! `mutant --list` names them all. It exists to test `tabiya hunt`.

mod board;
mod bugs;
mod generate;
mod perft;
mod uci;

use std::process::ExitCode;

fn main() -> ExitCode {
    let argument = std::env::args().nth(1).unwrap_or_default();
    let bug = match argument.as_str() {
        "--list" => {
            for (_, name, rule, what) in bugs::CATALOGUE {
                println!("{name}\t{rule}\t{what}");
            }
            return ExitCode::SUCCESS;
        }
        "none" => None,
        name => match bugs::by_name(name) {
            Some(bug) => Some(bug),
            None => {
                eprintln!("usage: mutant none | NAME | --list");
                return ExitCode::from(2);
            }
        },
    };
    match uci::serve(bug) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
