//! Heaps of threads under `ulimit -v`.
//!
//! The C library of GNU reserves 64 MiB of address space for the heap of a thread, whatever the thread asks for. Where
//! address space is limited, the heaps of a few threads are all of it, and an allocation of some kilobytes fails.
#![allow(unsafe_code)]

/// Lets all threads use one heap if address space is limited. To be called before there are threads.
pub fn share_where_space_is_limited() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: the call writes to the structure that it is given, which lives here.
        let known = unsafe { libc::getrlimit(libc::RLIMIT_AS, &mut limit) } == 0;
        if known && limit.rlim_cur != libc::RLIM_INFINITY {
            // SAFETY: a setting of the allocator, made by the only thread. If it is refused, nothing has changed.
            unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
        }
    }
}
