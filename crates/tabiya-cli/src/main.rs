//! The `tabiya` command: arguments in, plain words or JSON out, and an exit code that scripts can trust.
//!
//! | code | meaning |
//! |---|---|
//! | 0 | done, and nothing is wrong; also when the reader of our output went away |
//! | 1 | the work was done and found a mismatch |
//! | 2 | bad input or bad usage; standard error says where, what, and what to do |
//! | 130 | Ctrl-C ended the work; what was known until then is printed, marked as incomplete |

// Unsafe code lives in modules that are named where they are declared, and nowhere else.
#![deny(unsafe_code)]

mod certificate;
mod closed;
mod commands;
mod count;
mod failure;
mod file;
mod games;
mod gpu;
mod heaps;
mod help;
mod input;
mod interrupt;
mod means;
mod named;
mod output;
mod picture;
mod position;
mod progress;
mod size;
mod squares;
mod suite_file;

use std::process::ExitCode;

use clap::{FromArgMatches as _, Parser, ValueEnum};

use failure::Failure;
use output::Output;

/// Chess move generation: count, divide, list, verify, draw.
#[derive(Parser)]
#[command(name = "tabiya", version, max_term_width = 100, arg_required_else_help = true)]
pub struct Cli {
    /// Print JSON: an object per line, the answer last.
    #[arg(long, global = true, display_order = 900)]
    json: bool,

    /// When to colour the output. `auto` asks the terminal and respects NO_COLOR.
    #[arg(long, global = true, display_order = 901, value_name = "WHEN", default_value = "auto")]
    color: Color,

    #[command(subcommand)]
    command: commands::Command,
}

#[derive(Clone, Copy, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

/// What a command that ran to its end has to say to a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything is as it should be.
    Fine,
    /// Something was compared and differs.
    Mismatch,
    /// The user ended the work before it was done.
    Interrupted,
}

fn main() -> ExitCode {
    heaps::share_where_space_is_limited();
    if closed::stdout_was_closed() {
        Failure::new("standard output is closed").hint("send it to /dev/null to drop it").report(false);
        return ExitCode::from(2);
    }
    let parsed = help::command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    match cli.color {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
    let mut output = Output::stdout(cli.json);
    let result = cli.command.run(&mut output);
    // A failure must not swallow the lines that came before it.
    let flushed = output.flush().map_err(Failure::from);
    match result.and_then(|verdict| flushed.map(|()| verdict)) {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Mismatch) => ExitCode::from(1),
        Ok(Verdict::Interrupted) => ExitCode::from(interrupt::EXIT_CODE),
        Err(failure) if failure.is_broken_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            failure.report(cli.json);
            ExitCode::from(2)
        }
    }
}

/// Help and version as clap prints them; a mistake in the arguments as every other failure.
fn usage(error: &clap::Error) -> ExitCode {
    let json = std::env::args_os().any(|argument| argument == "--json");
    if error.use_stderr() && json {
        let text = error.render().to_string();
        let mut parts = text.trim_start_matches("error: ").trim_end().splitn(2, "\n\n");
        let failure = Failure::new(parts.next().unwrap_or_default());
        let failure = match parts.next() {
            Some(rest) => failure.hint(rest),
            None => failure,
        };
        failure.report(true);
    } else {
        // Of standard error nothing can be said anywhere.
        if let Err(failed) = error.print()
            && !error.use_stderr()
            && failed.kind() != std::io::ErrorKind::BrokenPipe
        {
            Failure::from(failed).report(false);
            return ExitCode::from(2);
        }
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}
