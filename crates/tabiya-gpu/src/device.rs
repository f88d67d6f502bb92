//! One card: its kernels, and one piece of its memory from which everything is taken.

use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaFunction, CudaStream, LaunchConfig, PushKernelArg, result, sys};
use cudarc::nvrtc::Ptx;

use crate::error::Error;
use crate::sources;

/// Threads of a block, as most kernels have it.
const BLOCK: u32 = 128;
/// Threads of a block that makes children, and blocks of a multiprocessor: with 80 registers for a thread no more fit.
/// All blocks run at once, so that the threads that write to a table work on neighbouring positions.
pub(crate) const MAKERS: (u32, u32) = (256, 3);
/// The pair counter has one position for each thread: the most positions of a block, the bytes of shared memory for
/// each, and the bytes that all of them share.
const MOST_POSITIONS: u32 = 512;
const POSITION_BYTES: u32 = 440;
const COMMON_BYTES: u32 = 3 << 10;
/// Blocks for each multiprocessor: more than fit, so that the last ones end at nearly the same time.
const BLOCKS_PER_PROCESSOR: u32 = 16;
/// What the driver and the kernels' stacks may need beside our piece.
const LEFT_FREE: usize = 1 << 30;

/// The least memory that a count can work with.
const LEAST: usize = 16 << 20;

/// An address on the card.
pub(crate) type Address = u64;

/// What a kernel is given.
#[derive(Clone, Copy)]
pub(crate) enum Argument {
    Word(u64),
    Half(u32),
}

/// A kernel, and how it is started.
pub(crate) struct Kernel {
    function: CudaFunction,
    /// Threads of a block, blocks of a multiprocessor at most, and bytes of shared memory beyond those it names itself.
    threads: u32,
    blocks: u32,
    shared: u32,
}

/// The kernels by name.
pub(crate) struct Kernels {
    pub moves: Kernel,
    pub pairs: Kernel,
    pub slow: Kernel,
    pub made: Kernel,
    pub expand: Kernel,
    pub merge: Kernel,
    pub gather: Kernel,
    pub gather_order: Kernel,
    pub group_sizes: Kernel,
    pub group: Kernel,
}

/// A card that is ready to count.
pub(crate) struct Card {
    context: Arc<CudaContext>,
    stream: Arc<CudaStream>,
    pub kernels: Kernels,
    pub name: String,
    processors: u32,
    memory: Address,
    size: usize,
    used: AtomicUsize,
}

/// How many cards there are.
pub(crate) fn cards() -> Result<usize, Error> {
    // SAFETY: looks for a library and opens it, nothing else.
    let present = unsafe { sys::is_culib_present() };
    cards_of(present, || result::init().and_then(|()| CudaContext::device_count()).map_err(|error| error.to_string()))
}

/// How many cards there are, if there is a driver and if it can say so.
fn cards_of(present: bool, count: impl FnOnce() -> Result<i32, String>) -> Result<usize, Error> {
    if !present {
        return Err(Error::NoDriver);
    }
    match count() {
        Err(why) => Err(Error::NoGpu(why)),
        Ok(count) if count < 1 => Err(Error::NoGpu("it counts none".to_owned())),
        Ok(count) => Ok(count as usize),
    }
}

/// How much memory to take of what is free.
fn size_of(most: Option<usize>, free: usize) -> Result<usize, Error> {
    if let Some(bytes) = most.filter(|&bytes| bytes < LEAST) {
        return Err(Error::TooLittleMemory { bytes });
    }
    let size = most.unwrap_or(usize::MAX).min(free.saturating_sub(LEFT_FREE)) & !0xfff;
    if size < LEAST { Err(Error::OutOfMemory { bytes: LEAST, free }) } else { Ok(size) }
}

/// How many positions a block can have with so much shared memory, in whole warps.
fn positions_of(shared: u32) -> u32 {
    (shared.saturating_sub(COMMON_BYTES) / POSITION_BYTES).min(MOST_POSITIONS) & !31
}

/// A card as far as it can be known without using it.
pub(crate) fn describe(ordinal: usize) -> Result<(String, usize), Error> {
    let device = result::device::get(ordinal as i32)?;
    // SAFETY: the device was just named by the driver.
    let memory = unsafe { result::device::total_mem(device) }?;
    Ok((result::device::get_name(device)?, memory))
}

impl Card {
    /// Opens a card and takes at most `most` bytes of its memory.
    pub fn open(ordinal: usize, most: Option<usize>) -> Result<Self, Error> {
        let context = CudaContext::new(ordinal).map_err(|error| Error::NoGpu(error.to_string()))?;
        let stream = context.new_stream()?;
        let (major, minor) = context.compute_capability()?;
        let attribute = |which| context.attribute(which).map(|value| value as u32);
        let shared = attribute(sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?;
        let positions = positions_of(shared);
        let module = context.load_module(Ptx::from_binary(sources::machine_code(major, minor, positions)?))?;
        let mut desk = [0_u8; 4];
        stream.memcpy_dtoh(&module.get_global("desk_bytes", &stream)?, &mut desk)?;
        stream.synchronize()?;
        let desk = u32::from_le_bytes(desk);
        let kernel = |name, (threads, blocks), shared| -> Result<Kernel, Error> {
            Ok(Kernel { function: module.load_function(name)?, threads, blocks, shared })
        };
        let plain = (BLOCK, BLOCKS_PER_PROCESSOR);
        let kernels = Kernels {
            moves: kernel("moves_kernel", plain, 0)?,
            pairs: kernel("pairs_kernel", (positions, 1), desk)?,
            slow: kernel("slow_kernel", MAKERS, 0)?,
            made: kernel("made_kernel", plain, 0)?,
            expand: kernel("expand_kernel", MAKERS, 0)?,
            merge: kernel("merge_kernel", MAKERS, 0)?,
            gather: kernel("gather_kernel", plain, 0)?,
            gather_order: kernel("gather_order_kernel", plain, 0)?,
            group_sizes: kernel("group_sizes_kernel", plain, 0)?,
            group: kernel("group_kernel", plain, 0)?,
        };
        let most_shared = sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        kernels.pairs.function.set_attribute(most_shared, desk as i32)?;
        let processors = attribute(sys::CUdevice_attribute_enum::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
        let (free, _) = context.mem_get_info()?;
        let size = size_of(most, free)?;
        // SAFETY: the context is current on this thread since it was made; freed once, in `drop`.
        let memory = unsafe { result::malloc_sync(size) }.map_err(|_| Error::OutOfMemory { bytes: size, free })?;
        let name = context.name()?;
        Ok(Self { context, stream, kernels, name, processors, memory, size, used: AtomicUsize::new(0) })
    }

    /// Gives back all memory and makes the card that of this thread. One thread at a time uses a card: one count does
    /// (see `busy.rs`), and it has one thread for each card.
    pub fn begin(&self) -> Result<(), Error> {
        self.context.bind_to_thread()?;
        self.release(0);
        Ok(())
    }

    /// Bytes in all.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Bytes that are not taken yet.
    pub fn free(&self) -> usize {
        self.size - self.used.load(Relaxed)
    }

    /// How much is taken now, to be handed to [`Self::release`].
    pub fn mark(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// Gives back everything taken since a mark.
    pub fn release(&self, mark: usize) {
        self.used.store(mark, Relaxed);
    }

    /// Takes memory, to whole lines of the cache.
    pub fn take(&self, bytes: u64) -> Result<Address, Error> {
        let bytes = bytes as usize;
        let rounded = bytes.checked_next_multiple_of(256).filter(|&rounded| rounded <= self.free());
        let rounded = rounded.ok_or(Error::OutOfMemory { bytes, free: self.free() })?;
        let at = self.used.load(Relaxed);
        self.used.store(at + rounded, Relaxed);
        Ok(self.memory + at as u64)
    }

    fn check(&self, at: Address, bytes: u64) {
        let end = self.memory + self.size as u64;
        assert!(at >= self.memory && at.checked_add(bytes).is_some_and(|stop| stop <= end), "outside our memory");
    }

    /// Fills memory with zeros.
    pub fn clear(&self, at: Address, bytes: u64) -> Result<(), Error> {
        self.check(at, bytes);
        // SAFETY: inside the piece that is ours.
        unsafe { result::memset_d8_async(at, 0, bytes as usize, self.stream.cu_stream()) }?;
        Ok(())
    }

    /// Copies words to the card.
    pub fn write(&self, at: Address, words: &[u64]) -> Result<(), Error> {
        self.check(at, 8 * words.len() as u64);
        // SAFETY: inside the piece that is ours; waits until the words are copied.
        unsafe { result::memcpy_htod_async(at, words, self.stream.cu_stream()) }?;
        self.stream.synchronize()?;
        Ok(())
    }

    /// Copies words from the card, when everything before is done.
    pub fn read(&self, at: Address, words: &mut [u64]) -> Result<(), Error> {
        self.check(at, 8 * words.len() as u64);
        // SAFETY: inside the piece that is ours; waits until the words are copied.
        unsafe { result::memcpy_dtoh_async(words, at, self.stream.cu_stream()) }?;
        self.stream.synchronize()?;
        Ok(())
    }

    /// Starts a kernel on a number of items.
    ///
    /// # Safety
    ///
    /// The arguments must be those of the kernel: as many, in its order, a [`Argument::Half`] for each `u32` and a
    /// [`Argument::Word`] for everything else. Addresses must come from [`Self::take`] of this card and not have been
    /// released, or be null where the kernel says that it may be; there must be as much room as the kernel is told; and
    /// what it reads must have been written.
    pub unsafe fn launch(&self, kernel: &Kernel, items: u64, arguments: &[Argument]) -> Result<(), Error> {
        let most = u64::from(self.processors * kernel.blocks);
        let blocks = items.div_ceil(u64::from(kernel.threads)).clamp(1, most) as u32;
        let config = LaunchConfig {
            grid_dim: (blocks, 1, 1),
            block_dim: (kernel.threads, 1, 1),
            shared_mem_bytes: kernel.shared,
        };
        let mut launch = self.stream.launch_builder(&kernel.function);
        for argument in arguments {
            match argument {
                Argument::Word(word) => launch.arg(word),
                Argument::Half(half) => launch.arg(half),
            };
        }
        // SAFETY: the caller's word; blocks and shared memory are what `open` has found for this kernel.
        unsafe { launch.launch(config) }?;
        Ok(())
    }
}

impl Drop for Card {
    fn drop(&mut self) {
        if self.context.bind_to_thread().is_ok() {
            // A card that can do neither is gone anyway.
            let _ = self.stream.synchronize();
            // SAFETY: ours since `open`, and no longer used.
            let _ = unsafe { result::free_sync(self.memory) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said() {
        assert_eq!(cards_of(false, || Ok(1)), Err(Error::NoDriver));
        assert_eq!(cards_of(true, || Ok(0)), Err(Error::NoGpu("it counts none".to_owned())));
        assert_eq!(cards_of(true, || Err("no device".to_owned())), Err(Error::NoGpu("no device".to_owned())));
        assert_eq!(cards_of(true, || Ok(2)), Ok(2));
    }

    #[test]
    fn memory_is_what_was_asked_for_or_nearly_all() {
        assert_eq!(size_of(Some(1 << 20), 8 << 30), Err(Error::TooLittleMemory { bytes: 1 << 20 }));
        assert_eq!(size_of(None, 1 << 30), Err(Error::OutOfMemory { bytes: LEAST, free: 1 << 30 }));
        assert_eq!(size_of(Some(64 << 20), 8 << 30), Ok(64 << 20));
        assert_eq!(size_of(Some(64 << 30), 8 << 30), Ok(7 << 30));
        assert_eq!(size_of(None, 8 << 30), Ok(7 << 30));
    }

    #[test]
    fn blocks_fit_into_shared_memory() {
        // Of compute capability 9.0, 8.6 and 7.5.
        assert_eq!([227, 99, 64].map(|kib| positions_of(kib << 10)), [512, 192, 128]);
    }
}
