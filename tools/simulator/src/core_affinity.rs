//! Keeps a thread on one core.

/// Keeps this thread, and all threads that it starts, on the processor core of this number, if the system supports it.
pub fn stay_on(core: usize) {
    #[cfg(target_os = "linux")]
    {
        let mut cores = rustix::thread::CpuSet::new();
        cores.set(core);
        // If this fails the stories are the same, but slower.
        let _ = rustix::thread::sched_setaffinity(None, &cores);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = core;
}
