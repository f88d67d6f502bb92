//! A correct little chess generator that can be told to make one classic mistake, served over UCI.
//!
//! `mutant NAME` serves the generator with that mistake, `mutant none` without any, and
//! `mutant --list` names them all. `mutant --table [PART-OF-NAME]` hunts each of them and prints what
//! was found. It exists to test `tabiya hunt`.

mod board;
mod bugs;
mod generate;
mod perft;
mod table;
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
        "--table" => {
            let filter = std::env::args().nth(2).unwrap_or_default();
            return match table::print(&filter) {
                Ok(true) => ExitCode::SUCCESS,
                Ok(false) => ExitCode::FAILURE,
                Err(error) => {
                    eprintln!("{error}");
                    ExitCode::from(2)
                }
            };
        }
        "none" => None,
        name => match bugs::by_name(name) {
            Some(bug) => Some(bug),
            None => {
                eprintln!("usage: mutant none | NAME | --list | --table [PART]");
                return ExitCode::from(2);
            }
        },
    };
    match uci::serve(bug) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
