//! The threads that batches run on, in a process that may be forked.
//!
//! A forked child has the memory of its parent but none of its threads: work given to the parent's pool would wait for
//! ever. So a pool remembers its process, and the first batch of another process starts a pool of its own.

use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

struct Pool {
    process: u32,
    threads: ThreadPool,
}

/// The pool in use. A pointer and no lock: a lock that another thread holds during a fork stays locked in the child.
static POOL: AtomicPtr<Pool> = AtomicPtr::new(null_mut());

fn pool() -> PyResult<&'static ThreadPool> {
    let process = std::process::id();
    let known = POOL.load(Ordering::Acquire);
    // SAFETY: the pointer is null or comes from `Box::leak` below, so what it points to lives as long as the process.
    if let Some(pool) = unsafe { known.as_ref() }
        && pool.process == process
    {
        return Ok(&pool.threads);
    }
    let threads = ThreadPoolBuilder::new()
        .build()
        .map_err(|error| PyOSError::new_err(format!("the threads for batches cannot be started: {error}")))?;
    // The pool of the parent is left alone: ending it would wait for threads that this process does not have.
    let new = Box::into_raw(Box::new(Pool { process, threads }));
    let chosen = match POOL.compare_exchange(known, new, Ordering::AcqRel, Ordering::Acquire) {
        Ok(_) => new,
        Err(other) => {
            // SAFETY: `new` was made above and given to no other thread.
            drop(unsafe { Box::from_raw(new) });
            other
        }
    };
    // SAFETY: as above; a pool that was put into `POOL` is never freed.
    Ok(unsafe { &(*chosen).threads })
}

/// Does something on all cores while other Python threads run.
pub fn on_all_cores<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let pool = pool()?;
    Ok(py.detach(|| pool.install(work)))
}
