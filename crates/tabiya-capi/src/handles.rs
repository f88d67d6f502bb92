//! Numbers that stand for what the library keeps: tables. A number that was never given out, or was closed, is an
//! error.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use crate::status::{Failure, TabiyaStatus};

/// Everything of one kind that is open.
pub(crate) struct Handles<T> {
    open: RwLock<Option<HashMap<u64, Arc<T>>>>,
    what: &'static str,
}

/// No number is given out twice, not even for another kind.
static NEXT: AtomicU64 = AtomicU64::new(1);

impl<T> Handles<T> {
    pub(crate) const fn new(what: &'static str) -> Handles<T> {
        Handles { open: RwLock::new(None), what }
    }

    /// Keeps something, under a number.
    pub(crate) fn open(&self, thing: T) -> u64 {
        let handle = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.get_or_insert_default().insert(handle, Arc::new(thing));
        handle
    }

    /// What a number stands for. It stays there while it is used, even if another thread closes it.
    pub(crate) fn get(&self, handle: u64) -> Result<Arc<T>, Failure> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        open.as_ref().and_then(|open| open.get(&handle)).cloned().ok_or_else(|| self.unknown(handle))
    }

    /// Forgets what a number stands for.
    pub(crate) fn close(&self, handle: u64) -> Result<(), Failure> {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        let closed = open.as_mut().and_then(|open| open.remove(&handle));
        drop(open);
        closed.map(drop).ok_or_else(|| self.unknown(handle))
    }

    #[cold]
    fn unknown(&self, handle: u64) -> Failure {
        Failure::new(TabiyaStatus::BadArgument, format_args!("{handle} is not open as {}", self.what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_numbers_are_errors_and_never_come_back() {
        static HANDLES: Handles<&str> = Handles::new("a word");
        let first = HANDLES.open("first");
        let held = HANDLES.get(first).unwrap();
        HANDLES.close(first).unwrap();
        assert_eq!(*held, "first");
        let second = HANDLES.open("second");
        assert_ne!(first, second);
        for error in [HANDLES.get(first).unwrap_err(), HANDLES.close(first).unwrap_err(), HANDLES.get(0).unwrap_err()] {
            assert_eq!(error.status, TabiyaStatus::BadArgument);
            assert!(error.message.ends_with("is not open as a word"), "{}", error.message);
        }
        assert_eq!(*HANDLES.get(second).unwrap(), "second");
    }
}
