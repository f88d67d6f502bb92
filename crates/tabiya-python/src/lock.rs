//! A lock for the few nanoseconds that a question takes.
//!
//! Under the GIL no thread ever waits: the thread that works on a board holds the GIL. The lock
//! is there for interpreters without it, and costs one atomic exchange; the standard library's costs two, which was a
//! tenth of the time of `push` and `pop`.

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};

pub struct Lock<T> {
    taken: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: `with` hands the value to one thread at a time, so sharing the lock is no more than sending the value.
unsafe impl<T: Send> Sync for Lock<T> {}

/// Opens the lock again, also when the work panics.
struct Holding<'a>(&'a AtomicBool);

impl Drop for Holding<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

impl<T> Lock<T> {
    pub const fn new(value: T) -> Lock<T> {
        Lock { taken: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    /// Works on the value, alone. The work must be short, must not come back here and must not call Python.
    #[inline]
    pub fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        if self.taken.swap(true, Ordering::Acquire) {
            self.wait();
        }
        let _holding = Holding(&self.taken);
        // SAFETY: `taken` was false and we made it true, so no other thread is here until `_holding` is dropped.
        work(unsafe { &mut *self.value.get() })
    }

    #[cold]
    fn wait(&self) {
        while self.taken.swap(true, Ordering::Acquire) {
            std::thread::yield_now();
        }
    }
}
