//! Keeps memory off the disk: a crash writes none of it there. The system's own limit for core dumps is set; nothing is
//! forced beyond it. On Windows the user decides about crash collection.

/// Forbids core dumps of this program and of the web views that it starts.
#[cfg(unix)]
pub fn forbid() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    if let Err(error) = setrlimit(Resource::Core, none) {
        tracing::warn!(%error, "a crash may write memory to the disk");
    }
}

#[cfg(not(unix))]
pub const fn forbid() {}

#[cfg(all(test, unix))]
mod tests {
    use rustix::process::{Resource, getrlimit};

    #[test]
    fn a_crash_writes_no_memory_to_the_disk() {
        super::forbid();
        let limit = getrlimit(Resource::Core);
        assert_eq!((limit.current, limit.maximum), (Some(0), Some(0)));
    }
}
