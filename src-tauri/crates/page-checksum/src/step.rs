//! The operations on a file that change it.

/// The next operation on a file, for the faults of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Write,
    Sync,
    Truncate,
}
