//! Why a count on a GPU could not begin, or could not go on.

use core::fmt;

/// What went wrong, and in most cases what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// There is no CUDA driver on this machine.
    NoDriver,
    /// There is a driver, but no GPU that it can use.
    NoGpu(String),
    /// The compiler for kernels (NVRTC) is not installed.
    NoCompiler,
    /// The kernels could not be compiled for this card.
    Compile(String),
    /// The memory on the card is too little even for the smallest slice.
    OutOfMemory {
        /// What was asked for, in bytes.
        bytes: usize,
        /// What the card had free.
        free: usize,
    },
    /// Less memory was asked for than any count needs.
    TooLittleMemory {
        /// What was asked for, in bytes.
        bytes: usize,
    },
    /// The board to be counted is not a legal position: an illegal move was played without a check, or it was made of
    /// invalid numbers.
    Invalid(tabiya::Invalid),
    /// Another count is running on the same [`Gpu`](crate::Gpu).
    Busy,
    /// A call of the driver failed.
    Driver(String),
    /// More than 64 bits of paths lead to one level, which merging cannot hold.
    TooManyPaths,
    /// What a checkpoint file says does not fit this count, or it could not be read or written.
    Checkpoint(String),
    /// What the counter on the CPU would have refused too.
    Perft(tabiya_perft::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoDriver => write!(f, "no CUDA driver (libcuda) on this machine; counting on a GPU needs NVIDIA's"),
            Error::NoGpu(why) => write!(f, "the CUDA driver finds no GPU it can use: {why}"),
            Error::NoCompiler => {
                write!(
                    f,
                    "no NVRTC (libnvrtc) on this machine; it comes with the CUDA toolkit and compiles the kernels"
                )
            }
            Error::Compile(log) => write!(f, "the kernels could not be compiled for this GPU: {log}"),
            Error::OutOfMemory { bytes, free } => {
                write!(f, "no {} MiB of memory on the GPU, which has {} MiB free", bytes >> 20, free >> 20)
            }
            Error::TooLittleMemory { bytes } => {
                write!(f, "{bytes} bytes of memory on the GPU are too little to count with; 16 MiB are enough")
            }
            Error::Invalid(problems) => write!(f, "this position cannot be counted: {problems}"),
            Error::Busy => {
                write!(
                    f,
                    "another count is running on this GPU; wait for its end, or open the GPU once for each count, with part of its memory"
                )
            }
            Error::Driver(what) => write!(f, "the GPU's driver failed: {what}"),
            Error::TooManyPaths => {
                write!(f, "more paths than fit into 64 bits lead to one level; count on the CPU, or without merging")
            }
            Error::Checkpoint(what) => f.write_str(what),
            Error::Perft(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<cudarc::driver::DriverError> for Error {
    fn from(error: cudarc::driver::DriverError) -> Self {
        Error::Driver(error.to_string())
    }
}
