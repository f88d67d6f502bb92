//! Work that takes long: it runs on a thread of its own without the interpreter's lock, and Ctrl-C ends it.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;

/// How often a waiting interpreter looks for signals.
const HEARTBEAT: Duration = Duration::from_millis(20);

/// Runs `work` elsewhere and waits for it. When a signal handler raises (Ctrl-C does), `cancel` is set, the work's end
/// is awaited and the exception goes on.
pub fn interruptible<T: Send>(py: Python<'_>, cancel: &AtomicBool, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    watched(py, cancel, || Ok(()), work)
}

/// The same, and calls `tick` now and then; when it raises, the work is cancelled in the same way.
pub fn watched<T: Send>(
    py: Python<'_>,
    cancel: &AtomicBool,
    mut tick: impl FnMut() -> PyResult<()>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        let receiver = Mutex::new(receiver);
        let worker = scope.spawn(move || {
            let result = work();
            // Only wakes the waiting thread, which is still there.
            let _ = sender.send(());
            result
        });
        let mut raised = None;
        loop {
            // A receiver may not be shared between threads; a lock makes it one that may. No other thread takes it.
            let waited = py.detach(|| receiver.lock().map(|receiver| receiver.recv_timeout(HEARTBEAT)).ok());
            if !matches!(waited, Some(Err(RecvTimeoutError::Timeout))) {
                break;
            }
            if raised.is_none()
                && let Err(error) = py.check_signals().and_then(|()| tick())
            {
                cancel.store(true, Ordering::Relaxed);
                raised = Some(error);
            }
        }
        let result = py.detach(|| worker.join());
        match (raised, result) {
            (Some(error), _) => Err(error),
            (None, Ok(result)) => Ok(result),
            (None, Err(panic)) => std::panic::resume_unwind(panic),
        }
    })
}
