//! Keeps a thread on one core.

/// Keeps this thread, and all that it starts, on the processor core of this number, where the system allows it.
pub fn stay_on(core: usize) {
    #[cfg(target_os = "linux")]
    {
        let mut cores = rustix::thread::CpuSet::new();
        cores.set(core);
        // Without it the stories are the same, and slower.
        let _ = rustix::thread::sched_setaffinity(None, &cores);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = core;
}
