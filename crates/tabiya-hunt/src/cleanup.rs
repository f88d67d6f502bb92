//! Ending a program together with everything it started.
//!
//! A program gets a session of its own, so that one signal reaches its whole process group and no
//! terminal is near. What leaves the group (a daemon, a shell's background job) still carries a
//! mark in its environment and is found by it on Linux. What also clears its environment is found
//! only after [`adopt_orphans`], which `tabiya hunt` calls; elsewhere than on Linux it is not found.
//!
//! A process number belongs to a program until its parent waits for it. So a program is waited for
//! only after the last signal to it or its group was sent; until then its end is looked at without
//! being taken note of. Processes that are not ours to wait for are signalled through a handle, which
//! never means another process than the one it was opened for.

use std::collections::BTreeMap;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The environment variable that marks everything a hunted program starts.
pub(crate) const MARK: &str = "TABIYA_HUNT_MARK";

/// Programs that were started and not yet waited for, with their marks.
type Running = BTreeMap<u32, String>;

static RUNNING: Mutex<Running> = Mutex::new(BTreeMap::new());
static ADOPTING: AtomicBool = AtomicBool::new(false);
/// Changed and asked under the lock of [`RUNNING`].
static ENDING: AtomicBool = AtomicBool::new(false);

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a program in a session of its own, marked, and remembers it for [`end_all`].
pub fn start(command: &mut Command, mark: &str) -> io::Result<Child> {
    command.env(MARK, mark);
    system::own_session(command);
    // Under the lock: a program that is not yet remembered must not be taken for an orphan.
    let mut running = running();
    if ENDING.load(Ordering::Relaxed) {
        return Err(io::Error::other("no program is started any more: this one is about to end"));
    }
    let child = command.spawn()?;
    running.insert(child.id(), mark.to_owned());
    Ok(child)
}

/// How a program ended, if it has. It keeps its number until [`end`].
pub fn status(child: &mut Child) -> io::Result<Option<ExitStatus>> {
    system::status(child)
}

/// Ends one program and everything it started, and waits for it.
pub fn end(child: &mut Child, mark: &str) {
    let mut running = running();
    end_family(child.id(), mark, &running);
    // An error means that it is gone already.
    let _ = child.kill();
    let _ = child.wait();
    running.remove(&child.id());
}

/// Ends every program any hunt of this process has running, and lets none be started from now on: for a handler of
/// Ctrl-C, after which the process ends. A hunt that goes on meanwhile would leave behind what it starts.
pub fn end_all() {
    let running = running();
    ENDING.store(true, Ordering::Relaxed);
    for (&id, mark) in running.iter() {
        end_family(id, mark, &running);
    }
}

/// Kills a program that was not yet waited for, its group, and what left it.
fn end_family(id: u32, mark: &str, running: &Running) {
    system::kill_group(id);
    system::kill_marked(mark);
    if ADOPTING.load(Ordering::Relaxed) {
        system::kill_orphans(running);
    }
}

/// From now on, what a program leaves behind becomes a child of this process when its parent ends,
/// and is ended like the program itself, even if it left its session and cleared its environment.
/// Returns whether the system can do that: Linux can.
///
/// For processes that start nothing except through this module, and one program at a time: every
/// other child of this process would be ended as well.
pub fn adopt_orphans() -> bool {
    let adopting = system::become_subreaper();
    ADOPTING.store(adopting, Ordering::Relaxed);
    adopting
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::process::{Child, Command, ExitStatus};

    pub use linux::{become_subreaper, kill_marked, kill_orphans};

    #[cfg(target_os = "linux")]
    use super::linux;
    #[cfg(not(target_os = "linux"))]
    use super::nowhere as linux;

    pub fn own_session(command: &mut Command) {
        // SAFETY: the closure runs between fork and exec and calls only `setsid`, which is
        // async-signal-safe and touches no memory of ours.
        unsafe {
            command.pre_exec(|| match libc::setsid() {
                -1 => Err(io::Error::last_os_error()),
                _ => Ok(()),
            });
        }
    }

    /// Looks whether a child has ended, and leaves it to be waited for; with `WNOHANG` at once.
    fn look(id: u32, options: libc::c_int) -> io::Result<Option<ExitStatus>> {
        // SAFETY: all bytes zero are a `siginfo_t`, plain data of integers and pointers.
        let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
        let options = libc::WEXITED | libc::WNOWAIT | options;
        // SAFETY: `info` is a `siginfo_t` that lives through the call.
        if unsafe { libc::waitid(libc::P_PID, id, &raw mut info, options) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: `waitid` filled the fields of a child's end in, or left them zero.
        let (who, status) = unsafe { (info.si_pid(), info.si_status()) };
        if who == 0 {
            return Ok(None);
        }
        let raw = if info.si_code == libc::CLD_EXITED { (status & 0xff) << 8 } else { status & 0x7f };
        Ok(Some(ExitStatus::from_raw(raw)))
    }

    pub fn status(child: &mut Child) -> io::Result<Option<ExitStatus>> {
        look(child.id(), libc::WNOHANG)
    }

    /// Kills the group of a child that was not yet waited for, and the child, and waits until the
    /// child is gone: then its own children have a new parent.
    pub fn kill_group(id: u32) {
        let Ok(group) = libc::pid_t::try_from(id) else {
            return;
        };
        if group > 1 {
            // SAFETY: `kill` takes two integers and touches no memory. The number is that of a child
            // of ours that was not waited for, so neither it nor its group can be another program's.
            unsafe {
                libc::kill(-group, libc::SIGKILL);
                libc::kill(group, libc::SIGKILL);
            }
            // It is gone, or an earlier call has already waited for it, and it is not a child any more.
            let _ = look(id, 0);
        }
    }
}

/// Elsewhere a program is ended alone.
#[cfg(not(unix))]
mod system {
    use std::io;
    use std::process::{Child, Command, ExitStatus};

    pub use super::nowhere::{become_subreaper, kill_marked, kill_orphans};

    pub fn own_session(_command: &mut Command) {}

    pub fn status(child: &mut Child) -> io::Result<Option<ExitStatus>> {
        child.try_wait()
    }

    pub fn kill_group(_id: u32) {}
}

/// What only Linux can do.
#[cfg(target_os = "linux")]
mod linux {
    use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
    use std::time::Duration;

    use super::{MARK, Running};

    /// Every process the system shows.
    fn processes() -> impl Iterator<Item = libc::pid_t> {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok())
    }

    /// Kills a process if it still is what it was when `is_wanted` was last asked.
    fn kill_if(id: libc::pid_t, is_wanted: impl Fn() -> bool) -> bool {
        if id <= 1 || !is_wanted() {
            return false;
        }
        // SAFETY: the call takes two integers and touches no memory.
        let handle = unsafe { libc::syscall(libc::SYS_pidfd_open, id, 0) };
        let Ok(handle @ 0..) = i32::try_from(handle) else {
            // It is gone, or the system (before Linux 5.3) has no such handles.
            if std::io::Error::last_os_error().raw_os_error() == Some(libc::ENOSYS) {
                // SAFETY: two integers, no memory.
                unsafe { libc::kill(id, libc::SIGKILL) };
                return true;
            }
            return false;
        };
        // SAFETY: the system just made this descriptor for us.
        let handle = unsafe { OwnedFd::from_raw_fd(handle) };
        if !is_wanted() {
            return false;
        }
        let none: *const libc::siginfo_t = std::ptr::null();
        // SAFETY: the descriptor is open, and a null pointer stands for no details.
        unsafe { libc::syscall(libc::SYS_pidfd_send_signal, handle.as_raw_fd(), libc::SIGKILL, none, 0) };
        true
    }

    /// Kills what carries the mark, and looks again in case it was just then starting another.
    pub fn kill_marked(mark: &str) {
        let wanted = format!("{MARK}={mark}");
        let carries = |id: libc::pid_t| {
            std::fs::read(format!("/proc/{id}/environ"))
                .is_ok_and(|all| all.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes()))
        };
        for _ in 0..5 {
            if processes().filter(|&id| kill_if(id, || carries(id))).count() == 0 {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Makes this process the one that inherits the orphans among its descendants.
    pub fn become_subreaper() -> bool {
        // SAFETY: the call takes integers and touches no memory.
        unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 }
    }

    /// The parent of a process, as the system shows it.
    fn parent(id: libc::pid_t) -> Option<u32> {
        let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The name stands in parentheses and may hold anything; behind it come the state and the parent.
        let (_, rest) = text.rsplit_once(')')?;
        rest.split_whitespace().nth(1)?.parse().ok()
    }

    /// Kills the children of this process that it did not start, and theirs, which it inherits.
    pub fn kill_orphans(running: &Running) {
        let own = std::process::id();
        let is_orphan =
            |id: libc::pid_t| parent(id) == Some(own) && u32::try_from(id).is_ok_and(|id| !running.contains_key(&id));
        // Each round ends a generation; a program that starts new ones faster than that is given up.
        for _ in 0..1000 {
            let orphans: Vec<libc::pid_t> = processes().filter(|&id| is_orphan(id)).collect();
            if orphans.is_empty() {
                return;
            }
            for id in orphans {
                // SAFETY: integers and a null pointer, which `waitpid` allows. The process is a child of
                // ours that no other code waits for, so the number is its own until the second call.
                unsafe {
                    libc::kill(id, libc::SIGKILL);
                    libc::waitpid(id, std::ptr::null_mut(), 0);
                }
            }
        }
    }
}

/// What other systems do instead: nothing.
#[cfg(not(target_os = "linux"))]
mod nowhere {
    use super::Running;

    pub fn kill_marked(_mark: &str) {}

    pub fn become_subreaper() -> bool {
        false
    }

    pub fn kill_orphans(_running: &Running) {}
}
