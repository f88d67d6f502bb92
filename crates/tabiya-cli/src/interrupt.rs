//! Ctrl-C, for every command alike: asked once, the work ends in good order and says what it knows; asked twice, the
//! program ends at once. Either way the exit code is the same.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, Once, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use crate::progress;

/// What shells expect of a program that an interrupt ended.
pub const EXIT_CODE: u8 = 130;

/// Something to do when Ctrl-C is pressed.
type Hook = Box<dyn Fn() + Send>;

static ASKED: AtomicBool = AtomicBool::new(false);
static FIRST: Mutex<Vec<Hook>> = Mutex::new(Vec::new());
static SECOND: Mutex<Vec<Hook>> = Mutex::new(Vec::new());

/// The flag that Ctrl-C raises from now on.
pub fn flag() -> &'static AtomicBool {
    static LISTEN: Once = Once::new();
    LISTEN.call_once(|| {
        // Where it cannot be listened to, Ctrl-C ends the program as it does elsewhere.
        let _ = ctrlc::set_handler(|| {
            if ASKED.swap(true, Relaxed) {
                clear_bars();
                // Last, so that the program has no time to begin anew what these hooks end.
                run(&SECOND);
                std::process::exit(EXIT_CODE.into());
            }
            run(&FIRST);
        });
    });
    &ASKED
}

/// Takes the bars away. Another thread may hold them and wait for a terminal that accepts no output, so this waits for
/// a short time only.
fn clear_bars() {
    let (done, cleared) = mpsc::channel::<()>();
    let work = move || {
        progress::clear_all();
        drop(done);
    };
    if thread::Builder::new().spawn(work).is_ok() {
        // Nothing is ever sent: it ends when they are gone, or after that time.
        let _ = cleared.recv_timeout(Duration::from_millis(100));
    }
}

/// Whether Ctrl-C was pressed since the first call of this function or of [`flag`].
pub fn asked() -> bool {
    flag().load(Relaxed)
}

/// Does something at the first Ctrl-C, at once if it was pressed already, and something else at the second, before the
/// program ends.
pub fn hooks(first: impl Fn() + Send + 'static, second: impl Fn() + Send + 'static) {
    flag();
    lock(&FIRST).push(Box::new(first));
    lock(&SECOND).push(Box::new(second));
    if asked() {
        run(&FIRST);
    }
}

fn run(hooks: &Mutex<Vec<Hook>>) {
    lock(hooks).iter().for_each(|hook| hook());
}

fn lock(hooks: &Mutex<Vec<Hook>>) -> std::sync::MutexGuard<'_, Vec<Hook>> {
    hooks.lock().unwrap_or_else(PoisonError::into_inner)
}
