//! One program at a time: a lock on a file beside the ledger, given back by the system however the program ends.
//! A second one would take the first one's open attempt for a crash. Not on the ledger's own file: on Windows such
//! a lock would keep the database out as well.

use std::{
    fs::{File, OpenOptions, TryLockError},
    path::Path,
};

use crate::error::{LedgerError, Result};

/// What the file beside the ledger adds to its name.
const ENDING: &str = "lock";

/// Takes the ledger for this program, for as long as the file stays open.
///
/// # Errors
/// `InUse` where another program, or another desk of this one, has it; `File`.
pub(crate) fn hold(ledger: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, super::open::OWNER_ONLY);
    let file = options.open(ledger.with_added_extension(ENDING))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(LedgerError::InUse),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}
