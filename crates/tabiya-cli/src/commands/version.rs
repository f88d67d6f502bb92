//! `tabiya version`: which build answers, for bug reports and benchmark logs.

use serde::Serialize;
use tabiya::cpu::Level;

use crate::Verdict;
use crate::failure::Failure;
use crate::gpu;
use crate::output::Output;

/// Say which build this is: version, target, and the instruction sets and GPUs of this machine.
#[derive(clap::Args)]
pub struct Args {}

#[derive(Serialize)]
struct Build {
    version: &'static str,
    arch: &'static str,
    os: &'static str,
    debug_assertions: bool,
    instruction_sets: Vec<&'static str>,
    /// The GPUs that counting can use.
    gpu: Option<String>,
}

impl Args {
    /// Prints the facts about this binary and the machine it runs on.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let gpu = gpu::words();
        let build = Build {
            version: env!("CARGO_PKG_VERSION"),
            arch: std::env::consts::ARCH,
            os: std::env::consts::OS,
            debug_assertions: cfg!(debug_assertions),
            instruction_sets: instruction_sets(),
            gpu: gpu.clone().ok(),
        };
        output.line(format_args!("tabiya {} on {} {}", build.version, build.arch, build.os))?;
        output.line(format_args!("instruction sets: {}", build.instruction_sets.join(" ")))?;
        match &gpu {
            Ok(cards) => output.line(format_args!("gpu: {cards}"))?,
            Err(why) => output.line(format_args!("gpu: none ({why})"))?,
        }
        if build.debug_assertions {
            output.line("debug assertions are on: time nothing with this build")?;
        }
        output.answer(&build)?;
        Ok(Verdict::Fine)
    }
}

/// The instruction sets that Tabiya uses, as far as this machine has them.
fn instruction_sets() -> Vec<&'static str> {
    Level::available().map(Level::name).collect()
}
