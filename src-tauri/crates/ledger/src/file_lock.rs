//! One program per ledger: a file lock on a file beside the ledger. The operating system releases it however the
//! program ends. A second program would take the first one's open attempt for a crash. The lock is not on the
//! ledger's own file: on Windows such a lock would keep the database out as well.

use std::{
    fs::{File, OpenOptions, TryLockError},
    path::Path,
};

use crate::error::{LedgerError, Result};

/// What the file beside the ledger adds to its name.
const ENDING: &str = "lock";

/// The file lock of an open ledger; dropping it releases the lock.
///
/// It is unlocked and not only closed: a child process that was just forked shares the open file until its exec,
/// and closing alone would leave the lock with that child.
#[derive(Debug)]
pub(crate) struct FileLock(pub File);

impl FileLock {
    /// Locks the ledger for this program.
    ///
    /// # Errors
    /// `InUse` where another program, or another desk of this one, has it; `File`.
    pub fn acquire(ledger: &Path) -> Result<Self> {
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, super::open::OWNER_ONLY);
        let file = options.open(ledger.with_added_extension(ENDING))?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(LedgerError::InUse),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Where this fails, closing the file releases the lock as soon as no child process shares it.
        let _closing_releases_it_too = self.0.unlock();
    }
}
