//! A correct little chess generator that can be told to make classic mistakes, served over UCI.
//!
//! `mutant NAME[,NAME…]` serves the generator with those mistakes, `mutant none` without any, and
//! `mutant --list` names them all. A second argument makes it answer in another way (`totals`) or
//! not at all once castling is possible (`crash`, `hang`, `flood`, `nonsense`, `leave`).
//! `mutant --table [PART-OF-NAME]` hunts each of the mistakes and prints what was found. It exists to
//! test `tabiya hunt`.

mod board;
mod bugs;
mod generate;
mod perft;
mod table;
mod uci;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let first = arguments.next().unwrap_or_default();
    let second = arguments.next().unwrap_or_default();
    match first.as_str() {
        "--list" => {
            for (_, name, rule, what) in bugs::CATALOGUE {
                println!("{name}\t{rule}\t{what}");
            }
            ExitCode::SUCCESS
        }
        "--table" => match table::print(&second) {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(error) => {
                eprintln!("{error}");
                ExitCode::from(2)
            }
        },
        names => match (bugs::Bugs::parse(names), uci::Behaviour::parse(&second)) {
            (Some(bugs), Some(behaviour)) => match uci::serve(bugs, behaviour) {
                Ok(()) => ExitCode::SUCCESS,
                Err(_) => ExitCode::FAILURE,
            },
            _ => {
                eprintln!("usage: mutant none | NAME[,NAME...] [MANNER] | --list | --table [PART]");
                ExitCode::from(2)
            }
        },
    }
}
