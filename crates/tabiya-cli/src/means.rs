//! How to count: the options that `perft` and `divide` share.

use clap::Args;
use clap::builder::PossibleValuesParser;
use tabiya::Position;
use tabiya::cpu::Level;
use tabiya_perft::{Error, Perft};

use crate::failure::Failure;
use crate::size;

/// What a count may use of the machine.
#[derive(Args, Clone, Debug)]
pub struct Means {
    /// Threads; by default one for each core.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,

    /// Most memory for the hash table, as 512M or 1G; 0 counts every leaf. By default a share of the free memory.
    #[arg(long, value_name = "SIZE", allow_negative_numbers = true, value_parser = size::parse)]
    hash: Option<usize>,

    /// Instructions to use.
    #[arg(long, value_name = "ISA", default_value = "auto",
          value_parser = PossibleValuesParser::new(instruction_sets()))]
    isa: String,

    /// Count move by move, without vector instructions.
    #[arg(long, conflicts_with = "isa")]
    no_simd: bool,
}

/// What `--isa` takes: the fastest of this machine, or any level by its name.
fn instruction_sets() -> impl Iterator<Item = &'static str> {
    std::iter::once("auto").chain(Level::ALL.map(Level::name))
}

impl Means {
    /// A count of this depth by these means.
    pub fn perft<'a>(&self, position: &'a Position, depth: u32) -> Result<Perft<'a>, Failure> {
        let perft = Perft::fastest(position, depth).threads(self.thread_count()).level(self.instruction_set()?);
        // The limit that was asked for holds at every depth; no table is larger than its tree can fill.
        Ok(match self.hash {
            Some(bytes) => perft.hash(bytes),
            None => perft,
        })
    }

    /// The size of the hash table that was asked for.
    pub fn hash(&self) -> Option<usize> {
        self.hash
    }

    /// The number of threads, asked for or there.
    pub fn thread_count(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, |threads| threads as usize)
    }

    fn instruction_set(&self) -> Result<Level, Failure> {
        if self.no_simd {
            return Ok(if Level::Bmi2.is_available() { Level::Bmi2 } else { Level::Portable });
        }
        let at_isa = |failure: Failure| failure.at("--isa");
        match self.isa.as_str() {
            "auto" => Ok(tabiya_perft::best_level()),
            name => match name.parse().map_err(|error| at_isa(Failure::new(error)))? {
                isa if Level::is_available(isa) => Ok(isa),
                isa => Err(at_isa(Failure::new(Error::Unavailable(isa)))),
            },
        }
    }
}
