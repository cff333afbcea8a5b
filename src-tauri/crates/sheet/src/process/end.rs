//! Infers from how a reading process ended which error the user gets.

use std::process::ExitStatus;

use crate::{
    error::FileError,
    limits::{READER_CPU_S, READER_MEMORY_BYTES_MAX},
};

/// Beginning of the message that the standard library prints when an allocation fails.
const OUT_OF_MEMORY: &str = "memory allocation of";

/// Returns why there is no result.
pub(super) fn reason(status: ExitStatus, complaint: &str) -> FileError {
    if complaint.contains(OUT_OF_MEMORY) {
        return FileError::ReaderMemoryLimit { limit: READER_MEMORY_BYTES_MAX };
    }
    by_signal(status).unwrap_or(FileError::ReaderCrashed)
}

#[cfg(unix)]
fn by_signal(status: ExitStatus) -> Option<FileError> {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::Signal;

    let number = status.signal()?;
    if number == Signal::KILL.as_raw() {
        // The process was killed, but not by this program: the system ran out of memory.
        Some(FileError::ReaderMemoryLimit { limit: READER_MEMORY_BYTES_MAX })
    } else if number == Signal::XCPU.as_raw() {
        Some(FileError::ReaderTimeLimit { limit_s: READER_CPU_S })
    } else {
        None
    }
}

#[cfg(windows)]
fn by_signal(status: ExitStatus) -> Option<FileError> {
    /// Exit code of a process that a job object ends after its processor time (`ERROR_NOT_ENOUGH_QUOTA`).
    const QUOTA: i32 = 1816;
    (status.code() == Some(QUOTA)).then_some(FileError::ReaderTimeLimit { limit_s: READER_CPU_S })
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;

    #[test]
    fn each_death_has_its_reason() {
        for (raw, complaint, code) in [
            (6, "memory allocation of 549755813888 bytes failed\n", "reader_memory_limit"),
            (6, "fatal runtime error: stack overflow", "reader_crashed"),
            (9, "", "reader_memory_limit"),
            (11, "", "reader_crashed"),
            (24, "", "reader_time_limit"),
            (1 << 8, "", "reader_crashed"),
        ] {
            assert_eq!(reason(ExitStatus::from_raw(raw), complaint).code(), code, "{raw} {complaint}");
        }
    }
}
