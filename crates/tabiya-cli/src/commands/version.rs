//! `tabiya version`: which build answers, for bug reports and benchmark logs.

use serde::Serialize;

use crate::Verdict;
use crate::failure::Failure;
use crate::output::Output;

/// Say which build this is: version, target, and the instruction sets of this machine.
#[derive(clap::Args)]
pub struct Args {}

#[derive(Serialize)]
struct Build {
    version: &'static str,
    arch: &'static str,
    os: &'static str,
    debug_assertions: bool,
    instruction_sets: Vec<&'static str>,
}

impl Args {
    /// Prints the facts about this binary and the machine it runs on.
    pub fn run(self, output: &mut Output) -> Result<Verdict, Failure> {
        let build = Build {
            version: env!("CARGO_PKG_VERSION"),
            arch: std::env::consts::ARCH,
            os: std::env::consts::OS,
            debug_assertions: cfg!(debug_assertions),
            instruction_sets: instruction_sets(),
        };
        output.line(format_args!("tabiya {} on {} {}", build.version, build.arch, build.os))?;
        output.line(format_args!("instruction sets: {}", build.instruction_sets.join(" ")))?;
        if build.debug_assertions {
            output.line("debug assertions are on: time nothing with this build")?;
        }
        output.json(&build)?;
        Ok(Verdict::Fine)
    }
}

/// The instruction sets that Tabiya's fast paths look for, as far as this machine has them.
fn instruction_sets() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    {
        let sets = [
            ("popcnt", is_x86_feature_detected!("popcnt")),
            ("lzcnt", is_x86_feature_detected!("lzcnt")),
            ("bmi1", is_x86_feature_detected!("bmi1")),
            ("bmi2", is_x86_feature_detected!("bmi2")),
            ("avx2", is_x86_feature_detected!("avx2")),
            ("avx512f", is_x86_feature_detected!("avx512f")),
            ("avx512bw", is_x86_feature_detected!("avx512bw")),
            ("avx512dq", is_x86_feature_detected!("avx512dq")),
            ("avx512vl", is_x86_feature_detected!("avx512vl")),
            ("avx512vbmi2", is_x86_feature_detected!("avx512vbmi2")),
            ("avx512vpopcntdq", is_x86_feature_detected!("avx512vpopcntdq")),
        ];
        sets.into_iter().filter_map(|(name, here)| here.then_some(name)).collect()
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        Vec::new()
    }
}
