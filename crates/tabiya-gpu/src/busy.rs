//! One count at a time: all memory of a card is one piece, and a count begins by giving back what is taken of it.

use core::sync::atomic::{AtomicBool, Ordering};

use crate::error::Error;

/// Whether a count is running. A second count does not wait for its end but is refused: it may be asked for by the
/// callback that watches the first, and would then wait for itself.
#[derive(Default)]
pub(crate) struct Busy(AtomicBool);

/// The right to count, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn<'a>(&'a AtomicBool);

impl Busy {
    /// Takes the card for one count, until that count ends; another count in that time is refused.
    pub fn take(&self) -> Result<Turn<'_>, Error> {
        // What the count before has noted about memory is seen by this one.
        if self.0.swap(true, Ordering::Acquire) { Err(Error::Busy) } else { Ok(Turn(&self.0)) }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn the_second_is_refused_until_the_first_is_done() {
        let busy = Busy::default();
        let first = busy.take().unwrap();
        assert_eq!(busy.take().unwrap_err(), Error::Busy);
        // Being refused changes nothing.
        assert_eq!(busy.take().unwrap_err(), Error::Busy);
        drop(first);
        assert!(busy.take().is_ok());
        assert!(busy.take().is_ok(), "dropped at once");
    }

    #[test]
    fn a_panic_leaves_it_free() {
        let busy = Busy::default();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            let _turn = busy.take().unwrap();
            panic!("in the middle of a count");
        }));
        assert!(panicked.is_err());
        assert!(busy.take().is_ok());
    }

    #[test]
    fn of_many_threads_one_has_it() {
        let busy = Busy::default();
        let within = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..10_000 {
                        if let Ok(_turn) = busy.take() {
                            assert!(!within.swap(true, Ordering::Relaxed), "two at once");
                            within.store(false, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        assert!(busy.take().is_ok());
    }
}
